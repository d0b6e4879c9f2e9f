import IdentityDomain
import IdentityStoreContract
import IdentityTestSupport
import Testing

@Suite("The language of an account")
struct AccountLanguageTests {
  private let address = "ann@example.com"
  private let password = "staple battery"

  /// Signs in from a device in this language.
  private func signIn(_ rig: Rig, _ language: String, network: String = "net") async throws
    -> TokenGrant
  {
    rig.clock.advance(.minutes(2))
    var caller = rig.caller("own", network: network)
    caller.language = language
    return try await rig.service.passwords.login(
      userName: address, password: password, caller: caller)
  }

  private func language(_ rig: Rig, _ grant: TokenGrant) async throws -> String? {
    try await rig.service.account.profile(rig.call(grant)).account.language
  }

  @Test("DEC-10: no sign-in changes a language that was chosen, and messages are in it")
  func chosen() async throws {
    let rig = Rig()
    try await rig.member(address, password: password, key: "own")
    let first = try await signIn(rig, "de-AT")
    // That of the registration.
    #expect(try await language(rig, first) == "en")
    let changed = try await rig.service.account.changeProfile(
      ProfileChange(language: "ar"), rig.call(first))
    #expect(changed.account.language == "ar")
    for other in ["de-AT", "fr", "en"] {
      #expect(try await language(rig, try await signIn(rig, other)) == "ar")
    }
    let before = await rig.messages().count
    var stranger = rig.caller(nil, network: "far")
    stranger.language = "de"
    _ = try await rig.service.recovery.begin(userName: address, caller: stranger)
    _ = try await rig.service.passwords.login(
      userName: address, password: password, caller: stranger)
    let sent = await rig.messages().dropFirst(before)
    #expect(Set(sent.map(\.template)).isSuperset(of: [.newSignIn]) && sent.count == 2)
    #expect(sent.allSatisfy { $0.language == "ar" })
  }

  @Test("A change of something else leaves the language as it is")
  func unchanged() async throws {
    let rig = Rig()
    try await rig.member(address, password: password, key: "own")
    let grant = try await signIn(rig, "en")
    for change in [ProfileChange(language: "de"), ProfileChange(name: "Ann")] {
      _ = try await rig.service.account.changeProfile(change, rig.call(grant))
      #expect(try await language(rig, grant) == "de")
    }
  }

  @Test(
    "A language without messages is refused by its field, and nothing is changed",
    arguments: ["", "fr", "DE", "de-AT", "de ", "de\n", "en,de", "*"])
  func refused(tag: String) async throws {
    let rig = Rig()
    try await rig.member(address, password: password, key: "own")
    let grant = try await signIn(rig, "en")
    let before = try await rig.service.account.profile(rig.call(grant)).account
    await #expect(throws: IdentityFailure.malformed(field: "language")) {
      try await rig.service.account.changeProfile(
        ProfileChange(name: "Ann", language: tag), rig.call(grant))
    }
    let after = try await rig.service.account.profile(rig.call(grant)).account
    #expect(after == before && after.language == "en" && after.profile.name == nil)
  }
}
