/// A JSON text as a value that can be written again without a loss: numbers stay as they were
/// spelled, members keep their order.
package indirect enum JSONValue: Sendable {
  case null
  case bool(Bool)
  case number(String)
  case string(String)
  case array([JSONValue])
  case object([(name: String, value: JSONValue)])

  package subscript(_ name: String) -> JSONValue? {
    guard case .object(let members) = self else { return nil }
    guard let value = members.first(where: { $0.name == name })?.value else { return nil }
    // `null` is an absent member.
    if case .null = value { return nil }
    return value
  }

  package var string: String? {
    if case .string(let text) = self { text } else { nil }
  }

  package var integer: Int64? {
    if case .number(let text) = self { Int64(text) } else { nil }
  }

  package var isObject: Bool {
    if case .object = self { true } else { false }
  }

  /// Without some members, at any depth.
  func without(_ names: Set<String>) -> JSONValue {
    switch self {
    case .object(let members):
      .object(
        members.filter { !names.contains($0.name) }
          .map { (name: $0.name, value: $0.value.without(names)) })
    case .array(let elements): .array(elements.map { $0.without(names) })
    default: self
    }
  }

  /// With a member in the place of the one of this name, or at the end.
  mutating func set(_ name: String, _ value: JSONValue) {
    guard case .object(var members) = self else { return }
    if let index = members.firstIndex(where: { $0.name == name }) {
      members[index].value = value
    } else {
      members.append((name: name, value: value))
    }
    self = .object(members)
  }

  /// As a text of the wire: what a query can carry.
  var scalar: String? {
    switch self {
    case .string(let text), .number(let text): text
    case .bool(let value): value ? "true" : "false"
    case .null, .array, .object: nil
    }
  }

  package var bytes: [UInt8] {
    var result: [UInt8] = []
    write(to: &result)
    return result
  }

  private func write(to result: inout [UInt8]) {
    switch self {
    case .null: result += "null".utf8
    case .bool(let value): result += (value ? "true" : "false").utf8
    case .number(let text): result += text.utf8
    case .string(let text): Self.write(text, to: &result)
    case .array(let elements):
      result.append(UInt8(ascii: "["))
      for (index, element) in elements.enumerated() {
        if index > 0 { result.append(UInt8(ascii: ",")) }
        element.write(to: &result)
      }
      result.append(UInt8(ascii: "]"))
    case .object(let members):
      result.append(UInt8(ascii: "{"))
      for (index, member) in members.enumerated() {
        if index > 0 { result.append(UInt8(ascii: ",")) }
        Self.write(member.name, to: &result)
        result.append(UInt8(ascii: ":"))
        member.value.write(to: &result)
      }
      result.append(UInt8(ascii: "}"))
    }
  }

  private static let digits = Array("0123456789abcdef".utf8)

  private static func write(_ text: String, to result: inout [UInt8]) {
    result.append(UInt8(ascii: "\""))
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"): result += [UInt8(ascii: "\\"), byte]
      case 0..<0x20:
        result += "\\u00".utf8
        result += [digits[Int(byte >> 4)], digits[Int(byte & 15)]]
      default: result.append(byte)
      }
    }
    result.append(UInt8(ascii: "\""))
  }
}
