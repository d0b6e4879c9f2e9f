import IdentityDomain
import Testing

@Suite("Who takes part in an experiment")
struct StandingTests {
  private let id = ID<Installation>("installation")
  private let now = Timestamp(milliseconds: 1_700_000_000_000)

  private func stored(_ variant: String) -> Participation {
    Participation(
      experiment: ID("colour"), installation: id, account: nil, variant: variant, assignedAt: now)
  }

  @Test("A stored variant takes precedence over changed weights")
  func sticky() throws {
    for kept in ["a", "b"] {
      let other = try experiment(
        declared("colour", [("a", kept == "a" ? 1 : 999), ("b", kept == "b" ? 1 : 999)]))
      #expect(other.standing(of: id, anybody, stored: stored(kept)) == .member(kept))
    }
  }

  @Test("A participant keeps the variant when the targeting no longer matches; no one new gets in")
  func leaving() throws {
    var declaration = declared()
    declaration.targeting = ["language": ["fr"]]
    let french = try experiment(declaration)
    #expect(french.standing(of: id, anybody, stored: stored("a")) == .member("a"))
    #expect(french.standing(of: id, anybody, stored: nil) == .outside)
  }

  @Test("A stored variant that is no longer defined excludes the installation")
  func removed() throws {
    #expect(
      try experiment(declared()).standing(of: id, anybody, stored: stored("z")) == .outside)
  }

  @Test("A draft, and a stopped experiment without a winner, assign no variant")
  func resting() throws {
    for state in ["draft", "stopped"] {
      let resting = try experiment(declared(state: state))
      #expect(resting.standing(of: id, anybody, stored: nil) == .outside)
      #expect(resting.standing(of: id, anybody, stored: stored("a")) == .outside)
    }
  }

  @Test("The winner is for participants and for its audience")
  func winner() throws {
    var declaration = declared(state: "stopped")
    declaration.winner = "b"
    declaration.targeting = ["language": ["fr"]]
    let won = try experiment(declaration)
    let french = ExperimentAudience(platform: "", language: "fr", appVersion: "")
    #expect(won.standing(of: id, anybody, stored: stored("a")) == .settled("b"))
    #expect(won.standing(of: id, french, stored: nil) == .settled("b"))
    #expect(won.standing(of: id, anybody, stored: nil) == .outside)
  }

  /// Platform, language tag, version of the client; whether it is in the audience.
  static let clients: [(String, String, String, Bool)] = [
    ("iOS", "de-AT", "2.0", true), ("ios", "DE-at", "2.9.9", true),
    ("android", "de-AT", "2.0", false), ("ios", "fr-AT", "2.0", false),
    ("ios", "de-DE", "2.0", false), ("ios", "de", "2.0", false), ("ios", "", "2.0", false),
    ("ios", "de-Latn-AT", "2.0", true), ("ios", "de-x-AT", "2.0", false),
    ("ios", "de-AT", "1.9", false), ("ios", "de-AT", "3.0", false),
    ("ios", "de-AT", "3", false), ("ios", "de-AT", "unknown", false),
    ("ios", "de-AT", "2.10-beta", true),
  ]

  @Test("Targeting by platform, language, region and versions", arguments: clients)
  func targeting(_ platform: String, _ tag: String, _ version: String, _ isMeant: Bool) throws {
    var declaration = declared()
    declaration.targeting = [
      "platform": ["IOS", "web"], "language": ["de"], "region": ["at", "ch"],
      "app_version_from": ["2"], "app_version_before": ["3.0"],
    ]
    let audience = ExperimentAudience(platform: platform, language: tag, appVersion: version)
    #expect(try experiment(declaration).targeting.includes(audience) == isMeant)
  }

  @Test("ONB-4: the onboarding's experiment ships, runs, and knows the flow's four results")
  func onboarding() throws {
    let shipped = ExperimentCatalog.onboarding
    #expect(ExperimentCatalog.standard[ID("onboarding")] == shipped)
    #expect(shipped.isRunning)
    #expect(
      Set(shipped.variants.map(\.name)) == ["screenB1", "screenB2", "screenB3", "noScreenB"])
    // It equals what the same declaration gives, so it breaks no rule.
    var declaration = declared(
      "onboarding", salt: shipped.salt, shipped.variants.map { ($0.name, $0.weight) })
    declaration.control = shipped.control
    declaration.goals = shipped.goals
    #expect(try experiment(declaration) == shipped)
  }
}
