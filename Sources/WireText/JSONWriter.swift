/// Writes JSON without spaces, members in the order of the calls, so that equal values give equal
/// bytes on every host.
package struct JSONWriter: Sendable {
  package internal(set) var bytes: [UInt8] = []
  /// Whether a comma has to come before the next value.
  var needsComma = false

  package init() {}

  package mutating func open(_ bracket: Unicode.Scalar) {
    separate()
    bytes.append(UInt8(truncatingIfNeeded: bracket.value))
    needsComma = false
  }

  package mutating func close(_ bracket: Unicode.Scalar) {
    bytes.append(UInt8(truncatingIfNeeded: bracket.value))
    needsComma = true
  }

  package mutating func name(_ name: StaticString) {
    separate()
    bytes.append(UInt8(ascii: "\""))
    for offset in 0..<name.utf8CodeUnitCount { bytes.append(name.utf8Start[offset]) }
    bytes.append(UInt8(ascii: "\""))
    bytes.append(UInt8(ascii: ":"))
    needsComma = false
  }

  package mutating func name(_ name: [UInt8]) {
    value(name)
    bytes.append(UInt8(ascii: ":"))
    needsComma = false
  }

  package mutating func value(_ text: [UInt8]) {
    separate()
    bytes.append(UInt8(ascii: "\""))
    Self.escape(text, to: &bytes)
    bytes.append(UInt8(ascii: "\""))
    needsComma = true
  }

  package mutating func value(_ text: StaticString) {
    var copy: [UInt8] = []
    for offset in 0..<text.utf8CodeUnitCount { copy.append(text.utf8Start[offset]) }
    value(copy)
  }

  package mutating func value(_ number: Int64) {
    separate()
    bytes.append(contentsOf: Decimal.text(number))
    needsComma = true
  }

  package mutating func value(_ flag: Bool) {
    raw(flag ? "true" : "false")
  }

  package mutating func null() {
    raw("null")
  }

  private mutating func raw(_ word: StaticString) {
    separate()
    for offset in 0..<word.utf8CodeUnitCount { bytes.append(word.utf8Start[offset]) }
    needsComma = true
  }

  mutating func separate() {
    if needsComma { bytes.append(UInt8(ascii: ",")) }
  }

  /// Appends a text with the escapes that RFC 8259 requires; bytes that are not UTF-8 become
  /// U+FFFD.
  package static func escape(_ text: [UInt8], to bytes: inout [UInt8]) {
    text.withUnsafeBufferPointer { escape($0, to: &bytes) }
  }

  package static func escape(_ text: UnsafeBufferPointer<UInt8>, to bytes: inout [UInt8]) {
    guard !isPlain(text) else { return bytes.append(contentsOf: text) }
    let text = Array(text)
    for byte in UTF8Check.isValid(text) ? text : repaired(text) {
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"):
        bytes.append(UInt8(ascii: "\\"))
        bytes.append(byte)
      case 0..<0x20:
        bytes.append(contentsOf: [
          UInt8(ascii: "\\"), UInt8(ascii: "u"), 48, 48, 48 + (byte >> 4),
          byte & 15 < 10 ? 48 + (byte & 15) : 87 + (byte & 15),
        ])
      default: bytes.append(byte)
      }
    }
  }

  /// Whether all of it is ASCII that needs no escape.
  private static func isPlain(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    for byte in text
    where byte < 0x20 || byte >= 0x80 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") {
      return false
    }
    return true
  }

  private static func repaired(_ text: [UInt8]) -> [UInt8] {
    var result: [UInt8] = []
    for byte in text {
      if byte < 0x80 { result.append(byte) } else { result.append(contentsOf: [0xEF, 0xBF, 0xBD]) }
    }
    return result
  }
}

extension JSONWriter {
  @inline(never) package mutating func member(_ name: StaticString, _ text: StaticString) {
    self.name(name)
    value(text)
  }

  @inline(never) package mutating func member(_ name: StaticString, _ text: [UInt8]) {
    self.name(name)
    value(text)
  }

  @inline(never) package mutating func member(_ name: StaticString, _ number: Int64) {
    self.name(name)
    value(number)
  }

  @inline(never) package mutating func member(_ name: StaticString, _ flag: Bool) {
    self.name(name)
    value(flag)
  }
}

extension JSONWriter {
  /// Copies a value of another text unchanged.
  package mutating func copy(_ value: JSON.Value) {
    separate()
    if value.kind == .text { bytes.append(UInt8(ascii: "\"")) }
    bytes.append(contentsOf: value.source)
    if value.kind == .text { bytes.append(UInt8(ascii: "\"")) }
    needsComma = true
  }
}
