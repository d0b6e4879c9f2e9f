import IdentityHTTP
import Testing
import Yams

/// The document of the API as served, with its references resolved.
struct OpenAPIReader {
  let root: Node

  init() throws {
    let text = String(decoding: OpenAPIDocument.bytes, as: UTF8.self)
    root = try #require(try Yams.compose(yaml: text))
  }

  struct Operation {
    let method: String
    let path: String
    let node: Node
    var name: String { node["operationId"]?.string ?? "" }
  }

  /// Operations with the server's own tag are not in the API's table.
  func operations(ofServer: Bool = false) -> [Operation] {
    (root["paths"]?.mapping ?? [:]).flatMap { path, item in
      (item.mapping ?? [:]).compactMap { method, node -> Operation? in
        guard let path = path.string, let method = method.string, method != "parameters"
        else { return nil }
        let isServers = node["tags"]?.texts == ["server"]
        return isServers == ofServer ? Operation(method: method, path: path, node: node) : nil
      }
    }
  }

  /// Resolves a reference; anything beside it is dropped.
  func resolved(_ node: Node?) throws -> Node {
    var node = try #require(node)
    while let reference = node["$ref"]?.string {
      node = try target(reference)
    }
    return node
  }

  func target(_ reference: String) throws -> Node {
    var place = root
    for step in reference.split(separator: "/") where step != "#" {
      place = try #require(place[String(step)], "\(reference) leads nowhere")
    }
    return place
  }

  func component(_ kind: String, _ name: String) throws -> Node {
    try target("#/components/\(kind)/\(name)")
  }

  /// The codes named by a response.
  func codes(ofResponse node: Node) throws -> [String] {
    let schema = try resolved(node)["content"]?["application/json"]?["schema"]
    let code = schema?["properties"]?["code"]
    return code?["enum"]?.texts ?? code?["const"].map { [$0.string ?? ""] } ?? []
  }
}

extension Node {
  /// The texts of a list.
  var texts: [String] { sequence?.compactMap(\.string) ?? [] }

  /// The names of a mapping, in their order.
  var names: [String] { mapping?.keys.compactMap(\.string) ?? [] }

  /// The value of a scalar with its JSON type; two are the same JSON if these are equal.
  var jsonText: String? {
    guard let scalar else { return nil }
    if scalar.style == .doubleQuoted || scalar.style == .singleQuoted {
      return "\"\(scalar.string)\""
    }
    if bool != nil || int != nil || null != nil { return scalar.string }
    return "\"\(scalar.string)\""
  }
}
