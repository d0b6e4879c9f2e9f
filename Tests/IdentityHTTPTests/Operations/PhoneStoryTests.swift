import IdentityAPI
import IdentityDomain
import IdentityHTTP
import IdentityStoreContract
import IdentityTestSupport
import Testing

@Suite("The story of a sign-in by phone")
struct PhoneStoryTests {
  private let number = "+4915112345678"

  private func begin(_ client: Client) async throws -> Reply {
    try await client.call("GetUserRequest", ["phone_number": number, "region": "de"])
  }

  private func verify(_ client: Client, _ reply: Reply, _ code: String) async throws -> Reply {
    try await client.call(
      "userVerification",
      ["token": try #require(reply.text("challenge.token")), "verification_code": code])
  }

  private func signedIn(_ client: Client) async throws -> Reply {
    let reply = try await verify(client, begin(client), client.code(to: number))
    client.rig.clock.advance(.minutes(2))
    return reply
  }

  @Test("PHN-3, PHN-9: a number gets a code and a handle; the right code signs in with status 1")
  func firstSignIn() async throws {
    let rig = Rig()
    let client = Client(rig, key: "k")
    let begun = try await begin(client)
    #expect(begun.status == 200 && begun.number("status") == 0)
    #expect(begun.names() == ["status", "challenge"])
    #expect(begun.text("challenge.user_id")?.utf8.count == 22)
    #expect(begun.number("challenge.tries_left") == 5)
    #expect(begun.text("challenge.resend_at") == (rig.clock.now() + .seconds(60)).rfc3339)
    #expect(
      await refusal { try await verify(client, begun, "000000") }
        == Refusal(.wrongCode(triesLeft: 4)))
    let done = try await verify(client, begun, client.code(to: number))
    #expect(done.number("status") == 1)
    #expect(done.names() == ["status", "tokens", "user_data"])
    #expect(done.text("user_data.phone_number") == number)
    #expect(done.text("user_data.user_name") == number)
    #expect(done.value("user_data.email") == nil)
    #expect(done.text("tokens.refreshtoken") != nil && done.text("tokens.sessionId") != nil)
    #expect(done.text("tokens.guid") == done.text("user_data.user_id"))
  }

  @Test("PHN-9: the code is resent after 60 seconds for the same challenge, and voids the first")
  func resend() async throws {
    let rig = Rig()
    let client = Client(rig, key: "k")
    let begun = try await begin(client)
    let token = try #require(begun.text("challenge.token"))
    let first = try await client.code(to: number)
    #expect(
      await refusal { try await client.call("resendCode", ["token": token]) }
        == Refusal(.limited(until: rig.clock.now() + .seconds(60))))
    rig.clock.advance(.seconds(60))
    let again = try await client.call("resendCode", ["token": token])
    #expect(again.number("status") == 0)
    #expect(again.text("challenge.user_id") == begun.text("challenge.user_id"))
    #expect(
      await refusal { try await verify(client, again, first) }
        == Refusal(.wrongCode(triesLeft: 4)))
    #expect(try await verify(client, begun, client.code(to: number)).number("status") == 1)
  }

  @Test("PHN-4: the token of a challenge is valid for its verification only, on its device")
  func verificationToken() async throws {
    let rig = Rig()
    let client = Client(rig, key: "k")
    let begun = try await begin(client)
    let token = try #require(begun.text("challenge.token"))
    let code = try await client.code(to: number)
    for thief in [Client(rig), Client(rig, key: "other")] {
      #expect(
        await refusal { try await verify(thief, begun, code) }
          == Refusal(.verificationTokenInvalid))
    }
    #expect(
      await refusal { try await client.call("refreshSession", ["refreshtoken": token]) }
        == Refusal(.refreshTokenInvalid(nil)))
    #expect(
      await refusal { try await client.call("startAnew", ["token": token]) }
        == Refusal(.verificationTokenInvalid))
    _ = try await verify(client, begun, code)
    #expect(
      await refusal { try await verify(client, begun, code) }
        == Refusal(.verificationTokenInvalid))
  }

  @Test("PHN-5: the same device needs no code after a logout; another device does")
  func trustedDevice() async throws {
    let rig = Rig()
    let client = Client(rig, key: "k")
    let first = try await signedIn(client)
    try await client.call("logout")
    let again = try await begin(client)
    #expect(again.number("status") == 1)
    #expect(again.text("user_data.user_id") == first.text("user_data.user_id"))
    #expect(try await client.call("getUser").text("phone_number") == number)
    #expect(try await begin(Client(rig, key: "other")).number("status") == 0)
  }

  @Test("PHN-3: a request sent twice with one key is one message and one challenge")
  func twice() async throws {
    let rig = Rig()
    let client = Client(rig, key: "k")
    var handles: Set<String> = []
    for _ in 0..<3 {
      let reply = try await client.call(
        "GetUserRequest", ["phone_number": number], intent: "one intent")
      handles.insert(reply.body)
    }
    #expect(handles.count == 1)
    #expect(await rig.messages().count == 1)
  }

  @Test("PHN-7, CMP-13: a push token has one owner, a session one token, and both end at logout")
  func push() async throws {
    let rig = Rig()
    let first = Client(rig, key: "k")
    _ = try await signedIn(first)
    func owner(_ token: String) async throws -> String? {
      try await rig.store.read("test") { try $0.pushEndpoint(token)?.account.text }
    }
    let old = try await first.call("getUser").text("user_id")
    for token in ["token-1", "token-2"] {
      let body = ["platform": "ios", "mobile_device_token": token]
      #expect(try await first.call("putPushEndpoint", body).status == 200)
    }
    #expect(try await owner("token-1") == nil)
    #expect(try await owner("token-2") == old)

    // The device's next user presents the same token.
    let second = Client(rig, key: "other")
    let begun = try await second.call("GetUserRequest", ["phone_number": "+4915199999999"])
    _ = try await verify(second, begun, second.code(to: "+4915199999999"))
    try await second.call(
      "putPushEndpoint", ["platform": "ios", "mobile_device_token": "token-2"])
    let new = try await second.call("getUser").text("user_id")
    #expect(try await owner("token-2") == new)
    // The previous owner can neither release nor lose what is no longer theirs.
    #expect(
      await refusal {
        try await first.call(
          "deletePushEndpoint", ["mobile_device_token": "token-2"],
          query: ["mobile_device_token": "token-2"])
      } == Refusal(.malformed, field: "mobile_device_token"))
    try await first.call("deletePushEndpoint", ["mobile_device_token": "token-2"])
    try await first.call("logout")
    #expect(try await owner("token-2") == new)
    try await second.call("logout")
    #expect(try await owner("token-2") == nil)
  }

  @Test("PHN-8: the profile of a new account is completed, and its address verified by a code")
  func profile() async throws {
    let rig = Rig()
    let client = Client(rig, key: "k")
    _ = try await signedIn(client)
    try await client.call("changeUser", ["name": "Ann", "email": "ann@example.com"])
    var profile = try await client.call("getUser")
    #expect(profile.text("email") == "ann@example.com")
    #expect(profile.value("email_verified") as? Bool == false)
    #expect(profile.text("user_name") == number)
    let begun = try await client.call("beginIdentifier", ["identifier": "ann@example.com"])
    try await client.call(
      "verifyIdentifier",
      [
        "token": try #require(begun.text("token")),
        "verification_code": try await client.code(to: "ann@example.com"),
      ])
    profile = try await client.call("getUser")
    #expect(profile.value("email_verified") as? Bool == true)
    #expect(profile.text("user_name") == "ann@example.com")
  }

  @Test(
    "PHN-10: a recycled number requires a second proof by mail, or starting over",
    arguments: [false, true])
  func recycled(startsAnew: Bool) async throws {
    let rig = Rig()
    let old = Client(rig, key: "old")
    let owner = try await signedIn(old).text("user_data.user_id")
    let identifier = try await old.call("beginIdentifier", ["identifier": "ann@example.com"])
    try await old.call(
      "verifyIdentifier",
      [
        "token": try #require(identifier.text("token")),
        "verification_code": try await old.code(to: "ann@example.com"),
      ])
    rig.clock.advance(.days(91))

    let new = Client(rig, key: "new")
    let question = try await verify(new, begin(new), new.code(to: number))
    #expect(question.number("status") == 2)
    #expect(question.names() == ["status", "challenge"])
    #expect(question.text("challenge.expires_at") == (rig.clock.now() + .hours(1)).rfc3339)
    let token = try #require(question.text("challenge.token"))
    if startsAnew {
      let done = try await new.call("startAnew", ["token": token])
      #expect(done.number("status") == 1 && done.text("user_data.user_id") != owner)
      #expect(done.value("user_data.email") == nil)
      return
    }
    let mailed = try await new.call("sendSecondProof", ["token": token])
    #expect(mailed.number("status") == 2)
    let mailToken = try #require(mailed.text("challenge.token"))
    func prove(_ code: String) async throws -> Reply {
      try await new.call(
        "verifySecondProof",
        ["token": token, "mail_token": mailToken, "verification_code": code])
    }
    #expect(await refusal { try await prove("000000") } == Refusal(.wrongCode(triesLeft: 4)))
    let done = try await prove(new.code(to: "ann@example.com"))
    #expect(done.number("status") == 1 && done.text("user_data.user_id") == owner)
  }

  @Test("An invalid number, a country that is not served, and an invalid region")
  func refusals() async throws {
    let client = Client(Rig(), key: "k")
    for (fields, wanted) in [
      (["phone_number": "12"], Refusal(.phoneNumberInvalid)),
      (["phone_number": "+33612345678"], Refusal(.regionNotServed)),
      (["phone_number": number, "region": "1E"], Refusal(.malformed, field: "region")),
      (["phone_number": number, "region": "D"], Refusal(.malformed, field: "region")),
    ] {
      #expect(await refusal { try await client.call("GetUserRequest", fields) } == wanted)
    }
  }
}
