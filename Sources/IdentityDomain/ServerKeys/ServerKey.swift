/// What a key of the server is for. Each use has keys of its own, so none passes for another.
package enum ServerKeyUse: String, Hashable, Sendable, CaseIterable {
  /// ES256: access tokens and id tokens.
  case signing
  /// HMAC: refresh tokens, crumbs, nonces, codes, budgets.
  case digest
  /// Authenticated encryption of what lies in the store and is read again.
  case sealing
}

/// A key that all nodes of the server share, as it lies in the store: encrypted under the master
/// key, which is never there.
package struct ServerKey: Hashable, Sendable {
  package let id: KeyID
  package let use: ServerKeyUse
  /// The secret part, sealed for this `id` and `use`.
  package let sealed: [UInt8]
  package let createdAt: Timestamp
  /// From this moment on it is the one that makes new things. Stored, and not derived from a rule:
  /// nodes of two versions with two rules still agree.
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
