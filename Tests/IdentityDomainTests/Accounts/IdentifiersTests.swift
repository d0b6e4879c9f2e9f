import IdentityDomain
import IdentityStoreContract
import IdentityTestSupport
import Testing

@Suite("Several addresses and numbers of one account")
struct IdentifiersTests {
  private let ann = "ann@example.com"
  private let work = "ann@work.example"
  private let third = "ann@third.example"
  private let number = "+4915112345678"
  private let other = "+4915199999999"
  private let password = "staple battery"
  private let need = IdentityFailure.insufficientAuthentication(
    ProofNeed(level: .one, maxAgeSeconds: 600))

  private func member(_ rig: Rig, key: String? = "k") async throws -> TokenGrant {
    try await rig.member(ann, password: password)
    return try await signIn(rig, key: key)
  }

  private func signIn(
    _ rig: Rig, as name: String? = nil, key: String? = "k"
  ) async throws -> TokenGrant {
    rig.clock.advance(.minutes(2))
    return try await rig.service.passwords.login(
      userName: name ?? ann, password: password, caller: rig.caller(key))
  }

  private func prove(
    _ rig: Rig, _ identifier: String, beside: Bool = true, _ grant: TokenGrant
  ) async throws {
    let begun = try await rig.service.account.beginVerification(
      of: identifier, beside: beside, rig.call(grant))
    try await rig.service.account.completeVerification(
      token: begun.verificationToken, code: try await rig.code(to: identifier), rig.call(grant))
    rig.clock.advance(.minutes(2))
  }

  private func own(_ rig: Rig, _ grant: TokenGrant) async throws -> [OwnIdentifier] {
    try await rig.service.account.identifiers(rig.call(grant))
  }

  /// The values, with a star at the primary ones.
  private func list(_ rig: Rig, _ grant: TokenGrant) async throws -> [String] {
    try await own(rig, grant).map { $0.binding.identifier.text + ($0.isPrimary ? "*" : "") }
  }

  private func id(_ rig: Rig, _ value: String, _ grant: TokenGrant) async throws -> String {
    try #require(
      try await own(rig, grant).first { $0.binding.identifier.text == value }?.id)
  }

  private func choose(_ rig: Rig, _ value: String, _ grant: TokenGrant) async throws {
    try await rig.service.account.makePrimary(try await id(rig, value, grant), rig.call(grant))
  }

  private func remove(_ rig: Rig, _ value: String, _ grant: TokenGrant) async throws {
    try await rig.service.account.removeIdentifier(
      try await id(rig, value, grant), rig.call(grant))
  }

  private func notices(_ rig: Rig) async -> [String] {
    await rig.messages().filter {
      [.identifierChanged, .identifierChangedElsewhere].contains($0.template)
    }.map { "\($0.recipient.text) \($0.template == .identifierChanged)" }
  }

  private func undo(_ rig: Rig, key: String? = nil) async throws {
    let notice = await rig.messages().last { $0.template == .identifierChanged }
    let token = try #require(notice.flatMap { MadeUpSealing.open($0) })
    try await rig.service.account.undoIdentifierChange(Secret(token), caller: rig.caller(key))
  }

  @Test(
    "CTR-3: an added identifier is kept beside the primary one on request, and replaces it otherwise"
  )
  func adding() async throws {
    let rig = Rig()
    let grant = try await member(rig)
    try await prove(rig, work, grant)
    #expect(try await list(rig, grant) == [ann + "*", work])
    #expect(await notices(rig) == [ann + " true"], "the new one is told nothing")
    try await prove(rig, number, grant)
    #expect(try await list(rig, grant) == [ann + "*", work, number + "*"])
    let profile = try await rig.service.account.profile(rig.call(grant))
    #expect(profile.email?.text == ann && profile.phone?.e164 == number)
    // What clients do that know of one address only.
    try await prove(rig, third, beside: false, grant)
    #expect(try await list(rig, grant) == [third + "*", work, number + "*"])
    #expect(try await rig.service.account.profile(rig.call(grant)).email?.text == third)
  }

  @Test("CTR-3: every address and number of an account signs in to it, and only what it has")
  func signingIn() async throws {
    let rig = Rig()
    let grant = try await member(rig)
    try await prove(rig, work, grant)
    try await prove(rig, number, grant)
    for name in [ann, work, number] {
      let again = try await signIn(rig, as: name, key: "another")
      #expect(again.session.account == grant.session.account)
    }
    try await rig.stepUp(grant)
    try await remove(rig, work, grant)
    await #expect(throws: IdentityFailure.wrongCredentials) {
      try await signIn(rig, as: work)
    }
  }

  @Test("CTR-3, DEC-3: adding, choosing and removing one each require a fresh proof")
  func freshProofs() async throws {
    let rig = Rig()
    let grant = try await member(rig)
    try await prove(rig, work, grant)
    let name = try await id(rig, work, grant)
    rig.clock.advance(.minutes(11))
    let account = rig.service.account
    await #expect(throws: need) {
      try await account.beginVerification(of: third, beside: true, rig.call(grant))
    }
    await #expect(throws: need) { try await account.makePrimary(name, rig.call(grant)) }
    await #expect(throws: need) { try await account.removeIdentifier(name, rig.call(grant)) }
    await #expect(throws: IdentityFailure.wrongCredentials) {
      try await account.removeIdentifier(
        name, showing: ShownPassword("wrong wrong"), rig.call(grant))
    }
    #expect(try await list(rig, grant) == [ann + "*", work])
    try await account.removeIdentifier(name, showing: ShownPassword(password), rig.call(grant))
    #expect(try await list(rig, grant) == [ann + "*"])
  }

  @Test("CTR-3, DEC-3: a new address is not sufficient proof to choose or remove older identifiers")
  func newProofs() async throws {
    let rig = Rig()
    let old = try await rig.phoneMember(number, key: "k")
    try await prove(rig, ann, old)
    rig.clock.advance(.days(8))
    try await rig.stepUp(old)
    try await prove(rig, work, old)
    rig.clock.advance(.minutes(11))
    // Somebody who got hold of the new mailbox only.
    let begun = try await rig.service.loginCodes.begin(
      userName: work, caller: rig.caller("thief"))
    let thief = try await rig.service.loginCodes.complete(
      token: begun.verificationToken, code: try await rig.code(to: work),
      caller: rig.caller("thief"))
    for name in [ann, number] {
      await #expect(throws: need) { try await remove(rig, name, thief) }
    }
    await #expect(throws: need) { try await choose(rig, work, thief) }
    // It may be removed by what it is.
    try await remove(rig, work, thief)
    #expect(try await list(rig, old) == [ann + "*", number + "*"])
  }

  @Test("CTR-3, DEC-3: a change begun with a new address as proof does not replace the old address")
  func replacedMeanwhile() async throws {
    let rig = Rig()
    let old = try await member(rig)
    try await prove(rig, work, old)
    try await choose(rig, work, old)
    rig.clock.advance(.minutes(11))
    let login = try await rig.service.loginCodes.begin(
      userName: work, caller: rig.caller("thief"))
    let thief = try await rig.service.loginCodes.complete(
      token: login.verificationToken, code: try await rig.code(to: work),
      caller: rig.caller("thief"))
    let begun = try await rig.service.account.beginVerification(of: third, rig.call(thief))
    try await remove(rig, work, thief)
    await #expect(throws: IdentityFailure.verificationTokenInvalid) {
      try await rig.service.account.completeVerification(
        token: begun.verificationToken, code: try await rig.code(to: third), rig.call(thief))
    }
    #expect(try await list(rig, old) == [ann + "*"])
  }

  @Test(
    "CTR-3: the chosen identifier is shown at once, and gets codes once it has been held for a week"
  )
  func choosing() async throws {
    let rig = Rig()
    let grant = try await member(rig)
    try await prove(rig, work, grant)
    try await choose(rig, work, grant)
    #expect(try await list(rig, grant) == [work + "*", ann])
    #expect(try await rig.service.account.profile(rig.call(grant)).email?.text == work)
    let before = await notices(rig).count
    try await choose(rig, work, grant)
    #expect(await notices(rig).count == before, "nothing changed")
    #expect(await notices(rig).suffix(2).sorted() == [ann + " true", work + " true"])
    func codeGoesTo() async throws -> String? {
      rig.clock.advance(.minutes(2))
      _ = try await rig.service.stepUp.begin(rig.call(grant))
      return await rig.messages().last { $0.template == .stepUpCode }?.recipient.text
    }
    #expect(try await codeGoesTo() == ann, "a new one proves too little")
    rig.clock.advance(.days(7))
    #expect(try await codeGoesTo() == work)
  }

  @Test("CTR-3: removing the primary one makes another primary: the one chosen last, or the oldest")
  func removing() async throws {
    let rig = Rig()
    let grant = try await member(rig)
    try await prove(rig, work, grant)
    try await prove(rig, third, grant)
    try await choose(rig, third, grant)
    rig.clock.advance(.minutes(1))
    try await choose(rig, work, grant)
    #expect(try await list(rig, grant) == [work + "*", ann, third])
    try await remove(rig, work, grant)
    #expect(try await list(rig, grant) == [third + "*", ann])
    try await remove(rig, third, grant)
    #expect(try await list(rig, grant) == [ann + "*"])
  }

  @Test("CTR-3: the last way in cannot be removed until there is another one")
  func lastWayIn() async throws {
    let rig = Rig()
    let grant = try await member(rig)
    #expect(try await own(rig, grant).map(\.canBeRemoved) == [false])
    await #expect(throws: IdentityFailure.lastWayIn) { try await remove(rig, ann, grant) }
    try await prove(rig, number, grant)
    #expect(try await own(rig, grant).map(\.canBeRemoved) == [true, true])
    try await remove(rig, ann, grant)
    await #expect(throws: IdentityFailure.lastWayIn) { try await remove(rig, number, grant) }
  }

  @Test(
    "CTR-3: a caller cannot change another account's identifiers, neither by their id nor by a code"
  )
  func others() async throws {
    let rig = Rig()
    let grant = try await member(rig)
    try await rig.member("bob@example.com", password: password)
    let bob = try await signIn(rig, as: "bob@example.com", key: "b")
    let theirs = try await id(rig, "bob@example.com", bob)
    for name in [theirs, "nobody's"] {
      await #expect(throws: IdentityFailure.notFound) {
        try await rig.service.account.makePrimary(name, rig.call(grant))
      }
      await #expect(throws: IdentityFailure.notFound) {
        try await rig.service.account.removeIdentifier(name, rig.call(grant))
      }
    }
    await #expect(throws: IdentityFailure.identifierTaken) {
      try await prove(rig, "bob@example.com", grant)
    }
    #expect(try await list(rig, bob) == ["bob@example.com*"])
    #expect(try await list(rig, grant) == [ann + "*"])
  }

  @Test(
    "CTR-3: a listed id is valid after the server's key was changed, but not once that key is forgotten"
  )
  func changedKey() async throws {
    let rig = Rig()
    let grant = try await member(rig)
    try await prove(rig, work, grant)
    let id = try await id(rig, work, grant)
    let ports = rig.service.ports
    func service(_ keys: [String]) -> IdentityService {
      IdentityService(
        ports: IdentityPorts(
          store: ports.store, clock: ports.clock, random: ports.random,
          digests: MadeUpDigests(keys: keys), passwords: ports.passwords, sealing: ports.sealing,
          phones: ports.phones, signer: ports.signer, factors: ports.factors),
        settings: rig.settings)
    }
    try await rig.stepUp(grant)
    await #expect(throws: IdentityFailure.notFound) {
      try await service(["k2"]).account.removeIdentifier(id, rig.call(grant))
    }
    try await service(["k1", "k2"]).account.removeIdentifier(id, rig.call(grant))
    #expect(try await list(rig, grant) == [ann + "*"])
  }

  @Test("CTR-3: an account has five of a kind at most, also if several are proved at once")
  func bound() async throws {
    let rig = Rig()
    let grant = try await member(rig)
    for place in 2...4 {
      try await prove(rig, "ann\(place)@example.com", grant)
      try await rig.stepUp(grant)
    }
    let names = ["ann5@example.com", "ann6@example.com", "ann7@example.com"]
    var begun: [ChallengeAnswer] = []
    for name in names {
      begun.append(
        try await rig.service.account.beginVerification(of: name, beside: true, rig.call(grant)))
    }
    let outcomes = await withTaskGroup(of: IdentityFailure?.self) { group in
      for (name, challenge) in zip(names, begun) {
        group.addTask {
          do {
            try await rig.service.account.completeVerification(
              token: challenge.verificationToken, code: try await rig.code(to: name),
              rig.call(grant))
            return nil
          } catch { return error as? IdentityFailure }
        }
      }
      return await group.reduce(into: []) { $0.append($1) }
    }
    #expect(outcomes.count { $0 == nil } == 1)
    #expect(outcomes.count { $0 == .tooMany(field: "identifier") } == 2)
    #expect(try await own(rig, grant).count == SecurityRules.identifiersOfAKind)
    await #expect(throws: IdentityFailure.tooMany(field: "identifier")) {
      try await rig.service.account.beginVerification(
        of: "ann8@example.com", beside: true, rig.call(grant))
    }
    // One may still be replaced, and there are numbers.
    try await prove(rig, "ann9@example.com", beside: false, grant)
    try await rig.stepUp(grant)
    try await prove(rig, number, grant)
    #expect(try await own(rig, grant).count == SecurityRules.identifiersOfAKind + 1)
  }

  @Test("CTR-3, DEC-4: an undo restores what was removed, and which one was the primary one")
  func undoing() async throws {
    let rig = Rig()
    let grant = try await member(rig)
    try await prove(rig, work, grant)
    try await choose(rig, work, grant)
    rig.clock.advance(.minutes(2))
    try await remove(rig, work, grant)
    let changes = try await rig.service.account.pendingChanges(rig.call(grant))
    #expect(changes.map(\.parts) == [[.email], [.email], [.email]])
    #expect(changes.first?.sentTo.count == 2)
    try await undo(rig)
    #expect(try await list(rig, try await signIn(rig)) == [work + "*", ann])
  }

  @Test("CTR-3, DEC-4: choosing another primary identifier is undone from the notice of it")
  func undoingChoice() async throws {
    let rig = Rig()
    let grant = try await member(rig)
    try await prove(rig, work, grant)
    try await choose(rig, work, grant)
    #expect(
      try await rig.service.account.pendingChanges(rig.call(grant)).first?.parts == [.email])
    try await undo(rig)
    #expect(try await list(rig, try await signIn(rig)) == [ann + "*", work])
  }

  @Test("CTR-3, DEC-6: removing a number ends the trust in devices; adding one does not")
  func trust() async throws {
    let rig = Rig()
    let grant = try await rig.phoneMember(number, key: "k")
    let known = try #require(PhoneNumber(e164: number, region: "DE"))
    func isTrusted() async throws -> Bool {
      try await rig.store.read("look") { try $0.trust(in: known) != nil }
    }
    try await prove(rig, other, grant)
    #expect(try await isTrusted())
    try await remove(rig, other, grant)
    #expect(try await !isTrusted())
  }

  @Test("CTR-3, PHN-10: an account whose number somebody else proved keeps its other identifiers")
  func recycled() async throws {
    let rig = Rig()
    let grant = try await rig.phoneMember(number, key: "k")
    try await prove(rig, other, grant)
    try await choose(rig, other, grant)
    rig.clock.advance(.days(91))
    guard
      case .challenge(let challenge) = try await rig.service.phones.begin(
        number: other, region: nil, caller: rig.caller("new"))
    else {
      Issue.record("an unknown device was let in")
      return
    }
    _ = try await rig.service.phones.verify(
      token: challenge.verificationToken, code: try await rig.code(to: other),
      caller: rig.caller("new"))
    rig.clock.advance(.minutes(2))
    let left = try await rig.store.read("look") { tables in
      try grant.session.account.map { try tables.bindings(of: $0) } ?? []
    }
    #expect(left.map(\.identifier.text) == [number])
    #expect(left.primary(areEmail: false)?.identifier.text == number)
  }

  @Test(
    "DEC-1: a dormant account with two addresses opens by a code to either, and not by the password alone"
  )
  func slept() async throws {
    let rig = Rig()
    let grant = try await member(rig)
    try await prove(rig, work, grant)
    rig.clock.advance(.days(91))
    await #expect(throws: (any Error).self) { try await signIn(rig, key: "new") }
    let begun = try await rig.service.loginCodes.begin(userName: work, caller: rig.caller("new"))
    let opened = try await rig.service.loginCodes.complete(
      token: begun.verificationToken, code: try await rig.code(to: work),
      caller: rig.caller("new"))
    #expect(opened.session.account == grant.session.account)
  }

  @Test("CMP-8: a removal that is repeated succeeds once more and tells nobody twice")
  func repeated() async throws {
    let rig = Rig()
    let grant = try await member(rig)
    try await prove(rig, work, grant)
    let name = try await id(rig, work, grant)
    for _ in 0..<2 {
      try await rig.service.account.removeIdentifier(
        name, rig.call(grant, idempotencyKey: "once"))
    }
    #expect(await notices(rig).count == 3)
    await #expect(throws: IdentityFailure.notFound) {
      try await rig.service.account.removeIdentifier(name, rig.call(grant))
    }
  }
}
