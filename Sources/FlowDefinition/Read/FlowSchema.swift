/// Writes the tables as a JSON Schema, so that an editor completes what the reader reads.
package enum FlowSchema {
  /// The schema of draft 2020-12, the same each time.
  package static func json() -> String {
    var members: [JSONValue.Member] = [
      .init("$schema", .text("https://json-schema.org/draft/2020-12/schema")),
      .init("$id", .text("urn:portico:schema:flow")),
    ]
    // An editor offers the keys of the one or the other by the key `extends`.
    members += [
      .init("if", requires(["extends"])), .init("then", definition(ObjectKind.extension.name)),
      .init("else", definition(ObjectKind.flow.name)),
    ]
    let kinds = ObjectKind.allCases
    members.append(
      .init(
        "$defs",
        .object(
          kinds.map { .init($0.name, .object(objectMembers($0))) }
            + [
              .init("element", elementSchema), .init("sent", sentSchema),
              .init("reference", pattern(referencePattern)),
              .init("textKey", pattern(textKeyPattern)),
            ])))
    return JSONValue.object(members).pretty
  }

  private static func objectMembers(_ kind: ObjectKind) -> [JSONValue.Member] {
    let table = kind.table
    var members: [JSONValue.Member] = [
      .init("description", .text(table.summary)),
      .init("type", .text("object")),
      .init(
        "properties",
        .object(
          table.keys.map { .init($0.name, describe($0.shape, summary: $0.summary)) })),
      .init("additionalProperties", .flag(false)),
    ]
    let required = table.keys.filter(\.isRequired).map(\.name)
    if !required.isEmpty { members.append(.init("required", names(required))) }
    if !table.exactlyOne.isEmpty {
      members.append(.init("oneOf", .array(table.exactlyOne.map { requires([$0]) })))
    }
    members += dependencies(table)
    return members
  }

  /// What the keys of a table mean to each other.
  private static func dependencies(_ table: ObjectTable) -> [JSONValue.Member] {
    var schemas: [JSONValue.Member] = []
    var conditions: [JSONValue] = []
    for row in table.keys {
      var rules: [JSONValue.Member] = []
      if !row.companions.isEmpty {
        rules.append(.init("anyOf", .array(row.companions.map { requires([$0]) })))
      }
      if !row.opponents.isEmpty {
        rules.append(
          .init("properties", .object(row.opponents.map { .init($0, .flag(false)) })))
      }
      if !rules.isEmpty { schemas.append(.init(row.name, .object(rules))) }
      if let condition = row.condition {
        let constant = JSONValue.object([.init("const", .text(condition.value))])
        conditions.append(
          .object([
            .init("if", .object([.init("properties", .object([.init(condition.key, constant)]))])),
            .init("then", requires([row.name])),
            .init("else", .object([.init("properties", .object([.init(row.name, .flag(false))]))])),
          ]))
      }
    }
    return (schemas.isEmpty ? [] : [.init("dependentSchemas", .object(schemas))])
      + (conditions.isEmpty ? [] : [.init("allOf", .array(conditions))])
  }

  private static func describe(_ shape: Shape, summary: String) -> JSONValue {
    guard case .object(let members) = schema(shape) else { return schema(shape) }
    return .object([.init("description", .text(summary))] + members)
  }

  private static func schema(_ shape: Shape) -> JSONValue {
    switch shape {
    case .scalar(let scalar):
      return schema(scalar)
    case .list(let entry, let least):
      let items = JSONValue.Member("items", schema(entry))
      return typed("array", [items] + (least > 0 ? [number("minItems", least)] : []))
    case .map(let key, let value, let least):
      let names = keyPattern(key).map { JSONValue.Member("propertyNames", pattern($0)) }
      return typed(
        "object",
        (names.map { [$0] } ?? []) + [.init("additionalProperties", schema(value))]
          + (least > 0 ? [number("minProperties", least)] : []))
    case .object(let kind):
      return definition(kind.name)
    case .tagged:
      return definition("element")
    case .either(let forms):
      return .object([.init("anyOf", .array(forms.map { schema($0) }))])
    case .sent:
      return definition("sent")
    case .body:
      return typed("object", [.init("additionalProperties", definition("sent"))])
    case .json:
      return .object([])
    }
  }

  private static func schema(_ scalar: ScalarShape) -> JSONValue {
    switch scalar {
    case .reference: definition("reference")
    case .textKey: definition("textKey")
    case .name, .path, .language, .duration, .header:
      pattern(keyPattern(scalar) ?? "")
    case .length: anyOf([schema(.duration(atLeast: 1)), definition("reference")])
    case .outcome: anyOf([constant(.flag(true)), pattern(namePattern)])
    case .text, .file, .pattern: typed("string", [number("minLength", 1)])
    case .template, .computed: .object([.init("type", names(["string", "number", "boolean"]))])
    case .guardExpression: typed("string", [number("minLength", 1)])
    case .flag: typed("boolean", [])
    case .yes: constant(.flag(true))
    case .number(.min ... .max): typed("integer", [])
    case .number(let range):
      typed(
        "integer",
        [number("minimum", Int(range.lowerBound)), number("maximum", Int(range.upperBound))])
    case .word(let words): .object([.init("enum", names(words))])
    case .literal, .value: .object([.init("type", names(["boolean", "integer", "string"]))])
    case .choice: typed("string", [number("minLength", 1), number("maxLength", NameSyntax.most)])
    case .status:
      anyOf([
        typed("integer", [number("minimum", 100), number("maximum", 599)]),
        pattern("^[1-5]([0-9]{2}|xx)$"),
      ])
    case .spelled(let spelling): pattern(spelling.pattern)
    }
  }
}
