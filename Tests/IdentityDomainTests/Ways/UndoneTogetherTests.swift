import IdentityDomain
import IdentityStoreContract
import IdentityTestSupport
import Testing

/// Each room writes down what an account had before it changes something. What one of them forgot, an undo would
/// take away or leave.
@Suite("DEC-4: one undo for all that an account has")
struct UndoneTogetherTests {
  private let rig = Rig()

  private func member() async throws -> TokenGrant {
    try await rig.member("ann@example.com", password: "correct horse", key: "phone")
    return try await rig.signIn("ann@example.com", "correct horse", key: "phone")
  }

  private func addPasskey(_ number: UInt8, to grant: TokenGrant) async throws -> String {
    var authenticator = MadeUpAuthenticator(number)
    let request = try await rig.service.passkeys.beginAdding(rig.call(grant))
    try await rig.service.passkeys.add(
      try authenticator.create(request), name: nil, rig.call(grant))
    rig.clock.advance(.minutes(1))
    return authenticator.id
  }

  /// Undoes the latest change of which a notice of this kind was sent.
  private func undo(_ template: MessageTemplate) async throws {
    let notices = await rig.messages().filter { $0.template == template }
    let token = try #require(notices.last.flatMap { MadeUpSealing.open($0) })
    try await rig.service.account.undoIdentifierChange(Secret(token), caller: rig.caller("phone"))
  }

  private func credentials(_ account: ID<Account>) async throws -> [String] {
    try await rig.store.read("test") { try $0.passkeys(of: account).map(\.credential) }
  }

  private func apps(_ account: ID<Account>) async throws -> [ID<TOTPAuthenticator>] {
    try await rig.store.read("test") {
      try $0.totpAuthenticators(of: account).filter(\.isActive).map(\.id)
    }
  }

  @Test("DEC-4, PAS-3: undoing a change of factors keeps the passkeys of before, and no later one")
  func factors() async throws {
    let ann = try await member()
    let account = try #require(ann.session.account)
    let before = try await addPasskey(1, to: ann)
    _ = try await rig.addTOTP(ann)
    let since = try await addPasskey(2, to: ann)
    #expect(try await Set(credentials(account)) == [before, since])
    try await undo(.factorChanged)
    #expect(try await credentials(account) == [before])
    #expect(try await apps(account).isEmpty)
  }

  @Test("DEC-4, MFA-8: undoing a passkey keeps the authenticator app of before, and no later one")
  func passkeys() async throws {
    let ann = try await member()
    let account = try #require(ann.session.account)
    let before = try await rig.addTOTP(ann)
    _ = try await addPasskey(1, to: ann)
    let since = try await rig.addTOTP(ann)
    #expect(try await Set(apps(account)) == [before, since])
    try await undo(.identifierChanged)
    #expect(try await apps(account) == [before])
    #expect(try await credentials(account).isEmpty)
  }
}
