/// `key: value` pairs of headers, bodies and parameters: the value is a template.
package struct TemplateEntry: Sendable {
  package var key: Name
  package var value: TemplateValue
}

/// A value in a body: a template, a literal, or a nested map or list of them.
package indirect enum TemplateValue: Sendable {
  case text(Name)
  case literal(Located<Literal>)
  case map([TemplateEntry])
  case list([TemplateValue])
}

package enum CallDeclaration: Sendable {
  package struct HTTP: Sendable {
    package var method: Name
    package var url: Name
    package var headers: [TemplateEntry]
    /// The secret that is sent as a bearer token.
    package var bearer: Name?
    package var body: [TemplateEntry]?
    /// True for a body in form encoding, false for JSON.
    package var isForm: Bool
  }
  case http(HTTP)
  case operation(Name, with: [TemplateEntry])
  case capability(Name, with: [TemplateEntry])
  case app(Name, with: [TemplateEntry])
}

package struct CallVariant: Sendable {
  package var guardExpression: Located<GuardExpression>?
  package var call: CallDeclaration
  package var position: Position
  // What a variant says itself replaces what the request says.
  package var saves: [SaveDeclaration]?
  package var classes: [FailureClassDeclaration]?
  package var repetition: Located<RequestDeclaration.Repeat>?
  package var simulated: [RequestDeclaration.Simulated]?
}

package struct SaveDeclaration: Sendable {
  package var fact: Name
  /// A path such as `$`, `$.a.b` or `$.rows[0].id`.
  package var path: Name
  package var isOptional: Bool
  /// The column by which the rows of a list are told apart that are appended; nil if they replace those before.
  package var key: Name?
}

package struct FailureClassDeclaration: Sendable {
  package var name: Name
  /// Inclusive ranges; empty means any status of failure.
  package var statuses: [ClosedRange<Int>]
  /// What the value at `path` has to be: a number or a text.
  package var code: Located<Literal>?
  package var path: Name
}

package struct RequestDeclaration: Sendable {
  package enum Repeat: String, CaseIterable, Sendable { case safe, keyed, never }
  package enum Dismissal: String, CaseIterable, Sendable { case retry, stay }
  package struct Backoff: Hashable, Sendable {
    /// Milliseconds.
    package var first: Int64
    package var factor: Int64
    /// Milliseconds.
    package var most: Int64
  }
  package struct Failure: Sendable {
    package var show: Name?
    package var dismissal: Dismissal
    package var unless: Located<GuardExpression>?
    package var saves: [SaveDeclaration]
  }
  package struct Simulated: Sendable {
    package var status: Int
    /// JSON.
    package var body: String
    /// Milliseconds.
    package var delay: Int64
    package var position: Position
    /// The shape of the body, if it has one.
    package var shape: ContractShape?
  }
  package var name: Name
  package var variants: [CallVariant]
  package var saves: [SaveDeclaration]
  package var classes: [FailureClassDeclaration]
  package var timeout: DurationDeclaration
  package var retries: Int
  package var backoff: Backoff
  package var once: Bool
  /// nil: each variant says it, or the call is a GET and safe.
  package var repetition: Located<Repeat>?
  package var isFinal: Bool
  package var survives: Bool
  package var failure: Failure
  package var simulated: [Simulated]
}
