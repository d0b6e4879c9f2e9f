/// A person as this service knows them.
package struct Account: Hashable, Sendable {
  package let id: ID<Account>
  package let createdAt: Timestamp
  /// When the owner last used the account, for recycled numbers (PHN-10).
  package var lastSeenAt: Timestamp
  package var isBlocked: Bool
  package var isSuperAdmin: Bool
  package var profile: Profile
  /// A BCP 47 tag: the language of messages to the owner (DEC-10). Nil until the owner first signs
  /// in, which sets it to the caller's; after that only the owner changes it.
  package var language: String?
  /// When someone else proved one of its numbers (PHN-10); nil once the owner has signed in again.
  package var detachedAt: Timestamp?
  /// Since when two-step sign-in is on (MFA-3); nil if it is off.
  package var twoStepsSince: Timestamp?
  /// CTR-10: from when on the account is deleted, as its owner was told; nil unless the owner asked for it.
  package var deletionDueAt: Timestamp?
  /// For accounts imported from another system; absent in all others.
  package let imported: ImportMark?

  package init(
    id: ID<Account>, createdAt: Timestamp, isBlocked: Bool = false, isSuperAdmin: Bool = false,
    profile: Profile = Profile(), language: String? = nil, imported: ImportMark? = nil
  ) {
    self.id = id
    self.createdAt = createdAt
    lastSeenAt = createdAt
    self.isBlocked = isBlocked
    self.isSuperAdmin = isSuperAdmin
    self.profile = profile
    self.language = language
    self.imported = imported
  }

  /// What people say about themselves. An address here is a claim, without effect until it is
  /// verified and bound (`IdentifierTable`).
  package struct Profile: Hashable, Sendable {
    package var name: String?
    package var claimedEmail: EmailAddress?
    package var pictureURL: String?
    /// For those who registered in a market.
    package var market: MarketPerson?

    package init(
      name: String? = nil, claimedEmail: EmailAddress? = nil, pictureURL: String? = nil,
      market: MarketPerson? = nil
    ) {
      self.name = name
      self.claimedEmail = claimedEmail
      self.pictureURL = pictureURL
      self.market = market
    }
  }
}

package protocol AccountTable {
  func account(_ id: ID<Account>) throws -> Account?
  /// The same for a caller who has presented a token or the password: there is nothing to hide, so
  /// a store need not take equally long for every account.
  func ownAccount(_ id: ID<Account>) throws -> Account?
  /// Inserts or replaces.
  func put(_ account: Account) throws
  func removeAccount(_ id: ID<Account>) throws
  /// In the order of their ids, after one of them or from the first.
  func accounts(after id: ID<Account>?, most: Int) throws -> [Account]
  /// Those whose deletion was due at this moment (`deletionDueAt`), the longest overdue first.
  func accountsToDelete(at now: Timestamp, most: Int) throws -> [Account]
}

extension AccountTable {
  package func ownAccount(_ id: ID<Account>) throws -> Account? { try account(id) }
}

extension Account {
  /// A placeholder if there is no account, so that lookups read the same rows and writes have the
  /// same size.
  static var nobody: ID<Account> { ID("nobody----------------") }
}
