/// Random characters that people read from one screen and type on another: digits and capitals without
/// the look-alikes I, L, O and U, in groups of four.
package enum SpelledCode {
  private static let alphabet = Array("0123456789ABCDEFGHJKMNPQRSTVWXYZ".utf8)
  private static let group = 4

  /// Five bits of each byte, so every character is equally likely.
  package static func made(of random: [UInt8]) -> String {
    spelled(random.map { alphabet[Int($0 & 31)] })
  }

  private static func spelled(_ characters: [UInt8]) -> String {
    stride(from: 0, to: characters.count, by: group).map {
      String(decoding: characters[$0..<min($0 + group, characters.count)], as: UTF8.self)
    }.joined(separator: "-")
  }

  /// Normalizes what was typed: lower case, spaces, missing hyphens, an O for a zero.
  /// - Parameter count: the number of characters.
  /// - Returns: nil if it does not have the required form.
  package static func canonical(_ typed: String, count: Int) -> String? {
    guard typed.utf8.count <= 2 * count else { return nil }
    var characters: [UInt8] = []
    for byte in typed.utf8 where byte != UInt8(ascii: "-") && byte != UInt8(ascii: " ") {
      var capital = (97...122).contains(byte) ? byte - 32 : byte
      switch capital {
      case UInt8(ascii: "O"): capital = UInt8(ascii: "0")
      case UInt8(ascii: "I"), UInt8(ascii: "L"): capital = UInt8(ascii: "1")
      default: break
      }
      guard alphabet.contains(capital) else { return nil }
      characters.append(capital)
    }
    return characters.count == count ? spelled(characters) : nil
  }
}

extension Secret where Kind == OneTimeCode {
  /// A code as typed: six digits, or the characters of a long one (DEC-7).
  /// - Returns: nil if it cannot have been sent.
  package init?(typedCode typed: String) {
    if typed.utf8.count == SecurityRules.codeDigits, typed.utf8.allSatisfy({ 48...57 ~= $0 }) {
      self.init(typed)
    } else if let long = SpelledCode.canonical(typed, count: SecurityRules.longCodeCharacters) {
      self.init(long)
    } else {
      return nil
    }
  }
}
