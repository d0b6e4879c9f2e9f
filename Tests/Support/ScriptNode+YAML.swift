package import FlowDefinition
package import FlowSimulation

extension ScriptNode {
  /// A YAML document in the form from which scripts are read.
  package init(_ node: YAMLNode) {
    switch node.content {
    case .scalar(let scalar):
      self.init(
        .scalar(scalar.text, isQuoted: scalar.style != .plain), line: node.position.line)
    case .sequence(let items):
      self.init(.list(items.map { ScriptNode($0) }), line: node.position.line)
    case .mapping(let pairs):
      let members = pairs.map {
        Member($0.key.value, line: $0.key.position.line, ScriptNode($0.value))
      }
      self.init(.map(members), line: node.position.line)
    }
  }
}
