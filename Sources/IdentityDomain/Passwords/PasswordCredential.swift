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
  /// - Throws: `PasswordHashingBusy` when the queue is full.
  func hash(_ password: PlaintextPassword) async throws -> PasswordHash
  /// Checks against a hash, or against a dummy of the same cost when there is none.
  func verify(_ password: PlaintextPassword, against hash: PasswordHash?) async throws
    -> PasswordVerdict
}

package enum PasswordVerdict: Hashable, Sendable {
  case wrong
  /// `isOutdated`: made with other parameters than new ones are; hash again at this login.
  case right(isOutdated: Bool)
}

/// The queue of the hashes is full: 503 with `Retry-After`.
package struct PasswordHashingBusy: Error, Sendable {
  package let wait: Duration
  package init(wait: Duration) { self.wait = wait }
}

/// The password of an account.
package struct PasswordCredential: Hashable, Sendable {
  package let account: ID<Account>
  package let hash: PasswordHash
  package let changedAt: Timestamp
  /// Counts up with each change, so that a check that took its time notices a change meanwhile.
  package let version: Int
  /// Since when the owner has had one without a break: a change that the old one proved goes on, a
  /// recovery starts over. Absent where that is `changedAt`.
  package let since: Timestamp?
  /// Of a password that a recovery set: over which channel.
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
  /// In the order of the accounts' ids, from behind one of them or from the first.
  func passwords(after account: ID<Account>?, most: Int) throws -> [PasswordCredential]
}
