import IdentityAPI
import IdentityDomain
import IdentityHTTP
import IdentityStoreContract
import IdentityTestSupport
import Testing

@Suite("Through the API, third-party sign-in")
struct FederationStoryTests {
  private let ann = "ann@example.com"

  /// The data of the provider's redirect to the server, and that of the redirect to the app.
  private func back(
    _ rig: Rig, _ client: Client, _ state: String, _ fields: [String: String] = ["code": "c"],
    at provider: String = "mail"
  ) async throws -> FederationReturn {
    try await client.operations.receive(
      provider, fields.merging(["state": state]) { own, _ in own },
      rig.caller(nil, network: "browser"))
  }

  /// Goes to a provider and comes back.
  private func trip(_ rig: Rig, _ client: Client) async throws -> [String: String] {
    let begun = try await client.call(
      "beginFederation", ["provider": "mail", "return_url": Rig.returnURL])
    let state = try #require(begun.text("state"))
    #expect(begun.text("authorization_url")?.contains(state) == true)
    let returned = try rig.returned(try await back(rig, client, state))
    return [
      "token": try #require(begun.text("token")), "state": returned.state.exposed,
      "code": returned.code.exposed,
    ]
  }

  @Test(
    "A first sign-in responds like a sign-in by phone, with the cookie for a page",
    arguments: [false, true])
  func first(isBrowser: Bool) async throws {
    let rig = Rig()
    let client = Client(rig, key: "k", isBrowser: isBrowser)
    rig.providers.set("c", .success(try rig.assertion("1", ann, name: "Ann")))
    let answer = try await client.call("completeFederation", try await trip(rig, client))
    #expect(answer.number("status") == 1)
    #expect(answer.text("user_data.user_name") == ann)
    #expect(answer.text("user_data.name") == "Ann")
    #expect((client.cookie != nil) == isBrowser)
    #expect(try await client.call("getUser").text("name") == "Ann")
    let linked = try await client.call("getLinkedProviders")
    #expect(linked.text("providers.0.provider") == "mail")
    #expect(linked.text("providers.0.email") == ann)
  }

  @Test("FED-7: an account's address is proven by a code, which can be resent")
  func linking() async throws {
    let rig = Rig()
    try await rig.member(ann, password: "staple battery")
    let client = Client(rig, key: "k")
    rig.providers.set("c", .success(try rig.assertion("1", ann)))
    let trip = try await trip(rig, client)
    let asked = try await client.call("completeFederation", trip)
    #expect(asked.number("status") == 0 && asked.text("email") == ann)
    let token = try #require(trip["token"])
    let first = try #require(asked.text("challenge.token"))
    let soon = await refusal {
      try await client.call("resendFederationCode", ["token": token, "code_token": first])
    }
    guard case .limited? = soon?.failure else {
      Issue.record("sent at once: \(String(describing: soon))")
      return
    }
    rig.clock.advance(.minutes(2))
    let again = try await client.call(
      "resendFederationCode", ["token": token, "code_token": first])
    #expect(again.number("status") == 0)
    let wrong = await refusal {
      try await client.call(
        "verifyFederation",
        ["token": token, "code_token": first, "verification_code": "000000"])
    }
    #expect(wrong?.failure == .wrongCode(triesLeft: 4))
    let answer = try await client.call(
      "verifyFederation",
      ["token": token, "code_token": first, "verification_code": try await client.code(to: ann)])
    #expect(answer.number("status") == 1)
    #expect(answer.text("user_data.user_name") == ann)
  }

  @Test("Each failure of a sign-in has its own code on the wire")
  func failures() async throws {
    let rig = Rig()
    let client = Client(rig, key: "k")
    var codes: Set<Int> = []
    for failure in ProviderFailure.allCases {
      rig.providers.set("c", .failure(failure))
      let begun = try await client.call(
        "beginFederation", ["provider": "mail", "return_url": Rig.returnURL])
      let state = try #require(begun.text("state"))
      let answer = try await back(rig, client, state)
      #expect(answer == .redirect("\(Rig.returnURL)?state=\(state)&error=\(failure.code)"))
      let body = FailureAnswer(IdentityFailure.provider(failure), at: rig.clock.now()).body
      #expect(body.code == failure.code)
      codes.insert(body.errorCode.rawValue)
    }
    #expect(codes.count == ProviderFailure.allCases.count)
    let gone = await refusal {
      try await client.call(
        "completeFederation", ["token": "made.0.up.AAAA", "state": "x", "code": "y"])
    }
    #expect(gone?.failure == .authorizationInvalid)
  }

  @Test("A provider is added and removed by its account, after a fresh proof")
  func settings() async throws {
    let rig = Rig()
    try await rig.member(ann, password: "staple battery", key: "k")
    let client = Client(rig, key: "k")
    try await client.signIn(ann, "staple battery")
    rig.clock.advance(.minutes(11))
    try await client.call("refreshSession", ["refreshtoken": client.refreshToken ?? ""])
    let stale = await refusal {
      try await client.call("beginLink", ["provider": "mail", "return_url": Rig.returnURL])
    }
    guard case .insufficientAuthentication? = stale?.failure else {
      Issue.record("no proof was asked for: \(String(describing: stale))")
      return
    }
    let begun = try await client.call(
      "beginLink",
      ["provider": "mail", "return_url": Rig.returnURL].merging(try await client.freshProof()) {
        own, _ in own
      })
    rig.providers.set("c", .success(try rig.assertion("1", "other@example.com")))
    let state = try #require(begun.text("state"))
    let returned = try rig.returned(try await back(rig, client, state))
    try await client.call(
      "completeLink",
      [
        "token": try #require(begun.text("token")), "state": state,
        "code": returned.code.exposed,
      ])
    let id = try #require(try await client.call("getLinkedProviders").text("providers.0.id"))
    let unknown = await refusal {
      try await client.call("removeProvider", try await client.freshProof(), path: ["id": "x"])
    }
    #expect(unknown?.failure == .notFound)
    try await client.call("removeProvider", try await client.freshProof(), path: ["id": id])
    #expect(try await client.call("getLinkedProviders").value("providers.0") == nil)
  }

  @Test("The chooser gets the configured providers, in order")
  func providers() async throws {
    let rig = Rig()
    let client = Client(rig)
    let answer = try await client.call("getProviders")
    #expect((0..<3).map { answer.text("providers.\($0).id") } == ["mail", "other", "sheet"])
    #expect(answer.value("providers.3") == nil)
  }
}
