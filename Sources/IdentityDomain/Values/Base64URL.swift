/// Base64url without padding (RFC 4648 section 5). An encoding only; it protects nothing.
package enum Base64URL {
  private static let alphabet = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)

  package static func text(_ bytes: [UInt8]) -> String {
    var digits: [UInt8] = []
    digits.reserveCapacity((bytes.count * 4 + 2) / 3)
    var held: UInt32 = 0
    var bits = 0
    for byte in bytes {
      held = held << 8 | UInt32(byte)
      bits += 8
      while bits >= 6 {
        bits -= 6
        digits.append(alphabet[Int(held >> UInt32(bits) & 63)])
      }
    }
    if bits > 0 { digits.append(alphabet[Int(held << UInt32(6 - bits) & 63)]) }
    return String(decoding: digits, as: UTF8.self)
  }

  /// - Returns: nil for a foreign character, an impossible length, or set bits after the last byte:
  ///   each value has a single encoding, so that no token has two.
  package static func bytes(_ text: some StringProtocol) -> [UInt8]? {
    bytes(Array(text.utf8)[...])
  }

  /// The same for the text's UTF-8.
  package static func bytes(_ digits: ArraySlice<UInt8>) -> [UInt8]? {
    var result: [UInt8] = []
    result.reserveCapacity(digits.count * 3 / 4 + 1)
    var held: UInt32 = 0
    var bits = 0
    for digit in digits {
      guard let value = value(of: digit) else { return nil }
      held = held << 6 | value
      bits += 6
      if bits >= 8 {
        bits -= 8
        result.append(UInt8(truncatingIfNeeded: held >> UInt32(bits)))
      }
    }
    guard bits < 6, held & (1 << UInt32(bits) - 1) == 0 else { return nil }
    return result
  }

  private static func value(of digit: UInt8) -> UInt32? {
    switch digit {
    case 65...90: UInt32(digit - 65)
    case 97...122: UInt32(digit - 71)
    case 48...57: UInt32(digit + 4)
    case 45: 62
    case 95: 63
    default: nil
    }
  }
}

/// Compares secrets in a time that does not depend on where they differ.
package enum ConstantTime {
  package static func equal(_ left: [UInt8], _ right: [UInt8]) -> Bool {
    guard left.count == right.count else { return false }
    var difference: UInt8 = 0
    for index in left.indices { difference |= left[index] ^ right[index] }
    return difference == 0
  }
}
