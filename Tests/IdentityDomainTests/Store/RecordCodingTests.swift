import Foundation
import IdentityDomain
import IdentityTestSupport
import IdentityStoreContract
import Testing

@Suite("What is stored reads back as it was")
struct RecordCodingTests {
  private let now = Timestamp(milliseconds: 1_700_000_000_123)

  private func requireSame<Value: Codable & Equatable>(_ value: Value) throws {
    let bytes = try JSONEncoder().encode(value)
    #expect(try JSONDecoder().decode(Value.self, from: bytes) == value)
  }

  @Test("Sessions of every kind, holder and end")
  func sessions() throws {
    let key = KeyThumbprint("key")
    let holders: [Session.Holder] = [.account(ID("a")), .installation(ID("i"))]
    for kind in [SessionKind.bound(key), .cookie(key), .compat] {
      for holder in holders {
        for cause in [SignOutCause?.none] + SignOutCause.allCases.map({ $0 }) {
          var family = TokenFamily(kind: kind, openedAt: now, derivationKey: KeyID("k"))
          _ = family.refresh(
            RefreshAttempt(
              generation: 0, proof: .fresh(key), now: now + .hours(1), newKey: KeyID("k2")))
          if let cause { family.revoke(cause, at: now + .hours(2)) }
          try requireSame(
            Session(
              id: ID("s"), holder: holder, scope: .full, authenticatedAt: now,
              methods: [.password, .key],
              client: ClientDescription(name: "n", platform: "p", appVersion: "1"),
              family: family))
        }
      }
    }
  }

  @Test("Answers of settled intents, refusals with their values among them")
  func answers() throws {
    let answers: [SettledAnswer] = [
      .done, .session(ID("s")), .challenge(ID("c")), .registration(ID("r")),
      .refused(.wrongCode(triesLeft: 3)), .refused(.limited(until: now)),
      .refused(.weakPassword(.common)), .refused(.refreshTokenInvalid(.refreshTokenReuse)),
      .refused(.unauthorized(nil)), .refused(.malformed(field: "f")),
    ]
    for answer in answers { try requireSame(answer) }
  }

  @Test("Everything that a busy service left behind")
  func everything() async throws {
    let rig = Rig()
    try await rig.member("ann@example.com", password: "staple battery", key: "k")
    _ = try await rig.service.registration.register(
      userName: "bob@example.com", password: "staple battery", caller: rig.caller("k"))
    let grant = try await rig.phoneMember("+4915112345678", key: "k")
    _ = try await rig.service.account.changeProfile(
      ProfileChange(name: "Zoë", email: "zoe@example.com"), rig.call(grant))
    let owner = try #require(grant.session.account)
    let phone = try #require(PhoneNumber(e164: "+4915112345678", region: "DE"))
    let address = try #require(EmailAddress("bob@example.com"))
    let rows = try await rig.store.transaction("read") { tables in
      (
        account: try tables.account(owner), bindings: try tables.bindings(of: owner),
        devices: try tables.devices(of: owner), trust: try tables.trust(in: phone),
        pending: try tables.registrations(for: .email(address)),
        messages: try tables.outboxMessages(most: 100)
      )
    }
    try requireSame(rows.account)
    try requireSame(rows.bindings)
    try requireSame(rows.devices)
    try requireSame(rows.trust)
    try requireSame(rows.pending)
    try requireSame(rows.messages)
    #expect(rows.pending.count == 1 && rows.trust != nil && rows.devices.count == 1)
  }
}
