package import IdentityDomain

/// A password hash made by another system, parsed and bounded before anything computes with it (SEC
/// "Import").
///
/// One value for all forms: what to compute, and the expected result. `docs/users-import.md` lists
/// the forms.
package struct ImportedHash: Hashable, Sendable {
  /// As stored.
  package let text: String
  let scheme: Scheme
  /// The result of `scheme` for the right password.
  let expected: [UInt8]
  /// The number of characters at the end of `text` that are the digest.
  private let digestCharacters: Int

  enum Scheme: Hashable, Sendable {
    /// crypt(3). Salt and cost are in the text. `isOverSHA256`: Django hashes first, so that
    /// passwords of more than 72 bytes count in full.
    case crypt(setting: String, isOverSHA256: Bool)
    case pbkdf2(PBKDF2Cost, salt: [UInt8])
    case scrypt(ScryptCost, salt: [UInt8])
    /// libsodium compares by itself, so there is no `expected`.
    case argon2i
  }

  /// Cheaper to guess than our own hashes, so it is stored wrapped in one of ours (`WrappedHash`).
  package let isWeak: Bool

  /// No form is longer.
  static let mostBytes = 256

  init(
    _ text: String, _ scheme: Scheme, expected: [UInt8], digestCharacters: Int, isWeak: Bool
  ) {
    self.text = text
    self.scheme = scheme
    self.expected = expected
    self.digestCharacters = digestCharacters
    self.isWeak = isWeak
  }

  /// The same text with another digest: everything except what depends on the password.
  ///
  /// - Parameter character: supplies letters and digits one by one.
  func replacingDigest(_ character: () -> UInt8) -> String {
    let bytes = Array(text.utf8)
    let head = bytes.dropLast(digestCharacters)
    let tail = bytes.suffix(digestCharacters).map { $0 == UInt8(ascii: "=") ? $0 : character() }
    return String(decoding: head + tail, as: UTF8.self)
  }

  /// Without its digest: enough to compute one, but nothing to guess at.
  var blank: String { replacingDigest { UInt8(ascii: "A") } }

  /// Stands in for an account that does not exist: as expensive as this hash, and right for no
  /// password.
  ///
  /// - Parameter random: many bytes; a digest uses one per character.
  package func decoy(_ random: [UInt8]) -> PasswordHash {
    let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdef".utf8)
    var place = 0
    return PasswordHash(
      replacingDigest {
        defer { place += 1 }
        return alphabet[Int(random[place % random.count]) % alphabet.count]
      })
  }

  /// Two hashes of one class take the same time.
  package var costClass: String {
    switch scheme {
    case .crypt(let setting, _): String(setting.prefix { $0 != "." }.prefix(7))
    case .pbkdf2(let cost, _): "pbkdf2 \(cost.digest.rawValue) \(cost.rounds)"
    case .scrypt(let cost, _): "scrypt \(cost.logN) \(cost.blockSize) \(cost.lanes)"
    case .argon2i: text.split(separator: "$").prefix(3).joined(separator: "$")
    }
  }
}

struct PBKDF2Cost: Hashable, Sendable {
  enum Digest: String, Hashable, Sendable {
    case sha1, sha256, sha512

    var byteCount: Int {
      switch self {
      case .sha1: 20
      case .sha256: 32
      case .sha512: 64
      }
    }

    /// This many take half a second.
    var mostRounds: Int { self == .sha512 ? 1_000_000 : 2_000_000 }

    /// About this many take as long as one of our own hashes.
    var strongRounds: Int {
      switch self {
      case .sha1: 300_000
      case .sha256: 200_000
      case .sha512: 100_000
      }
    }
  }

  let digest: Digest
  let rounds: Int
}

struct ScryptCost: Hashable, Sendable {
  let logN: Int
  let blockSize: Int
  let lanes: Int

  /// RFC 7914 section 2: 128 · N · r.
  var bytes: Int { 128 * blockSize << logN }
}

/// The maximum cost of an imported hash: half a second of a core, or 64 MiB. Ours. Whoever writes
/// such a file, or a row of the store, must not be able to overload the server.
///
/// The work of sha-crypt grows with the password: the longest that it takes, 511 bytes, cost eight
/// times as much as a usual one. So its limit is lower.
enum ImportedLimits {
  static let bcryptCost = 4...13
  static let cryptRounds = 1_000...500_000
  static let scryptBytes = 1_024...(64 << 20)
  /// The lanes of libsodium's scrypt run one after the other.
  static let scryptWork = 192 << 20
  static let saltBytes = 1...64
  static let keyBytes = 16...64

  /// Below these, a hash is weak.
  static let strongBcrypt = 10
  static let strongCryptRounds = 200_000
  static let strongScryptBytes = 16 << 20
  /// Kibibytes times passes. Argon2 is never wrapped, so a hash with less is not imported.
  static let leastArgon2Work = 8_192
}
