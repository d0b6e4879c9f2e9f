/// A flow as its document says it: names are not resolved yet, order is the document's.
///
/// Each declaration keeps its position. `FlowReader` makes it out of YAML, `FlowCompiler` turns it
/// into tables.
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
  /// The states and screens of the document with its `initial`, `on` and `always`; its name is
  /// empty.
  package var root: StateDeclaration
  package var texts: [TextTable] = []
  /// Where every relaunch leads, unless an inner state says otherwise.
  package var restore: Name?
  /// Where a launch leads whose record cannot be used.
  package var fallback: Name?
  /// The states that the flow exists to reach; empty where the document leaves them out.
  package var goals: [Name] = []
  /// The secret that stands for the session.
  package var session: Name?
  /// Templates of the origins that an HTTP request may send secrets to.
  package var origins: [Name] = []
  /// Paths of OpenAPI descriptions, relative to the document that names them.
  package var contracts: [Name] = []
  package var properties: [PropertyDeclaration] = []
  /// The oldest version whose snapshots are taken over; the first one unless said.
  package var supports: Located<Int>?
  package var migration = MigrationDeclaration()
  /// Set where this is an extension of another flow, with what it says about that.
  package var extends: ExtensionDeclaration?

  package init(name: Name, version: Located<Int>, root: StateDeclaration) {
    self.name = name
    self.version = version
    self.root = root
  }
}

/// How long something takes.
package enum DurationDeclaration: Hashable, Sendable {
  /// Milliseconds.
  case fixed(Int64)
  /// The configuration value that says it.
  case configured(Name)
}

/// A literal value as written.
package enum Literal: Hashable, Sendable {
  case flag(Bool)
  case number(Int64)
  case text(String)
}

package struct ConfigurationDeclaration: Sendable {
  package enum Kind: Hashable, Sendable { case choice([String]), flag, number, text, duration }
  package var name: Name
  package var kind: Kind
  /// A duration's is a number of milliseconds.
  package var initial: Located<Literal>
  /// For verification: what can be chosen, of a number.
  package var domain: Located<FactDeclaration.Domain>?
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
  /// How it follows from other facts: the first value whose guard holds; empty where the flow or the
  /// host sets it.
  package var values: [ComputedValue] = []
}

/// One of the values of a computed fact.
package struct ComputedValue: Sendable {
  package enum Kind: Sendable {
    case number(Located<NumberExpression>)
    case flag(Located<GuardExpression>)
    /// A template.
    case text(Name)
  }
  package var kind: Kind
  package var condition: Located<GuardExpression>?
}

package struct SignalDeclaration: Sendable {
  package enum Value: String, CaseIterable, Sendable { case number, text }
  package var name: Name
  package var value: Value?
  /// The fact that takes the signal's value.
  package var saves: Name?
  package var held: Bool
}

/// What the author wants proven, see "Verification" in the language reference.
package struct PropertyDeclaration: Sendable {
  package enum Kind: String, CaseIterable, Sendable { case never, always, reachable }
  package var name: Name
  package var kind: Kind
  package var condition: Located<GuardExpression>
  /// `reachable` only: the places from which it has to be.
  package var from: Located<GuardExpression>?
  package var summary: String?
}

package struct TextTable: Sendable {
  package var language: Name
  package var entries: [TextEntry]
  /// Whether it comes from a string catalog, which may have texts and languages for others.
  package var isFromCatalog = false
}

package struct TextEntry: Sendable {
  package var key: Name
  /// What is counted, as in a template: a fact, a configuration value or `timer.left`; nil for a
  /// plain text.
  package var count: Name?
  /// Plural category to template; a plain text stands under `other`.
  package var forms: [(category: Name, template: Name)]

  var isFromCatalog: Bool { key.position.file.hasSuffix(FlowReader.catalogEnding) }
}
