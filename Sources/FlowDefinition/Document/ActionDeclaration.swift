import FlowMachine

/// One action: what its table row says of it, and the value that was read under its key.
package struct ActionDeclaration: Sendable {
  package let key: String
  let part: ActionPart
  /// Of `set`: the fact. Else what the action names, if it names one thing.
  package let name: Name?
  /// Performed only when it holds at that moment.
  package let condition: Located<GuardExpression>?
  package let position: Position
  private let node: YAMLNode

  init(
    _ key: String, _ part: ActionPart, _ node: YAMLNode, name: Name?,
    condition: Located<GuardExpression>?, at position: Position
  ) {
    self.key = key
    self.part = part
    self.node = node
    self.name = name
    self.condition = condition
    self.position = position
  }

  /// The right side of `set`.
  package var value: Located<ValueExpression>? { node.valueExpression }

  /// What it names: one thing, or a list of them.
  package var names: [Name] { node.items?.compactMap(\.writtenName) ?? name.map { [$0] } ?? [] }

  package func flag(_ key: String, unlessSaid standard: Bool) -> Bool {
    node.flag(key, unlessSaid: standard)
  }

  /// What goes with it, under `with`.
  package var parameters: [TemplateEntry] { node["with"]?.templateEntries ?? [] }

  /// The request that it starts.
  var startedRequest: Name? {
    if case .named(.request, .request) = part { name } else { nil }
  }
}

/// What an action becomes, and what it names. What can be done with one name is said here; the others
/// are compiled each by itself.
enum ActionPart: Sendable {
  enum Named: Sendable { case request, overlay, timer }

  case assign, clear, root, raise, perform
  /// An operation on a thing of the flow.
  case named(Named, Operation)
  /// An operation on services: one, a list, or all.
  case services(Operation)
  /// An operation with a text key.
  case text(Operation)
  /// An operation with the URL that a template gives.
  case url(Operation)
  /// An operation by itself.
  case plain(Operation)

  /// Whether it leaves facts and statuses, which guards read, as they are.
  var changesNoGuard: Bool {
    switch self {
    case .root, .perform, .services, .text, .url, .plain: true
    case .assign, .clear, .raise, .named: false
    }
  }
}
