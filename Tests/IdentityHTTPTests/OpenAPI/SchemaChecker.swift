import Yams

/// Checks values against schemas of the document (JSON Schema 2020-12), as far as the document uses
/// them and these tests need it: structure, not patterns and lengths.
struct SchemaChecker {
  let document: OpenAPIReader

  /// - Parameter value: JSON, parsed as the YAML that it also is.
  func accepts(_ value: Node, _ schema: Node) throws -> Bool {
    if let isOpen = schema.bool { return isOpen }
    if let reference = schema["$ref"]?.string,
      try !accepts(value, try document.target(reference))
    {
      return false
    }
    if let type = schema["type"] {
      let types = type.string.map { [$0] } ?? type.texts
      if !types.contains(where: { Self.is(value, $0) }) { return false }
    }
    if let constant = schema["const"], constant.jsonText != value.jsonText { return false }
    if let list = schema["enum"]?.sequence,
      !list.contains(where: { $0.jsonText == value.jsonText })
    {
      return false
    }
    if let choices = schema["anyOf"]?.sequence,
      try !choices.contains(where: { try accepts(value, $0) })
    {
      return false
    }
    if let choices = schema["oneOf"]?.sequence,
      try choices.count(where: { try accepts(value, $0) }) != 1
    {
      return false
    }
    if let items = schema["items"], let elements = value.sequence,
      try !elements.allSatisfy({ try accepts($0, items) })
    {
      return false
    }
    return try value.mapping.map { try acceptsFields($0, schema) } ?? true
  }

  private func acceptsFields(_ fields: Node.Mapping, _ schema: Node) throws -> Bool {
    let names = fields.keys.compactMap(\.string)
    guard (schema["required"]?.texts ?? []).allSatisfy(names.contains) else { return false }
    let properties = schema["properties"]?.mapping ?? [:]
    for (name, value) in fields {
      if let property = properties[name] {
        if try !accepts(value, property) { return false }
      } else if schema["additionalProperties"]?.bool == false {
        return false
      }
    }
    return true
  }

  private static func `is`(_ value: Node, _ type: String) -> Bool {
    guard let text = value.jsonText else {
      return type == (value.mapping == nil ? "array" : "object")
    }
    switch type {
    case "null": return text == "null"
    case "boolean": return text == "true" || text == "false"
    case "integer": return !text.hasPrefix("\"") && value.int != nil
    case "string": return text.hasPrefix("\"")
    default: return false
    }
  }
}
