import IdentityDomain
import IdentityStoreContract
import IdentityTestSupport
import TestSupport
import Testing

@Suite("Experiments as the server runs them")
struct ExperimentServiceTests {
  private let install = "AAAAAAAAAAAAAAAAAAAAAA"
  private let onboarding = ID<Experiment>("onboarding")

  private func rig(_ declarations: [ExperimentDeclaration]? = nil) throws -> Rig {
    let catalog = try declarations.map { try ExperimentCatalog($0) }
    return Rig(runsTwice: true) { if let catalog { $0.experiments = catalog } }
  }

  private func guest(_ rig: Rig, _ install: String? = nil) async throws -> TokenGrant {
    try await rig.service.launch.openAnonymousSession(
      installation: install ?? self.install, caller: rig.caller("k"))
  }

  /// The same store under other settings, as after a change of the configuration.
  private func service(_ rig: Rig, _ catalog: ExperimentCatalog) -> IdentityService {
    var settings = rig.settings
    settings.experiments = catalog
    return IdentityService(ports: rig.service.ports, settings: settings)
  }

  private func stored(
    _ rig: Rig, _ experiment: String = "onboarding"
  ) async throws -> Participation? {
    let id = ID<Installation>(install)
    return try await rig.store.read("look") {
      try $0.participation(of: id, in: ID(experiment))
    }
  }

  @Test("ONB-3: rFetchExperiments, the list and the client's own computation agree")
  func agree() async throws {
    let rig = try rig()
    let fetched = try await rig.service.experiments.variant(
      onboarding, installation: install, caller: rig.caller(nil))
    let listed = try await rig.service.experiments.assignments(
      installation: nil, rig.call(try await guest(rig)))
    #expect(fetched == "screenB1")
    #expect(
      listed.map(\.experiment) == [onboarding] && listed.map(\.variant) == [fetched]
        && listed.map(\.isRunning) == [true])
    #expect(ExperimentCatalog.onboarding.drawnVariant(for: ID(install)) == fetched)
  }

  @Test("An assignment is kept when weights change, and when the client no longer qualifies")
  func sticky() async throws {
    let before = try ExperimentCatalog([declared("x", [("a", 1), ("b", 1)])])
    let rig = try rig([])
    var changed = declared("x", [("a", 1), ("b", 1)])
    for (install, fetches) in [("AAAAAAAAAAAAAAAAAAAAAA", true), ("BBBBBBBBBBBBBBBBBBBBBA", false)]
    {
      let grant = try await guest(rig, install)
      let first =
        fetches
        ? try await service(rig, before).experiments.variant(
          ID("x"), installation: install, caller: rig.caller(nil))
        : try await service(rig, before).experiments.assignments(
          installation: nil, rig.call(grant))[0].variant
      for place in 0...1 { changed.variants[place].weight = 1 }
      changed.variants[first == "a" ? 1 : 0].weight = 999
      changed.targeting = ["platform": ["none"]]
      let after = service(rig, try ExperimentCatalog([changed]))
      #expect(
        try await after.experiments.assignments(installation: nil, rig.call(grant)).map(\.variant)
          == [first])
      #expect(
        try await after.experiments.variant(
          ID("x"), installation: install, caller: rig.caller(nil)) == first)
    }
  }

  @Test("An installation outside gets the control of rFetchExperiments, and nothing is stored")
  func control() async throws {
    var draft = declared("x", state: "draft")
    let without = try rig([draft])
    draft.control = "b"
    let rig = try rig([draft])
    #expect(
      try await rig.service.experiments.variant(
        ID("x"), installation: install, caller: rig.caller(nil)) == "b")
    #expect(try await stored(rig, "x") == nil)
    #expect(
      try await rig.service.experiments.assignments(
        installation: nil, rig.call(try await guest(rig))
      )
      .isEmpty)
    await #expect(throws: IdentityFailure.notFound) {
      try await without.service.experiments.variant(
        ID("x"), installation: install, caller: without.caller(nil))
    }
    await #expect(throws: IdentityFailure.malformed(field: "installation_id")) {
      try await rig.service.experiments.variant(
        ID("x"), installation: "short", caller: rig.caller(nil))
    }
  }

  @Test(
    "A stranger who invents installations fills no store: beyond the budget there are only responses"
  )
  func flood() async throws {
    let rig = try rig()
    var random = SeededGenerator(announcing: "ExperimentServiceTests.flood", seed: 31)
    var made = 0
    for _ in 0..<(SecurityRules.attemptsByNetwork.most + 20) {
      let id = random.installation()
      let variant = try await rig.service.experiments.variant(
        onboarding, installation: id.text, caller: rig.caller(nil))
      #expect(variant == ExperimentCatalog.onboarding.drawnVariant(for: id))
      made += try await rig.store.read("count") { try $0.participations(of: id).count }
    }
    #expect(made == SecurityRules.attemptsByNetwork.most)
  }

  @Test("Nor can a signed-in user who invents installations")
  func floodBySession() async throws {
    let rig = try rig()
    let grant = try await rig.phoneMember("+4915112345678", key: "k")
    rig.clock.advance(.hours(1))
    var random = SeededGenerator(announcing: "ExperimentServiceTests.floodBySession", seed: 32)
    var made = 0
    for _ in 0..<(SecurityRules.attemptsByNetwork.most + 5) {
      let id = random.installation()
      let listed = try await rig.service.experiments.assignments(
        installation: id.text, rig.call(grant))
      #expect(listed.map(\.variant) == [ExperimentCatalog.onboarding.drawnVariant(for: id)])
      made += try await rig.store.read("count") { try $0.participations(of: id).count }
    }
    #expect(made == SecurityRules.attemptsByNetwork.most)
    let refused = await #expect(throws: IdentityFailure.self) {
      try await rig.service.experiments.recordExposure(
        onboarding, variant: "screenB1", installation: install, rig.call(grant))
    }
    guard case .limited = refused else {
      Issue.record("\(String(describing: refused))")
      return
    }
    #expect(try await stored(rig) == nil)
  }

  @Test(
    "An exposure counts once, however often it is retried or duplicated; the first variant counts")
  func exposedOnce() async throws {
    let rig = try rig()
    let call = rig.call(try await guest(rig))
    let service = rig.service
    let first = rig.clock.now()
    try await service.experiments.recordExposure(
      onboarding, variant: "screenB3", installation: nil, call)
    rig.clock.advance(.seconds(10))
    let calls = try await [guest(rig), guest(rig)].map { rig.call($0) }
    await withTaskGroup(of: Void.self) { group in
      for place in 0..<32 {
        group.addTask {
          // The same proof twice is refused, as for a lost response, and the row stays.
          try? await service.experiments.recordExposure(
            onboarding, variant: place % 2 == 0 ? "screenB1" : "screenB3", installation: install,
            calls[place % 2])
        }
      }
    }
    let row = try #require(try await stored(rig))
    #expect(row.variant == "screenB3" && row.exposedAt == first)
    let report = try await service.experiments.report(on: onboarding)
    #expect(report.rows.map(\.exposures) == [0, 0, 1, 0])
  }

  @Test("A goal counts once, even before its exposure, and only with one")
  func converted() async throws {
    let rig = try rig()
    let grant = try await guest(rig)
    for _ in 0..<3 {
      try await rig.service.experiments.recordConversion(
        onboarding, goal: "screenD", installation: nil, rig.call(grant))
    }
    #expect(
      try await rig.service.experiments.report(on: onboarding).rows.allSatisfy {
        $0.goals[0].conversions == 0
      })
    try await rig.service.experiments.recordExposure(
      onboarding, variant: "screenB1", installation: nil, rig.call(grant))
    let row = try await rig.service.experiments.report(on: onboarding).rows[0]
    #expect(row.exposures == 1 && row.goals.map(\.conversions) == [1])
  }

  @Test("A call needs all its names, and outsiders leave nothing")
  func refused() async throws {
    var french = declared("french")
    french.goals = ["g"]
    french.targeting = ["language": ["fr"]]
    let rig = try rig([french, declared("over", state: "stopped")])
    let grant = try await guest(rig)
    await #expect(throws: IdentityFailure.notFound) {
      try await rig.service.experiments.recordExposure(
        ID("none"), variant: "a", installation: nil, rig.call(grant))
    }
    await #expect(throws: IdentityFailure.malformed(field: "variant")) {
      try await rig.service.experiments.recordExposure(
        ID("french"), variant: "z", installation: nil, rig.call(grant))
    }
    await #expect(throws: IdentityFailure.malformed(field: "goal")) {
      try await rig.service.experiments.recordConversion(
        ID("french"), goal: "z", installation: nil, rig.call(grant))
    }
    await #expect(throws: IdentityFailure.malformed(field: "installation_id")) {
      try await rig.service.experiments.recordExposure(
        ID("french"), variant: "a", installation: "BBBBBBBBBBBBBBBBBBBBBA", rig.call(grant))
    }
    try await rig.service.experiments.recordExposure(
      ID("french"), variant: "a", installation: nil, rig.call(grant))
    try await rig.service.experiments.recordConversion(
      ID("french"), goal: "g", installation: nil, rig.call(grant))
    try await rig.service.experiments.recordExposure(
      ID("over"), variant: "a", installation: nil, rig.call(grant))
    #expect(try await stored(rig, "french") == nil)
    #expect(try await stored(rig, "over") == nil)
    await #expect(throws: IdentityFailure.notFound) {
      try await rig.service.experiments.report(on: ID("none"))
    }
  }

  @Test("A signed-in user names the installation, and gets the same variant as before")
  func signedIn() async throws {
    let rig = try rig()
    let before = try await rig.service.experiments.assignments(
      installation: nil, rig.call(try await guest(rig)))
    let grant = try await rig.phoneMember("+4915112345678", key: "other")
    #expect(
      try await rig.service.experiments.assignments(installation: install, rig.call(grant))
        == before)
    for wrong in [nil, "short"] {
      await #expect(throws: IdentityFailure.malformed(field: "installation_id")) {
        try await rig.service.experiments.assignments(installation: wrong, rig.call(grant))
      }
    }
  }

  @Test("Participations belong to the account: after a sign-in on the device, and of a call")
  func deleted() async throws {
    for sameDevice in [true, false] {
      let rig = try rig()
      try await rig.service.experiments.recordExposure(
        onboarding, variant: "screenB1", installation: nil, rig.call(try await guest(rig)))
      let grant = try await rig.phoneMember("+4915112345678", key: sameDevice ? "k" : "other")
      if !sameDevice {
        _ = try await rig.service.experiments.assignments(installation: install, rig.call(grant))
      }
      #expect(try await stored(rig)?.account == grant.session.account)
      _ = try await rig.service.account.beginDeletion(rig.call(grant))
      try await rig.service.account.completeDeletion(
        code: try await rig.code(to: "+4915112345678"), rig.call(grant))
      #expect(try await stored(rig) == nil)
    }
  }

  @Test("Fetching again costs no write")
  func reads() async throws {
    let rig = try rig()
    let grant = try await guest(rig)
    _ = try await rig.service.experiments.assignments(installation: nil, rig.call(grant))
    _ = await rig.store.takeJournal()
    _ = try await rig.service.experiments.assignments(installation: nil, rig.call(grant))
    _ = try await rig.service.experiments.variant(
      onboarding, installation: install, caller: rig.caller(nil))
    #expect(await rig.store.takeJournal().allSatisfy { !$0.contains("put") })
  }
}
