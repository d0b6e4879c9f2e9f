/// The spellings of names.
package enum NameSyntax {
  package static let most = 64

  /// A letter, then letters, digits and `_`, at most 64 bytes.
  package static func isName(_ text: some StringProtocol) -> Bool {
    guard let first = text.utf8.first, isLetter(first), text.utf8.count <= most else {
      return false
    }
    return text.utf8.allSatisfy(isNamePart)
  }

  /// A name, or names with dots between: `signIn.login` is a state of a sub-flow.
  package static func isReference(_ text: some StringProtocol) -> Bool {
    text.utf8.count <= 17 * (most + 1)
      && text.split(separator: ".", omittingEmptySubsequences: false).allSatisfy { isName($0) }
  }

  /// Words of letters, digits, `_` and `-` with dots between, at most 128 bytes.
  package static func isTextKey(_ text: some StringProtocol) -> Bool {
    text.utf8.count <= 128
      && text.split(separator: ".", omittingEmptySubsequences: false).allSatisfy { word in
        !word.isEmpty && word.utf8.allSatisfy { isNamePart($0) || $0 == UInt8(ascii: "-") }
      }
  }

  /// A language tag by its form alone: two or three letters, then subtags of one to eight.
  package static func isLanguage(_ text: String) -> Bool {
    let subtags = text.split(separator: "-", omittingEmptySubsequences: false)
    guard let language = subtags.first, (2...3).contains(language.utf8.count),
      language.utf8.allSatisfy(isLetter)
    else { return false }
    return text.utf8.count <= 35
      && subtags.dropFirst().allSatisfy { subtag in
        (1...8).contains(subtag.utf8.count)
          && subtag.utf8.allSatisfy { isLetter($0) || isDigit($0) }
      }
  }

  /// A token of RFC 9110, section 5.6.2.
  package static func isHeaderName(_ text: String) -> Bool {
    (1...128).contains(text.utf8.count)
      && text.utf8.allSatisfy { byte in
        isLetter(byte) || isDigit(byte) || "!#$%&'*+-.^_`|~".utf8.contains(byte)
      }
  }

  /// A path with `/` that begins where the document lies, the same on every system.
  package static func isRelativePath(_ text: String) -> Bool {
    !text.isEmpty && !text.hasPrefix("/") && !text.hasSuffix("/")
      && !text.unicodeScalars.contains { $0 == "\\" || $0 == ":" || $0.value < 0x20 }
  }

  static func isLetter(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20) && byte < 0x80
  }

  static func isDigit(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
  }

  static func isNamePart(_ byte: UInt8) -> Bool {
    isLetter(byte) || isDigit(byte) || byte == UInt8(ascii: "_")
  }
}

/// The spelling of numbers: digits only, so that no two readers differ about octal, floats or
/// `1_000`.
package enum NumberSyntax {
  package static func whole(_ text: some StringProtocol) -> Int64? {
    let digits = text.hasPrefix("-") ? text.dropFirst() : text[...]
    guard let first = digits.utf8.first, digits.utf8.allSatisfy(NameSyntax.isDigit),
      first != UInt8(ascii: "0") || digits.utf8.count == 1
    else { return nil }
    return Int64(text)
  }

  /// True for what JSON and YAML take for a number, though it may be none of ours.
  package static func looksLikeNumber(_ text: String) -> Bool {
    var rest = Substring(text)
    if rest.hasPrefix("-") || rest.hasPrefix("+") { rest.removeFirst() }
    func takeDigits() -> Bool {
      let digits = rest.prefix { $0.isASCII && $0.isNumber }
      rest = rest.dropFirst(digits.count)
      return !digits.isEmpty
    }
    guard takeDigits() else { return false }
    if rest.hasPrefix(".") {
      rest.removeFirst()
      guard takeDigits() else { return false }
    }
    if rest.hasPrefix("e") || rest.hasPrefix("E") {
      rest.removeFirst()
      if rest.hasPrefix("-") || rest.hasPrefix("+") { rest.removeFirst() }
      guard takeDigits() else { return false }
    }
    return rest.isEmpty
  }
}
