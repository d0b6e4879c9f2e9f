import IdentityDelivery
import IdentityDomain
import IdentityStoreContract
import IdentityTestSupport
import Testing

@Suite("What delivery reveals about users")
struct DeliverySecretsTests {
  private static let canaries = ["canary", "730194", "493055501"]

  private func expectHidden(_ values: Any..., at location: SourceLocation = #_sourceLocation) {
    for value in values {
      var text = String(describing: value) + String(reflecting: value)
      dump(value, to: &text)
      for canary in Self.canaries {
        #expect(!text.contains(canary), "\(canary)", sourceLocation: location)
      }
    }
  }

  @Test("SEC Secrets: no event, failure, message or state shows an address, a number or a code")
  func hidden() async throws {
    let failures: [SendFailure?] = [
      nil, .permanent(.rejected), .retryable(.recipient, .unreachable, after: .seconds(3)),
      .retryable(.channel, .misconfigured, after: nil),
    ]
    for failure in failures {
      let office = try Office(ScriptedSender { _, _ in failure })
      try await office.write(
        office.message("1", to: "canary@example.com", code: "730194"),
        office.message("2", to: "+4930555010", .phoneCode, code: "730194"),
        office.message("3", to: "canary2@example.com", code: "canary"),
        office.message("4", to: "canary3@example.com", .suppressed))
      // Sealed for another message: the error of the sealing carries what it was given.
      let other = try office.message("5", to: "canary4@example.com", code: "730194")
      try await office.write(
        OutboxMessage(
          id: ID("6"), recipient: other.recipient, template: other.template, language: "canary",
          sealedSecret: other.sealedSecret, expiresAt: other.expiresAt,
          createdAt: other.createdAt))
      await office.store.fail("outbox.settle")
      try await office.step()
      await office.store.fail("outbox.settle", false)
      office.clock.advance(SecurityRules.deliveryLease)
      try await office.step()
      #expect(office.reports.all.count >= 3)
      expectHidden(office.reports.all, office.sender.messages, failure as Any, office.worker)
    }
  }

  @Test("SEC Secrets at rest: sent, expired or dead, a secret is no longer in any row")
  func erased() async throws {
    let code = "730194"
    let stored = Array(code.utf8).map(String.init).joined(separator: ", ")
    let failures: [SendFailure?] = [
      nil, .permanent(.rejected), .gone(since: nil), .retryable(.recipient, .timedOut, after: nil),
      .retryable(.channel, .timedOut, after: nil),
    ]
    for failure in failures {
      let office = try Office(ScriptedSender { _, _ in failure })
      try await office.write(office.message("1", to: "a@example.com", code: code))
      #expect(await office.store.dump().contains(stored), "the search finds what is there")
      try await office.step()
      office.clock.advance(.minutes(10))
      try await office.step()
      let dump = await office.store.dump()
      #expect(!dump.contains(stored) && !dump.contains(code))
      #expect(try await office.letters.count == (failure == nil ? 0 : 1))
      #expect(try await office.left == [])
    }
  }

  @Test("The inbox and its contents reveal nothing unasked")
  func inbox() async throws {
    let office = try Office()
    let inbox = DevelopmentInbox(clock: office.clock)
    let sent = try Office.renderer(host: "id.example.com").render(
      office.message("1", to: "canary@example.com"), secret: Array("730194".utf8),
      at: office.clock.now())
    try await inbox.send(sent)
    expectHidden(sent, inbox, inbox.newest())
    #expect(inbox.newest().first?.code?.exposed == "730194")
    #expect(inbox.newest().first?.recipient.exposed == "canary@example.com")
  }

  @Test("Every failure and reason can be logged as it is")
  func failures() {
    expectHidden(
      DeadMessage.secretUnopened, DeadMessage.secretMalformed, SendFailure.permanent(.rejected),
      DeliverySettings.Refusal.self)
    let refusal = #expect(throws: DeliverySettings.Refusal.self) {
      try DeliverySettings(service: "canary\n", codeHost: nil)
    }
    expectHidden(refusal as Any)
  }
}
