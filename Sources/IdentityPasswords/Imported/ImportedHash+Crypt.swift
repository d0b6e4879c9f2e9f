/// The forms of crypt(3); see crypt(5).
extension ImportedHash {
  /// - Returns: nil if the text has none of these forms.
  static func crypt(
    _ text: String, stored: String, isOverSHA256: Bool = false
  ) throws(ImportedHashRefusal) -> ImportedHash? {
    let parts = text.utf8.split(separator: UInt8(ascii: "$"), omittingEmptySubsequences: false)
    guard parts.count >= 3, parts[0].isEmpty else { return nil }
    let name = String(decoding: Array(parts[1]), as: UTF8.self)
    let form: String
    let digest: Int
    let isWeak: Bool
    switch name {
    case "2a", "2b", "2y":
      (form, digest) = ("bcrypt", 31)
      isWeak = try bcryptIsWeak(parts.map { Array($0) })
    case "1":
      (form, digest, isWeak) = ("md5crypt", 22, true)
      guard parts.count == 4, (1...8).contains(parts[2].count) else { throw .damaged(form: form) }
    case "5", "6":
      (form, digest) = name == "5" ? ("sha256crypt", 43) : ("sha512crypt", 86)
      isWeak = try shaIsWeak(parts.map { Array($0) }, form)
    case "y":
      (form, digest) = ("yescrypt", 43)
      guard parts.count == 5 else { throw .damaged(form: form) }
      isWeak = try scryptIsWeak(yescryptCost(Array(parts[2])), form)
    case "7":
      (form, digest) = ("scrypt in crypt's form", 43)
      guard parts.count == 4 else { throw .damaged(form: form) }
      isWeak = try scryptIsWeak(sevenCost(Array(parts[2])), form)
    default: return nil
    }
    let tail = name.hasPrefix("2") ? 53 : digest
    guard parts[parts.count - 1].count == tail, text.utf8.allSatisfy(isCryptByte) else {
      throw .damaged(form: form)
    }
    return ImportedHash(
      stored, .crypt(setting: text, isOverSHA256: isOverSHA256),
      expected: Array(text.utf8.suffix(digest)), digestCharacters: digest, isWeak: isWeak)
  }

  private static func bcryptIsWeak(_ parts: [[UInt8]]) throws(ImportedHashRefusal) -> Bool {
    guard parts.count == 4, parts[2].count == 2, let cost = number(parts[2], zeros: true) else {
      throw .damaged(form: "bcrypt")
    }
    guard ImportedLimits.bcryptCost.contains(cost) else {
      throw cost < ImportedLimits.bcryptCost.lowerBound
        ? .damaged(form: "bcrypt")
        : .tooDear(
          form: "bcrypt", cost: "cost \(cost)", most: "\(ImportedLimits.bcryptCost.upperBound)")
    }
    return cost < ImportedLimits.strongBcrypt
  }

  private static func shaIsWeak(
    _ parts: [[UInt8]], _ form: String
  ) throws(ImportedHashRefusal) -> Bool {
    var rounds = 5_000
    if parts.count == 5 {
      guard parts[2].starts(with: "rounds=".utf8), let told = number(Array(parts[2].dropFirst(7)))
      else { throw .damaged(form: form) }
      rounds = told
    }
    guard (4...5).contains(parts.count), (1...16).contains(parts[parts.count - 2].count),
      rounds >= ImportedLimits.cryptRounds.lowerBound
    else { throw .damaged(form: form) }
    guard ImportedLimits.cryptRounds.contains(rounds) else {
      throw .tooDear(
        form: form, cost: "\(rounds) rounds", most: "\(ImportedLimits.cryptRounds.upperBound)")
    }
    return rounds < ImportedLimits.strongCryptRounds
  }

  /// `j`, the default flavour, then N and r, each less one, as one character each. Nobody writes
  /// the other options of yescrypt.
  private static func yescryptCost(_ text: [UInt8]) -> ScryptCost? {
    guard text.count == 3, text[0] == UInt8(ascii: "j"), let n = sixBits(text[1]), n < 48,
      let r = sixBits(text[2]), r < 48
    else { return nil }
    return ScryptCost(logN: n + 1, blockSize: r + 1, lanes: 1)
  }

  /// N as one character, r and p as five each, the low six bits first; then the salt.
  private static func sevenCost(_ text: [UInt8]) -> ScryptCost? {
    guard text.count > 11, let n = sixBits(text[0]) else { return nil }
    func number(_ digits: ArraySlice<UInt8>) -> Int? {
      var value = 0
      for (place, digit) in digits.enumerated() {
        guard let bits = sixBits(digit) else { return nil }
        value |= bits << (6 * place)
      }
      return value
    }
    guard let r = number(text[1..<6]), let p = number(text[6..<11]) else { return nil }
    return ScryptCost(logN: n, blockSize: r, lanes: p)
  }

  /// - Returns: whether it is weak.
  static func scryptIsWeak(
    _ cost: ScryptCost?, _ form: String
  ) throws(ImportedHashRefusal) -> Bool {
    guard let cost, cost.logN >= 1, cost.blockSize >= 1, cost.lanes >= 1 else {
      throw .damaged(form: form)
    }
    // Each factor alone first, so that no product overflows.
    guard cost.logN <= 26, cost.blockSize <= 64, cost.lanes <= 64,
      cost.bytes <= ImportedLimits.scryptBytes.upperBound,
      cost.bytes * cost.lanes <= ImportedLimits.scryptWork
    else {
      throw .tooDear(
        form: form, cost: "N=2^\(cost.logN), r=\(cost.blockSize), p=\(cost.lanes)",
        most: "64 MiB, and 192 MiB over all lanes")
    }
    guard cost.bytes >= ImportedLimits.scryptBytes.lowerBound else {
      throw .tooCheap(form: form)
    }
    return cost.bytes < ImportedLimits.strongScryptBytes
  }

  /// Decimal, without leading zeros unless `zeros`.
  static func number(_ digits: [UInt8], zeros: Bool = false) -> Int? {
    guard (1...9).contains(digits.count), digits.allSatisfy({ (48...57).contains($0) }),
      zeros || digits[0] != 48
    else { return nil }
    return Int(String(decoding: digits, as: UTF8.self))
  }

  private static func isCryptByte(_ byte: UInt8) -> Bool {
    sixBits(byte) != nil || byte == UInt8(ascii: "$") || byte == UInt8(ascii: "=")
  }

  private static func sixBits(_ byte: UInt8) -> Int? {
    switch byte {
    case UInt8(ascii: "."), UInt8(ascii: "/"): Int(byte) - 46
    case 48...57: Int(byte) - 48 + 2
    case 65...90: Int(byte) - 65 + 12
    case 97...122: Int(byte) - 97 + 38
    default: nil
    }
  }
}
