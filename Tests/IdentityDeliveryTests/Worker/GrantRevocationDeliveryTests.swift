import IdentityDelivery
import IdentityDomain
import IdentityStoreContract
import IdentityTestSupport
import Testing

@Suite("Grants that end at providers, through the outbox")
struct GrantRevocationDeliveryTests {
  private func address() throws -> ProviderAddress {
    ProviderAddress(
      provider: try #require(ProviderID("apple")),
      subject: try #require(FederatedSubject(issuer: "https://apple.example", subject: "1")))
  }

  private func row(
    _ office: Office, _ template: MessageTemplate = .grantRevocation, context: String = "1"
  ) throws -> OutboxMessage {
    let now = office.clock.now()
    return OutboxMessage(
      id: ID("1"), recipient: .provider(try address()), template: template, language: "en",
      sealedSecret: try BoundSealing().seal(
        Array("client token".utf8), nonce: [], context: context),
      expiresAt: now + SecurityRules.revocationLifetime, createdAt: now)
  }

  @Test("FED-9: the provider gets the token and nothing else, and is asked again until it answers")
  func retried() async throws {
    let office = try Office(
      ScriptedSender { _, tries in
        tries < 3 ? .retryable(.recipient, .unreachable, after: nil) : nil
      })
    try await office.write(try row(office))
    for _ in 0..<3 {
      try await office.step()
      office.clock.advance(.hours(1))
    }
    let sent = try #require(office.sender.messages.first)
    #expect(office.sender.tried == ["apple", "apple", "apple"])
    #expect(sent.channel == .provider && sent.body.exposed == "client token")
    #expect(sent.subject == nil && sent.code == nil)
    #expect(try await office.left == [])
    #expect(try await office.letters.isEmpty)
  }

  @Test(
    "A revocation that is refused for good, or cannot be decrypted, becomes a dead letter without the token"
  )
  func dead() async throws {
    let refused = try Office(ScriptedSender { _, _ in .permanent(.rejected) })
    try await refused.write(try row(refused))
    try await refused.step()
    #expect(try await refused.letters.map(\.reason) == [.rejected])
    for (template, context, reason) in [
      (.grantRevocation, "2", .secretUnopened), (.newDevice, "1", .noText),
    ] as [(MessageTemplate, String, DeadLetter.Reason)] {
      let office = try Office()
      try await office.write(try row(office, template, context: context))
      try await office.step()
      #expect(office.sender.tried.isEmpty)
      #expect(try await office.letters.map(\.reason) == [reason])
    }
    let late = try Office(
      ScriptedSender { _, _ in .retryable(.recipient, .unreachable, after: nil) })
    try await late.write(try row(late))
    late.clock.advance(SecurityRules.revocationLifetime)
    try await late.step()
    #expect(try await late.letters.map(\.reason) == [.expired])
  }

  @Test("A grant that is in use again is not ended: its row is removed, and no dead letter is kept")
  func moot() async throws {
    let office = try Office()
    try await office.write(try row(office))
    let subject = try address().subject
    let identity = FederatedIdentity(
      subject: subject, account: ID("a"), provider: try address().provider,
      linkedAt: office.clock.now())
    try await office.store.transaction("link") { try $0.put(identity) }
    try await office.step()
    #expect(office.sender.tried.isEmpty)
    #expect(try await office.left == [])
    #expect(try await office.letters.isEmpty)
    #expect(office.reports.outcomes == [.suppressed])
  }
}
