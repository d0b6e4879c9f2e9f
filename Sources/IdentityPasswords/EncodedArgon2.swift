package import IdentityDomain

/// The parsed text of a hash, bounded before anything computes with it: a library would allocate
/// whatever memory the text asks for.
///
/// `$argon2id$v=19$m=…,t=…,p=…$salt$digest`, parameters in this order, decimal without leading
/// zeros, base64 without padding: the form written by libsodium and the reference library.
package struct EncodedArgon2: Hashable, Sendable, CustomStringConvertible, CustomReflectable {
  package let parameters: Argon2Parameters
  package let lanes: Int
  let salt: [UInt8]
  let digest: [UInt8]
  /// As stored.
  package let text: String

  /// The size of the other libraries' buffers, including the final NUL.
  static let mostBytes = 127
  private static let saltLength = 8...48
  /// From the reference library's shortest useful digest to the longest that fits.
  private static let digestLength = 16...64

  /// - Returns: nil if it has another algorithm or version, another form, or costs more than
  ///   `limits`.
  package init?(
    _ encoded: String, limits: Argon2Limits, algorithm: StaticString = "argon2id"
  ) {
    guard encoded.utf8.count <= Self.mostBytes else { return nil }
    let parts = Array(encoded.utf8).split(
      separator: UInt8(ascii: "$"), omittingEmptySubsequences: false)
    guard parts.count == 6, parts[0].isEmpty, parts[1].elementsEqual("\(algorithm)".utf8),
      parts[2].elementsEqual("v=19".utf8),
      let costs = Self.costs(parts[3]),
      let salt = Self.bytes(parts[4]), Self.saltLength.contains(salt.count),
      let digest = Self.bytes(parts[5]), Self.digestLength.contains(digest.count)
    else { return nil }
    parameters = Argon2Parameters(memory: costs[0], passes: costs[1])
    lanes = costs[2]
    self.salt = salt
    self.digest = digest
    text = encoded
    guard limits.admit(parameters, lanes: lanes) else { return nil }
  }

  /// A new Argon2id hash.
  init(_ parameters: Argon2Parameters, lanes: Int, salt: [UInt8], digest: [UInt8]) {
    self.parameters = parameters
    self.lanes = lanes
    self.salt = salt
    self.digest = digest
    let costs = "m=\(parameters.memory),t=\(parameters.passes),p=\(lanes)"
    text = "$argon2id$v=19$\(costs)$\(Self.base64(salt))$\(Self.base64(digest))"
  }

  package var stored: PasswordHash { PasswordHash(text) }

  package var description: String { "<EncodedArgon2, hidden>" }
  package var customMirror: Mirror { Mirror(self, children: []) }

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

  /// RFC 4648 section 4 without padding: base64url but for two characters.
  private static func bytes(_ digits: ArraySlice<UInt8>) -> [UInt8]? {
    guard !digits.contains(where: { $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "_") }) else {
      return nil
    }
    return Base64URL.bytes(
      digits.map { digit in
        switch digit {
        case UInt8(ascii: "+"): UInt8(ascii: "-")
        case UInt8(ascii: "/"): UInt8(ascii: "_")
        default: digit
        }
      }[...])
  }

  private static func base64(_ bytes: [UInt8]) -> String {
    let digits = Base64URL.text(bytes).utf8.map { digit in
      switch digit {
      case UInt8(ascii: "-"): UInt8(ascii: "+")
      case UInt8(ascii: "_"): UInt8(ascii: "/")
      default: digit
      }
    }
    return String(decoding: digits, as: UTF8.self)
  }
}
