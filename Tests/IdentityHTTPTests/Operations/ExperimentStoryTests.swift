import IdentityAPI
import IdentityDomain
import IdentityStoreContract
import IdentityTestSupport
import Testing

@Suite("The story of an experiment")
struct ExperimentStoryTests {
  private let install = "AAAAAAAAAAAAAAAAAAAAAA"

  @Test("ONB-3: rFetchExperiments returns a JSON string, without a session, and always the same")
  func fetch() async throws {
    let rig = Rig()
    let variants = try #require(APIOperation.all.first { $0.name == "rFetchExperiments" })
    #expect(variants.authentication == .none && !variants.changesState)
    for _ in 0..<2 {
      let reply = try await Client(rig).call("rFetchExperiments", installation: install)
      #expect(reply.status == 200 && reply.body == #""screenB1""#)
    }
    #expect(
      await refusal { try await Client(rig).call("rFetchExperiments") }
        == Refusal(.malformed, field: "Portico-Installation"))
  }

  @Test("Attack: URLs are logged, so an installation in a URL is ignored")
  func noQuery() async throws {
    let rig = Rig()
    try await rig.member("ann@example.com", password: "staple battery")
    let client = Client(rig)
    try await client.signIn("ann@example.com", "staple battery")
    for name in ["rFetchExperiments", "getExperiments"] {
      let refused = await refusal {
        try await client.call(name, query: ["installation_id": install])
      }
      #expect(refused == Refusal(.malformed, field: "Portico-Installation"), "\(name)")
      for wrong in ["short", "a b", "\u{E4}", String(repeating: "A", count: 65)] {
        let refused = await refusal { try await client.call(name, installation: wrong) }
        #expect(refused == Refusal(.malformed, field: "Portico-Installation"), "\(name) \(wrong)")
      }
    }
  }

  @Test("An anonymous session lists its variants, and reports exposures and goals once")
  func whole() async throws {
    let rig = Rig()
    let client = Client(rig, key: "k")
    try await client.call("rLogin", ["installation_id": install])
    let list = #"{"experiments":[{"experiment":"onboarding","running":true,"variant":"screenB1"}]}"#
    #expect(try await client.call("getExperiments").body == list)
    for _ in 0..<3 {
      try await client.call(
        "recordExposure", ["experiment": "onboarding", "variant": "screenB1"], intent: "i")
      let reply = try await client.call(
        "recordConversion", ["experiment": "onboarding", "goal": "screenD"])
      #expect(reply.status == 200 && reply.text("status") == "success")
    }
    let row = try await rig.service.experiments.report(on: ExperimentCatalog.onboarding.id).rows[0]
    #expect(row.exposures == 1 && row.goals.map(\.conversions) == [1])
    #expect(
      await refusal {
        try await client.call("recordExposure", ["experiment": "none", "variant": "a"])
      } == Refusal(.notFound as IdentityFailure))
  }

  @Test("A signed-in user names the installation")
  func person() async throws {
    let rig = Rig()
    try await rig.member("ann@example.com", password: "staple battery")
    let client = Client(rig)
    try await client.signIn("ann@example.com", "staple battery")
    let reply = try await client.call("getExperiments", installation: install)
    #expect(reply.text("experiments.0.variant") == "screenB1")
    #expect(
      await refusal { try await client.call("getExperiments") }
        == Refusal(.malformed, field: "Portico-Installation"))
  }
}
