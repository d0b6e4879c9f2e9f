import Foundation
import IdentityDomain

/// Whether a body is fit for a decoder: UTF-8, one JSON object by the grammar of RFC 8259, no
/// deeper than necessary, without duplicate members.
///
/// The decoder is more lenient (a trailing comma, an unknown escape in a field that is not read,
/// the last of two members with one name), and different readers must not understand one text
/// differently.
package struct BodyShape {
  package enum Flaw: Error, Equatable {
    case notUTF8
    case notObject
    case tooDeep
    case twice(String)
  }

  private let body: [UInt8]
  private var place = 0
  private var depth = 0
  /// Whether members of inner objects count as well.
  private let isWhole: Bool

  /// - Parameter isWhole: whether also an inner object may have no member twice.
  /// - Throws: the first flaw. A single pass, which copies only the names of the members.
  package static func check(_ body: [UInt8], isWhole: Bool = false) throws(Flaw) {
    guard String(validating: body, as: UTF8.self) != nil else { throw .notUTF8 }
    var shape = BodyShape(body: body, isWhole: isWhole)
    shape.skipSpace()
    guard shape.peek == UInt8(ascii: "{") else { throw .notObject }
    try shape.value()
    shape.skipSpace()
    guard shape.peek == nil else { throw .notObject }
  }

  private init(body: [UInt8], isWhole: Bool) {
    self.body = body
    self.isWhole = isWhole
  }

  private var peek: UInt8? { place < body.count ? body[place] : nil }

  private mutating func skipSpace() {
    while let byte = peek, byte == 32 || byte == 9 || byte == 10 || byte == 13 { place += 1 }
  }

  /// Consumes a required byte, after optional space.
  private mutating func expect(_ byte: Unicode.Scalar) throws(Flaw) {
    skipSpace()
    guard take(byte) else { throw .notObject }
  }

  private mutating func take(_ byte: Unicode.Scalar) -> Bool {
    guard peek == UInt8(ascii: byte) else { return false }
    place += 1
    return true
  }

  private mutating func value() throws(Flaw) {
    switch peek {
    case UInt8(ascii: "{"): try object()
    case UInt8(ascii: "["): try list("]") { shape throws(Flaw) in try shape.value() }
    case UInt8(ascii: "\""): _ = try string()
    case UInt8(ascii: "t"): try word("true")
    case UInt8(ascii: "f"): try word("false")
    case UInt8(ascii: "n"): try word("null")
    default: try number()
    }
  }

  private mutating func object() throws(Flaw) {
    var names: Set<String> = []
    try list("}") { shape throws(Flaw) in try shape.member(&names) }
  }

  private mutating func list(
    _ end: Unicode.Scalar, _ element: (inout BodyShape) throws(Flaw) -> Void
  ) throws(Flaw) {
    place += 1
    depth += 1
    guard depth <= SecurityRules.bodyDepth else { throw .tooDeep }
    skipSpace()
    if !take(end) {
      repeat {
        skipSpace()
        try element(&self)
        skipSpace()
      } while take(",")
      try expect(end)
    }
    depth -= 1
  }

  private mutating func member(_ names: inout Set<String>) throws(Flaw) {
    guard peek == UInt8(ascii: "\"") else { throw .notObject }
    let literal = try string()
    if depth == 1 || isWhole, let name = name(literal), !names.insert(name).inserted {
      throw .twice(name)
    }
    try expect(":")
    skipSpace()
    try value()
  }

  /// - Returns: its range, including the quotes.
  private mutating func string() throws(Flaw) -> Range<Int> {
    let start = place
    place += 1
    while let byte = peek {
      place += 1
      switch byte {
      case UInt8(ascii: "\""): return start..<place
      case UInt8(ascii: "\\"): try escape()
      case 0..<32: throw .notObject
      default: break
      }
    }
    throw .notObject
  }

  private mutating func escape() throws(Flaw) {
    guard let byte = peek else { throw .notObject }
    place += 1
    if byte == UInt8(ascii: "u") {
      for _ in 0..<4 {
        guard let digit = peek, Character(Unicode.Scalar(digit)).isHexDigit else {
          throw .notObject
        }
        place += 1
      }
    } else if !"\"\\/bfnrt".utf8.contains(byte) {
      throw .notObject
    }
  }

  private mutating func word(_ word: StaticString) throws(Flaw) {
    for offset in 0..<word.utf8CodeUnitCount {
      guard peek == word.utf8Start[offset] else { throw .notObject }
      place += 1
    }
  }

  private mutating func number() throws(Flaw) {
    _ = take("-")
    if !take("0") { try digits() }
    if take(".") { try digits() }
    if take("e") || take("E") {
      if !take("+") { _ = take("-") }
      try digits()
    }
  }

  private mutating func digits() throws(Flaw) {
    let start = place
    while let byte = peek, 48...57 ~= byte { place += 1 }
    guard place > start else { throw .notObject }
  }

  /// The value of a literal, so that two spellings of one name are equal. The decoder refuses one
  /// that cannot be parsed (half of a surrogate pair).
  private func name(_ literal: Range<Int>) -> String? {
    let bytes = body[literal]
    if !bytes.contains(UInt8(ascii: "\\")) {
      return String(decoding: bytes.dropFirst().dropLast(), as: UTF8.self)
    }
    return try? JSONDecoder().decode([String].self, from: Data([91] + bytes + [93])).first
  }
}
