import IdentityDomain
import IdentityStoreContract
import IdentityTestSupport
import Testing

@Suite("The country that a session is used from")
struct SessionCountryTests {
  private let address = "ann@example.com"
  private let password = "staple battery"

  private func signIn(_ rig: Rig, from country: String?) async throws -> TokenGrant {
    try await rig.member(address, password: password)
    var caller = rig.caller("k")
    caller.country = country
    return try await rig.service.passwords.login(
      userName: address, password: password, caller: caller)
  }

  private func countries(
    _ rig: Rig, _ grant: TokenGrant, from country: String?
  ) async throws -> [String?] {
    let call = rig.call(grant)
    var caller = call.caller
    caller.country = country
    return try await rig.service.sessions.list(
      SessionCall(claims: call.claims, crumb: call.crumb, caller: caller)
    ).map(\.country)
  }

  @Test("CTR-7: the country is that of the sign-in, and then that of the last use, if it is known")
  func lastUse() async throws {
    let rig = Rig()
    let grant = try await signIn(rig, from: "DE")
    #expect(
      try await countries(rig, grant, from: "MX") == ["DE"], "within a minute nothing is written")
    rig.clock.advance(.minutes(2))
    _ = try await countries(rig, grant, from: "MX")
    #expect(try await countries(rig, grant, from: "MX") == ["MX"])
    rig.clock.advance(.minutes(2))
    _ = try await countries(rig, grant, from: nil)
    #expect(try await countries(rig, grant, from: nil) == [nil])
  }

  @Test("CTR-7: a refresh counts as a use, a refused one does not")
  func refresh() async throws {
    let rig = Rig()
    let grant = try await signIn(rig, from: "DE")
    let token = try #require(grant.refreshToken)
    var thief = rig.caller("other")
    thief.country = "XX"
    await #expect(throws: IdentityFailure.proofRequired) {
      try await rig.service.sessions.refresh(token, caller: thief)
    }
    #expect(try await countries(rig, grant, from: "DE") == ["DE"])
    var caller = rig.caller("k")
    caller.country = "MX"
    let next = try await rig.service.sessions.refresh(token, caller: caller)
    #expect(try await countries(rig, next, from: "DE") == ["MX"])
  }
}
