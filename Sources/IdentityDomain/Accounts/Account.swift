/// A person as this service knows them.
package struct Account: Hashable, Sendable {
  package let id: ID<Account>
  package let createdAt: Timestamp
  /// When the person was last here, for recycled numbers (PHN-10).
  package var lastSeenAt: Timestamp
  package var isBlocked: Bool
  package var isSuperAdmin: Bool
  package var profile: Profile
  /// A BCP 47 tag: in which language the owner is told things (DEC-10). Nil
  /// until the owner first signs in.
  package var language: String?
  /// When somebody else proved a number of it (PHN-10); nil once the owner was here again.
  package var detachedAt: Timestamp?
  /// Of an account that came from another system; absent in all others.
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

  /// What a person says about themselves. An address here is a claim: it counts for nothing until
  /// it is verified and bound (`IdentifierTable`).
  package struct Profile: Hashable, Sendable {
    package var name: String?
    package var claimedEmail: EmailAddress?
    package var pictureURL: String?
    /// Of who registered in a market.
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
  /// The same for somebody who has shown a token or the password of it: nothing is to be hidden from
  /// him, so a store need not take as long for every account.
  func ownAccount(_ id: ID<Account>) throws -> Account?
  /// Inserts or replaces.
  func put(_ account: Account) throws
  func removeAccount(_ id: ID<Account>) throws
}

extension AccountTable {
  package func ownAccount(_ id: ID<Account>) throws -> Account? { try account(id) }
}

extension Account {
  /// A placeholder where there is no account, so that lookups read the same rows and writes have the same
  /// size.
  static var nobody: ID<Account> { ID("nobody----------------") }
}
