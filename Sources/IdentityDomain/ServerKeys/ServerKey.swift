/// The purpose of a server key. Each use has its own keys, so that none can be mistaken for
/// another.
package enum ServerKeyUse: String, Hashable, Sendable, CaseIterable {
  /// ES256: access tokens and id tokens.
  case signing
  /// HMAC: refresh tokens, CSRF tokens (`crumb`), nonces, codes, counters.
  case digest
  /// Authenticated encryption of stored values that are read again.
  case sealing
  /// Secrets of second factors. Never retired, since a factor is shown again after years.
  case factor
}

/// A key shared by all nodes of the server, in its stored form: encrypted under the master key,
/// which is never stored.
package struct ServerKey: Hashable, Sendable {
  package let id: KeyID
  package let use: ServerKeyUse
  /// The secret part, sealed for this `id` and `use`.
  package let sealed: [UInt8]
  package let createdAt: Timestamp
  /// From this moment on it makes new things. Stored, not derived from a rule, so that nodes of two
  /// versions with different rules agree.
  package let activeFrom: Timestamp

  package init(
    id: KeyID, use: ServerKeyUse, sealed: [UInt8], createdAt: Timestamp, activeFrom: Timestamp
  ) {
    self.id = id
    self.use = use
    self.sealed = sealed
    self.createdAt = createdAt
    self.activeFrom = activeFrom
  }
}

package protocol ServerKeyTable {
  /// In the order of `activeFrom`, then of their ids.
  func serverKeys(for use: ServerKeyUse) throws -> [ServerKey]
  /// Inserts or replaces.
  func put(_ key: ServerKey) throws
  func removeServerKey(_ id: KeyID) throws
}
