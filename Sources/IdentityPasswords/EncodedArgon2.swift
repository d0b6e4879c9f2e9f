/// What an encoded hash says about itself, read before libsodium sees it: libsodium would take
/// whatever memory the text asks for.
///
/// `$argon2id$v=19$m=…,t=…,p=…$salt$digest`, parameters in this order, decimal without leading
/// zeros, base64 without padding: what libsodium and the reference library write.
package struct EncodedArgon2: Hashable, Sendable {
  package let parameters: Argon2Parameters
  package let lanes: Int
  let digestCharacters: Int

  /// What libsodium's own buffer holds, with the NUL at its end.
  static let mostBytes = 127
  private static let saltLength = 8...48
  /// The reference library's shortest useful digest to its longest that fits.
  private static let digestLength = 16...64

  /// - Returns: nil when it is of another algorithm or version, not in that form, or costs more
  ///   than `limits`.
  package init?(
    _ encoded: String, limits: Argon2Limits, algorithm: StaticString = "argon2id"
  ) {
    guard encoded.utf8.count <= Self.mostBytes else { return nil }
    let parts = Array(encoded.utf8).split(
      separator: UInt8(ascii: "$"), omittingEmptySubsequences: false)
    guard parts.count == 6, parts[0].isEmpty, parts[1].elementsEqual("\(algorithm)".utf8),
      parts[2].elementsEqual("v=19".utf8),
      let costs = Self.costs(parts[3]),
      Self.isBase64(parts[4], of: Self.saltLength), Self.isBase64(parts[5], of: Self.digestLength)
    else { return nil }
    parameters = Argon2Parameters(memory: costs[0], passes: costs[1])
    lanes = costs[2]
    digestCharacters = parts[5].count
    guard limits.admit(parameters, lanes: lanes) else { return nil }
  }

  private static func costs(_ text: ArraySlice<UInt8>) -> [Int]? {
    let parts = text.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false)
    guard parts.count == 3 else { return nil }
    var costs: [Int] = []
    for (part, name) in zip(parts, "mtp".utf8) {
      guard part.count > 2, part.first == name, part.dropFirst().first == UInt8(ascii: "="),
        let number = number(part.dropFirst(2))
      else { return nil }
      costs.append(number)
    }
    return costs
  }

  private static func number(_ digits: ArraySlice<UInt8>) -> Int? {
    guard (1...9).contains(digits.count), digits.first != UInt8(ascii: "0") else { return nil }
    var number = 0
    for digit in digits {
      guard (48...57).contains(digit) else { return nil }
      number = number * 10 + Int(digit - 48)
    }
    return number
  }

  /// - Parameter length: of the decoded bytes.
  private static func isBase64(_ text: ArraySlice<UInt8>, of length: ClosedRange<Int>) -> Bool {
    text.count % 4 != 1 && length.contains(text.count * 3 / 4)
      && text.allSatisfy {
        (65...90).contains($0) || (97...122).contains($0) || (48...57).contains($0)
          || $0 == UInt8(ascii: "+") || $0 == UInt8(ascii: "/")
      }
  }
}
