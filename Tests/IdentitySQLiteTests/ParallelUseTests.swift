import IdentityDomain
import IdentityTestSupport
import TestSupport
import Testing

@Suite("Many simultaneous calls have one effect, on one server and on two with one store")
struct ParallelUseTests {
  private static let width = 16
  private static let rounds = wantedRounds ?? 20
  private static let servers = [1, 2]

  private let folder = Result { try TemporaryFolder() }

  private func rig(_ servers: Int) throws -> ServiceRig<Balanced> {
    let folder = try folder.get()
    return ServiceRig(store: Balanced(try (0..<servers).map { _ in try folder.store() }))
  }

  private func atOnce<Value: Sendable>(
    _ count: Int = width, _ work: @escaping @Sendable () async throws -> Value
  ) async -> [Result<Value, any Error>] {
    await withTaskGroup(of: Result<Value, any Error>.self) { group in
      for _ in 0..<count {
        group.addTask {
          do { return .success(try await work()) } catch { return .failure(error) }
        }
      }
      var results: [Result<Value, any Error>] = []
      for await result in group { results.append(result) }
      return results
    }
  }

  @Test("CMP-1: 16 parallel uses of one refresh token get the same successor", arguments: servers)
  func refresh(servers: Int) async throws {
    let rig = try rig(servers)
    var grant = try await rig.phoneMember("+4915112345678", key: "k")
    for round in 1...Self.rounds {
      let token = try #require(grant.refreshToken)
      let grants = try await atOnce {
        try await rig.service.sessions.refresh(token, caller: rig.caller("k"))
      }.map { try $0.get() }
      #expect(Set(grants.map(\.refreshToken)).count == 1)
      #expect(grants.allSatisfy { $0.session.family.generation == round })
      #expect(grants[0].refreshToken != token)
      grant = grants[0]
    }
  }

  @Test("16 parallel uses of one code open one session", arguments: servers)
  func code(servers: Int) async throws {
    let rig = try rig(servers)
    try await rig.member("ann@example.com", password: "staple battery")
    for _ in 0..<Self.rounds {
      rig.clock.advance(.minutes(20))
      let challenge = try await rig.service.loginCodes.begin(
        userName: "ann@example.com", caller: rig.caller("k"))
      let code = try await rig.code(to: "ann@example.com")
      let results = await atOnce {
        try await rig.service.loginCodes.complete(
          token: challenge.verificationToken, code: code, caller: rig.caller("k"))
      }
      #expect(results.filter { (try? $0.get()) != nil }.count == 1)
    }
  }

  @Test("16 parallel confirmations of one registration make one account", arguments: servers)
  func confirmation(servers: Int) async throws {
    let rig = try rig(servers)
    for round in 0..<Self.rounds {
      let address = "ann\(round)@example.com"
      rig.clock.advance(.minutes(20))
      let answer = try await rig.service.registration.register(
        userName: address, password: "staple battery", caller: rig.caller("k"))
      let code = try await rig.code(to: address)
      let results = await atOnce {
        try await rig.service.registration.confirm(
          userName: address, code: code, attempt: answer.attempt, caller: rig.caller("k"))
      }
      #expect(results.filter { (try? $0.get()) != nil }.count == 1)
    }
  }

  @Test(
    "PHN-3: 16 parallel calls with one idempotency key send one code for one record",
    arguments: servers)
  func idempotencyKey(servers: Int) async throws {
    let rig = try rig(servers)
    for round in 0..<Self.rounds {
      rig.clock.advance(.hours(1))
      let number = "+49151\(1_000_000 + round)"
      let before = await rig.messages().count
      let answers = await atOnce {
        var caller = rig.caller("k")
        caller.idempotencyKey = "intent-\(round)"
        caller.body = Secret(number)
        return try await rig.service.phones.begin(
          number: number, region: nil, caller: caller)
      }
      let challenges = try answers.map { answer -> String in
        guard case .challenge(let challenge) = try answer.get() else { return "in" }
        return challenge.challenge.text
      }
      #expect(Set(challenges).count == 1)
      #expect(await rig.messages().count == before + 1)
    }
  }

  @Test("Two simultaneous sign-ins with the same number make one account", arguments: servers)
  func oneAccount(servers: Int) async throws {
    let rig = try rig(servers)
    var tokens: [(String, Secret<VerificationToken>, Secret<OneTimeCode>)] = []
    for key in ["a", "b", "c"] {
      let begun = try await rig.service.phones.begin(
        number: "+4915112345678", region: nil, caller: rig.caller(key))
      guard case .challenge(let challenge) = begun else { continue }
      tokens.append((key, challenge.verificationToken, try await rig.code(to: "+4915112345678")))
      rig.clock.advance(.minutes(2))
    }
    let accounts = try await withThrowingTaskGroup(of: ID<Account>?.self) { group in
      for (key, token, code) in tokens {
        group.addTask {
          let answer = try await rig.service.phones.verify(
            token: token, code: code, caller: rig.caller(key))
          guard case .signedIn(_, let account, _) = answer else { return nil }
          return account.id
        }
      }
      var accounts: Set<ID<Account>?> = []
      for try await account in group { accounts.insert(account) }
      return accounts
    }
    #expect(accounts.count == 1 && !accounts.contains(nil))
  }

  @Test(
    "10,000 parallel guesses at one code: five are counted, and the right one comes too late",
    arguments: servers)
  func guesses(servers: Int) async throws {
    let rig = try rig(servers)
    let begun = try await rig.service.phones.begin(
      number: "+4915112345678", region: nil, caller: rig.caller(nil))
    guard case .challenge(let challenge) = begun else { return }
    let right = try await rig.code(to: "+4915112345678")
    let wrong = Secret<OneTimeCode>(right.exposed == "000000" ? "000001" : "000000")
    let results = await atOnce(10_000) {
      try await rig.service.phones.verify(
        token: challenge.verificationToken, code: wrong, caller: rig.caller(nil))
    }
    var left: [Int: Int] = [:]
    for case .failure(IdentityFailure.wrongCode(let triesLeft)) in results {
      left[triesLeft, default: 0] += 1
    }
    // The calls with one token are bounded as well (DEC-2).
    let told = SecurityRules.callsByChallenge.most
    #expect(left == [4: 1, 3: 1, 2: 1, 1: 1, 0: told - 4])
    let stored = try await rig.store.transaction("read") {
      try $0.challenge(challenge.challenge)?.code.wrongTries
    }
    #expect(stored == 5)
    rig.clock.advance(SecurityRules.callsByChallenge.within)
    await #expect(throws: IdentityFailure.wrongCode(triesLeft: 0)) {
      try await rig.service.phones.verify(
        token: challenge.verificationToken, code: right, caller: rig.caller(nil))
    }
  }
}
