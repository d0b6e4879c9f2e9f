/// A contract as a text of its own, in which that of the identity server is part of the compiler
/// (`IdentityContract`): a fraction of its OpenAPI description, and read in milliseconds.
///
/// It is YAML. An operation is a list of method, path, parameters and responses. A shape is a word
/// (`text`, `number`, `flag`, `any`), the values of a text in quotes with `|` between them, a list of one shape, or a
/// map from names to shapes, in which `?` follows the name of what may be missing and `...` stands for others. Several
/// shapes of which a value has one are the map `{or: […]}`, since no member of the API is called so. A shape that is needed again has a
/// line of its own, `=N`, and is called that further on.
package struct ContractText {
  private var lines: [String] = []
  private var names: [ContractShape: String] = [:]
  private var shapes: [String: ContractShape] = [:]

  package static func write(_ contract: Contract) -> String {
    var text = ContractText()
    let operations = contract.names.map { name in
      let operation = contract[name]!
      let responses = operation.responses.map {
        "\($0.statuses.lowerBound)-\($0.statuses.upperBound): \(text.write($0.body))"
      }
      return "\(name): [\(operation.method), \"\(operation.path)\", "
        + "\(text.write(.object(operation.parameters), isNamed: false)), {\(responses.joined(separator: ", "))}]"
    }
    return (text.lines + operations).joined(separator: "\n") + "\n"
  }

  /// - Parameter isNamed: whether a shape that has a name, or is long enough for one, is written by it.
  private mutating func write(_ shape: ContractShape, isNamed: Bool = true) -> String {
    if isNamed, let name = names[shape] { return name }
    let text: String
    switch shape {
    case .anything: return "any"
    case .flag: return "flag"
    case .number: return "number"
    case .text: return "text"
    case .values(let values): text = "\"\(values.joined(separator: "|"))\""
    case .list(let entry): text = "[\(write(entry))]"
    case .either(let shapes): text = "{or: [\(shapes.map { write($0) }.joined(separator: ", "))]}"
    case .object(let object):
      var members = object.members.map {
        "\"\($0.name)\($0.isRequired ? "" : "?")\": \(write($0.shape))"
      }
      if object.isOpen { members.append("...: any") }
      text = "{\(members.joined(separator: ", "))}"
    }
    guard isNamed, text.utf8.count > 16 else { return text }
    let name = "=\(names.count)"
    names[shape] = name
    lines.append("\(name): \(text)")
    return name
  }

  package static func read(_ source: String) -> Contract {
    let tree = YAMLTree.read(bytes: Array(source.utf8), file: "contract", limits: .contract)
    precondition(tree.diagnostics.isEmpty, "\(tree.diagnostics)")
    var text = ContractText()
    var operations: [OperationContract] = []
    for pair in tree.root?.pairs ?? [] {
      if pair.key.value.hasPrefix("=") {
        text.shapes[pair.key.value] = text.shape(pair.value)
      } else if let operation = text.operation(pair.key.value, pair.value) {
        operations.append(operation)
      }
    }
    return Contract(operations, isOwn: false)
  }

  private func operation(_ name: String, _ node: YAMLNode) -> OperationContract? {
    guard let items = node.items, items.count == 4, case .object(let parameters) = shape(items[2])
    else { return nil }
    return OperationContract(
      name: name, method: items[0].scalar?.text ?? "", path: items[1].scalar?.text ?? "",
      parameters: parameters, responses: (items[3].pairs ?? []).compactMap(response))
  }

  private func response(_ pair: YAMLNode.Pair) -> OperationContract.Response? {
    let bounds = pair.key.value.split(separator: "-").compactMap { Int($0) }
    guard bounds.count == 2, bounds[0] <= bounds[1] else { return nil }
    return .init(statuses: bounds[0]...bounds[1], body: shape(pair.value))
  }

  private func shape(_ node: YAMLNode) -> ContractShape {
    if let scalar = node.scalar {
      guard scalar.style == .plain else {
        return .values(scalar.text.split(separator: "|").map(String.init))
      }
      switch scalar.text {
      case "flag": return .flag
      case "number": return .number
      case "text": return .text
      default: return shapes[scalar.text] ?? .anything
      }
    }
    if let items = node.items { return .list(items.first.map(shape) ?? .anything) }
    if let shapes = node["or"]?.items { return .either(shapes.map(shape)) }
    var object = ContractObject(members: [], isOpen: false)
    for pair in node.pairs ?? [] {
      let name = pair.key.value
      if name == "..." {
        object.isOpen = true
      } else {
        object.members.append(
          .init(
            name: name.hasSuffix("?") ? String(name.dropLast()) : name, shape: shape(pair.value),
            isRequired: !name.hasSuffix("?")))
      }
    }
    return .object(object)
  }
}

extension YAMLTree.Limits {
  /// Descriptions of APIs are larger than flows.
  package static let contract = YAMLTree.Limits(bytes: 8 << 20, levels: 64, nodes: 400_000)
}
