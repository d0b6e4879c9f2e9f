import IdentityAPI
import IdentityDomain
import IdentityHTTP
import IdentityStoreContract
import IdentityTestSupport
import Testing

@Suite("Through the API, a claim in a market is worth nothing")
struct MarketAttackTests {
  @Test("Pre-hijacking: a claimed mobile number belongs to no one, whoever comes first")
  func claimedMobile() async throws {
    let number = "+4915112345678"
    for attackerFirst in [true, false] {
      let rig = Rig()
      let attacker = Client(rig, key: "attacker", network: "attacker")
      let victim = Client(rig, key: "victim")
      func attack() async throws {
        try await attacker.joinMarket(email: "mallory@example.com", mobile: number)
        try await attacker.enter("MX,CMX", "mallory@example.com")
      }
      if attackerFirst { try await attack() }
      let begun = try await victim.call("GetUserRequest", ["phone_number": number])
      try await victim.call(
        "userVerification",
        [
          "token": try #require(begun.text("challenge.token")),
          "verification_code": try await victim.code(to: number),
        ])
      rig.clock.advance(.minutes(2))
      if !attackerFirst { try await attack() }
      let own = try await attacker.call("getProfile")
      let others = try await victim.call("getUser")
      #expect(own.text("user_id") != others.text("user_id"))
      #expect(own.value("mobile_verified") as? Bool == false)
      #expect(own.text("verification_status") == "unverified")
      #expect(others.value("name") == nil)
      // The claim finds no account: neither by password nor by a temporary one.
      #expect(
        await refusal { try await attacker.enter("MX,CMX", number) } == Refusal(.wrongCredentials))
      #expect(
        await refusal { try await attacker.call("getPassword", ["user_name": number]) }
          == Refusal(.malformed(field: "user_name")))
    }
  }

  @Test("Pre-hijacking: a stranger's newUser for an address leaves no trace on its owner's account")
  func claimedAddress() async throws {
    let rig = Rig()
    let attacker = Client(rig, key: "attacker", network: "attacker")
    var form = Client.newUser()
    form["password"] = "the attackers own"
    form["first_name"] = "Mallory"
    try await attacker.call("newUser", form)
    rig.clock.advance(.minutes(2))
    try await attacker.call("getPassword", ["user_name": "ann@example.com"])
    rig.clock.advance(.minutes(2))
    let victim = Client(rig, key: "victim")
    try await victim.joinMarket()
    try await victim.enter()
    #expect(try await victim.call("getProfile").text("first_name") == "Ann")
    #expect(
      await refusal { try await attacker.enter("MX,CMX", "ann@example.com", "the attackers own") }
        == Refusal(.wrongCredentials))
    #expect(try await victim.call("getProfile").status == 200)
  }
}
