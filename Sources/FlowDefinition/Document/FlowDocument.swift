/// A flow as its document says it: names are not resolved yet, order is the document's.
///
/// Each declaration keeps its position. `FlowReader` makes it out of YAML, `FlowCompiler` turns it into tables.
package struct FlowDocument: Sendable {
  package var name: Name
  package var version: Located<Int>
  package var summary: String?
  package var languages: [Name] = []
  package var configuration: [ConfigurationDeclaration] = []
  package var facts: [FactDeclaration] = []
  package var inputs: [Name] = []
  package var outcomes: [Name] = []
  package var signals: [SignalDeclaration] = []
  package var services: [Name] = []
  package var requests: [RequestDeclaration] = []
  package var overlays: [OverlayDeclaration] = []
  package var timers: [TimerDeclaration] = []
  /// The states and screens of the document with its `initial`, `on` and `always`; its name is empty.
  package var root: StateDeclaration
  package var texts: [TextTable] = []
  /// Where every relaunch leads, unless an inner state says otherwise.
  package var restore: Name?
  /// Where a launch leads whose record cannot be used.
  package var fallback: Name?

  package init(name: Name, version: Located<Int>, root: StateDeclaration) {
    self.name = name
    self.version = version
    self.root = root
  }
}

/// A literal value as written.
package enum Literal: Hashable, Sendable {
  case flag(Bool)
  case number(Int64)
  case text(String)
}

package struct ConfigurationDeclaration: Sendable {
  package enum Kind: Hashable, Sendable { case choice([String]), flag, number, text }
  package var name: Name
  package var kind: Kind
  package var initial: Located<Literal>
}

package struct FactDeclaration: Sendable {
  package enum Kind: Hashable, Sendable {
    case flag, number, text, time, secret
    case choice([String])
    case list([Column])
    case json
  }
  package struct Column: Hashable, Sendable {
    package enum Kind: Hashable, Sendable { case text, number, flag }
    package var name: String
    package var kind: Kind
  }
  package enum Place: String, CaseIterable, Sendable { case memory, preferences, secure, device }
  package enum Scope: String, CaseIterable, Sendable { case user, device }
  package enum Domain: Hashable, Sendable {
    case values([Literal])
    case range(least: Int64, most: Int64)
  }
  package var name: Name
  package var kind: Kind
  package var place: Place
  package var scope: Scope
  package var initial: Located<Literal>?
  package var domain: Located<Domain>?
}

package struct SignalDeclaration: Sendable {
  package enum Value: String, CaseIterable, Sendable { case number, text }
  package var name: Name
  package var value: Value?
  /// The fact that takes the signal's value.
  package var saves: Name?
  package var held: Bool
}

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
  }
  package var name: Name
  package var variants: [CallVariant]
  package var saves: [SaveDeclaration]
  package var classes: [FailureClassDeclaration]
  /// Milliseconds.
  package var timeout: Int64
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

package struct TimerPolicy: Hashable, Sendable {
  package enum Kill: String, CaseIterable, Sendable { case deadline, remaining, restart }
  package enum Pause: String, CaseIterable, Sendable { case runs, stands }
  package var kill: Kill
  package var overlay: Pause
  package var background: Pause
}

package struct TimerDeclaration: Sendable {
  package enum Length: Sendable {
    /// Milliseconds.
    case after(Int64)
    /// A configuration value of milliseconds.
    case configured(Name)
    case until(Name)
  }
  package var name: Name
  package var length: Length
  package var policy: TimerPolicy
}

package struct TransitionDeclaration: Sendable {
  package var target: Name?
  package var condition: Located<GuardExpression>?
  package var actions: [Located<ActionDeclaration>]
  package var isInternal: Bool
  package var position: Position
}

package struct EventHandler: Sendable {
  package var event: Name
  package var transitions: [TransitionDeclaration]
}

package struct AfterDeclaration: Sendable {
  /// Milliseconds.
  package var duration: Located<Int64>
  package var transition: TransitionDeclaration
}

package struct SubflowDeclaration: Sendable {
  package var path: Name
  package var inputs: [(name: Name, value: ValueExpression)]
  package var bindings: [(inner: Name, outer: Name)]
  package var outcomes: [(name: Name, target: TransitionDeclaration)]
  package var isBarrier: Bool
}

package struct ScreenDeclaration: Sendable {
  package struct Visibility: Sendable {
    /// Milliseconds.
    package var least: Int64
    package var policy: TimerPolicy
  }
  package var title: Name?
  package var elements: [ElementDeclaration]
  package var view: Name?
  package var back: Bool
  package var isBackTarget: Bool
  package var isModal: Bool
  package var isProtected: Bool
  package var visibleFor: Visibility?
}

package struct StateDeclaration: Sendable {
  package enum History: String, CaseIterable, Sendable { case shallow, deep }
  package var name: Name
  /// Child states and screens in document order.
  package var children: [StateDeclaration] = []
  /// Regions in document order: a state with regions is a parallel state. At the root they stand beside `children`.
  package var regions: [RegionDeclaration] = []
  package var initial: Name?
  package var history: History?
  /// Set for a final state; the name of an outcome in a sub-flow, else empty.
  package var final: Name?
  package var enter: [Located<ActionDeclaration>] = []
  package var exit: [Located<ActionDeclaration>] = []
  package var on: [EventHandler] = []
  package var always: [TransitionDeclaration] = []
  package var after: [AfterDeclaration] = []
  package var timers: [TimerDeclaration] = []
  package var subflow: SubflowDeclaration?
  /// Where a relaunch leads when this state was active; its own name: here.
  package var restore: Name?
  /// Set for an entry of `screens`.
  package var screen: ScreenDeclaration?

  package init(name: Name) {
    self.name = name
  }
}

package struct RegionDeclaration: Sendable {
  package var restartsAtLaunch: Bool
  package var state: StateDeclaration
}

package struct OverlayDeclaration: Sendable {
  package enum Style: String, CaseIterable, Sendable { case screen, alert, sheet }
  package var name: Name
  package var style: Style
  package var title: Name?
  package var elements: [ElementDeclaration]
  package var on: [(event: Name, actions: [Located<ActionDeclaration>])]
  package var isRestorable: Bool
}

package struct TextTable: Sendable {
  package var language: Name
  package var entries: [TextEntry]
}

package struct TextEntry: Sendable {
  package var key: Name
  /// What is counted, as in a template: a fact, a configuration value or `timer.left`; nil for a plain text.
  package var count: Name?
  /// Plural category to template; a plain text stands under `other`.
  package var forms: [(category: Name, template: Name)]
}
