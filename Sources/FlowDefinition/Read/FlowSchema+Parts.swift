/// The pieces that the schema is put together from.
extension FlowSchema {
  static let namePattern = "^[A-Za-z][A-Za-z0-9_]{0,63}$"
  static let referencePattern = "^[A-Za-z][A-Za-z0-9_]{0,63}(\\.[A-Za-z][A-Za-z0-9_]{0,63})*$"
  private static let duration = "(0|[1-9][0-9]*)(ms|s|m|h|d)"
  static let textKeyPattern = "^[A-Za-z0-9_-]+(\\.[A-Za-z0-9_-]+)*$"

  /// What a scalar looks like that can stand as a key; nil for those that may be anything.
  static func keyPattern(_ scalar: ScalarShape) -> String? {
    switch scalar {
    case .name: namePattern
    case .reference: referencePattern
    case .textKey: textKeyPattern
    case .path: "^\\$(\\.[^.\\[\\]*'\"\\s]+|\\[(0|[1-9][0-9]{0,4})\\])*$"
    case .language: "^[A-Za-z]{2,3}(-[A-Za-z0-9]{1,8})*$"
    case .duration: "^\(duration)$"
    case .length: "^\(duration)$|\(referencePattern)"
    case .header: "^[A-Za-z0-9!#$%&'*+.^_`|~-]+$"
    default: nil
    }
  }

  /// An element is whatever one of the kinds says; its first key tells which.
  static var elementSchema: JSONValue {
    .object([
      .init("type", .text("object")),
      .init("oneOf", .array(ObjectKind.elements.map { definition($0.name) })),
    ])
  }

  static var sentSchema: JSONValue {
    .object([
      .init("description", .text("A value to send; texts are templates.")),
      .init(
        "anyOf",
        .array([
          .object([.init("type", names(["boolean", "integer", "string"]))]),
          typed("array", [.init("items", definition("sent"))]),
          typed("object", [.init("additionalProperties", definition("sent"))]),
        ])),
    ])
  }

  static func pattern(_ expression: String) -> JSONValue {
    typed("string", [.init("pattern", .text(expression))])
  }

  static func typed(_ type: String, _ members: [JSONValue.Member]) -> JSONValue {
    .object([.init("type", .text(type))] + members)
  }

  static func definition(_ name: String) -> JSONValue {
    .object([.init("$ref", .text("#/$defs/\(name)"))])
  }

  static func anyOf(_ schemas: [JSONValue]) -> JSONValue {
    .object([.init("anyOf", .array(schemas))])
  }

  static func constant(_ value: JSONValue) -> JSONValue {
    .object([.init("const", value)])
  }

  static func requires(_ keys: [String]) -> JSONValue {
    .object([.init("required", names(keys))])
  }

  static func names(_ texts: [String]) -> JSONValue {
    .array(texts.map { .text($0) })
  }

  static func number(_ name: String, _ value: Int) -> JSONValue.Member {
    .init(name, .number(String(value)))
  }
}
