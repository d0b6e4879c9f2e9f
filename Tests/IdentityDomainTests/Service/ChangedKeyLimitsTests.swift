import IdentityDomain
import IdentityStoreContract
import IdentityTestSupport
import Testing

@Suite("Budgets and blocks when the digest key changes")
struct ChangedKeyLimitsTests {
  private func service(_ rig: Rig, _ keys: [String]) -> IdentityService {
    let ports = rig.service.ports
    return IdentityService(
      ports: IdentityPorts(
        store: ports.store, clock: ports.clock, random: ports.random,
        digests: MadeUpDigests(keys: keys), passwords: ports.passwords, sealing: ports.sealing,
        phones: ports.phones, signer: ports.signer,
        factors: ports.factors),
      settings: rig.settings)
  }

  @Test("SEC Limits: budgets used under earlier keys stay used")
  func spent() async throws {
    let rig = Rig()
    let most = SecurityRules.loginsByIdentifier.most
    let generations = [["k1"], ["k1", "k2"], ["k1", "k2", "k3"]]
    for attempt in 0..<most {
      await #expect(throws: IdentityFailure.wrongCredentials) {
        try await service(rig, generations[attempt * 3 / most]).passwords.login(
          userName: "ann@example.com", password: "guess", caller: rig.caller(nil))
      }
    }
    for keys in [generations[2], ["k1", "k2", "k3", "k4"]] {
      await #expect(throws: IdentityFailure.limited(until: rig.clock.now() + .minutes(15))) {
        try await service(rig, keys).passwords.login(
          userName: "ann@example.com", password: "guess", caller: rig.caller(nil))
      }
    }
    // If the earlier keys are forgotten, so are the counters: the test can fail.
    await #expect(throws: IdentityFailure.wrongCredentials) {
      try await service(rig, ["k9"]).passwords.login(
        userName: "ann@example.com", password: "guess", caller: rig.caller(nil))
    }
  }

  @Test("SEC One-time codes: wrong codes add up over a key rotation")
  func guesses() async throws {
    let rig = Rig()
    try await rig.member("ann@example.com", password: "long enough password")
    for round in 0..<2 {
      let service = service(rig, round == 0 ? ["k1"] : ["k1", "k2"])
      let begun = try await service.recovery.begin(
        userName: "ann@example.com", caller: rig.caller("k"))
      let right = try await rig.code(to: "ann@example.com")
      let wrong = Secret<OneTimeCode>(right.exposed == "000000" ? "000001" : "000000")
      for left in (0..<5).reversed() {
        await #expect(throws: IdentityFailure.wrongCode(triesLeft: left)) {
          try await service.recovery.complete(
            userName: "ann@example.com", code: wrong, newPassword: "another long password",
            caller: rig.caller("k"))
        }
      }
      _ = begun
      rig.clock.advance(.minutes(2))
    }
    // Ten in an hour: the right code of a third message is not checked.
    let service = service(rig, ["k1", "k2", "k3"])
    _ = try await service.recovery.begin(
      userName: "ann@example.com", caller: rig.caller("k"))
    let right = try await rig.code(to: "ann@example.com")
    let failure = await #expect(throws: IdentityFailure.self) {
      try await service.recovery.complete(
        userName: "ann@example.com", code: right, newPassword: "another long password",
        caller: rig.caller("k"))
    }
    guard case .limited = failure else {
      Issue.record("\(String(describing: failure))")
      return
    }
  }

  @Test("SEC No enumeration: the same reads and writes for known and unknown names")
  func alike() async throws {
    let rig = Rig()
    try await rig.member("ann@example.com", password: "long enough password")
    var journals: [[String]] = []
    for name in ["ann@example.com", "nobody@example.com"] {
      _ = await rig.store.takeJournal()
      _ = try? await service(rig, ["k1", "k2"]).passwords.login(
        userName: name, password: "guess", caller: rig.caller(nil))
      journals.append(await rig.store.takeJournal())
    }
    #expect(journals[0] == journals[1] && !journals[0].isEmpty)
  }
}
