package import IdentityDomain

/// The parsed text of a stored hash, bounded before anything computes with it.
enum StoredHash: Hashable, Sendable {
  /// Our own, and imported Argon2id.
  case argon2id(EncodedArgon2)
  /// Made by another system; rehashed at the first login.
  case imported(ImportedHash)
  /// A weak one of another system wrapped in ours: Argon2id over the result of the other hash.
  case wrapped(ImportedHash, EncodedArgon2)

  /// - Returns: nil if it is damaged, of an unknown form, or beyond the limits.
  init?(_ hash: PasswordHash, limits: Argon2Limits) {
    if let read = EncodedArgon2(hash.encoded, limits: limits) {
      self = .argon2id(read)
    } else if let (inner, outer) = Self.unwrapped(hash), let inner = try? ImportedHash(inner),
      let outer = EncodedArgon2(outer, limits: limits)
    {
      self = .wrapped(inner, outer)
    } else if let read = try? ImportedHash(hash.encoded) {
      self = .imported(read)
    } else {
      return nil
    }
  }

  private static let wrapping = "$wrap$"

  /// `$wrap$`, the other hash without its digest in base64url, then the Argon2id hash.
  static func wrapped(_ inner: ImportedHash, in outer: EncodedArgon2) -> PasswordHash {
    PasswordHash(wrapping + Base64URL.text(Array(inner.blank.utf8)) + outer.text)
  }

  private static func unwrapped(_ hash: PasswordHash) -> (String, String)? {
    guard hash.encoded.hasPrefix(wrapping), hash.encoded.utf8.count <= 640 else { return nil }
    let rest = hash.encoded.dropFirst(wrapping.count)
    guard let end = rest.firstIndex(of: "$"), let inner = Base64URL.bytes(rest[..<end]) else {
      return nil
    }
    return (String(decoding: inner, as: UTF8.self), String(rest[end...]))
  }
}

/// An imported hash, before it is stored.
package enum HashToImport: Hashable, Sendable {
  /// Can be stored unchanged.
  case kept(PasswordHash)
  /// Weak: `Argon2Hasher.wrap` produces what is stored (SEC "Import").
  case weak(ImportedHash)

  /// - Throws: `ImportedHashRefusal`.
  package init(_ text: String) throws(ImportedHashRefusal) {
    // Django puts the library's name before the hash.
    let bare = text.hasPrefix("argon2$") ? String(text.dropFirst(6)) : text
    if bare.hasPrefix("$argon2id$") {
      self = .kept(try EncodedArgon2.importing(bare, "argon2id").stored)
      return
    }
    let read = try ImportedHash(bare)
    self = read.isWeak ? .weak(read) : .kept(PasswordHash(bare))
  }
}

extension PasswordHash {
  /// What an unknown name must cost in order to pass for this account; nil if that is the cost of
  /// the dummy.
  package var decoyModel: ImportedHash? {
    guard case .imported(let hash) = StoredHash(self, limits: .standard) else { return nil }
    return hash
  }
}
