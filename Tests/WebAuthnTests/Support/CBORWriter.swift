import WebAuthn

extension CBOR {
  /// The canonical bytes, for tests that make what an authenticator makes.
  var encoded: [UInt8] {
    switch self {
    case .unsigned(let number): Self.head(0, number)
    case .negative(let number): Self.head(1, number)
    case .bytes(let bytes): Self.head(2, UInt64(bytes.count)) + bytes
    case .text(let text): Self.head(3, UInt64(text.count)) + text
    case .list(let elements):
      Self.head(4, UInt64(elements.count)) + elements.flatMap(\.encoded)
    case .map(let entries):
      Self.head(5, UInt64(entries.count))
        + entries.flatMap { $0.key.encoded + $0.value.encoded }
    case .flag(let flag): [flag ? 0xf5 : 0xf4]
    case .null: [0xf6]
    }
  }

  private static func head(_ kind: UInt8, _ number: UInt64) -> [UInt8] {
    let first = kind << 5
    switch number {
    case 0..<24: return [first | UInt8(number)]
    case 24..<256: return [first | 24, UInt8(number)]
    case 256..<65_536: return [first | 25, UInt8(number >> 8), UInt8(number & 255)]
    case 65_536..<4_294_967_296:
      return [first | 26] + [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) }
    default:
      return [first | 27]
        + stride(from: 56, through: 0, by: -8).map { UInt8(truncatingIfNeeded: number >> $0) }
    }
  }
}
