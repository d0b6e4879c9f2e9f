/// A password's hash with its algorithm and parameters (PHC string format).
package struct PasswordHash: Hashable, Sendable, CustomStringConvertible,
  CustomReflectable
{
  package let encoded: String
  package init(_ encoded: String) { self.encoded = encoded }
  package var description: String { "<PasswordHash, hidden>" }
  package var customMirror: Mirror { Mirror(self, children: []) }
}

/// Hashes passwords (Argon2id in production) on bounded threads with a bounded queue.
package protocol PasswordHashing: Sendable {
  /// - Throws: `PasswordHashingBusy` if the queue is full.
  func hash(_ password: PlaintextPassword) async throws -> PasswordHash
  /// Verifies against a hash, or against a dummy of the same cost if there is none.
  func verify(_ password: PlaintextPassword, against hash: PasswordHash?) async throws
    -> PasswordVerdict
}

package enum PasswordVerdict: Hashable, Sendable {
  case wrong
  /// `isOutdated`: made with other parameters than new hashes; rehash at this login.
  case right(isOutdated: Bool)
}

/// The queue of hashes is full: 503 with `Retry-After`.
package struct PasswordHashingBusy: Error, Sendable {
  package let wait: Duration
  package init(wait: Duration) { self.wait = wait }
}

/// The password of an account.
package struct PasswordCredential: Hashable, Sendable {
  package let account: ID<Account>
  package let hash: PasswordHash
  package let changedAt: Timestamp
  /// Incremented by each change, so that a slow check notices a change meanwhile.
  package let version: Int
  /// Since when the owner has had a password without interruption: a change authorized by the old
  /// one continues it, a recovery restarts it. Absent if that is `changedAt`.
  package let since: Timestamp?
  /// For a password set by a recovery: the channel used.
  package let recoveredBy: Identifier?

  package init(
    account: ID<Account>, hash: PasswordHash, changedAt: Timestamp, version: Int,
    since: Timestamp? = nil, recoveredBy: Identifier? = nil
  ) {
    self.account = account
    self.hash = hash
    self.changedAt = changedAt
    self.version = version
    self.since = since
    self.recoveredBy = recoveredBy
  }

  package var heldSince: Timestamp { since ?? changedAt }
}

package protocol PasswordTable {
  func password(of account: ID<Account>) throws -> PasswordCredential?
  func put(_ password: PasswordCredential) throws
  func removePassword(of account: ID<Account>) throws
  /// In the order of the accounts' ids, after one of them or from the first.
  func passwords(after account: ID<Account>?, most: Int) throws -> [PasswordCredential]
}
