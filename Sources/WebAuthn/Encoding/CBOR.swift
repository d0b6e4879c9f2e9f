/// One value of CBOR (RFC 8949), as far as WebAuthn uses it.
package enum CBOR: Hashable, Sendable {
  case unsigned(UInt64)
  /// The value is -1 minus this number.
  case negative(UInt64)
  case bytes([UInt8])
  case text([UInt8])
  case list([CBOR])
  case map([Entry])
  case flag(Bool)
  case null

  package struct Entry: Hashable, Sendable {
    package let key: CBOR
    package let value: CBOR

    package init(key: CBOR, value: CBOR) {
      self.key = key
      self.value = value
    }
  }
}

extension CBOR {
  /// - Returns: nil unless the bytes are one value and nothing follows it.
  package init?(_ bytes: [UInt8]) {
    var reader = CBORReader(bytes[...])
    guard let value = reader.value(), reader.isAtEnd else { return nil }
    self = value
  }

  package subscript(label: CBOR) -> CBOR? {
    guard case .map(let entries) = self else { return nil }
    return entries.first { $0.key == label }?.value
  }

  package subscript(name: StaticString) -> CBOR? {
    self[.text(name.withUTF8Buffer { Array($0) })]
  }

  package var bytes: [UInt8]? {
    if case .bytes(let bytes) = self { bytes } else { nil }
  }

  package var text: [UInt8]? {
    if case .text(let text) = self { text } else { nil }
  }

  package var entries: [Entry]? {
    if case .map(let entries) = self { entries } else { nil }
  }

  /// An integer within 64 bits with a sign.
  package var integer: Int64? {
    switch self {
    case .unsigned(let number): Int64(exactly: number)
    case .negative(let number): Int64(exactly: number).map { -1 - $0 }
    default: nil
    }
  }

  package static func integer(_ number: Int64) -> CBOR {
    number < 0 ? .negative(UInt64(-1 - number)) : .unsigned(UInt64(number))
  }
}
