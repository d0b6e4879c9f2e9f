package import IdentityDomain

/// A password's hash that another system made, read and bounded before anything computes with it
/// (SEC "Import").
///
/// One value for all forms: what to compute, and what it must come to. `docs/users-import.md` lists
/// the forms.
package struct ImportedHash: Hashable, Sendable {
  /// As it is stored.
  package let text: String
  let scheme: Scheme
  /// What `scheme` must come to for the right password.
  let expected: [UInt8]
  /// How many characters at the end of `text` are the digest.
  private let digestCharacters: Int

  enum Scheme: Hashable, Sendable {
    /// crypt(3). Salt and cost stand in the text. `isOverSHA256`: Django hashes before, so that
    /// passwords of more than 72 bytes count whole.
    case crypt(setting: String, isOverSHA256: Bool)
    case pbkdf2(PBKDF2Cost, salt: [UInt8])
    case scrypt(ScryptCost, salt: [UInt8])
    /// libsodium compares by itself, so there is no `expected`.
    case argon2i
  }

  /// Cheaper to guess at than our own hashes: it is stored inside of one of ours (`WrappedHash`).
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

  /// The same text with another digest: all but what tells the password.
  ///
  /// - Parameter characters: letters and digits, taken one after the other.
  func replacingDigest(_ character: () -> UInt8) -> String {
    let bytes = Array(text.utf8)
    let head = bytes.dropLast(digestCharacters)
    let tail = bytes.suffix(digestCharacters).map { $0 == UInt8(ascii: "=") ? $0 : character() }
    return String(decoding: head + tail, as: UTF8.self)
  }

  /// Without its digest: enough to compute one, and nothing to guess at.
  var blank: String { replacingDigest { UInt8(ascii: "A") } }

  /// Stands for an account where there is none: as dear as this one, and right for no password.
  ///
  /// - Parameter random: many bytes; a digest takes one a character.
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

    /// So many take half a second.
    var mostRounds: Int { self == .sha512 ? 1_000_000 : 2_000_000 }

    /// About as many take as long as one of our own hashes.
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

/// The most that an imported hash may cost: half a second of a core, or 64 MiB. Ours. Whoever writes
/// such a file, or a row of the store, must not be able to take the server with it.
///
/// The work of sha-crypt grows with the password: the longest that it takes, 511 bytes, cost eight
/// times as much as a usual one. So there the bound is lower.
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
  /// Kibibytes times passes. Argon2 is never wrapped, so less is not imported.
  static let leastArgon2Work = 8_192
}
