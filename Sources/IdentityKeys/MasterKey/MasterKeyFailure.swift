import IdentityDomain

/// Why there is no master key. Each text says what is wrong, where, and how to fix it; none quotes
/// a possible key.
package enum MasterKeyFailure: Error, Hashable, Sendable, CustomStringConvertible {
  case missing(variable: String)
  /// A store is there, and has its key.
  case missingOfStore(variable: String)
  case twice(path: String, variable: String)
  case unreadable(path: String, reason: String)
  case notAFile(path: String)
  /// - Parameter mode: the permission bits of the file, such as 0o644.
  case openToOthers(path: String, mode: UInt32)
  case foreignOwner(path: String, owner: UInt32, user: UInt32)
  case malformed(MasterKey.Origin, found: String)
  /// The same byte 32 times: a placeholder.
  case placeholder(MasterKey.Origin)

  package var description: String {
    switch self {
    case .missing(let variable):
      "there is no master key, so the server can neither read nor create keys; name its file with master_key_file, or "
        + "put the digits into \(variable); \(Self.making); --dev needs no master key"
    case .missingOfStore(let variable):
      "there is no master key; name the file with the one that this store is used with (master_key_file), or put its "
        + "digits into \(variable): another key cannot open the store"
    case .twice(let path, let variable):
      "there is one master key in \(path) and another in \(variable); remove one of them"
    case .unreadable(let path, _) where Self.isKey(path):
      "the master key itself was given where a file is named, and is not shown; put it into a file of mode 0600 and "
        + "name that, or put the digits into \(MasterKey.variable)"
    case .unreadable(let path, let reason):
      "the master key cannot be read from \(path) (\(reason)); give a file that this user can read"
    case .notAFile(let path):
      "\(path) is not a file, so it has no master key; give a file with 64 hex digits"
    case .openToOthers(let path, let mode):
      "\(path) has mode 0\(String(mode, radix: 8)), so others may have read the master key; set its "
        + "mode to 0600 (chmod 600 '\(path)'), and if it was exposed, make a new one and run `portico keys rewrap` and "
        + "`portico keys rotate`"
    case .foreignOwner(let path, let owner, let user):
      "\(path) belongs to user \(owner), who could change the master key, but the server runs "
        + "as user \(user); change its owner (chown \(user) '\(path)')"
    case .malformed(let origin, let found):
      "the master key in \(origin) must be 32 bytes as 64 hex digits, or as 43 characters of "
        + "base64url; found \(found); \(Self.making)"
    case .placeholder(let origin):
      "the master key in \(origin) repeats one byte 32 times, which is not secret; \(Self.making)"
    }
  }

  /// Folders of containers have names of 64 digits too.
  private static func isKey(_ path: String) -> Bool {
    path.split(separator: "/").last.map { SecretsInText.isFound(in: String($0)) } ?? false
  }

  private static let making =
    "for a new store, create one with: (umask 077; openssl rand -hex 32 > FILE); a store that is there needs "
    + "its own"
}
