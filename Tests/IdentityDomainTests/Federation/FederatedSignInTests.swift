import IdentityDomain
import IdentityStoreContract
import IdentityTestSupport
import Synchronization
import Testing

@Suite("Sign-in through third parties")
struct FederatedSignInTests {
  static let address = "ann@example.com"

  static func account(of answer: FederationAnswer) throws -> ID<Account> {
    guard case .signedIn(_, let account, _) = answer else { throw NoCode(recipient: "nobody") }
    return account.id
  }

  static func grant(_ answer: FederationAnswer) throws -> TokenGrant {
    guard case .signedIn(let grant, _, _) = answer else { throw NoCode(recipient: "nobody") }
    return grant
  }

  static func challenge(_ answer: FederationAnswer) throws -> (ChallengeAnswer, EmailAddress?) {
    guard case .challenge(let challenge, let email) = answer else {
      throw NoCode(recipient: "nobody")
    }
    return (challenge, email)
  }

  @Test(
    "A first sign-in makes an account with the address and the name, and no password")
  func first() async throws {
    let rig = Rig()
    let person = try rig.assertion("1", Self.address, name: "Ann")
    let answer = try await rig.federated(person, key: "phone")
    guard case .signedIn(let grant, let account, let bindings) = answer else {
      Issue.record("not signed in: \(answer)")
      return
    }
    #expect(account.profile.name == "Ann")
    #expect(bindings.map(\.identifier.text) == [Self.address])
    #expect(grant.session.family.kind == .bound(KeyThumbprint("phone")))
    let password = try await rig.store.read("look") { try $0.password(of: account.id) }
    #expect(password == nil)
    // The second time it is the same account, on whatever device.
    let again = try await rig.federated(person, key: "tablet")
    #expect(try Self.account(of: again) == account.id)
  }

  @Test(
    "FED-3: without a device key no sign-in at a provider begins, and nowhere but at a configured return"
  )
  func begins() async throws {
    let rig = Rig()
    let service = rig.service
    await #expect(throws: IdentityFailure.proofRequired) {
      try await service.federation.begin(
        at: "mail", returnURL: Rig.returnURL, caller: rig.caller(nil))
    }
    for url in [
      "", "com.example.app:/return/", "com.example.app:/return?x=1", "https://evil.example/",
      "COM.example.app:/return",
    ] {
      await #expect(throws: IdentityFailure.malformed(field: "return_url")) {
        try await service.federation.begin(at: "mail", returnURL: url, caller: rig.caller("phone"))
      }
    }
    for name in ["", "nobody", "Mail", "mail ", "../mail"] {
      await #expect(throws: IdentityFailure.notFound) {
        try await service.federation.begin(
          at: name, returnURL: Rig.returnURL, caller: rig.caller("phone"))
      }
    }
  }

  @Test("FED-3: a sign-in is good once, and for ten minutes")
  func once() async throws {
    let rig = Rig()
    let service = rig.service
    let person = try rig.assertion("1", Self.address)
    let trip = try await rig.trip(person, key: "phone")
    _ = try await service.federation.complete(
      token: trip.token, trip.returned, caller: rig.caller("phone"))
    await #expect(throws: IdentityFailure.authorizationInvalid) {
      try await service.federation.complete(
        token: trip.token, trip.returned, caller: rig.caller("phone"))
    }
    let late = try await rig.trip(person, key: "phone")
    rig.clock.advance(SecurityRules.authorizationRequestLifetime)
    await #expect(throws: IdentityFailure.authorizationInvalid) {
      try await service.federation.complete(
        token: late.token, late.returned, caller: rig.caller("phone"))
    }
    let begun = try await service.federation.begin(
      at: "mail", returnURL: Rig.returnURL, caller: rig.caller("phone"))
    rig.clock.advance(SecurityRules.authorizationRequestLifetime)
    let answer = try await service.federation.receive(
      ProviderResponse(code: Secret("c")), state: begun.state.exposed, at: "mail",
      caller: rig.caller(nil))
    #expect(answer == .invalid)
  }

  @Test("CMP-1: a completion whose answer was lost is told again to the same intent")
  func lostAnswer() async throws {
    let rig = Rig(runsTwice: true)
    let service = rig.service
    let trip = try await rig.trip(try rig.assertion("1", Self.address), key: "phone")
    var caller = rig.caller("phone")
    caller.idempotencyKey = "intent"
    let first = try await service.federation.complete(
      token: trip.token, trip.returned, caller: caller)
    caller.proof = rig.proof("phone")
    let again = try await service.federation.complete(
      token: trip.token, trip.returned, caller: caller)
    let sessions = [try Self.grant(first).session.id, try Self.grant(again).session.id]
    #expect(sessions[0] == sessions[1])
    let accounts = await rig.store.snapshot.accounts
    #expect(accounts.count == 1)
  }

  @Test("A return that comes twice asks the provider once and leads to the same place")
  func twice() async throws {
    let rig = Rig()
    let service = rig.service
    let begun = try await service.federation.begin(
      at: "mail", returnURL: Rig.returnURL, caller: rig.caller("phone"))
    rig.providers.set("c", .success(try rig.assertion("1", Self.address)))
    @Sendable func receive() async throws -> FederationReturn {
      try await service.federation.receive(
        ProviderResponse(code: Secret("c")), state: begun.state.exposed, at: "mail",
        caller: rig.caller(nil))
    }
    // The second copy arrives while the provider is asked.
    rig.providers.state.withLock { state in
      state.meanwhile = {
        let meanwhile = try? await receive()
        #expect(meanwhile == .busy)
      }
    }
    let first = try await receive()
    #expect(try await receive() == first)
    #expect(rig.providers.state.withLock(\.redeemed) == ["c"])
    // What a provider would say now does not count any more.
    rig.providers.set("c", .failure(.failed))
    #expect(try await receive() == first)
  }

  @Test(
    "Each failure of a provider comes back by its own name",
    arguments: ProviderFailure.allCases)
  func failures(_ failure: ProviderFailure) async throws {
    let rig = Rig()
    let service = rig.service
    let begun = try await service.federation.begin(
      at: "mail", returnURL: Rig.returnURL, caller: rig.caller("phone"))
    rig.providers.set("c", .failure(failure))
    let answer = try await service.federation.receive(
      ProviderResponse(code: Secret("c")), state: begun.state.exposed, at: "mail",
      caller: rig.caller(nil))
    #expect(
      answer
        == .redirect("\(Rig.returnURL)?state=\(begun.state.exposed)&error=\(failure.code)"))
    let codes = Set(ProviderFailure.allCases.map(\.code))
    #expect(codes.count == ProviderFailure.allCases.count)
    // Whoever makes up the rest of the way is told the same.
    let code = try #require(
      try await rig.store.read("look") { tables in
        let id = DerivedToken.read(begun.state.exposed, .authorizationState, rig.digests)?.subject
        return try id.flatMap { try tables.authorizationRequest(ID($0)) }?.code(rig.digests)
      })
    await #expect(throws: IdentityFailure.provider(failure)) {
      try await service.federation.complete(
        token: begun.token, ReturnedAnswer(state: begun.state, code: code),
        caller: rig.caller("phone"))
    }
  }

  @Test("FED-6: a native token is checked with the nonce of this device, and completes by it alone")
  func native() async throws {
    let rig = Rig()
    let service = rig.service
    let begun = try await service.federation.beginNative(at: "sheet", caller: rig.caller("phone"))
    rig.providers.set("token", .success(try rig.assertion("1", Self.address, at: "sheet")))
    await #expect(throws: IdentityFailure.authorizationInvalid) {
      try await service.federation.completeNative(
        token: begun.token, idToken: Secret("token"), caller: rig.caller("another"))
    }
    #expect(rig.providers.state.withLock(\.redeemed).isEmpty)
    let answer = try await service.federation.completeNative(
      token: begun.token, idToken: Secret("token"), caller: rig.caller("phone"))
    _ = try Self.account(of: answer)
    #expect(rig.providers.state.withLock(\.nonces) == [begun.nonce])
    await #expect(throws: IdentityFailure.notFound) {
      try await service.federation.beginNative(at: "mail", caller: rig.caller("phone"))
    }
  }

  @Test("FED-7: an address of an account leads to it by a code, never silently")
  func linking() async throws {
    let rig = Rig()
    let service = rig.service
    try await rig.member(Self.address, password: "a good long password", key: "phone")
    let owner = try #require(await rig.store.snapshot.bindings[Self.address]?.account)
    let person = try rig.assertion("1", Self.address)
    let trip = try await rig.trip(person, key: "phone")
    let (challenge, email) = try Self.challenge(
      try await service.federation.complete(
        token: trip.token, trip.returned, caller: rig.caller("phone")))
    #expect(email?.text == Self.address)
    #expect(await rig.store.snapshot.federatedIdentities.isEmpty)
    await #expect(throws: IdentityFailure.self) {
      try await service.federation.verify(
        token: trip.token, verification: challenge.verificationToken, code: Secret("000000"),
        caller: rig.caller("phone"))
    }
    let answer = try await service.federation.verify(
      token: trip.token, verification: challenge.verificationToken,
      code: try await rig.code(to: Self.address), caller: rig.caller("phone"))
    #expect(try Self.account(of: answer) == owner)
    #expect(await rig.store.snapshot.federatedIdentities[person.subject]?.account == owner)
    // The owner is told, and can take it back.
    let notice = await rig.messages().last { $0.template == .identifierChanged }
    #expect(notice?.recipient.text == Self.address)
    let undo = try #require(notice.flatMap { MadeUpSealing.open($0) })
    try await service.account.undoIdentifierChange(Secret(undo), caller: rig.caller(nil))
    #expect(await rig.store.snapshot.federatedIdentities.isEmpty)
  }

  @Test("FED-7: an address that the provider does not answer for is proven first, taken or not")
  func unproven() async throws {
    for isTaken in [false, true] {
      for (provider, isVerified) in [("other", true), ("mail", false)] {
        let rig = Rig()
        let service = rig.service
        if isTaken { try await rig.member(Self.address, password: "a good long password") }
        let before = await rig.messages().count
        let trip = try await rig.trip(
          try rig.assertion("1", Self.address, at: provider, isVerified: isVerified),
          at: provider, key: "phone")
        let (challenge, email) = try Self.challenge(
          try await service.federation.complete(
            token: trip.token, trip.returned, caller: rig.caller("phone")))
        #expect(email?.text == Self.address)
        #expect(await rig.messages().count == before + 1)
        let answer = try await service.federation.verify(
          token: trip.token, verification: challenge.verificationToken,
          code: try await rig.code(to: Self.address), caller: rig.caller("phone"))
        let owner = await rig.store.snapshot.bindings[Self.address]?.account
        #expect(try Self.account(of: answer) == owner)
        #expect(await rig.store.snapshot.accounts.count == 1)
      }
    }
  }

  @Test("Who cannot read the mail of that address gets an account without it")
  func withoutAddress() async throws {
    let rig = Rig()
    let service = rig.service
    try await rig.member(Self.address, password: "a good long password")
    let owner = await rig.store.snapshot.bindings[Self.address]?.account
    let trip = try await rig.trip(try rig.assertion("1", Self.address), key: "phone")
    _ = try await service.federation.complete(
      token: trip.token, trip.returned, caller: rig.caller("phone"))
    let answer = try await service.federation.completeWithoutAddress(
      token: trip.token, caller: rig.caller("phone"))
    #expect(try Self.account(of: answer) != owner)
    guard case .signedIn(_, _, let bindings) = answer else { return }
    #expect(bindings.isEmpty)
  }

  @Test("A provider is added after a fresh proof and removed, but not the last way in")
  func addAndRemove() async throws {
    let rig = Rig()
    let service = rig.service
    let first = try await rig.federated(try rig.assertion("1"), key: "phone")
    let grant = try Self.grant(first)
    let only = try #require(try await service.federation.linked(rig.call(grant)).first)
    #expect(!only.canBeRemoved)
    await #expect(throws: IdentityFailure.lastWayIn) {
      try await service.federation.remove(only.reference.text, rig.call(grant))
    }
    // The sign-in is a fresh proof, for ten minutes.
    let begun = try await service.federation.beginLinking(
      at: "other", returnURL: Rig.returnURL, rig.call(grant))
    rig.providers.set("c", .success(try rig.assertion("2", at: "other")))
    let returned = try rig.returned(
      try await service.federation.receive(
        ProviderResponse(code: Secret("c")), state: begun.state.exposed, at: "other",
        caller: rig.caller(nil)))
    // It is no sign-in, and no other session's.
    await #expect(throws: IdentityFailure.authorizationInvalid) {
      try await service.federation.complete(
        token: begun.token, returned, caller: rig.caller("phone"))
    }
    try await service.federation.completeLinking(token: begun.token, returned, rig.call(grant))
    let linked = try await service.federation.linked(rig.call(grant))
    #expect(linked.map(\.identity.provider.text) == ["mail", "other"])
    #expect(linked.map(\.canBeRemoved) == [true, true])
    rig.clock.advance(.minutes(11))
    await #expect(throws: IdentityFailure.self) {
      try await service.federation.remove(only.reference.text, rig.call(grant))
    }
    let again = try Self.grant(try await rig.federated(try rig.assertion("1"), key: "phone"))
    try await service.federation.remove(only.reference.text, rig.call(again))
    #expect(try await service.federation.linked(rig.call(again)).count == 1)
  }

  @Test("A provider account that another account has is not taken from it")
  func taken() async throws {
    let rig = Rig()
    let service = rig.service
    _ = try await rig.federated(try rig.assertion("2", at: "other"), at: "other", key: "hers")
    let grant = try Self.grant(try await rig.federated(try rig.assertion("1"), key: "his"))
    let begun = try await service.federation.beginLinking(
      at: "other", returnURL: Rig.returnURL, rig.call(grant))
    rig.providers.set("c", .success(try rig.assertion("2", at: "other")))
    let returned = try rig.returned(
      try await service.federation.receive(
        ProviderResponse(code: Secret("c")), state: begun.state.exposed, at: "other",
        caller: rig.caller(nil)))
    await #expect(throws: IdentityFailure.identityTaken) {
      try await service.federation.completeLinking(token: begun.token, returned, rig.call(grant))
    }
  }

  @Test("DEC-1: an account that slept asks an unknown device for a second proof, by this door too")
  func slept() async throws {
    let rig = Rig()
    let service = rig.service
    let person = try rig.assertion("1", Self.address)
    let owner = try Self.account(of: try await rig.federated(person, key: "phone"))
    rig.clock.advance(.days(91))
    let trip = try await rig.trip(person, key: "new")
    let (challenge, _) = try Self.challenge(
      try await service.federation.complete(
        token: trip.token, trip.returned, caller: rig.caller("new")))
    let answer = try await service.federation.verify(
      token: trip.token, verification: challenge.verificationToken,
      code: try await rig.code(to: Self.address), caller: rig.caller("new"))
    #expect(try Self.account(of: answer) == owner)
    // Where the provider is all that the account has, there is nothing else to ask for.
    let bare = try rig.assertion("2")
    let other = try Self.account(of: try await rig.federated(bare, key: "phone"))
    rig.clock.advance(.days(91))
    #expect(try Self.account(of: try await rig.federated(bare, key: "newer")) == other)
  }

  @Test("SEC \"One decision\": a context that the operator lists is level 2, any other level 1")
  func levels() async throws {
    for (context, level) in [("strong", "federated_aal2"), ("weak", "federated")] {
      let rig = Rig()
      let grant = try Self.grant(
        try await rig.federated(
          try rig.assertion("1", Self.address, context: context), key: "phone"))
      #expect(grant.session.shown?.map(\.kind) == [level])
    }
  }

  @Test("A consent that is taken back closes what it opened, until a new one is given")
  func consentRevoked() async throws {
    let rig = Rig()
    let service = rig.service
    let person = try rig.assertion("1", Self.address)
    let first = try await rig.federated(person, key: "phone")
    let owner = try Self.account(of: first)
    try await rig.member("bob@example.com", password: "a good long password", key: "tablet")
    let other = try await service.passwords.login(
      userName: "bob@example.com", password: "a good long password", caller: rig.caller("tablet"))
    await #expect(throws: IdentityFailure.provider(.invalidAssertion)) {
      try await service.federation.obey([0], from: "mail", caller: rig.caller(nil))
    }
    for _ in 0..<2 {
      try await service.federation.obey(Array("1".utf8), from: "mail", caller: rig.caller(nil))
    }
    let tables = await rig.store.snapshot
    #expect(tables.federatedIdentities[person.subject]?.revokedAt != nil)
    await #expect(throws: IdentityFailure.unauthorized(.providerRevoked)) {
      try await service.account.profile(rig.call(try Self.grant(first)))
    }
    _ = try await service.account.profile(rig.call(other))
    let notices = await rig.messages().filter { $0.template == .identifierChangedElsewhere }
    #expect(notices.map(\.recipient.text) == [Self.address])
    // What the session remembers of that sign-in proves nothing any more; a new consent does.
    #expect(try Self.account(of: try await rig.federated(person, key: "phone")) == owner)
    #expect(await rig.store.snapshot.federatedIdentities[person.subject]?.revokedAt == nil)
  }

  @Test("ACC-9: a deleted account leaves no identity at a provider")
  func deletion() async throws {
    let rig = Rig()
    let service = rig.service
    let grant = try Self.grant(
      try await rig.federated(try rig.assertion("1", Self.address), key: "phone"))
    _ = try await service.account.beginDeletion(rig.call(grant))
    try await service.account.completeDeletion(
      code: try await rig.code(to: Self.address), rig.call(grant))
    let tables = await rig.store.snapshot
    #expect(tables.federatedIdentities.isEmpty && tables.accounts.isEmpty)
  }
}
