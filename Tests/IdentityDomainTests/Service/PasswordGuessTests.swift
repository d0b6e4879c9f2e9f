import IdentityDomain
import IdentityStoreContract
import IdentityTestSupport
import Synchronization
import Testing

@Suite("SEC Limits: a guess at a password is counted with its verdict")
struct PasswordGuessTests {
  private static let address = "ann@example.com"
  private static let password = "staple battery"

  enum Way: String, CaseIterable, Sendable {
    case login, market
    /// As the public clients of the account API do, without a key.
    case compat

    /// What a guesser is told once strangers have exhausted the budget (DEC-7).
    func refusal(until: Timestamp) -> IdentityFailure {
      self == .compat
        ? .limited(until: until) : .insufficientAuthentication(ProofNeed(level: .one))
    }
  }

  private func guess(_ password: String, _ way: Way, _ rig: Rig) async throws {
    let caller = rig.caller(way == .compat ? nil : "k")
    switch way {
    case .login, .compat:
      _ = try await rig.service.passwords.login(
        userName: Self.address, password: password, caller: caller)
    case .market:
      _ = try await rig.service.markets.login(
        userName: Self.address, password: password, market: "MX,CMX", caller: caller)
    }
  }

  /// This many guesses, none of which gets its verdict before all are being hashed.
  private func guesses(_ count: Int, _ way: Way, _ rig: Rig) async -> [IdentityFailure] {
    let failures = Mutex<[IdentityFailure]>([])
    @Sendable func next(_ left: Int) async {
      guard left > 0 else { return }
      rig.hasher.state.withLock { $0.meanwhile = { await next(left - 1) } }
      do { try await guess("wrong wrong", way, rig) } catch let failure as IdentityFailure {
        failures.withLock { $0.append(failure) }
      } catch { Issue.record("\(error)") }
    }
    await next(count)
    return failures.withLock { $0 }
  }

  @Test(
    "Of guesses hashed at once, no more verdicts are returned than the budget allows",
    arguments: Way.allCases)
  func atOnce(way: Way) async throws {
    let rig = Rig()
    try await rig.member(Self.address, password: Self.password)
    let most = SecurityRules.loginsByIdentifier.most
    let failures = await guesses(most + 7, way, rig)
    #expect(failures.prefix(most).allSatisfy { $0 == .wrongCredentials })
    let until = rig.clock.now() + SecurityRules.loginsByIdentifier.within
    let refusal = way.refusal(until: until)
    #expect(failures.dropFirst(most).elementsEqual(repeatElement(refusal, count: 7)))
    // From now on nothing is hashed.
    _ = rig.hasher.takeJournal()
    await #expect(throws: refusal) {
      try await guess(Self.password, way, rig)
    }
    #expect(rig.hasher.takeJournal() == [])
  }

  @Test(
    "Beyond the budget the right password is answered like a wrong one, after the same work",
    arguments: Way.allCases, [1, 2])
  func beyond(way: Way, parameters: Int) async throws {
    var traces: [[String]] = []
    for password in [Self.password, "wrong wrong"] {
      let rig = Rig()
      try await rig.member(Self.address, password: Self.password)
      // With other parameters the hash is outdated, which the right password would renew.
      rig.hasher.state.withLock { state in
        state.parameters = parameters
        state.meanwhile = {
          _ = await guesses(SecurityRules.loginsByIdentifier.most, way, rig)
          _ = await rig.store.takeJournal()
          _ = rig.hasher.takeJournal()
        }
      }
      await #expect(
        throws: way.refusal(
          until: rig.clock.now() + SecurityRules.loginsByIdentifier.within)
      ) { try await guess(password, way, rig) }
      traces.append(await rig.store.takeJournal() + rig.hasher.takeJournal())
    }
    #expect(traces[0] == traces[1])
    #expect(!traces[0].isEmpty)
  }

  @Test("A hash that cannot be renewed right now keeps no one out", arguments: Way.allCases)
  func busyRehash(way: Way) async throws {
    let rig = Rig()
    try await rig.member(Self.address, password: Self.password)
    rig.hasher.state.withLock { state in
      state.parameters = 2
      state.meanwhile = { rig.hasher.state.withLock { $0.isBusy = true } }
    }
    try await guess(Self.password, way, rig)
    rig.hasher.state.withLock { $0.isBusy = false }
    _ = rig.hasher.takeJournal()
    try await guess(Self.password, way, rig)
    #expect(rig.hasher.takeJournal() == ["verify", "hash"])
  }
}

@Suite("DEC-8: every hash is counted before it is computed")
struct ReservedBudgetTests {
  private static let address = "ann@example.com"

  private enum Work: String, CaseIterable, Sendable {
    case login, market, register, reset, temporaryPassword, passwordBesideCode

    /// How many may be in progress, for one name and network.
    var most: Int {
      switch self {
      case .login, .market: SecurityRules.loginsByIdentifier.most
      // One message a minute.
      case .register, .temporaryPassword: 1
      // The confirmation of the address was one.
      case .reset: SecurityRules.attemptsByNetwork.most - 1
      case .passwordBesideCode: SecurityRules.callsByChallenge.most
      }
    }
  }

  private func attempt(
    _ work: Work, _ service: IdentityService, _ rig: Rig, _ token: Secret<VerificationToken>
  ) async throws {
    let caller = rig.caller(nil)
    switch work {
    case .login:
      _ = try await service.passwords.login(
        userName: Self.address, password: "wrong wrong", caller: caller)
    case .market:
      _ = try await service.markets.login(
        userName: Self.address, password: "wrong wrong", market: "MX,CMX", caller: caller)
    case .register:
      _ = try await service.registration.register(
        userName: Self.address, password: "staple battery horse", caller: caller)
    case .reset:
      try await service.recovery.complete(
        userName: Self.address, code: Secret("000000"), newPassword: "staple battery horse",
        caller: caller)
    case .temporaryPassword:
      try await service.markets.sendTemporaryPassword(userName: Self.address, caller: caller)
    case .passwordBesideCode:
      _ = try await service.loginCodes.complete(
        userName: Self.address, password: "wrong wrong", token: token, code: Secret("000000"),
        caller: caller)
    }
  }

  @Test(
    "Of simultaneous work, no more hashes run than the budget allows", arguments: Work.allCases)
  private func atOnce(work: Work) async throws {
    let rig = Rig()
    try await rig.member(Self.address, password: "staple battery")
    let service = rig.service
    let begun = try await service.loginCodes.begin(userName: Self.address, caller: rig.caller(nil))
    rig.clock.advance(.minutes(2))
    _ = rig.hasher.takeJournal()
    // Each begins while the one before is being hashed, and none is counted yet.
    let limited = Atomic<Int>(0)
    @Sendable func next(_ left: Int) async {
      guard left > 0 else { return }
      rig.hasher.state.withLock { $0.meanwhile = { await next(left - 1) } }
      do {
        try await attempt(work, service, rig, begun.verificationToken)
      } catch IdentityFailure.limited {
        limited.wrappingAdd(1, ordering: .relaxed)
      } catch {}
    }
    await next(work.most + 3)
    #expect(rig.hasher.takeJournal().count == work.most)
    #expect(limited.load(ordering: .relaxed) > 0)
  }

  @Test("The budget reserved by a failed hash is available again")
  func released() async throws {
    let rig = Rig()
    try await rig.member(Self.address, password: "staple battery")
    let service = rig.service
    rig.hasher.state.withLock { $0.isBusy = true }
    for _ in 0..<(SecurityRules.loginsByIdentifier.most + 5) {
      await #expect(throws: IdentityFailure.busy(until: rig.clock.now() + .seconds(3))) {
        _ = try await service.passwords.login(
          userName: Self.address, password: "staple battery", caller: rig.caller(nil))
      }
    }
    rig.hasher.state.withLock { $0.isBusy = false }
    _ = try await service.passwords.login(
      userName: Self.address, password: "staple battery", caller: rig.caller(nil))
  }
}
