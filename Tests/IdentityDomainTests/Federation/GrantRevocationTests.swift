import IdentityDomain
import IdentityStoreContract
import IdentityTestSupport
import Testing

@Suite("Ending grants at providers, and accounts that have no address")
struct GrantRevocationTests {
  private static let address = "ann@example.com"

  private func grant(
    _ rig: Rig, _ email: String? = nil, key: String = "phone"
  ) async throws -> TokenGrant {
    try FederatedSignInTests.grant(
      try await rig.federated(
        try rig.assertion("1", email, refreshToken: "refresh-1"), key: key))
  }

  private func rows(_ rig: Rig) async -> [OutboxRow] {
    await rig.store.snapshot.outbox.filter { $0.message.template == .grantRevocation }
  }

  @Test("FED-9: deleting an account ends its grant, by a sealed row that is due at once")
  func deletion() async throws {
    let rig = Rig()
    let grant = try await grant(rig, Self.address)
    _ = try await rig.service.account.beginDeletion(rig.call(grant))
    try await rig.service.account.completeDeletion(
      code: try await rig.code(to: Self.address), rig.call(grant))
    let row = try #require(await rows(rig).first)
    let subject = try rig.assertion("1").subject
    #expect(
      row.message.recipient
        == .provider(ProviderAddress(provider: try #require(ProviderID("mail")), subject: subject)))
    #expect(MadeUpSealing.open(row.message) == "refresh-1")
    #expect(row.dueAt <= rig.clock.now())
    #expect(row.message.expiresAt == rig.clock.now() + SecurityRules.revocationLifetime)
    #expect(await rig.store.snapshot.federatedIdentities.isEmpty)
  }

  @Test("A provider without revocation gets no row")
  func nothingToTell() async throws {
    let rig = Rig()
    let grant = try FederatedSignInTests.grant(
      try await rig.federated(try rig.assertion("1", Self.address), key: "phone"))
    _ = try await rig.service.account.beginDeletion(rig.call(grant))
    try await rig.service.account.completeDeletion(
      code: try await rig.code(to: Self.address), rig.call(grant))
    #expect(await rows(rig).isEmpty)
  }

  @Test("FED-9, DEC-4: a removed provider's grant ends when the removal can no longer be undone")
  func removal() async throws {
    let rig = Rig()
    let service = rig.service
    let grant = try await grant(rig, Self.address)
    let linked = try #require(try await service.federation.linked(rig.call(grant)).first)
    try await service.federation.remove(linked.reference.text, rig.call(grant))
    let row = try #require(await rows(rig).first)
    #expect(row.dueAt == rig.clock.now() + SecurityRules.undoLifetime)
    #expect(row.message.expiresAt == row.dueAt + SecurityRules.revocationLifetime)
    // Deleted meanwhile, the account leaves that row, which is due as before.
    rig.clock.advance(.minutes(2))
    _ = try await service.account.beginDeletion(rig.call(grant))
    try await service.account.completeDeletion(
      code: try await rig.code(to: Self.address), rig.call(grant))
    #expect(await rows(rig).map(\.dueAt) == [row.dueAt])
  }

  @Test("DEC-4: undoing a link ends the linked provider's grant at once")
  func undo() async throws {
    let rig = Rig()
    let service = rig.service
    try await rig.member(Self.address, password: "a good long password", key: "phone")
    let trip = try await rig.trip(
      try rig.assertion("1", Self.address, refreshToken: "refresh-1"), key: "phone")
    let (challenge, _) = try FederatedSignInTests.challenge(
      try await service.federation.complete(
        token: trip.token, trip.returned, caller: rig.caller("phone")))
    _ = try await service.federation.verify(
      token: trip.token, verification: challenge.verificationToken,
      code: try await rig.code(to: Self.address), caller: rig.caller("phone"))
    let notice = await rig.messages().last { $0.template == .identifierChanged }
    let undo = try #require(notice.flatMap { MadeUpSealing.open($0) })
    try await service.account.undoIdentifierChange(Secret(undo), caller: rig.caller(nil))
    let row = try #require(await rows(rig).first)
    #expect(MadeUpSealing.open(row.message) == "refresh-1" && row.dueAt <= rig.clock.now())
  }

  // MARK: Without an address

  @Test("ACC-9, DEC-3: an account without an address is deleted after a fresh provider sign-in")
  func withoutAddress() async throws {
    let rig = Rig()
    let service = rig.service
    let first = try await grant(rig)
    // There is nothing that a code could be sent to.
    await #expect(throws: IdentityFailure.notFound) {
      try await service.account.beginDeletion(rig.call(first))
    }
    rig.clock.advance(SecurityRules.proofLifetime)
    await #expect(
      throws: IdentityFailure.insufficientAuthentication(
        ProofNeed(level: .one, maxAgeSeconds: 600))
    ) {
      try await service.account.completeDeletion(rig.call(first))
    }
    #expect(await rig.store.snapshot.accounts.count == 1)
    let again = try await grant(rig)
    try await service.account.completeDeletion(rig.call(again))
    let tables = await rig.store.snapshot
    #expect(tables.accounts.isEmpty && tables.federatedIdentities.isEmpty)
    #expect(await rows(rig).count == 1)
    await #expect(throws: IdentityFailure.unauthorized(.accountDeleted)) {
      try await service.account.profile(rig.call(again))
    }
  }

  @Test("Attack: without its code no account with an address is deleted, however fresh the sign-in")
  func needsCode() async throws {
    let rig = Rig()
    let grant = try await grant(rig, Self.address)
    await #expect(throws: IdentityFailure.malformed(field: "verification_code")) {
      try await rig.service.account.completeDeletion(rig.call(grant))
    }
    #expect(await rig.store.snapshot.accounts.count == 1)
  }

  @Test("Attack: a provider that was linked a moment ago deletes nothing (DEC-3)")
  func linkedSince() async throws {
    let rig = Rig()
    let service = rig.service
    let owner = try await grant(rig)
    rig.clock.advance(.minutes(2))
    let begun = try await service.federation.beginLinking(
      at: "other", returnURL: Rig.returnURL, rig.call(owner))
    rig.providers.set("c", .success(try rig.assertion("2", at: "other")))
    let returned = try rig.returned(
      try await service.federation.receive(
        ProviderResponse(code: Secret("c")), state: begun.state.exposed, at: "other",
        caller: rig.caller(nil)))
    try await service.federation.completeLinking(token: begun.token, returned, rig.call(owner))
    let other = try FederatedSignInTests.grant(
      try await rig.federated(try rig.assertion("2", at: "other"), at: "other", key: "tablet"))
    await #expect(throws: IdentityFailure.self) {
      try await service.account.completeDeletion(rig.call(other))
    }
    // After a week it is as good as the first.
    rig.clock.advance(SecurityRules.newIdentifierWait)
    let later = try FederatedSignInTests.grant(
      try await rig.federated(try rig.assertion("2", at: "other"), at: "other", key: "tablet"))
    try await service.account.completeDeletion(rig.call(later))
    #expect(await rig.store.snapshot.accounts.isEmpty)
  }

  // MARK: Notices

  @Test(
    "FED-9: a notice that removes the last way in ends every session; new consent reopens the account"
  )
  func lastWayIn() async throws {
    let rig = Rig()
    let service = rig.service
    let first = try await grant(rig)
    let owner = try #require(first.session.account)
    // A second session, opened by a provider that was removed since.
    let begun = try await service.federation.beginLinking(
      at: "other", returnURL: Rig.returnURL, rig.call(first))
    rig.providers.set("c", .success(try rig.assertion("2", at: "other")))
    let returned = try rig.returned(
      try await service.federation.receive(
        ProviderResponse(code: Secret("c")), state: begun.state.exposed, at: "other",
        caller: rig.caller(nil)))
    try await service.federation.completeLinking(token: begun.token, returned, rig.call(first))
    let second = try FederatedSignInTests.grant(
      try await rig.federated(try rig.assertion("2", at: "other"), at: "other", key: "tablet"))
    let linked = try #require(
      try await service.federation.linked(rig.call(first)).first {
        $0.identity.provider.text == "other"
      })
    try await service.federation.remove(linked.reference.text, rig.call(first))
    try await service.federation.obey(Array("1".utf8), from: "mail", caller: rig.caller(nil))
    for grant in [first, second] {
      await #expect(throws: IdentityFailure.unauthorized(.providerRevoked)) {
        try await service.account.profile(rig.call(grant))
      }
    }
    // Nobody gets in by what is left: not by the removed one, which is a new account's now.
    let stranger = try FederatedSignInTests.account(
      of: try await rig.federated(
        try rig.assertion("2", at: "other"), at: "other", key: "tablet"))
    #expect(stranger != owner)
    let back = try await grant(rig)
    #expect(back.session.account == owner)
    _ = try await service.account.profile(rig.call(back))
  }

  @Test(
    "FED-9: a relay address is not a separate way in: it forwards only as long as the grant lasts")
  func relay() async throws {
    let rig = Rig()
    let service = rig.service
    let trip = try await rig.trip(
      try rig.assertion("1", "x1@privaterelay.appleid.com", at: "other"), at: "other", key: "phone")
    let (challenge, _) = try FederatedSignInTests.challenge(
      try await service.federation.complete(
        token: trip.token, trip.returned, caller: rig.caller("phone")))
    let grant = try FederatedSignInTests.grant(
      try await service.federation.verify(
        token: trip.token, verification: challenge.verificationToken,
        code: try await rig.code(to: "x1@privaterelay.appleid.com"), caller: rig.caller("phone")))
    let only = try #require(try await service.federation.linked(rig.call(grant)).first)
    #expect(!only.canBeRemoved)
    await #expect(throws: IdentityFailure.lastWayIn) {
      try await service.federation.remove(only.reference.text, rig.call(grant))
    }
  }
}
