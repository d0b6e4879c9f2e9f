import FlowMachine
import WireText

/// A JSON value, as exchanged between flows and apps: the parameters of a capability and its
/// result. Numbers are whole, as in the flow language; a fraction is a text.
public enum JSONValue: Equatable, Sendable {
  case null
  case flag(Bool)
  case number(Int64)
  case text(String)
  case list([JSONValue])
  case object([String: JSONValue])

  /// The member of an object, or nil.
  public subscript(name: String) -> JSONValue? {
    if case .object(let members) = self { members[name] } else { nil }
  }

  /// The text, or nil for another kind of value.
  public var text: String? { if case .text(let text) = self { text } else { nil } }
  /// The number, or nil for another kind of value.
  public var number: Int64? { if case .number(let number) = self { number } else { nil } }
  /// The flag, or nil for another kind of value.
  public var flag: Bool? { if case .flag(let flag) = self { flag } else { nil } }
}

extension JSONValue: ExpressibleByStringLiteral, ExpressibleByBooleanLiteral,
  ExpressibleByIntegerLiteral, ExpressibleByDictionaryLiteral, ExpressibleByArrayLiteral
{
  /// A text.
  public init(stringLiteral value: String) { self = .text(value) }
  /// A flag.
  public init(booleanLiteral value: Bool) { self = .flag(value) }
  /// A number.
  public init(integerLiteral value: Int64) { self = .number(value) }
  /// A list.
  public init(arrayLiteral elements: JSONValue...) { self = .list(elements) }
  /// An object; the last of several members with one name counts.
  public init(dictionaryLiteral elements: (String, JSONValue)...) {
    self = .object(Dictionary(elements) { _, last in last })
  }
}

extension JSONValue {
  /// Parses a JSON text, at most 1 MiB and 64 levels deep.
  ///
  /// - Returns: nil if the bytes are not JSON.
  package init?(_ bytes: [UInt8]) {
    guard let json = JSON(bytes) else { return nil }
    self.init(json.root)
  }

  private init(_ value: JSON.Value) {
    switch value.kind {
    case .null: self = .null
    case .flag: self = .flag(value.flag == true)
    case .number:
      self = value.integer.map { .number($0) } ?? .text(Array(value.source).string)
    case .text: self = .text((value.text ?? []).string)
    case .list: self = .list(value.elements.map { JSONValue($0) })
    case .object:
      let members = value.members.map { ($0.name.string, JSONValue($0.value)) }
      self = .object(Dictionary(members) { first, _ in first })
    }
  }

  /// As JSON, members in the order of their names.
  package var bytes: [UInt8] {
    var writer = JSONWriter()
    write(to: &writer)
    return writer.bytes
  }

  private func write(to writer: inout JSONWriter) {
    switch self {
    case .null: writer.null()
    case .flag(let flag): writer.value(flag)
    case .number(let number): writer.value(number)
    case .text(let text): writer.value(Array(text.utf8))
    case .list(let elements):
      writer.open("[")
      for element in elements { element.write(to: &writer) }
      writer.close("]")
    case .object(let members):
      writer.open("{")
      for (name, value) in members.sorted(by: { $0.key < $1.key }) {
        writer.name(Array(name.utf8))
        value.write(to: &writer)
      }
      writer.close("}")
    }
  }
}
