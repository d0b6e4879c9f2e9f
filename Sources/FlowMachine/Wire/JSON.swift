/// A JSON text that was read whole: nodes in the order of the text, each with the span of its
/// bytes.
///
/// RFC 8259, UTF-8 only, bounded in depth and size; linear in the length of the text. Numbers that
/// are no 64-bit integers keep their text and have no integer value.
package final class JSON: Sendable {
  package enum Kind: UInt8, Sendable { case null, flag, number, text, list, object }

  struct Node: Sendable {
    var kind: Kind
    /// The bytes between the quotes for a text, else all.
    var start: Int
    var end: Int
    /// The node after the last descendant.
    var next: Int
  }

  package let bytes: [UInt8]
  let nodes: [Node]

  /// - Returns: nil when the bytes are no JSON text, are deeper than `FlowLimits.jsonDepth` or
  ///   longer than `most`.
  package init?(_ bytes: [UInt8], most: Int = FlowLimits.answerBytes) {
    guard bytes.count <= most else { return nil }
    var parser = JSONParser(bytes)
    parser.skipSpace()
    guard parser.value(depth: 0) else { return nil }
    parser.skipSpace()
    guard parser.position == bytes.count, UTF8Check.isValid(bytes) else { return nil }
    self.bytes = bytes
    nodes = parser.nodes
  }

  /// One value inside the text.
  package struct Value: Sendable {
    package let json: JSON
    let index: Int
  }

  package var root: Value { Value(json: self, index: 0) }
}

extension JSON.Value {
  private var node: JSON.Node { json.nodes[index] }
  package var kind: JSON.Kind { node.kind }
  package var isNull: Bool { node.kind == .null }

  /// The bytes of the value as they stand in the text.
  package var source: ArraySlice<UInt8> { json.bytes[node.start..<node.end] }

  package var flag: Bool? {
    node.kind == .flag ? json.bytes[node.start] == UInt8(ascii: "t") : nil
  }

  /// An integer within 64 bits, written without fraction or exponent.
  package var integer: Int64? {
    node.kind == .number ? Decimal.parse(source) : nil
  }

  package var text: [UInt8]? {
    node.kind == .text ? JSONParser.unescaped(source) : nil
  }

  package subscript(name: [UInt8]) -> JSON.Value? {
    guard node.kind == .object else { return nil }
    var child = index + 1
    while child < node.next {
      let value = child + 1
      if JSON.Value(json: json, index: child).text == name {
        return JSON.Value(json: json, index: value)
      }
      child = json.nodes[value].next
    }
    return nil
  }

  // Called from many places, so that none of them holds a copy.

  /// The member of a name in ASCII.
  @inline(never) package subscript(name: StaticString) -> JSON.Value? { self[[UInt8](ascii: name)] }

  /// The text that a member is.
  @inline(never) package func text(_ name: StaticString) -> [UInt8]? { self[name]?.text }

  /// The integer that a member is.
  @inline(never) package func integer(_ name: StaticString) -> Int64? { self[name]?.integer }

  /// The flag that a member is.
  @inline(never) package func flag(_ name: StaticString) -> Bool? { self[name]?.flag }

  /// The elements of the list that a member is.
  @inline(never) package func elements(_ name: StaticString) -> [JSON.Value] {
    self[name]?.elements ?? []
  }

  package subscript(position: Int) -> JSON.Value? {
    guard node.kind == .list else { return nil }
    var child = index + 1
    var left = position
    while child < node.next {
      if left == 0 { return JSON.Value(json: json, index: child) }
      left -= 1
      child = json.nodes[child].next
    }
    return nil
  }

  /// The members of an object, in order.
  package var members: [(name: [UInt8], value: JSON.Value)] {
    guard node.kind == .object else { return [] }
    var result: [(name: [UInt8], value: JSON.Value)] = []
    var child = index + 1
    while child < node.next {
      let value = JSON.Value(json: json, index: child + 1)
      result.append((JSON.Value(json: json, index: child).text ?? [], value))
      child = json.nodes[child + 1].next
    }
    return result
  }

  /// The elements of a list, in order.
  package var elements: [JSON.Value] {
    guard node.kind == .list else { return [] }
    var result: [JSON.Value] = []
    var child = index + 1
    while child < node.next {
      result.append(JSON.Value(json: json, index: child))
      child = json.nodes[child].next
    }
    return result
  }
}

/// Decimal integers as text.
package enum Decimal {
  package static func parse(_ digits: ArraySlice<UInt8>) -> Int64? {
    var rest = digits
    let isNegative = rest.first == UInt8(ascii: "-")
    if isNegative { rest = rest.dropFirst() }
    guard !rest.isEmpty, rest.count <= 19 else { return nil }
    var value: Int64 = 0
    for digit in rest {
      guard digit >= 48, digit <= 57 else { return nil }
      let (product, first) = value.multipliedReportingOverflow(by: 10)
      let (sum, second) = product.subtractingReportingOverflow(Int64(digit - 48))
      guard !first, !second else { return nil }
      value = sum
    }
    if isNegative { return value == .min ? nil : value }
    return value == .min ? nil : -value
  }

  package static func text(_ number: Int64) -> [UInt8] {
    var digits: [UInt8] = []
    append(number, to: &digits)
    return digits
  }

  static func append(_ number: Int64, to bytes: inout [UInt8]) {
    if number < 0 { bytes.append(UInt8(ascii: "-")) }
    let number = number.magnitude
    var scale: UInt64 = 1
    while number / scale >= 10 { scale *= 10 }
    while scale > 0 {
      bytes.append(48 + UInt8(truncatingIfNeeded: number / scale % 10))
      scale /= 10
    }
  }
}

/// Sixteen hexadecimal digits.
package enum Hex {
  package static func text(_ number: UInt64) -> [UInt8] {
    var result: [UInt8] = []
    for shift in stride(from: 60, through: 0, by: -4) {
      let digit = UInt8(truncatingIfNeeded: number >> UInt64(shift)) & 15
      result.append(digit < 10 ? 48 + digit : 87 + digit)
    }
    return result
  }

  package static func parse(_ text: ArraySlice<UInt8>) -> UInt64? {
    guard !text.isEmpty, text.count <= 16 else { return nil }
    var value: UInt64 = 0
    for digit in text {
      let number: UInt8
      switch digit {
      case 48...57: number = digit - 48
      case 97...102: number = digit - 87
      case 65...70: number = digit - 55
      default: return nil
      }
      value = value << 4 | UInt64(number)
    }
    return value
  }
}

/// Whether bytes are well-formed UTF-8 (RFC 3629: no overlong forms, no surrogates).
package enum UTF8Check {
  package static func isValid(_ bytes: [UInt8]) -> Bool {
    var index = 0
    while index < bytes.count {
      let lead = bytes[index]
      index += 1
      if lead < 0x80 { continue }
      let count: Int
      var least: UInt8 = 0x80
      var most: UInt8 = 0xBF
      switch lead {
      case 0xC2...0xDF: count = 1
      case 0xE0: (count, least) = (2, 0xA0)
      case 0xED: (count, most) = (2, 0x9F)
      case 0xE1...0xEF: count = 2
      case 0xF0: (count, least) = (3, 0x90)
      case 0xF1...0xF3: count = 3
      case 0xF4: (count, most) = (3, 0x8F)
      default: return false
      }
      guard index + count <= bytes.count else { return false }
      guard bytes[index] >= least, bytes[index] <= most else { return false }
      for offset in 1..<max(count, 1) where bytes[index + offset] & 0xC0 != 0x80 { return false }
      index += count
    }
    return true
  }
}
