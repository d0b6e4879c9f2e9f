// JSON Schema to shapes.

extension OpenAPIReader {
  mutating func shape(_ node: YAMLNode, level: Int = 0) -> ContractShape {
    shapeBudget -= 1
    guard level < Self.mostLevels, shapeBudget > 0 else { return .anything }
    guard let reference = node["$ref"]?.scalar?.text else { return shape(ofSchema: node, level) }
    let target = shape(at: reference, node, level)
    // What stands beside the reference holds too (JSON Schema 2020-12, section 8.2.3.1).
    return joined([target, shape(ofSchema: node, level)])
  }

  private mutating func shape(at reference: String, _ node: YAMLNode, _ level: Int) -> ContractShape
  {
    let direction = isRequest ? 1 : 0
    if let known = knownShapes[direction][reference] {
      shapeBudget -= known.count
      return shapeBudget > 0 ? known.shape : .anything
    }
    guard openReferences.insert(reference).inserted else {
      cutCount += 1
      return .anything
    }
    defer { openReferences.remove(reference) }
    let before = (budget: shapeBudget, cuts: cutCount)
    let made = shape(ofSchema: resolved(node), level)
    // What was cut off here can be whole elsewhere, unless it contains itself.
    if shapeBudget > 0, before.cuts == cutCount || openReferences.count == 1 {
      knownShapes[direction][reference] = (made, before.budget - shapeBudget + 1)
    }
    return made
  }

  private mutating func shape(ofSchema schema: YAMLNode, _ level: Int) -> ContractShape {
    if let constant = schema["const"] { return shape(ofValues: [constant]) }
    if let values = schema["enum"]?.items { return shape(ofValues: values) }
    if let parts = schema["allOf"]?.items {
      return joined(parts.map { shape($0, level: level + 1) } + own(schema, level))
    }
    if let choices = (schema["oneOf"] ?? schema["anyOf"])?.items {
      return either(choices, of: schema, level)
    }
    return own(schema, level).first ?? .anything
  }

  /// The shape by the schema's own `type` and `properties`; none if it has neither.
  private mutating func own(_ schema: YAMLNode, _ level: Int) -> [ContractShape] {
    var types = schema["type"]?.items?.compactMap { $0.scalar?.text } ?? []
    if let type = schema["type"]?.scalar?.text { types = [type] }
    if types.isEmpty, schema["properties"] != nil { types = ["object"] }
    types.removeAll { $0 == "null" }
    guard !types.isEmpty else { return [] }
    let shapes = types.map { type -> ContractShape in
      switch type {
      case "string": return .text
      case "integer", "number": return .number
      case "boolean": return .flag
      case "array":
        return .list(schema["items"].map { shape($0, level: level + 1) } ?? .anything)
      case "object": return object(schema, level)
      default: return .anything
      }
    }
    return [.union(of: shapes)]
  }

  private mutating func object(_ schema: YAMLNode, _ level: Int) -> ContractShape {
    let required = Set(schema["required"]?.items?.compactMap { $0.scalar?.text } ?? [])
    let properties = schema["properties"]?.pairs ?? []
    let others = schema["additionalProperties"]
    var object = ContractObject(
      members: [], isOpen: others == nil ? properties.isEmpty : others?.flag != false)
    for property in properties {
      let name = property.key.value
      object.members.append(
        .init(
          name: name, shape: shape(property.value, level: level + 1),
          isRequired: required.contains(name) && !allowsNull(property.value)
            && !isOfOtherDirection(property.value)))
    }
    return .object(object)
  }

  private mutating func isOfOtherDirection(_ property: YAMLNode) -> Bool {
    let key = isRequest ? "readOnly" : "writeOnly"
    return property[key]?.flag == true || resolved(property)[key]?.flag == true
  }

  /// Several schemas of which one holds. Where they only say which members of the schema around
  /// them are required together, that schema is the shape.
  private mutating func either(_ choices: [YAMLNode], of schema: YAMLNode, _ level: Int)
    -> ContractShape
  {
    let own = own(schema, level)
    let all = choices.filter { !isNull($0) }.map { shape($0, level: level + 1) }
    guard !own.isEmpty else { return .union(of: all) }
    guard case .object(let object) = own[0], case .object(let others) = ContractShape.union(of: all)
    else { return own[0] }
    // Where the choices only say which members are required together, none of them is required alone.
    return joined([.object(object), .object(others)])
  }

  /// What all of these say together.
  private func joined(_ shapes: [ContractShape]) -> ContractShape {
    var result: ContractShape = .anything
    for shape in shapes {
      switch (result, shape) {
      case (.anything, _): result = shape
      case (_, .anything): break
      case (.object(var left), .object(let right)):
        for member in right.members {
          guard let index = left.members.firstIndex(where: { $0.name == member.name }) else {
            left.members.append(member)
            continue
          }
          left.members[index].isRequired = left.members[index].isRequired || member.isRequired
          let both = [left.members[index].shape, member.shape]
          left.members[index].shape = joined(both)
        }
        left.isOpen = left.isOpen && right.isOpen
        result = .object(left)
      case (.text, .values): result = shape
      case (.values(let known), .values(let more)):
        result = .values(known.filter(more.contains))
      default: break
      }
    }
    return result
  }

  private func shape(ofValues values: [YAMLNode]) -> ContractShape {
    var texts: [String] = []
    var others: [ContractShape] = []
    for value in values where !value.isNull {
      if value.flag != nil {
        others.append(.flag)
      } else if let scalar = value.scalar, value.number == nil {
        texts.append(scalar.text)
      } else {
        others.append(value.number == nil ? .anything : .number)
      }
    }
    return .union(of: others + (texts.isEmpty ? [] : [.values(texts)]))
  }

  private func isNull(_ node: YAMLNode) -> Bool { node["type"]?.scalar?.text == "null" }

  private mutating func allowsNull(_ node: YAMLNode) -> Bool {
    let schema = resolved(node)
    return schema["nullable"]?.flag == true
      || schema["type"]?.items?.contains { $0.scalar?.text == "null" } == true
      || (schema["enum"]?.items ?? []).contains { $0.isNull }
      || ((schema["oneOf"] ?? schema["anyOf"])?.items ?? []).contains(where: isNull)
  }
}
