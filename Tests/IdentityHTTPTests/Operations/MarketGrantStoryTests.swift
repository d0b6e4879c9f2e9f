import IdentityAPI
import IdentityDomain
import IdentityHTTP
import IdentityStoreContract
import IdentityTestSupport
import Testing

@Suite("MKT-4: through the API, the grant of a device")
struct MarketGrantStoryTests {
  private let ann = "ann@example.com"

  /// Signed in to a market with a password on a device.
  private func member(_ rig: Rig, key: String? = "k") async throws -> Client {
    let client = Client(rig, key: key)
    try await client.joinMarket()
    try await client.enter()
    return client
  }

  @discardableResult
  private func enterByKey(
    _ client: Client, _ market: String = "MX,CMX", _ userName: String = "ann@example.com"
  ) async throws -> Reply {
    try await client.call("doLogin", ["user_name": userName, "mkt_handle": market])
  }

  @Test("A session idle for 180 minutes reopens without a password, for 90 days")
  func again() async throws {
    let rig = Rig()
    let client = try await member(rig)
    rig.clock.advance(.minutes(181))
    client.keepsAccessToken()
    #expect(await refusal { try await client.call("getProfile") } != nil)
    #expect(try await enterByKey(client).value("must_set_password") as? Bool == false)
    #expect(try await client.call("getProfile").text("mkt_handle") == "MX,CMX")
    rig.clock.advance(.days(89))
    #expect(try await enterByKey(client).status == 200)
    // The session that it opened did not renew it.
    rig.clock.advance(.days(1))
    #expect(await refusal { try await enterByKey(client) } == Refusal(.wrongCredentials))
    try await client.enter()
    #expect(try await enterByKey(client).status == 200)
  }

  @Test("It is valid for one account, one market and one key, and never without a proof")
  func narrow() async throws {
    let rig = Rig()
    let client = try await member(rig)
    try await Client(rig, key: "b").joinMarket(email: "bob@example.com", mobile: "+4915112345679")
    #expect(
      await refusal { try await enterByKey(client, "DE,BE") } == Refusal(.wrongCredentials))
    #expect(
      await refusal { try await enterByKey(client, "MX,CMX", "bob@example.com") }
        == Refusal(.wrongCredentials))
    #expect(
      await refusal { try await enterByKey(client, "MX,CMX", "nobody@example.com") }
        == Refusal(.wrongCredentials))
    #expect(
      await refusal { try await enterByKey(Client(rig, key: "other")) }
        == Refusal(.wrongCredentials))
    #expect(
      await refusal { try await enterByKey(Client(rig, key: nil)) } == Refusal(.proofRequired))
    #expect(
      await refusal { try await enterByKey(client, "MX,JAL") } == Refusal(.marketClosed))
    #expect(try await enterByKey(client).status == 200)
  }

  /// What ends the grant, on another device of the account if it has one.
  static let endings: [(name: String, end: @Sendable (Rig, Client, Client) async throws -> Void)] =
    [
      ("a sign-out on it", { _, device, _ in try await device.call("logout") }),
      (
        "a sign-out everywhere",
        { _, _, other in try await other.call("logout", query: ["logout_all": "true"]) }
      ),
      (
        "a new password",
        { _, _, other in
          try await other.call(
            "changePassword", ["password": "staple battery", "newpassword": "paper lantern river"])
        }
      ),
      (
        "a reset of the password",
        { rig, _, other in
          try await other.call("forgotPassword", ["user_name": "ann@example.com"])
          let code = try await other.code(to: "ann@example.com")
          try await other.call(
            "forgotPassword",
            [
              "user_name": "ann@example.com", "password": "paper lantern river",
              "verification_code": code,
            ])
        }
      ),
      (
        "the removal of the device",
        { _, device, other in
          try await other.call("removeDevice", path: ["key": "k"])
        }
      ),
    ]

  @Test("It ends with the trust in a device", arguments: endings.map(\.name))
  func isOver(name: String) async throws {
    let rig = Rig()
    let client = try await member(rig)
    let other = Client(rig, key: "other")
    try await other.signIn(ann, "staple battery")
    let end = try #require(Self.endings.first { $0.name == name })
    try await end.end(rig, client, other)
    rig.clock.advance(.minutes(2))
    #expect(await refusal { try await enterByKey(client) } == Refusal(.wrongCredentials))
  }

  @Test("Without a grant, response and cost are the same, whether or not the account exists")
  func alike() async throws {
    func trace(_ userName: String) async throws -> [String] {
      let rig = Rig()
      _ = try await member(rig)
      rig.clock.advance(.hours(2))
      _ = await rig.store.takeJournal()
      _ = rig.hasher.takeJournal()
      let refused = await refusal {
        try await enterByKey(Client(rig, key: "thief"), "MX,CMX", userName)
      }
      return ["\(String(describing: refused))"] + (await rig.store.takeJournal())
        + rig.hasher.takeJournal()
    }
    let known = try await trace(ann)
    #expect(known.count > 1)
    #expect(try await trace("nobody@example.com") == known)
  }
}
