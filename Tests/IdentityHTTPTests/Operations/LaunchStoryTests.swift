import IdentityAPI
import IdentityDomain
import IdentityHTTP
import IdentityStoreContract
import IdentityTestSupport
import Testing

@Suite("The story of a launch")
struct LaunchStoryTests {
  private let app = ["platform": "ios", "app_version": "1.4"]

  private func rig() -> Rig {
    Rig {
      $0.versions = VersionPolicy(rules: [
        "ios": VersionPolicy.Rule(least: AppVersion("1.2")!, newest: AppVersion("1.5")!)
      ])
    }
  }

  private func launch(_ client: Client, _ more: [String: String] = [:]) async throws -> Reply {
    try await client.call("launch", app.merging(more) { $1 })
  }

  @Test("ENT-2: one call takes the refresh token and returns tokens, crumb, profile, selections")
  func everything() async throws {
    let rig = rig()
    _ = try await rig.phoneMember("+4915112345678", key: "k")
    let client = Client(rig, key: "k")
    try await client.call("GetUserRequest", ["phone_number": "+4915112345678"])
    try await client.call("rSubmitSelection", ["key": "screenB1", "value": "three"])
    let token = try #require(client.refreshToken)
    let crumb = try #require(client.crumb)
    rig.clock.advance(.days(3))
    let reply = try await launch(client, ["refreshtoken": token])
    #expect(reply.status == 200)
    #expect(
      reply.names() == ["update", "server_time", "tokens", "user_data", "selections"])
    #expect(reply.text("server_time") == rig.clock.now().rfc3339)
    #expect(reply.text("tokens.crumb") == crumb)
    #expect(reply.text("tokens.guid") == reply.text("user_data.user_id"))
    #expect(reply.text("tokens.refreshtoken") != token)
    #expect(reply.text("user_data.phone_number") == "+4915112345678")
    #expect(reply.text("selections.0.value") == "three")
    // The response was lost: the same successor comes again.
    let again = try await launch(client, ["refreshtoken": token])
    #expect(again.text("tokens.refreshtoken") == reply.text("tokens.refreshtoken"))
    #expect(try await client.call("getUser").status == 200)
  }

  @Test("ENT-2: a launch with an invalid refresh token succeeds, and says why it opened nothing")
  func refused() async throws {
    let rig = rig()
    let client = Client(rig, key: "k")
    let reply = try await launch(client, ["refreshtoken": "made.0.up.AAAA"])
    #expect(reply.status == 200)
    #expect(reply.names() == ["update", "server_time", "failure", "selections"])
    #expect(reply.text("failure.code") == "refresh_token_invalid")
    #expect(reply.text("failure.status") == "failure")
  }

  @Test(
    "ENT-7: platform and version in the body decide whether the app must update, before sign-in")
  func versions() async throws {
    let client = Client(rig(), key: "k")
    for (platform, version, update) in [
      ("ios", "1.1.9", "update_required"), ("ios", "1.2", "update_available"),
      ("ios", "1.10", "current"), ("android", "0.1", "current"), ("ios", "dev", "current"),
    ] {
      let reply = try await launch(client, ["platform": platform, "app_version": version])
      #expect(reply.text("update") == update)
      #expect(reply.names() == ["update", "server_time", "selections"])
    }
  }

  @Test("ENT-2: a public client launches too, and keeps the refresh token of its login")
  func compat() async throws {
    let rig = rig()
    try await rig.member("ann@example.com", password: "staple battery")
    let client = Client(rig)
    try await client.signIn("ann@example.com", "staple battery")
    let reply = try await launch(client, ["refreshtoken": try #require(client.refreshToken)])
    #expect(reply.text("tokens.accesstoken") != nil)
    #expect(!reply.names("tokens").contains("refreshtoken"))
  }
}
