import IdentityAPI
import IdentityDomain
import IdentityHTTP
import IdentityStoreContract
import IdentityTestSupport
import Testing

@Suite("Through the API, a user signs in to a market")
struct MarketStoryTests {
  @Test(
    "MKT-5: the markets, with the nearest marked; the position is never stored")
  func markets() async throws {
    let rig = Rig()
    let client = Client(rig)
    let plain = try await client.call("getMarkets")
    #expect(plain.names() == ["markets"] && plain.status == 200)
    #expect(plain.text("markets.0.mkt_handle") == "MX,CMX")
    #expect(plain.text("markets.0.state") == "Ciudad de México")
    #expect(plain.value("markets.1.open") as? Bool == false)
    // In Guadalajara the nearest market is closed.
    let near = try await client.call(
      "getMarkets", ["latitude": "20.6597", "longitude": "-103.3496"])
    #expect(near.text("nearest") == "MX,JAL" && near.text("preselected") == "MX,CMX")
    #expect(!near.body.contains("20.6") && !near.body.contains("103.3"))
    #expect(await rig.store.takeJournal().isEmpty)
    for (form, field) in [
      (["latitude": "20"], "longitude"), (["longitude": "20"], "latitude"),
      (["latitude": "91", "longitude": "0"], "latitude"),
      (["latitude": "0", "longitude": "180.5"], "longitude"),
    ] {
      let refused = await refusal { try await client.call("getMarkets", form) }
      #expect(refused == Refusal(.malformed, field: field))
    }
  }

  @Test("MKT-6, MKT-8, MKT-10: registered, confirmed, signed in, and home", arguments: [nil, "k"])
  func home(key: String?) async throws {
    let rig = Rig()
    let client = Client(rig, key: key)
    try await client.joinMarket()
    let reply = try await client.enter()
    #expect(reply.status == 200 && reply.text("mkt_handle") == "MX,CMX")
    #expect(reply.value("must_set_password") as? Bool == false)
    let profile = try await client.call("getProfile")
    #expect(profile.text("first_name") == "Ann" && profile.text("last_name") == "Lee")
    #expect(profile.text("name") == "Ann Lee" && profile.text("mode") == "worker")
    #expect(profile.text("mkt_handle") == "MX,CMX")
    #expect(profile.text("mobile") == "+4915112345678")
    #expect(profile.value("mobile_verified") as? Bool == false)
    #expect(profile.text("verification_status") == "unverified")

    let begun = try await client.call(
      "beginIdentifier", ["identifier": "+4915112345678", "password": "staple battery"])
    try await client.call(
      "verifyIdentifier",
      [
        "token": try #require(begun.text("token")),
        "verification_code": try await client.code(to: "+4915112345678"),
      ])
    let verified = try await client.call("getProfile")
    #expect(verified.text("verification_status") == "verified")
    #expect(verified.value("mobile_verified") as? Bool == true)
    // Now the number signs in as well.
    #expect(try await client.enter("DE,BE", "+4915112345678").text("mkt_handle") == "DE,BE")
  }

  @Test("MKT-6: each invalid field of the form is named, and nothing is stored")
  func form() async throws {
    let rig = Rig()
    let client = Client(rig)
    for (field, values) in [
      "first_name": [" ", String(repeating: "a", count: 128)], "last_name": [" "],
      "mobile": ["015112345678", "+", "+49", "0049151", "+4915112345678901"],
      "email": ["ann", "ann@", "änn@example.com"], "mode": ["admin", "Worker"],
    ] {
      for value in values where value != "+49" {
        var form = Client.newUser()
        form[field] = value
        let refused = await refusal { try await client.call("newUser", form) }
        #expect(
          refused == Refusal(.malformed(field: field))
            || refused
              == Refusal(.malformed, field: field),
          "\(field) \(value)")
      }
    }
    for (password, weakness) in [
      ("short", PasswordWeakness.tooShort), ("password1", .common),
      ("ann@example.com", .ownWords),
    ] {
      var form = Client.newUser()
      form["password"] = password
      #expect(
        await refusal { try await client.call("newUser", form) }
          == Refusal(.weakPassword(weakness)))
    }
    #expect(await rig.store.writes() == [])
  }

  @Test("DUPLICATE is disclosed only if the server is set to")
  func duplicate() async throws {
    for disclose in [false, true] {
      let rig = Rig { $0.disclosesTaken = disclose }
      try await Client(rig).joinMarket()
      let refused = await refusal {
        try await Client(rig, key: "other").call("newUser", Client.newUser())
      }
      #expect(refused == (disclose ? Refusal(.userExists, field: "email") : nil))
    }
  }

  @Test("MKTHANDLE, NOMKT, NONE and INVALID, BLOCKED: each refusal has its code")
  func codes() async throws {
    let rig = Rig()
    let client = Client(rig, key: "k")
    try await client.joinMarket()
    func code(
      _ market: String, _ password: String, _ userName: String = "ann@example.com"
    ) async -> String? {
      do {
        try await client.enter(market, userName, password)
        return nil
      } catch {
        return FailureAnswer(error, at: rig.clock.now()).body.code
      }
    }
    for password in ["staple battery", "wrong"] {
      #expect(await code("MX,NLE", password) == "market_unknown")
      #expect(await code("MX,JAL", password) == "market_closed")
      #expect(await code("MX,JAL", password, "nobody@example.com") == "market_closed")
    }
    #expect(await code("MX,CMX", "wrong") == "wrong_credentials")
    #expect(await code("MX,CMX", "staple battery", "nobody@example.com") == "wrong_credentials")
    try await rig.store.transaction("block") { tables in
      let address = try #require(EmailAddress("ann@example.com"))
      let owner = try #require(try tables.binding(of: .email(address))?.account)
      var account = try #require(try tables.account(owner))
      account.isBlocked = true
      try tables.put(account)
    }
    #expect(await code("MX,CMX", "staple battery") == "account_blocked")
    #expect(await code("MX,CMX", "wrong") == "wrong_credentials")
  }

  @Test("An unconfirmed account is disclosed only after the right password, and the code is resent")
  func notConfirmed() async throws {
    let rig = Rig()
    let client = Client(rig)
    try await client.call("newUser", Client.newUser())
    rig.clock.advance(.minutes(2))
    let before = await rig.messages().count
    #expect(
      await refusal { try await client.enter("MX,CMX", "ann@example.com", "wrong") }
        == Refusal(.wrongCredentials))
    #expect(await refusal { try await client.enter() } == Refusal(.notConfirmed))
    #expect(await rig.messages().count == before + 1)
  }

  @Test(
    "EXPIRED: a session survives up to 180 minutes of inactivity, sliding, written once a minute")
  func sliding() async throws {
    let rig = Rig()
    let client = Client(rig)
    try await client.joinMarket()
    try await client.enter()
    client.keepsAccessToken()
    for _ in 0..<5 {
      rig.clock.advance(.minutes(179))
      try await client.call("getProfile")
    }
    // Within a minute reading writes nothing; after it, once.
    _ = await rig.store.writes()
    rig.clock.advance(.seconds(59))
    try await client.call("getProfile")
    #expect(await rig.store.writes() == [])
    rig.clock.advance(.seconds(1))
    for _ in 0..<3 { try await client.call("getProfile") }
    #expect(await rig.store.writes().count == 1)

    rig.clock.advance(.minutes(180) - .milliseconds(1))
    try await client.call("getProfile")
    rig.clock.advance(.minutes(180))
    for operation in ["getProfile", "getUser", "getSessions"] {
      #expect(
        await refusal { try await client.call(operation) }
          == Refusal(.sessionExpired(.idleTimeout)), "\(operation)")
    }
    let answer = FailureAnswer(IdentityFailure.sessionExpired(.idleTimeout), at: rig.clock.now())
    #expect(answer.body.code == "session_expired" && answer.body.cause?.rawValue == "idle_timeout")
    // Signing out of an ended session succeeds.
    #expect(try await client.call("logout").status == 200)
  }

  @Test("A login ends the account's earlier session in a market, and no other session")
  func single() async throws {
    let rig = Rig()
    let first = Client(rig, key: "first")
    try await first.joinMarket()
    try await Client(rig, key: "stranger").joinMarket(
      email: "bob@example.com", mobile: "+4915100000000", mode: "client")
    let app = Client(rig, key: "app")
    try await app.signIn("ann@example.com", "staple battery")
    let stranger = Client(rig, key: "stranger")
    try await stranger.enter("MX,CMX", "bob@example.com")
    try await first.enter()
    let second = Client(rig)
    try await second.enter("DE,BE")
    #expect(
      await refusal { try await first.call("getProfile") }
        == Refusal(.sessionExpired(.replaced)))
    #expect(
      await refusal {
        try await first.call("refreshSession", ["refreshtoken": first.refreshToken ?? ""])
      } == Refusal(.refreshTokenInvalid(.replaced)))
    #expect(try await second.call("getProfile").text("mkt_handle") == "DE,BE")
    #expect(try await app.call("getUser").status == 200)
    #expect(try await stranger.call("getProfile").text("mode") == "client")
    let ends = try await second.call("getSignOuts")
    #expect(ends.text("sign_outs.0.cause") == "replaced")
  }

  @Test("A login whose response was lost is one session when repeated")
  func once() async throws {
    let rig = Rig()
    let client = Client(rig, key: "k")
    try await client.joinMarket()
    func tap(_ market: String) async throws -> Reply {
      let form =
        #"{"user_name":"ann@example.com","password":"staple battery","mkt_handle":"\#(market)"}"#
      return try await client.call("doLogin", body: form.utf8, intent: "tap")
    }
    let first = try await tap("MX,CMX")
    let second = try await tap("MX,CMX")
    #expect(first.text("sessionId") == second.text("sessionId"))
    #expect(first.text("refreshtoken") == second.text("refreshtoken"))
    #expect(await refusal { try await tap("DE,BE") } == Refusal(.idempotencyBodyDiffers))
  }
}
