import IdentityAPI
import IdentityDomain
import IdentityHTTP
import IdentityStoreContract
import IdentityTestSupport
import Synchronization
import Testing

@Suite("MKT-9: through the API, a temporary password")
struct MarketRecoveryStoryTests {
  private let ann = "ann@example.com"

  private func recovering(_ rig: Rig, _ client: Client) async throws -> String {
    try await client.call("getPassword", ["user_name": ann])
    return try await client.code(to: ann)
  }

  @Test(
    "It is mailed, works once as a password, opens a session that sets a new one, and then home",
    arguments: [nil, "k"])
  func whole(key: String?) async throws {
    let rig = Rig()
    let client = Client(rig, key: key)
    try await client.joinMarket()
    let other = Client(rig, key: "other")
    try await other.signIn(ann, "staple battery")
    let value = try await recovering(rig, client)
    #expect(await rig.messages().last?.template == .temporaryPassword)
    // The old one keeps working.
    #expect(try await Client(rig, key: "third").enter().status == 200)

    let restricted = try await client.enter("MX,CMX", ann, value.lowercased())
    #expect(restricted.value("must_set_password") as? Bool == true)
    #expect(
      await refusal { try await Client(rig, key: "third").enter("MX,CMX", ann, value) }
        == Refusal(.wrongCredentials), "it was used")
    #expect(try await Client(rig).signIn(ann, "staple battery").status == 200, "still")

    #expect(
      await refusal { try await client.call("setPassword", ["newpassword": "short"]) }
        == Refusal(.weakPassword, field: "newpassword"))
    let full = try await client.call("setPassword", ["newpassword": "paper lantern river"])
    #expect(full.status == 200 && full.value("must_set_password") as? Bool == false)
    #expect(try await client.call("getProfile").text("mkt_handle") == "MX,CMX")
    #expect(await rig.messages().contains { $0.template == .passwordChanged })
    #expect(
      await refusal { try await other.call("getUser") } == Refusal(.unauthorized(.passwordReset)))
    #expect(
      await refusal { try await Client(rig).enter() } == Refusal(.wrongCredentials))
    #expect(try await Client(rig).enter("MX,CMX", ann, "paper lantern river").status == 200)
  }

  @Test("Its session may do nothing else, and lives 15 minutes", arguments: [nil, "k"])
  func scope(key: String?) async throws {
    let rig = Rig()
    let client = Client(rig, key: key)
    try await client.joinMarket()
    try await client.enter("MX,CMX", ann, try await recovering(rig, client))
    let forms = Dictionary(
      Form.all.map { ($0.operation, $0.fields) }, uniquingKeysWith: { first, _ in first })
    for operation in APIOperation.all where operation.authentication == .accessToken {
      // It may set a password, and sign out.
      guard !["setPassword", "logout"].contains(operation.name) else { continue }
      let fields = forms[operation.name] ?? ["name": "x"]
      let refused = await refusal {
        try await client.call(operation.name, fields, path: ["id": "x", "key": "x"])
      }
      // What a passkey answers is read before its session is looked at.
      let isRead = ["addPasskey", "completePasskeyStepUp"].contains(operation.name)
      #expect(
        refused == Refusal(isRead ? .passkey(.malformed) : .insufficientScope),
        "\(operation.name)")
    }
    let launched = try await client.call(
      "launch",
      ["refreshtoken": client.refreshToken ?? "", "platform": "ios", "app_version": "1"])
    #expect(launched.value("user_data") == nil && launched.value("tokens") != nil)
    client.keepsAccessToken()
    rig.clock.advance(.minutes(15))
    let late = await refusal {
      try await client.call("setPassword", ["newpassword": "paper lantern river"])
    }
    #expect(late == Refusal(.sessionExpired(.absoluteTimeout)))
    #expect(try await Client(rig).enter().status == 200, "the old password stays")
  }

  @Test("Its tokens reveal nothing about the user, and it can sign out", arguments: [nil, "k"])
  func signsOut(key: String?) async throws {
    let rig = Rig()
    let client = Client(rig, key: key)
    try await client.joinMarket()
    let entered = try await client.enter("MX,CMX", ann, try await recovering(rig, client))
    #expect(entered.value("idtoken") == nil)
    #expect(try await client.call("logout").status == 200)
    let late = await refusal {
      try await client.call("setPassword", ["newpassword": "paper lantern river"])
    }
    #expect(late == Refusal(.sessionExpired(.logout)))
  }

  @Test(
    "CMP-8: after a lost response it is repeated, for the old session or the new one")
  func again() async throws {
    let rig = Rig()
    let client = Client(rig, key: "k")
    try await client.joinMarket()
    try await client.enter("MX,CMX", ann, try await recovering(rig, client))
    let asking = client.accessToken
    let new = ["newpassword": "paper lantern river"]
    let first = try await client.call("setPassword", new, intent: "i")
    let notices = await rig.messages().count
    let arrived = client.accessToken
    for token in [asking, arrived] {
      client.accessToken = token
      let repeated = try await client.call("setPassword", new, intent: "i")
      #expect(repeated.text("sessionId") == first.text("sessionId"))
      #expect(repeated.text("refreshtoken") == first.text("refreshtoken"))
    }
    #expect(await rig.messages().count == notices, "one notice")
    // Another intent has not been answered.
    client.accessToken = asking
    #expect(
      await refusal { try await client.call("setPassword", new, intent: "j") }
        == Refusal(.sessionExpired(.passwordReset)))
    client.accessToken = arrived
    #expect(
      await refusal { try await client.call("setPassword", new, intent: "j") }
        == Refusal(.insufficientScope))
    // Nor has another device's.
    let other = Client(rig, key: "other")
    try await other.enter("MX,CMX", ann, "paper lantern river")
    #expect(
      await refusal { try await other.call("setPassword", new, intent: "i") }
        == Refusal(.insufficientScope))
  }

  @Test("A full session sets no password without the old one")
  func fullSession() async throws {
    let rig = Rig()
    for market in [true, false] {
      let client = Client(rig, key: "k\(market)")
      if market {
        try await client.joinMarket()
        try await client.enter()
      } else {
        try await client.signIn(ann, "staple battery")
      }
      #expect(
        await refusal {
          try await client.call("setPassword", ["newpassword": "paper lantern river"])
        }
          == Refusal(.insufficientScope))
    }
    #expect(try await Client(rig).enter().status == 200)
  }

  @Test("A new value replaces the old one; after 15 minutes there is none")
  func newest() async throws {
    let rig = Rig()
    let client = Client(rig, key: "k")
    try await client.joinMarket()
    let first = try await recovering(rig, client)
    rig.clock.advance(.minutes(2))
    let second = try await recovering(rig, client)
    #expect(first != second)
    #expect(
      await refusal { try await client.enter("MX,CMX", ann, first) } == Refusal(.wrongCredentials))
    rig.clock.advance(.minutes(15))
    #expect(
      await refusal { try await client.enter("MX,CMX", ann, second) } == Refusal(.wrongCredentials))
  }

  @Test("DEC-7: guesses do not use it up, whatever their form, and it opens an exhausted budget")
  func guesses() async throws {
    let rig = Rig()
    let client = Client(rig, key: "k")
    try await client.joinMarket()
    try await client.enter()
    let guess = "0000-0000-0000-0000-0000"
    for wrong in ["wrong password", guess] {
      let value = try await recovering(rig, client)
      let stranger = Client(rig, key: "stranger-" + wrong)
      for _ in 0...SecurityRules.loginsByIdentifier.most {
        _ = await refusal { try await stranger.enter("MX,CMX", ann, wrong) }
      }
      let device = Client(rig, key: "new")
      #expect(await refusal { try await device.enter("MX,CMX", ann, value) } == nil)
      #expect(try await client.enter().status == 200)
      rig.clock.advance(.hours(1))
    }
  }

  @Test("A password set in another way invalidates the value")
  func otherWay() async throws {
    let rig = Rig()
    let client = Client(rig, key: "k")
    try await client.joinMarket()
    try await client.enter()
    let value = try await recovering(rig, client)
    rig.clock.advance(.minutes(2))
    try await client.call(
      "changePassword", ["password": "staple battery", "newpassword": "paper lantern river"])
    #expect(
      await refusal { try await Client(rig).enter("MX,CMX", ann, value) }
        == Refusal(.wrongCredentials))
  }

  @Test("Two logins with it at the same time are one session")
  func race() async throws {
    let rig = Rig()
    let client = Client(rig, key: "k")
    try await client.joinMarket()
    let value = try await recovering(rig, client)
    let (service, faster) = (rig.service, rig.caller("faster"))
    rig.hasher.state.withLock { state in
      state.meanwhile = { [ann] in
        _ = try await service.markets.login(
          userName: ann, password: value, market: "MX,CMX", caller: faster)
      }
    }
    #expect(
      await refusal { try await client.enter("MX,CMX", ann, value) } == Refusal(.wrongCredentials))
    let scopes = try await rig.store.read("sessions") {
      try $0.openSessions(with: KeyThumbprint("faster")).map(\.scope)
    }
    #expect(scopes == [.passwordChange])
  }

  @Test("A value for an unknown address opens nothing when someone registers it later")
  func nobodys() async throws {
    let rig = Rig()
    let stranger = Client(rig, key: "stranger")
    try await stranger.call("getPassword", ["user_name": ann])
    #expect(await rig.messages().last?.template == .suppressed)
    let sealed = await rig.messages().last.flatMap { MadeUpSealing.open($0) }
    #expect(
      sealed?.allSatisfy { $0 == "-" } == true, "a value that opens nothing is sent to nobody")
    rig.clock.advance(.minutes(2))
    try await Client(rig).joinMarket()
    let rows = try await rig.store.read("left") { [ann] tables in
      try tables.temporaryPassword(for: .email(try #require(EmailAddress(ann))))
    }
    #expect(rows == nil, "verifying an address drops what strangers began with it")
  }

  @Test("A login with it whose response was lost is one session when repeated")
  func once() async throws {
    let rig = Rig()
    let client = Client(rig, key: "k")
    try await client.joinMarket()
    let value = try await recovering(rig, client)
    func tap(_ client: Client) async throws -> Reply {
      let form = #"{"user_name":"\#(ann)","password":"\#(value)","mkt_handle":"MX,CMX"}"#
      return try await client.call("doLogin", body: form.utf8, intent: "tap")
    }
    let first = try await tap(client)
    let second = try await tap(client)
    #expect(first.text("sessionId") == second.text("sessionId"))
    #expect(first.text("refreshtoken") == second.text("refreshtoken"))
    for other in [Client(rig, key: "other"), Client(rig)] {
      #expect(await refusal { try await tap(other) } == Refusal(.wrongCredentials))
    }
    try await client.call("setPassword", ["newpassword": "paper lantern river"])
    #expect(await refusal { try await tap(client) } == Refusal(.idempotencySettled))
  }

  @Test("Neither the value nor a part of it is stored in the clear")
  func atRest() async throws {
    let rig = Rig()
    let client = Client(rig, key: "k")
    try await client.joinMarket()
    let value = try await recovering(rig, client)
    let row = try await rig.store.read("row") { [ann] tables in
      try tables.temporaryPassword(for: .email(try #require(EmailAddress(ann))))
    }
    let stored = "\(try #require(row)) \(row?.hash.encoded ?? "")"
    for part in value.split(separator: "-") { #expect(!stored.contains(part)) }
  }
}
