import IdentityDomain
import IdentityStoreContract
import IdentityTestSupport
import Synchronization
import Testing

@Suite("Attacks on sign-in through third parties (RFC 9700)")
struct FederationAttackTests {
  static let victim = "victim@example.com"

  @Test("Section 4.7: a redirect begun by another device opens nothing there or here")
  func loginCSRF() async throws {
    let rig = Rig()
    let service = rig.service
    // The attacker's redirect is injected into the victim's app, whose own sign-in is in progress.
    let attackers = try await rig.trip(try rig.assertion("evil"), key: "attacker")
    let victims = try await rig.trip(try rig.assertion("1", Self.victim), key: "victim")
    await #expect(throws: IdentityFailure.stateMismatch) {
      try await service.federation.complete(
        token: victims.token, attackers.returned, caller: rig.caller("victim"))
    }
    // The victim's sign-in continues as if nothing had happened.
    _ = try FederatedSignInTests.account(
      of: try await service.federation.complete(
        token: victims.token, victims.returned, caller: rig.caller("victim")))
  }

  @Test(
    "A stolen redirect is useless without the device key, and so is one with the run's token")
  func stolenReturn() async throws {
    let rig = Rig()
    let service = rig.service
    let victims = try await rig.trip(try rig.assertion("1", Self.victim), key: "victim")
    let attackers = try await service.federation.begin(
      at: "mail", returnURL: Rig.returnURL, caller: rig.caller("attacker"))
    let tries: [(Secret<FederationToken>, Caller)] = [
      (victims.token, rig.caller("attacker")), (victims.token, rig.caller(nil)),
      (attackers.token, rig.caller("attacker")), (Secret("made up"), rig.caller("attacker")),
      (Secret(victims.returned.code.exposed), rig.caller("victim")),
      (Secret(victims.returned.state.exposed), rig.caller("victim")),
    ]
    for (token, caller) in tries {
      await #expect(throws: IdentityFailure.self) {
        try await service.federation.complete(token: token, victims.returned, caller: caller)
      }
    }
    #expect(await rig.store.snapshot.sessions.isEmpty)
    #expect(await rig.store.snapshot.accounts.isEmpty)
  }

  @Test(
    "Luring someone to the provider's page gains nothing: the code reaches that device")
  func luredVictim() async throws {
    let rig = Rig()
    let service = rig.service
    let begun = try await service.federation.begin(
      at: "mail", returnURL: Rig.returnURL, caller: rig.caller("attacker"))
    rig.providers.set("c", .success(try rig.assertion("1", Self.victim)))
    let answer = try await service.federation.receive(
      ProviderResponse(code: Secret("c")), state: begun.state.exposed, at: "mail",
      caller: rig.caller(nil, network: "victim"))
    _ = try rig.returned(answer)
    for made in [begun.state.exposed, begun.token.exposed, ""] {
      await #expect(throws: IdentityFailure.self) {
        try await service.federation.complete(
          token: begun.token, ReturnedAnswer(state: begun.state, code: Secret(made)),
          caller: rig.caller("attacker"))
      }
    }
    #expect(await rig.store.snapshot.sessions.isEmpty)
  }

  @Test("Section 4.4: a response to another provider's redirect is refused (mix-up)")
  func mixUp() async throws {
    let rig = Rig()
    let service = rig.service
    let begun = try await service.federation.begin(
      at: "mail", returnURL: Rig.returnURL, caller: rig.caller("phone"))
    for provider in ["other", "nobody", ""] {
      let answer = try await service.federation.receive(
        ProviderResponse(code: Secret("c")), state: begun.state.exposed, at: provider,
        caller: rig.caller(nil))
      #expect(answer == .invalid)
    }
    #expect(rig.providers.state.withLock(\.redeemed).isEmpty)
  }

  @Test(
    "Section 4.7.1: states that this server did not issue lead nowhere",
    arguments: [
      "", "x", "a.0.k1.AAAA", "../../", "%00",
    ])
  func madeUpState(_ state: String) async throws {
    let rig = Rig()
    let answer = try await rig.service.federation.receive(
      ProviderResponse(code: Secret("c")), state: state, at: "mail", caller: rig.caller(nil))
    #expect(answer == .invalid)
  }

  @Test("Section 4.8: each sign-in has its own verifier and nonce, of 32 bytes")
  func verifiers() async throws {
    let rig = Rig()
    for number in 0..<20 {
      _ = try await rig.trip(try rig.assertion("\(number)"), key: "key-\(number)")
    }
    let (verifiers, nonces) = rig.providers.state.withLock { ($0.verifiers, $0.nonces) }
    #expect(verifiers.count == 20 && nonces.count == 20)
    #expect(verifiers.isDisjoint(with: nonces))
    for value in verifiers.union(nonces) { #expect(Base64URL.bytes(value)?.count == 32) }
  }

  @Test("Attacker or victim first, by a provider or a password: the attacker holds nothing")
  func orders() async throws {
    for attackerFirst in [true, false] {
      for victimByProvider in [true, false] {
        let rig = Rig()
        let service = rig.service
        // The attacker's means: an account at a provider that reports the victim's address,
        // unproven.
        func attack() async throws {
          let trip = try await rig.trip(
            try rig.assertion("evil", Self.victim, at: "other"), at: "other", key: "attacker")
          let answer = try await service.federation.complete(
            token: trip.token, trip.returned, caller: rig.caller("attacker"))
          let (challenge, _) = try FederatedSignInTests.challenge(answer)
          for guess in ["000000", "111111"] {
            _ = try? await service.federation.verify(
              token: trip.token, verification: challenge.verificationToken, code: Secret(guess),
              caller: rig.caller("attacker"))
          }
          _ = try await service.federation.completeWithoutAddress(
            token: trip.token, caller: rig.caller("attacker"))
          rig.clock.advance(.minutes(2))
        }
        func live() async throws -> ID<Account> {
          if victimByProvider {
            let answer = try await rig.federated(try rig.assertion("1", Self.victim), key: "victim")
            return try FederatedSignInTests.account(of: answer)
          }
          try await rig.member(Self.victim, password: "a good long password", key: "victim")
          return try #require(await rig.store.snapshot.bindings[Self.victim]?.account)
        }
        if attackerFirst { try await attack() }
        let owner = try await live()
        rig.clock.advance(.minutes(2))
        if !attackerFirst { try await attack() }
        let tables = await rig.store.snapshot
        #expect(tables.bindings[Self.victim]?.account == owner)
        #expect(
          !tables.federatedIdentities.values.contains {
            $0.account == owner && $0.subject.subject == "evil"
          })
        #expect(
          !tables.sessions.values.contains {
            $0.account == owner && $0.family.kind.key == KeyThumbprint("attacker")
          })
      }
    }
  }

  @Test(
    "A provider is added to the requesting account, not to the next user of the device")
  func linkOfAnother() async throws {
    let rig = Rig()
    let service = rig.service
    let first = try FederatedSignInTests.grant(
      try await rig.federated(try rig.assertion("1"), key: "shared"))
    let begun = try await service.federation.beginLinking(
      at: "other", returnURL: Rig.returnURL, rig.call(first))
    rig.providers.set("c", .success(try rig.assertion("2", at: "other")))
    let returned = try rig.returned(
      try await service.federation.receive(
        ProviderResponse(code: Secret("c")), state: begun.state.exposed, at: "other",
        caller: rig.caller(nil)))
    // The same user in a later session, and another user: neither asked in this session.
    for subject in ["1", "3"] {
      let next = try FederatedSignInTests.grant(
        try await rig.federated(try rig.assertion(subject), key: "shared"))
      await #expect(throws: IdentityFailure.authorizationInvalid) {
        try await service.federation.completeLinking(
          token: begun.token, returned, rig.call(next))
      }
    }
    #expect(await rig.store.snapshot.federatedIdentities.count == 2)
  }

  @Test("A code to one address verifies no other sign-in of the device")
  func codeOfAnother() async throws {
    let rig = Rig()
    let service = rig.service
    let own = try await rig.trip(
      try rig.assertion("1", "own@example.com", at: "other"), at: "other", key: "attacker")
    let (challenge, _) = try FederatedSignInTests.challenge(
      try await service.federation.complete(
        token: own.token, own.returned, caller: rig.caller("attacker")))
    let code = try await rig.code(to: "own@example.com")
    let claimed = try await rig.trip(
      try rig.assertion("2", Self.victim, at: "other"), at: "other", key: "attacker")
    _ = try await service.federation.complete(
      token: claimed.token, claimed.returned, caller: rig.caller("attacker"))
    await #expect(throws: IdentityFailure.verificationTokenInvalid) {
      try await service.federation.verify(
        token: claimed.token, verification: challenge.verificationToken, code: code,
        caller: rig.caller("attacker"))
    }
    #expect(await rig.store.snapshot.accounts.isEmpty)
  }

  @Test("DEC-8: a device cannot begin an unlimited number of sign-ins")
  func bounded() async throws {
    let rig = Rig()
    let service = rig.service
    func begin() async throws {
      _ = try await service.federation.begin(
        at: "mail", returnURL: Rig.returnURL, caller: rig.caller("phone"))
    }
    for _ in 0..<SecurityRules.authorizationRequests.most { try await begin() }
    await #expect(throws: IdentityFailure.self) { try await begin() }
  }

  @Test("A provider that is down says so, and a sign-in in progress continues later")
  func down() async throws {
    let rig = Rig()
    let service = rig.service
    var caller = rig.caller("phone")
    caller.idempotencyKey = "intent"
    rig.providers.state.withLock { $0.isDown = true }
    await #expect(throws: IdentityFailure.provider(.unavailable)) {
      try await service.federation.begin(at: "mail", returnURL: Rig.returnURL, caller: caller)
    }
    rig.providers.state.withLock { $0.isDown = false }
    caller.proof = rig.proof("phone")
    _ = try await service.federation.begin(at: "mail", returnURL: Rig.returnURL, caller: caller)
    #expect(await rig.store.snapshot.authorizationRequests.count == 1)
  }
}
