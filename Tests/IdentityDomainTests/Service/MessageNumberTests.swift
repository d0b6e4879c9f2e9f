import IdentityDomain
import IdentityStoreContract
import IdentityTestSupport
import Testing

@Suite("Numbers that cannot receive messages")
struct MessageNumberTests {
  /// Toll-free, so the rig's numbers say that it takes no messages.
  private let landline = "+4980012345678"

  @Test("Attack: codes to a landline, by every way that sends one, cost and leave nothing")
  func refused() async throws {
    let rig = Rig()
    try await rig.member("ann@example.com", password: "staple battery")
    let grant = try await rig.service.passwords.login(
      userName: "ann@example.com", password: "staple battery", caller: rig.caller("k"))
    let messages = await rig.messages().count
    _ = await rig.store.takeJournal()
    let service = rig.service
    let ways: [(String, () async throws -> Void)] = [
      (
        "register",
        {
          _ = try await service.registration.register(
            userName: landline, password: "staple battery", caller: rig.caller("k"))
        }
      ),
      (
        "login by code",
        { _ = try await service.loginCodes.begin(userName: landline, caller: rig.caller("k")) }
      ),
      (
        "reset",
        { _ = try await service.recovery.begin(userName: landline, caller: rig.caller("k")) }
      ),
      (
        "phone",
        {
          _ = try await service.phones.begin(
            number: landline, region: nil, caller: rig.caller("k"))
        }
      ),
      (
        "identifier",
        { _ = try await service.account.beginVerification(of: landline, rig.call(grant)) }
      ),
    ]
    for (name, way) in ways {
      await #expect(throws: IdentityFailure.phoneNumberInvalid, "\(name)") { try await way() }
    }
    #expect(await rig.store.takeJournal().isEmpty)
    #expect(await rig.messages().count == messages)
  }

  @Test("An account that has such a number signs in with it by password")
  func kept() async throws {
    let rig = Rig()
    try await rig.member("ann@example.com", password: "staple battery")
    let grant = try await rig.service.passwords.login(
      userName: "ann@example.com", password: "staple battery", caller: rig.caller("k"))
    let account = try #require(grant.session.account)
    let number = try #require(PhoneNumber(e164: landline, region: "DE"))
    let now = rig.clock.now()
    try await rig.store.transaction("test") {
      try $0.put(
        IdentifierBinding(identifier: .phone(number), account: account, verifiedAt: now))
    }
    let again = try await rig.service.passwords.login(
      userName: landline, password: "staple battery", caller: rig.caller("k"))
    #expect(again.session.account == account)
  }
}
