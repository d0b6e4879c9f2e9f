import IdentityDomain

import Foundation

extension ImportedHash {
  /// Reads a hash of any form that is not our own.
  ///
  /// - Throws: `ImportedHashRefusal`.
  package init(_ text: String) throws(ImportedHashRefusal) {
    guard text.utf8.count <= Self.mostBytes else { throw .unknownForm }
    let parts = text.split(separator: "$", omittingEmptySubsequences: false).map(String.init)
    if let found = try Self.crypt(text, stored: text) {
      self = found
    } else if let found = try Self.inOtherForms(text, parts) {
      self = found
    } else {
      try Self.refuse(text, parts)
    }
  }

  private static func inOtherForms(
    _ text: String, _ parts: [String]
  ) throws(ImportedHashRefusal) -> ImportedHash? {
    switch parts[0] {
    case "" where parts.count == 5 && parts[1].hasPrefix("pbkdf2"):
      guard let digest = PBKDF2Cost.Digest(phc: parts[1]) else { return nil }
      return try pbkdf2(
        text, digest, phcRounds(parts[2]), salt: base64(parts[3]), key: parts[4],
        length: phcLength(parts[2]))
    case "" where parts.count == 5 && parts[1] == "scrypt":
      return try scrypt(
        text, phcScrypt(parts[2]), salt: base64(parts[3]), key: parts[4])
    case "" where parts.count == 6 && parts[1] == "argon2i": return try argon2i(text)
    // Django's own format.
    case "pbkdf2_sha1", "pbkdf2_sha256", "pbkdf2_sha512":
      guard parts.count == 4,
        let digest = PBKDF2Cost.Digest(rawValue: String(parts[0].dropFirst(7)))
      else { throw .damaged(form: "PBKDF2") }
      return try pbkdf2(
        text, digest, number(Array(parts[1].utf8)), salt: Array(parts[2].utf8), key: parts[3])
    case "scrypt":
      guard parts.count == 6, let n = number(Array(parts[1].utf8)), n > 1, n & (n - 1) == 0,
        let r = number(Array(parts[3].utf8)), let p = number(Array(parts[4].utf8))
      else { throw .damaged(form: "scrypt") }
      let cost = ScryptCost(logN: n.trailingZeroBitCount, blockSize: r, lanes: p)
      return try scrypt(text, cost, salt: Array(parts[2].utf8), key: parts[5])
    case "bcrypt", "bcrypt_sha256":
      let inner = String(text.dropFirst(parts[0].count + 1))
      return try crypt(inner, stored: text, isOverSHA256: parts[0] == "bcrypt_sha256")
    default: return nil
    }
  }

  private static func pbkdf2(
    _ text: String, _ digest: PBKDF2Cost.Digest, _ rounds: Int?, salt: [UInt8]?, key: String,
    length: Int? = nil
  ) throws(ImportedHashRefusal) -> ImportedHash {
    let form = "PBKDF2"
    guard let rounds, let salt, ImportedLimits.saltBytes.contains(salt.count),
      let expected = base64(key), ImportedLimits.keyBytes.contains(expected.count),
      // A truncated key would match the same password.
      expected.count == length ?? digest.byteCount, expected.count <= digest.byteCount
    else { throw .damaged(form: form) }
    guard rounds <= digest.mostRounds else {
      throw .tooDear(form: form, cost: "\(rounds) rounds", most: "\(digest.mostRounds)")
    }
    return ImportedHash(
      text, .pbkdf2(PBKDF2Cost(digest: digest, rounds: rounds), salt: salt), expected: expected,
      digestCharacters: key.utf8.count, isWeak: rounds < digest.strongRounds)
  }

  private static func scrypt(
    _ text: String, _ cost: ScryptCost?, salt: [UInt8]?, key: String
  ) throws(ImportedHashRefusal) -> ImportedHash {
    guard let cost, let salt, ImportedLimits.saltBytes.contains(salt.count),
      let expected = base64(key), [32, 64].contains(expected.count)
    else { throw .damaged(form: "scrypt") }
    let isWeak = try scryptIsWeak(cost, "scrypt")
    return ImportedHash(
      text, .scrypt(cost, salt: salt), expected: expected, digestCharacters: key.utf8.count,
      isWeak: isWeak)
  }

  private static func argon2i(_ text: String) throws(ImportedHashRefusal) -> ImportedHash {
    let read = try EncodedArgon2.importing(text, "argon2i")
    guard Sodium.canReadArgon2i(text) else { throw .damaged(form: "argon2i") }
    return ImportedHash(
      text, .argon2i, expected: [], digestCharacters: Base64URL.text(read.digest).utf8.count,
      isWeak: false)
  }

  /// Describes the form of a refused hash, if it can be recognized.
  private static func refuse(
    _ text: String, _ parts: [String]
  ) throws(ImportedHashRefusal) -> Never {
    let bytes = Array(text.utf8)
    let isHex = bytes.allSatisfy { Character(UnicodeScalar($0)).isHexDigit }
    switch parts[0] {
    case "" where parts.count > 2 && ["2", "2x"].contains(parts[1]):
      throw .notKept(
        form: "the early bcrypt ($\(parts[1])$)", because: "many passwords of it are one")
    case "" where parts.count > 2 && parts[1] == "argon2d":
      throw .notKept(form: "Argon2d", because: "no library here computes it")
    case "" where parts.count > 2 && ["3", "sha1", "md5"].contains(parts[1]):
      throw .notKept(form: "crypt's $\(parts[1])$", because: "it protects hardly anything")
    case "md5", "sha1", "unsalted_md5", "unsalted_sha1", "crypt":
      throw .notKept(form: "Django's \(parts[0])", because: "it is guessed in no time")
    case _ where isHex && [32, 40, 64, 128].contains(bytes.count):
      throw .notKept(form: "a plain digest", because: "it is guessed in no time")
    case _ where bytes.count == 13 || bytes.first == UInt8(ascii: "_"):
      throw .notKept(form: "DES crypt", because: "only eight characters of the password count")
    default: throw .unknownForm
    }
  }

  /// `i=120000` or `i=120000,l=32`; passlib writes the bare number.
  private static func phcRounds(_ text: String) -> Int? {
    let parts = text.split(separator: ",", omittingEmptySubsequences: false)
    guard parts.count <= 2, let first = parts.first else { return nil }
    if parts.count == 2, !parts[1].hasPrefix("l=") { return nil }
    let digits = first.hasPrefix("i=") ? first.dropFirst(2) : first
    return number(Array(digits.utf8))
  }

  /// The `l` of `i=120000,l=32`.
  private static func phcLength(_ text: String) -> Int? {
    text.split(separator: ",").dropFirst().first.flatMap { number(Array($0.dropFirst(2).utf8)) }
  }

  private static func phcScrypt(_ text: String) -> ScryptCost? {
    var found: [Int] = []
    let parts = text.split(separator: ",", omittingEmptySubsequences: false)
    for (part, name) in zip(parts, ["ln=", "r=", "p="]) {
      guard part.hasPrefix(name), let value = number(Array(part.dropFirst(name.count).utf8))
      else { return nil }
      found.append(value)
    }
    guard parts.count == 3 else { return nil }
    return ScryptCost(logN: found[0], blockSize: found[1], lanes: found[2])
  }

  /// Base64, with or without padding; passlib writes `.` for `+`.
  private static func base64(_ text: String) -> [UInt8]? {
    let bare = text.reversed().drop { $0 == "=" }.reversed().map { $0 == "." ? "+" : $0 }
    let padding = String(repeating: "=", count: (4 - bare.count % 4) % 4)
    return Data(base64Encoded: String(bare) + padding).map { Array($0) }
  }
}

extension PBKDF2Cost.Digest {
  fileprivate init?(phc name: String) {
    switch name {
    case "pbkdf2", "pbkdf2-sha1": self = .sha1
    case "pbkdf2-sha256": self = .sha256
    case "pbkdf2-sha512": self = .sha512
    default: return nil
    }
  }
}

extension EncodedArgon2 {
  /// Reads an imported Argon2 hash: within the limits, and strong enough.
  static func importing(
    _ text: String, _ algorithm: StaticString
  ) throws(ImportedHashRefusal) -> EncodedArgon2 {
    let any = Argon2Limits(memory: .max, passes: .max, lanes: 255, work: .max)
    guard let read = EncodedArgon2(text, limits: any, algorithm: algorithm) else {
      throw .damaged(form: "\(algorithm)")
    }
    guard Argon2Limits.standard.admit(read.parameters, lanes: read.lanes) else {
      throw .tooDear(
        form: "\(algorithm)",
        cost: "m=\(read.parameters.memory),t=\(read.parameters.passes),p=\(read.lanes)",
        most: "m=65536, m times t 262144, p=4")
    }
    guard read.parameters.work >= ImportedLimits.leastArgon2Work else {
      throw .tooCheap(form: "\(algorithm)")
    }
    return read
  }
}
