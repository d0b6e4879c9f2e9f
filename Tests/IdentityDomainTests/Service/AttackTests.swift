import IdentityDomain
import IdentityTestSupport
import IdentityStoreContract
import Testing

@Suite("What an attacker tries")
struct AttackTests {
  private let address = "ann@example.com"

  @Test("A code mailed to an address opens nothing once the address has left the account")
  func movedAddress() async throws {
    let rig = Rig()
    try await rig.member(address, password: "staple battery")
    let owner = try await rig.service.passwords.login(
      userName: address, password: "staple battery", caller: rig.caller("own"))
    let login = try await rig.service.loginCodes.begin(
      userName: address, caller: rig.caller("other"))
    let loginCode = try await rig.code(to: address)
    rig.clock.advance(.minutes(2))
    _ = try await rig.service.recovery.begin(userName: address, caller: rig.caller("other"))
    let resetCode = try await rig.code(to: address)
    let begun = try await rig.service.account.beginVerification(
      of: "new@example.com", rig.call(owner))
    try await rig.service.account.completeVerification(
      token: begun.verificationToken, code: try await rig.code(to: "new@example.com"),
      rig.call(owner))
    #expect(await rig.messages().last?.recipient.text == address)
    #expect(await rig.messages().last?.template == .identifierChanged)
    await #expect(throws: IdentityFailure.self) {
      try await rig.service.loginCodes.complete(
        token: login.verificationToken, code: loginCode, caller: rig.caller("other"))
    }
    await #expect(throws: IdentityFailure.self) {
      try await rig.service.recovery.complete(
        userName: address, code: resetCode, newPassword: "the attackers own",
        caller: rig.caller("other"))
    }
    _ = try await rig.service.passwords.login(
      userName: "new@example.com", password: "staple battery", caller: rig.caller("own"))
  }

  @Test("Owning accounts buys no extra codes to another user's address")
  func mailBombing() async throws {
    let rig = Rig()
    var sent = 0
    for number in 0..<12 {
      let own = try await rig.phoneMember("+4915100000\(100 + number)", key: "key-\(number)")
      if (try? await rig.service.account.beginVerification(of: address, rig.call(own))) != nil {
        sent += 1
      }
    }
    #expect(sent == SecurityRules.sendsByIdentifier.most)
  }

  @Test("DEC-7: guesses at one address are limited by the messages that strangers may cause")
  func manyGuessers() async throws {
    let rig = Rig()
    try await rig.member(address, password: "staple battery", key: "own")
    _ = try await rig.service.passwords.login(
      userName: address, password: "staple battery", caller: rig.caller("own"))
    var wrong = 0
    var limited = 0
    for number in 0..<12 {
      rig.clock.advance(.minutes(3))
      let key = "key-\(number)"
      let begun: ChallengeAnswer
      do {
        begun = try await rig.service.loginCodes.begin(userName: address, caller: rig.caller(key))
      } catch IdentityFailure.limited {
        limited += 1
        continue
      }
      for _ in 0..<5 {
        do {
          _ = try await rig.service.loginCodes.complete(
            token: begun.verificationToken, code: Secret("wrong"), caller: rig.caller(key))
        } catch IdentityFailure.wrongCode {
          wrong += 1
        }
      }
    }
    // One of them went to the owner, who registered within the hour.
    let messages = SecurityRules.sendsByIdentifier.most - 1
    #expect(wrong == messages * SecurityRules.codeTries)
    #expect(limited == 12 - messages)
    // The owner's device has its own budgets, and a stranger's guesses do not count there.
    let begun = try await rig.service.loginCodes.begin(
      userName: address, caller: rig.caller("own"))
    _ = try await rig.service.loginCodes.complete(
      token: begun.verificationToken, code: try await rig.code(to: address),
      caller: rig.caller("own"))
  }

  @Test("Impatient taps on 'send again' use up no budget")
  func impatience() async throws {
    let rig = Rig()
    for _ in 0..<5 {
      _ = try await rig.service.recovery.begin(userName: address, caller: rig.caller("k"))
      for _ in 0..<10 {
        rig.clock.advance(.seconds(5))
        _ = try? await rig.service.recovery.begin(
          userName: address, caller: rig.caller("k"))
      }
      rig.clock.advance(.seconds(15))
    }
    #expect(await rig.messages().count == 5)
  }

  @Test("A used proof cannot be used again, for any operation that stores something")
  func replayedProof() async throws {
    let rig = Rig()
    let grant = try await rig.phoneMember("+4915112345678", key: "k")
    let call = rig.call(grant)
    _ = try await rig.service.account.changeProfile(ProfileChange(name: "Ann"), call)
    await #expect(throws: IdentityFailure.proofDuplicate) {
      try await rig.service.account.changeProfile(ProfileChange(name: "Eve"), call)
    }
    await #expect(throws: IdentityFailure.proofDuplicate) {
      try await rig.service.phones.begin(
        number: "+4915112345678", region: nil, caller: call.caller)
    }
    _ = try await rig.service.account.profile(call)
  }

  @Test("An outdated proof asks for a new nonce before anything is looked up")
  func outdatedProof() async throws {
    let rig = Rig()
    var caller = rig.caller("k")
    caller.proof = .outdated(KeyThumbprint("k"))
    let outdated = caller
    await #expect(throws: IdentityFailure.proofNonceRequired) {
      try await rig.service.passwords.login(userName: address, password: "x", caller: outdated)
    }
    await #expect(throws: IdentityFailure.proofNonceRequired) {
      try await rig.service.recovery.begin(userName: address, caller: outdated)
    }
    #expect(await rig.store.takeJournal().isEmpty)
  }

  @Test("A store that fails a transaction fails the call and keeps none of it")
  func failingStore() async throws {
    let rig = Rig()
    let grant = try await rig.phoneMember("+4915112345678", key: "k")
    let token = try #require(grant.refreshToken)
    await rig.store.fail("refresh")
    await #expect(throws: MemoryStore.Failure.self) {
      try await rig.service.sessions.refresh(token, caller: rig.caller("k"))
    }
    await rig.store.fail("refresh", false)
    let next = try await rig.service.sessions.refresh(token, caller: rig.caller("k"))
    #expect(next.session.family.generation == 1)
  }

  @Test("Planted secrets appear nowhere in the store or in a printed response")
  func canaries() async throws {
    let rig = Rig()
    var secrets = ["canary planted", "canary planted again"]
    let registration = try await rig.service.registration.register(
      userName: address, password: secrets[0], caller: rig.caller("k"))
    let code = try await rig.code(to: address)
    try await rig.service.registration.confirm(
      userName: address, code: code, attempt: registration.attempt, caller: rig.caller("k"))
    rig.clock.advance(.minutes(2))
    var caller = rig.caller("k", cookie: true)
    caller.idempotencyKey = "intent"
    caller.body = Secret("canary body canary planted")
    let grant = try await rig.service.passwords.login(
      userName: address, password: secrets[0], caller: caller)
    try await rig.service.passwords.change(
      from: secrets[0], to: secrets[1], call: rig.call(grant))
    let begun = try await rig.service.phones.begin(
      number: "+4915112345678", region: nil, caller: rig.caller("p"))
    guard case .challenge(let challenge) = begun else { return }
    let phoneCode = try await rig.code(to: "+4915112345678")
    secrets += [
      "canary body", code.exposed, phoneCode.exposed, challenge.verificationToken.exposed,
      grant.accessToken.exposed,
    ]
    secrets += [grant.refreshToken?.exposed, grant.crumb?.exposed, grant.idToken?.exposed]
      .compactMap { $0 }
    let stored = await rig.store.dump()
    var printed = "\(grant) \(challenge) \(caller) \(rig.call(grant))"
    dump(grant, to: &printed)
    dump(rig.call(grant), to: &printed)
    #expect(stored.contains("ann@example.com"), "the search looks at nothing")
    for secret in secrets {
      #expect(!stored.contains(secret), "stored: \(secret)")
      #expect(!printed.contains(secret), "printed: \(secret)")
    }
  }
}
