import IdentityDomain
import IdentityStoreContract
import IdentityTestSupport
import Synchronization
import Testing

@Suite("SEC Limits: a guess at a password is charged with its verdict")
struct PasswordGuessTests {
  private static let address = "ann@example.com"
  private static let password = "staple battery"

  enum Way: String, CaseIterable, Sendable {
    case login, market
    /// As the public clients of the account API do, without a key.
    case compat

    /// What a guesser hears once strangers have spent the budget (DEC-7).
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

  /// So many guesses, none of which is told its verdict before all are being hashed.
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
    "Of guesses that are hashed at once no more are told than the budget has",
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
    // And from now on nothing is hashed any more.
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
      // With other parameters the hash is outdated, which the right password would make again.
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

  @Test("A hash that cannot be made again right now keeps nobody out", arguments: Way.allCases)
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
