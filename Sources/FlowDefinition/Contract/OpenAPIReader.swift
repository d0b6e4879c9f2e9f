/// Reads the contract of an API out of its OpenAPI description, version 3.0 or 3.1.
///
/// What it does not understand counts as "anything", so a description that says more than Portico
/// asks for never refuses a call that fits it. A member that a schema does not list is a mistake of the caller,
/// unless the schema says `additionalProperties`: that is stricter than JSON Schema, but finds misspelled names.
package struct OpenAPIReader {
  private let root: YAMLNode
  package private(set) var diagnostics = Diagnostics()
  /// How deeply schemas nest, and how many references are followed to one place.
  static let mostLevels = 32
  /// The maximum number of shapes in one operation; what is beyond it counts as anything. A few schemas that
  /// contain each other twice would make any number.
  private static let mostShapes = 20_000
  /// How many the present operation may still have.
  var shapeBudget = 0
  /// The direction of what is read: a property that is `readOnly` is required in responses only, one that is `writeOnly` in
  /// requests only.
  var isRequest = false
  /// Shapes by reference, with the number of shapes in each; of requests and of responses.
  var knownShapes: [[String: (shape: ContractShape, count: Int)]] = [[:], [:]]
  /// References whose shape is being made: within itself a schema counts as anything.
  var openReferences: Set<String> = []
  /// How often that happened.
  var cutCount = 0
  /// What the body of each operation needs that may be left out as a whole.
  private var bodyNeeds: [String: Set<String>] = [:]

  private init(_ root: YAMLNode) { self.root = root }

  /// - Parameter root: the whole document, with its anchors resolved.
  /// - Returns: the operations, and what is wrong with the description.
  package static func read(_ root: YAMLNode) -> (contract: Contract, diagnostics: Diagnostics) {
    var reader = OpenAPIReader(root)
    let operations = reader.operations()
    return (
      Contract(operations, isOwn: true, bodyNeeds: reader.bodyNeeds), reader.diagnostics
    )
  }

  private mutating func operations() -> [OperationContract] {
    guard let version = root["openapi"]?.scalar, version.text.hasPrefix("3.") else {
      diagnostics.report(
        .badFile, at: root["openapi"]?.position ?? root.position,
        "This is not an OpenAPI description of version 3",
        "Start it with `openapi: 3.1.0`; descriptions of version 2 (Swagger) can be converted")
      return []
    }
    var result: [OperationContract] = []
    var names: Set<String> = []
    for path in root["paths"]?.pairs ?? [] {
      let item = resolved(path.value)
      for pair in item.pairs ?? [] where Self.methods.contains(pair.key.value) {
        let (method, operation) = (pair.key.value.uppercased(), pair.value)
        let id = operation["operationId"]?.scalar
        if let id, !names.insert(id.text).inserted {
          diagnostics.report(
            .duplicateName, at: id.textPosition,
            "Two operations are called \(quoted(id.text))", "Rename one of them")
          continue
        }
        shapeBudget = Self.mostShapes
        let taken = (operation["parameters"]?.items ?? []) + (item["parameters"]?.items ?? [])
        let name = id?.text ?? "\(method) \(path.key.value)"
        let given = parameters(taken.map { resolved($0) }, of: operation)
        if !given.bodyNeeds.isEmpty { bodyNeeds[name] = given.bodyNeeds }
        result.append(
          OperationContract(
            name: name, method: method, path: path.key.value,
            servers: servers(operation["servers"] ?? item["servers"] ?? root["servers"]),
            parameters: given.all, queryNames: given.queryNames, responses: responses(of: operation)
          ))
      }
    }
    return result
  }

  private static let methods = [
    "get", "put", "post", "delete", "options", "head", "patch", "trace",
  ]

  private func servers(_ node: YAMLNode?) -> [String] {
    (node?.items ?? []).compactMap { $0["url"]?.scalar?.text }
  }

  /// What a call is given, what of it stands in the query, and what a body needs that may be left out as a whole.
  ///
  /// - Parameter taken: the parameters that are described, those of the operation first.
  private mutating func parameters(
    _ taken: [YAMLNode], of operation: YAMLNode
  ) -> (all: ContractObject, queryNames: Set<String>, bodyNeeds: Set<String>) {
    isRequest = true
    defer { isRequest = false }
    var object = ContractObject(members: [], isOpen: false)
    var queryNames: Set<String> = []
    for parameter in taken {
      guard let name = parameter["name"]?.scalar?.text, object[name] == nil,
        let place = parameter["in"]?.scalar?.text, place == "path" || place == "query"
      else { continue }
      if place == "query" { queryNames.insert(name) }
      object.members.append(
        .init(
          name: name, shape: inURL(parameter["schema"].map { shape($0) } ?? .anything),
          isRequired: parameter["required"]?.flag == true))
    }
    var bodyNeeds: Set<String> = []
    guard let node = operation["requestBody"] else { return (object, queryNames, bodyNeeds) }
    let body = resolved(node)
    // A body is optional unless it says that it is required (OpenAPI 3.1, "Request Body Object").
    let isRequired = body["required"]?.flag == true
    for shape in (schema(in: body).map { shape($0) } ?? .anything).alternatives {
      guard case .object(let members) = shape else {
        object.isOpen = true
        continue
      }
      object.isOpen = object.isOpen || members.isOpen
      for var member in members.members where object[member.name] == nil {
        if member.isRequired, !isRequired { bodyNeeds.insert(member.name) }
        member.isRequired = member.isRequired && isRequired
        object.members.append(member)
      }
    }
    return (object, queryNames, bodyNeeds)
  }

  /// In a path or a query everything is a text, so only listed values are refused.
  private func inURL(_ shape: ContractShape) -> ContractShape {
    if case .values = shape { shape } else { .anything }
  }

  private mutating func responses(of operation: YAMLNode) -> [OperationContract.Response] {
    (operation["responses"]?.pairs ?? []).compactMap { pair in
      let key = pair.key.value.lowercased()
      let statuses: ClosedRange<Int>
      if key == "default" {
        statuses = OperationContract.otherStatuses
      } else if key.hasSuffix("xx"), key.count == 3, let digit = key.first?.wholeNumberValue {
        statuses = digit * 100...digit * 100 + 99
      } else if let status = Int(key) {
        statuses = status...status
      } else {
        return nil
      }
      let response = resolved(pair.value)
      // A response of which nothing is said has no body to read from.
      let body = schema(in: response).map { shape($0) }
      let none = ContractShape.object(
        ContractObject(members: [], isOpen: response["content"] != nil))
      return OperationContract.Response(statuses: statuses, body: body ?? none)
    }.sorted { $0.statuses.count < $1.statuses.count }
  }

  /// The schema of what is sent as JSON, or as a form.
  private mutating func schema(in holder: YAMLNode) -> YAMLNode? {
    let contents = holder["content"]?.pairs ?? []
    let isForm = { (type: String) in type.hasPrefix("application/x-www-form-urlencoded") }
    let content =
      contents.first { $0.key.value.hasPrefix("application/json") }
      ?? contents.first { $0.key.value.contains("+json") }
      ?? contents.first { isForm($0.key.value) }
    return content.flatMap { resolved($0.value)["schema"] }
  }

  /// Follows `$ref`s within the document.
  mutating func resolved(_ node: YAMLNode) -> YAMLNode {
    var node = node
    for _ in 0..<Self.mostLevels {
      guard let reference = node["$ref"]?.scalar else { return node }
      guard let target = target(of: reference.text) else {
        diagnostics.report(
          .unknownName, at: reference.textPosition,
          "There is nothing at \(quoted(reference.text))",
          "Point into this document, as in `#/components/schemas/Order`; put what is in other files into this one"
        )
        return YAMLNode(.mapping([]), at: node.position)
      }
      node = target
    }
    return YAMLNode(.mapping([]), at: node.position)
  }

  private func target(of reference: String) -> YAMLNode? {
    guard reference.hasPrefix("#/") else { return nil }
    var node = root
    for part in reference.dropFirst(2).split(separator: "/", omittingEmptySubsequences: false) {
      let key = part.split(separator: "~1", omittingEmptySubsequences: false).joined(separator: "/")
        .split(separator: "~0", omittingEmptySubsequences: false).joined(separator: "~")
      guard let next = node[key] else { return nil }
      node = next
    }
    return node
  }
}
