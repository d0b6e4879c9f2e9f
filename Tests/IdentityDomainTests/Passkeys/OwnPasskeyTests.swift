import IdentityDomain
import IdentityStoreContract
import IdentityTestSupport
import Testing

@Suite("PAS-3: the passkeys of an account")
struct OwnPasskeyTests {
  let rig = Rig()

  private func member(_ name: String = "ann", key: String = "phone") async throws -> TokenGrant {
    let address = "\(name)@example.com"
    try await rig.member(address, password: "correct horse", key: key)
    return try await rig.service.passwords.login(
      userName: address, password: "correct horse", caller: rig.caller(key))
  }

  @discardableResult
  private func add(
    _ number: UInt8, to grant: TokenGrant, name: String? = nil
  ) async throws -> MadeUpAuthenticator {
    var authenticator = MadeUpAuthenticator(number)
    let request = try await rig.service.passkeys.beginAdding(rig.call(grant))
    try await rig.service.passkeys.add(
      try authenticator.create(request), name: name, rig.call(grant))
    return authenticator
  }

  private func signIn(
    _ authenticator: MadeUpAuthenticator, key: String = "laptop"
  ) async throws -> PasskeyGrant {
    let request = try await rig.service.passkeys.beginSignIn(caller: rig.caller(key))
    return try await rig.service.passkeys.signIn(
      try authenticator.assert(request), caller: rig.caller(key))
  }

  @Test(
    "PAS-3: an account's passkeys share a user handle; each has a name and the time of its last use"
  )
  func several() async throws {
    let ann = try await member()
    let first = try await add(1, to: ann, name: "Work key")
    rig.clock.advance(.minutes(1))
    let second = try await add(2, to: ann)
    #expect(first.userHandle == second.userHandle)
    rig.clock.advance(.minutes(1))
    _ = try await signIn(second)
    let own = try await rig.service.passkeys.own(rig.call(ann)).map(\.passkey)
    #expect(own.map(\.name) == ["Work key", nil])
    #expect(own.map(\.lastUsedAt) == [nil, rig.clock.now()])
    try await rig.service.passkeys.rename(own[1].id.text, to: "Phone", rig.call(ann))
    let renamed = try await rig.service.passkeys.own(rig.call(ann))
    #expect(renamed.map(\.passkey.name) == ["Work key", "Phone"])
    await #expect(throws: IdentityFailure.malformed(field: "name")) {
      try await rig.service.passkeys.rename(own[1].id.text, to: "", rig.call(ann))
    }
  }

  @Test(
    "A passkey does not turn on two-step sign-in: the password still opens a session by itself",
    arguments: ["laptop", nil])
  func noTwoSteps(key: String?) async throws {
    let ann = try await member()
    let passkey = try await add(1, to: ann)
    #expect(try await signIn(passkey).grant.session.level == .two)
    #expect(try await !rig.service.factors.overview(rig.call(ann)).isTwoStepOn)
    let opened = try await rig.signIn("ann@example.com", "correct horse", key: key)
    #expect(opened.session.level == .one)
    #expect(opened.session.family.kind.key?.text == key)
  }

  @Test("PAS-3, DEC-3: adding and removing a passkey require a fresh proof")
  func freshProof() async throws {
    let ann = try await member()
    try await add(1, to: ann)
    let id = try #require(try await rig.service.passkeys.own(rig.call(ann)).first).passkey.id.text
    rig.clock.advance(SecurityRules.proofLifetime)
    let need = ProofNeed(level: .one, maxAgeSeconds: 600)
    await #expect(throws: IdentityFailure.insufficientAuthentication(need)) {
      try await rig.service.passkeys.beginAdding(rig.call(ann))
    }
    await #expect(throws: IdentityFailure.insufficientAuthentication(need)) {
      try await rig.service.passkeys.remove(id, rig.call(ann))
    }
    let shown = ShownPassword("correct horse")
    try await rig.service.passkeys.remove(id, showing: shown, rig.call(ann))
    #expect(try await rig.service.passkeys.own(rig.call(ann)).isEmpty)
  }

  @Test("DEC-3: a passkey of the account is a fresh proof, by a challenge of this session only")
  func stepUp() async throws {
    let ann = try await member()
    let authenticator = try await add(1, to: ann)
    rig.clock.advance(.days(1))
    let other = try await signIn(authenticator)
    let foreign = try await rig.service.passkeys.beginStepUp(rig.call(other.grant))
    await #expect(throws: IdentityFailure.passkey(.wrongChallenge)) {
      try await rig.service.stepUp.complete(
        ShownPasskey(try authenticator.assert(foreign)), rig.call(ann))
    }
    let request = try await rig.service.passkeys.beginStepUp(rig.call(ann))
    #expect(request.allowed == [authenticator.id])
    var quiet = authenticator
    quiet.userHandle = nil
    try await rig.service.stepUp.complete(
      ShownPasskey(try quiet.assert(request)), rig.call(ann))
    _ = try await rig.service.passkeys.beginAdding(rig.call(ann))
    let bob = try await member("bob", key: "tablet")
    await #expect(throws: IdentityFailure.notFound) {
      try await rig.service.passkeys.beginStepUp(rig.call(bob))
    }
  }

  @Test("PAS-3: the last way in stays, whatever else was removed")
  func lastWayIn() async throws {
    var authenticator = MadeUpAuthenticator(1)
    let request = try await rig.service.passkeys.beginSignUp(caller: rig.caller("phone"))
    let made = try await rig.service.passkeys.signUp(
      try authenticator.create(request), caller: rig.caller("phone"))
    let only = try await rig.service.passkeys.own(rig.call(made.grant))
    #expect(only.map(\.canBeRemoved) == [false])
    await #expect(throws: IdentityFailure.lastWayIn) {
      try await rig.service.passkeys.remove(only[0].passkey.id.text, rig.call(made.grant))
    }
    try await add(2, to: made.grant)
    try await rig.service.passkeys.remove(only[0].passkey.id.text, rig.call(made.grant))
    let left = try await rig.service.passkeys.own(rig.call(made.grant))
    #expect(left.map(\.canBeRemoved) == [false])
  }

  @Test("A passkey that was removed here is unknown, wherever it is presented")
  func removed() async throws {
    let ann = try await member()
    let authenticator = try await add(1, to: ann)
    let own = try await rig.service.passkeys.own(rig.call(ann))
    try await rig.service.passkeys.remove(own[0].passkey.id.text, rig.call(ann))
    await #expect(throws: IdentityFailure.passkey(.unknown)) { try await signIn(authenticator) }
  }

  @Test("A passkey that was removed on the device can be made again, beside its old row")
  func removedOnTheDevice() async throws {
    let ann = try await member()
    try await add(1, to: ann)
    let again = try await add(2, to: ann)
    _ = try await signIn(again)
    #expect(try await rig.service.passkeys.own(rig.call(ann)).count == 2)
  }

  @Test("PAS-3: nobody sees, renames or removes the passkeys of another account")
  func others() async throws {
    let ann = try await member()
    try await add(1, to: ann)
    let bob = try await member("bob", key: "tablet")
    let id = try await rig.service.passkeys.own(rig.call(ann))[0].passkey.id.text
    #expect(try await rig.service.passkeys.own(rig.call(bob)).isEmpty)
    await #expect(throws: IdentityFailure.notFound) {
      try await rig.service.passkeys.rename(id, to: "Mine", rig.call(bob))
    }
    await #expect(throws: IdentityFailure.notFound) {
      try await rig.service.passkeys.remove(id, rig.call(bob))
    }
    // The same credential cannot become another account's.
    await #expect(throws: IdentityFailure.passkey(.taken)) { try await add(1, to: bob) }
  }

  @Test("PAS-3: two devices may enrol at once, and none beyond the limit")
  func limit() async throws {
    let ann = try await member()
    var (one, two) = (MadeUpAuthenticator(101), MadeUpAuthenticator(102))
    let first = try await rig.service.passkeys.beginAdding(rig.call(ann))
    let second = try await rig.service.passkeys.beginAdding(rig.call(ann))
    try await rig.service.passkeys.add(try two.create(second), rig.call(ann))
    try await rig.service.passkeys.add(try one.create(first), rig.call(ann))
    for number in 3...SecurityRules.passkeys { try await add(UInt8(number), to: ann) }
    for authenticator in [one, two] { _ = try await signIn(authenticator) }
    await #expect(throws: IdentityFailure.tooMany(field: "passkey")) {
      try await rig.service.passkeys.beginAdding(rig.call(ann))
    }
  }

  @Test(
    "DEC-4: undoing a change removes the passkey that was added, and restores one that was removed")
  func undo() async throws {
    let ann = try await member()
    let kept = try await add(1, to: ann)
    rig.clock.advance(.minutes(1))
    let own = try await rig.service.passkeys.own(rig.call(ann))
    try await rig.service.passkeys.remove(own[0].passkey.id.text, rig.call(ann))
    rig.clock.advance(.minutes(1))
    let added = try await add(2, to: ann)
    let account = try #require(ann.session.account)
    let changes = try await rig.store.read("test") { try $0.identifierChanges(of: account) }
    let removal = try #require(changes.dropFirst().first)
    #expect(removal.passkeys.map(\.credential) == [kept.id])
    let notices = await rig.messages().filter { $0.template == .identifierChanged }
    let token = try #require(notices.dropFirst().first.flatMap { MadeUpSealing.open($0) })
    try await rig.service.account.undoIdentifierChange(Secret(token), caller: rig.caller("phone"))
    _ = try await signIn(kept)
    await #expect(throws: IdentityFailure.passkey(.unknown)) { try await signIn(added) }
  }
}
