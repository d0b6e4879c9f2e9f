import Foundation
import Testing
import Yams

/// What the document says about one text: lengths, patterns, choices (JSON Schema 2020-12), which
/// `SchemaChecker` ignores.
struct TextSchema {
  let document: OpenAPIReader
  let node: Node

  /// Whether a text is allowed there at all.
  func isOfTexts() throws -> Bool {
    if let types { return types.contains("string") }
    if let list = node["enum"]?.sequence { return list.contains { $0.jsonText?.first == "\"" } }
    if let target = try target() { return try target.isOfTexts() }
    return try alternatives().contains { try $0.isOfTexts() }
  }

  func accepts(_ text: String) throws -> Bool {
    if let target = try target(), try !target.accepts(text) { return false }
    if let types, !types.contains("string") { return false }
    let count = text.unicodeScalars.count
    if let least = node["minLength"]?.int, count < least { return false }
    if let most = node["maxLength"]?.int, count > most { return false }
    if let pattern = node["pattern"]?.string, try !Self.matches(text, pattern) { return false }
    if let list = node["enum"]?.sequence, !list.contains(where: { $0.jsonText == "\"\(text)\"" }) {
      return false
    }
    let all = (node["allOf"]?.sequence ?? []).map { TextSchema(document: document, node: $0) }
    guard try all.allSatisfy({ try $0.accepts(text) }) else { return false }
    let alternatives = try alternatives()
    return try alternatives.isEmpty || alternatives.contains { try $0.accepts(text) }
  }

  /// The minimum and maximum number of characters, if each text has such limits. A list of choices
  /// has none.
  func lengths() throws -> (least: Int?, most: Int?) {
    var least = node["minLength"]?.int
    var most = node["maxLength"]?.int
    var inner = try alternatives().filter { try $0.isOfTexts() }.map { try $0.lengths() }
    if let target = try target() { inner.append(try target.lengths()) }
    for lengths in inner {
      least = least ?? lengths.least
      most = most ?? lengths.most
    }
    return (least, most)
  }

  var hasChoices: Bool { node["enum"] != nil }

  private var types: [String]? { node["type"].map { $0.string.map { [$0] } ?? $0.texts } }

  private func target() throws -> TextSchema? {
    try node["$ref"]?.string.map {
      TextSchema(document: document, node: try document.target($0))
    }
  }

  private func alternatives() throws -> [TextSchema] {
    (node["anyOf"]?.sequence ?? node["oneOf"]?.sequence ?? []).map {
      TextSchema(document: document, node: $0)
    }
  }

  /// ECMA-262: without a flag, the end is that of the text, even after a line break.
  private static func matches(_ text: String, _ pattern: String) throws -> Bool {
    let anchored = pattern.hasSuffix("$") ? pattern.dropLast() + #"\z"# : pattern[...]
    let expression = try NSRegularExpression(pattern: String(anchored))
    let whole = NSRange(location: 0, length: text.utf16.count)
    return expression.firstMatch(in: text, range: whole) != nil
  }
}

/// A text that a call may contain, by its name in `FieldRule.all`.
struct DocumentedText: CustomStringConvertible {
  /// `User.password`, or the name of a parameter.
  let description: String
  let name: String
  let schema: TextSchema

  /// Every text in a body, a query, a path, and in the headers that are fields elsewhere.
  static func all(_ document: OpenAPIReader) throws -> [DocumentedText] {
    var found: [String: DocumentedText] = [:]
    func add(_ place: String, _ name: String, _ node: Node) throws {
      let schema = TextSchema(document: document, node: node)
      guard try schema.isOfTexts() else { return }
      found[place] = DocumentedText(description: place, name: name, schema: schema)
    }
    for operation in document.operations() {
      for parameter in operation.node["parameters"]?.sequence ?? [] {
        let parameter = try document.resolved(parameter)
        let name = try #require(parameter["name"]?.string)
        let schema = try #require(parameter["schema"])
        switch parameter["in"]?.string {
        case "query": try add("?\(name)", name, schema)
        // A name in a path has one rule, whatever it is called there.
        case "path": try add("{\(name)}", "registration_id", schema)
        case "header" where name == "Portico-Installation":
          try add(name, "installation_id", schema)
        default: break
        }
      }
      guard let body = try operation.node["requestBody"].map({ try document.resolved($0) })
      else { continue }
      let reference = body["content"]?["application/json"]?["schema"]?["$ref"]?.string
      let schema = try document.target(try #require(reference))
      let title = try #require(reference?.split(separator: "/").last)
      for (field, node) in schema["properties"]?.mapping ?? [:] {
        let name = try #require(field.string)
        try add("\(title).\(name)", name, node)
      }
    }
    return found.values.sorted { $0.description < $1.description }
  }
}
