import IdentityAPI
import IdentityDomain
import IdentityHTTP
import IdentityStoreContract
import IdentityTestSupport
import Testing

@Suite("The story of a browser with a cookie")
struct CookieStoryTests {
  private let ann = "ann@example.com"

  private func browser(_ rig: Rig, key: String = "k") async throws -> Client {
    let client = Client(rig, key: key, isBrowser: true)
    try await client.signIn(ann, "staple battery")
    return client
  }

  private func rig() async throws -> Rig {
    let rig = Rig()
    try await rig.member(ann, password: "staple battery")
    return rig
  }

  @Test("A browser's refresh token goes into the cookie and into no body")
  func signIn() async throws {
    let rig = try await rig()
    let client = Client(rig, key: "k", isBrowser: true)
    let reply = try await client.signIn(ann, "staple battery")
    guard case .set(let token, let expiresAt) = reply.cookie else {
      Issue.record("a browser's login set no cookie")
      return
    }
    #expect(expiresAt == rig.clock.now() + .days(90))
    #expect(!reply.names().contains("refreshtoken") && !reply.body.contains(token.exposed))
    #expect(reply.text("crumb") != nil && reply.text("guid") != nil)

    let refreshed = try await client.call("refreshSession")
    guard case .set(let next, let still) = refreshed.cookie else {
      Issue.record("a refresh set no cookie")
      return
    }
    #expect(next != token && still == expiresAt)
    #expect(!refreshed.body.contains(next.exposed))
    #expect(refreshed.text("crumb") == reply.text("crumb"))
    let launched = try await client.call("launch", ["platform": "web", "app_version": "1"])
    #expect(launched.setsCookie && !launched.names("tokens").contains("refreshtoken"))
  }

  @Test("A sign-in by phone sets the cookie too")
  func phone() async throws {
    let client = Client(Rig(), key: "k", isBrowser: true)
    let begun = try await client.call("GetUserRequest", ["phone_number": "+4915112345678"])
    #expect(!begun.setsCookie)
    let done = try await client.call(
      "userVerification",
      [
        "token": try #require(begun.text("challenge.token")),
        "verification_code": try await client.code(to: "+4915112345678"),
      ])
    #expect(done.setsCookie && !done.names("tokens").contains("refreshtoken"))
  }

  @Test("BOOT-6: cookie-authenticated and state-changing calls need the session's own crumb")
  func crumb() async throws {
    let rig = try await rig()
    let client = try await browser(rig)
    try await rig.member("bob@example.com", password: "paper lantern river")
    let stranger = Client(rig, key: "s", isBrowser: true)
    try await stranger.signIn("bob@example.com", "paper lantern river")
    let own = try #require(client.crumb)
    let before = try #require(client.cookie)
    for crumb in [nil, "", "made.0.up.AAAA", stranger.crumb] {
      client.crumb = crumb
      for name in ["refreshSession", "clearSession"] {
        #expect(await refusal { try await client.call(name) } == Refusal(.crumbInvalid))
      }
      #expect(
        await refusal { try await client.call("changeUser", ["name": "Ann"]) }
          == Refusal(.crumbInvalid))
      let launched = try await client.call("launch", ["platform": "web", "app_version": "1"])
      #expect(launched.value("tokens") == nil && launched.text("failure.status") == "failure")
      #expect(client.cookie == before)
      // Reading needs none; otherwise no one could request it.
      #expect(try await client.call("requestCrumb").text("crumb") == own)
    }
    client.crumb = own
    #expect(try await client.call("changeUser", ["name": "Ann"]).status == 200)
    #expect(try await client.call("refreshSession").status == 200)
  }

  @Test("A token in the cookie and one in the body are refused")
  func ambiguous() async throws {
    let rig = try await rig()
    let client = try await browser(rig)
    let fields = ["refreshtoken": "made.0.up.AAAA", "platform": "web", "app_version": "1"]
    for name in ["refreshSession", "clearSession", "launch"] {
      #expect(
        await refusal { try await client.call(name, fields) }
          == Refusal(.ambiguousCredentials, field: "refreshtoken"))
    }
    client.cookie = nil
    for name in ["refreshSession", "clearSession"] {
      #expect(
        await refusal { try await client.call(name) }
          == Refusal(.malformed, field: "refreshtoken"))
    }
  }

  @Test("CMP-1: a refresh whose cookie was lost sets the same one again")
  func lostAnswer() async throws {
    let rig = try await rig()
    let client = try await browser(rig)
    let old = client.cookie
    try await client.call("refreshSession")
    let next = client.cookie
    client.cookie = old
    try await client.call("refreshSession")
    #expect(client.cookie == next && next != old)
  }

  @Test("Logout and clear end the session and drop the cookie, even if the session had ended")
  func clear() async throws {
    let rig = try await rig()
    let first = try await browser(rig)
    #expect(try await first.call("logout").clearsCookie)
    #expect(await refusal { try await first.call("getUser") } == Refusal(.unauthorized(.logout)))

    let second = try await browser(rig)
    let held = second.cookie
    #expect(try await second.call("clearSession").clearsCookie)
    second.cookie = held
    #expect(try await second.call("clearSession").clearsCookie)
    second.cookie = held
    #expect(
      await refusal { try await second.call("refreshSession") }
        == Refusal(.refreshTokenInvalid(.logout)))
    second.cookie = "made.0.up.AAAA"
    #expect(try await second.call("clearSession").clearsCookie)
  }

  @Test(
    "Ending one's own session or device drops the cookie, ending another keeps it")
  func ownEnd() async throws {
    let rig = try await rig()
    let first = try await browser(rig, key: "a")
    rig.clock.advance(.minutes(1))
    let second = try await browser(rig, key: "b")
    let list = try await first.call("getSessions")
    let ids = try (0...1).map { try #require(list.text("sessions.\($0).id")) }
    let keepsOwn = try await first.call("revokeSession", path: ["id": ids[1]])
    #expect(!keepsOwn.clearsCookie)
    #expect(
      await refusal { try await second.call("getUser") } == Refusal(.unauthorized(.revokedByUser)))
    #expect(try await !first.call("removeDevice", path: ["key": "b"]).clearsCookie)
    #expect(try await first.call("revokeSession", path: ["id": ids[0]]).clearsCookie)
    let third = try await browser(rig, key: "c")
    #expect(try await third.call("removeDevice", path: ["key": "c"]).clearsCookie)
  }

  @Test("ONB-1, BOOT-6: a browser's installation has its own crumb and no cookie")
  func installation() async throws {
    let client = Client(Rig(), key: "k", isBrowser: true)
    let opened = try await client.call(
      "rLogin", ["installation_id": String(repeating: "A", count: 22)])
    #expect(!opened.setsCookie && opened.text("crumb") != nil && opened.value("guid") == nil)
    let selection = ["key": "screenB1", "value": "three"]
    #expect(try await client.call("rSubmitSelection", selection).status == 200)
    client.crumb = nil
    #expect(
      await refusal { try await client.call("rSubmitSelection", selection) }
        == Refusal(.crumbInvalid))
  }

  @Test("A browser without a key opens nothing")
  func keyless() async throws {
    let client = Client(try await rig(), isBrowser: true)
    #expect(
      await refusal { try await client.signIn(ann, "staple battery") } == Refusal(.proofRequired))
  }
}
