import IdentityDomain
import Testing

/// What came with `StoreMigration.markets`.
extension OneOfEach {
  /// Who registered in a market.
  static let member = ID<Account>("member")

  static func market() throws -> MarketHandle { try #require(MarketHandle("MX,CMX")) }

  static func person() throws -> MarketPerson {
    MarketPerson(firstName: "Zoë", lastName: "O'Neil", mobile: try phone(), mode: .worker)
  }

  static func memberAccount() throws -> Account {
    Account(
      id: member, createdAt: now,
      profile: Account.Profile(name: "Zoë O'Neil", market: try person()))
  }

  static func memberEmail() throws -> Identifier {
    .email(try #require(EmailAddress("zoe@example.com")))
  }

  static func memberRegistration() throws -> PendingRegistration {
    let before = try registration()
    return PendingRegistration(
      id: ID("in-market"), identifier: try memberEmail(), device: nil, createdAt: now,
      name: "Zoë O'Neil", market: try person(), password: before.password, check: before.check,
      code: code)
  }

  static func memberSession() throws -> Session {
    Session(
      id: ID("in-market"), holder: .account(member), scope: .passwordChange, authenticatedAt: now,
      methods: [.oneTimePassword], client: client, market: try market(),
      family: TokenFamily(
        kind: .compat, limits: SecurityRules.restrictedLimits, openedAt: now,
        derivationKey: KeyID("server-key")))
  }

  static func temporaryPassword() throws -> TemporaryPassword {
    TemporaryPassword(
      id: ID("temporary"), identifier: try memberEmail(), account: member, passwordVersion: 3,
      hash: password.hash, check: try registration().check, sentAt: now)
  }

  static func putMarkets(into tables: any IdentityTransaction) throws {
    try tables.put(try memberAccount())
    try tables.put([try memberRegistration()], for: try memberEmail())
    try tables.put(try memberSession())
    try tables.put(try temporaryPassword())
  }

  static func expectMarkets(in tables: any IdentityTransaction, _ areThere: Bool) throws {
    let address = try memberEmail()
    #expect(try tables.account(member) == (areThere ? memberAccount() : nil))
    #expect(try tables.registrations(for: address) == (areThere ? [memberRegistration()] : []))
    #expect(try tables.session(ID("in-market")) == (areThere ? memberSession() : nil))
    #expect(try tables.temporaryPassword(for: address) == (areThere ? temporaryPassword() : nil))
  }
}
