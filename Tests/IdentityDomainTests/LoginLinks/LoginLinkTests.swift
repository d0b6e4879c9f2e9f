import Foundation
import IdentityDomain
import IdentityStoreContract
import IdentityTestSupport
import Testing

@Suite("Sign-in by a link in a mail")
struct LoginLinkTests {
  private let address = "ann@example.com"
  private let password = "staple battery"
  private let gone = IdentityFailure.verificationTokenInvalid

  private struct Asked {
    let answer: LoginLinkAnswer
    let link: Secret<LoginLinkToken>
  }

  private func rig() async throws -> Rig {
    let rig = Rig(runsTwice: true)
    try await rig.member(address, password: password, key: "own")
    return rig
  }

  /// - Parameter returnURL: nil for a device that nobody can be led back to.
  private func ask(
    _ rig: Rig, _ key: String = "own", returnURL: String? = Rig.returnURL
  ) async throws -> Asked {
    let answer = try await rig.service.loginLinks.begin(
      userName: address, returnURL: returnURL, caller: rig.caller(key))
    let mailed = await rig.messages().last { $0.template == .loginLink }
    let link = try #require(mailed.flatMap { MadeUpSealing.open($0) })
    return Asked(answer: answer, link: Secret(link))
  }

  /// Who presses is a browser, which has no key.
  private func press(
    _ rig: Rig, _ link: Secret<LoginLinkToken>, _ place: LoginLinkRules.Place
  ) async throws -> LoginLinkPress {
    try await rig.service.loginLinks.press(
      link, on: place, caller: rig.caller(nil, network: "elsewhere"))
  }

  private func code(_ press: LoginLinkPress) throws -> Secret<OneTimeCode> {
    guard case .code(let code, _) = press else { throw NoCode(recipient: address) }
    return code
  }

  /// State and code, as an app finds them in the address that it is opened with.
  private func returned(
    _ press: LoginLinkPress
  ) throws -> (Secret<LoginLinkState>, Secret<OneTimeCode>) {
    guard case .leadBack(let url) = press, url.hasPrefix(Rig.returnURL + "?state=") else {
      throw NoCode(recipient: address)
    }
    let parts = url.dropFirst(Rig.returnURL.count + 7).components(separatedBy: "&code=")
    return (Secret(parts[0]), Secret(parts[1]))
  }

  private func typed(_ rig: Rig, _ asked: Asked, _ code: Secret<OneTimeCode>, _ key: String)
    async throws
    -> TokenGrant
  {
    try await rig.service.loginCodes.complete(
      userName: address, token: asked.answer.challenge.verificationToken, code: code,
      caller: rig.caller(key))
  }

  private func complete(
    _ rig: Rig, _ asked: Asked, _ back: (Secret<LoginLinkState>, Secret<OneTimeCode>),
    _ key: String = "own"
  ) async throws -> TokenGrant {
    try await rig.service.loginLinks.complete(
      token: asked.answer.challenge.verificationToken, state: back.0, code: back.1,
      caller: rig.caller(key))
  }

  @Test("CMP-11: the button leads back to the device that asked, which signs in, once")
  func sameDevice() async throws {
    let rig = try await rig()
    let asked = try await ask(rig)
    let back = try returned(try await press(rig, asked.link, .this))
    #expect(back.0.exposed == asked.answer.state.exposed)
    let grant = try await complete(rig, asked, back)
    #expect(grant.session.family.kind == .bound(KeyThumbprint("own")))
    await #expect(throws: gone) { try await complete(rig, asked, back) }
    await #expect(throws: gone) { try await press(rig, asked.link, .other) }
  }

  @Test("CMP-11: on another device the page shows a code, to be typed on the one that asked")
  func otherDevice() async throws {
    let rig = try await rig()
    let asked = try await ask(rig)
    let code = try code(try await press(rig, asked.link, .other))
    #expect(code.exposed.utf8.count == SecurityRules.codeDigits)
    _ = try await typed(rig, asked, code, "own")
    // Where nobody can be led back to, the same button shows the code too.
    rig.clock.advance(.minutes(2))
    let plain = try await ask(rig, returnURL: nil)
    _ = try await typed(rig, plain, try self.code(try await press(rig, plain.link, .this)), "own")
  }

  @Test("CMP-11: a scanner that opens the page and presses both buttons uses nothing up")
  func scanner() async throws {
    let rig = try await rig()
    let asked = try await ask(rig)
    let earlier = try code(try await press(rig, asked.link, .other))
    _ = try await press(rig, asked.link, .this)
    let back = try returned(try await press(rig, asked.link, .this))
    // The latest code counts, and no other.
    await #expect(throws: IdentityFailure.wrongCode(triesLeft: 4)) {
      try await typed(rig, asked, earlier, "own")
    }
    _ = try await complete(rig, asked, back)
  }

  @Test("Attack: before the button is pressed there is no code that could be guessed")
  func noCode() async throws {
    let rig = try await rig()
    let asked = try await ask(rig)
    for _ in 0..<3 {
      await #expect(throws: IdentityFailure.self) {
        try await typed(rig, asked, Secret("000000"), "own")
      }
    }
    let stored = try await rig.store.read("look") { tables in
      try tables.challenge(asked.answer.challenge.challenge)
    }
    #expect(stored?.code.digest == nil && stored?.device == KeyThumbprint("own"))
  }

  @Test("Attack: with a stolen return link or a disclosed code, another device opens nothing")
  func stolen() async throws {
    let rig = try await rig()
    let asked = try await ask(rig)
    let back = try returned(try await press(rig, asked.link, .this))
    await #expect(throws: gone) { try await complete(rig, asked, back, "thief") }
    // An attacker asks for a link of the owner, who presses its button: what comes back belongs to
    // nothing on the owner's device, and the attacker's device does not learn of it.
    rig.clock.advance(.minutes(2))
    let lured = try await ask(rig, "thief")
    let theirs = try returned(try await press(rig, lured.link, .this))
    await #expect(throws: gone) { try await complete(rig, asked, theirs) }
    await #expect(throws: gone) { try await complete(rig, lured, theirs) }
    await #expect(throws: gone) {
      try await complete(rig, lured, (asked.answer.state, back.1), "thief")
    }
    // The owner's own is as good as before.
    _ = try await complete(rig, asked, back)
  }

  @Test("Attack: a link that was changed, or leads elsewhere, leads nowhere")
  func changed() async throws {
    let rig = try await rig()
    let asked = try await ask(rig)
    let text = asked.link.exposed
    let token = String(text.prefix { $0 != "~" })
    func leading(_ url: String) -> String { token + "~" + Base64URL.text(Array(url.utf8)) }
    for wrong in [
      "", "~", text + "~", token + "~~", token + "~!", "A" + text, text.replacing(".", with: ".1"),
      asked.answer.challenge.verificationToken.exposed, asked.answer.state.exposed,
    ] {
      await #expect(throws: gone, "\(wrong)") { try await press(rig, Secret(wrong), .this) }
    }
    for url in ["https://evil.example/", Rig.returnURL + "/", "javascript:alert(1)"] {
      _ = try code(try await press(rig, Secret(leading(url)), .this))
    }
    _ = try returned(try await press(rig, Secret(leading(Rig.returnURL)), .this))
    for url in ["https://evil.example/", Rig.returnURL + "?x=1"] {
      await #expect(throws: IdentityFailure.malformed(field: "return_url")) {
        try await rig.service.loginLinks.begin(
          userName: address, returnURL: url, caller: rig.caller("own"))
      }
    }
  }

  @Test("A link expires 10 minutes after its mail, and so does every code that it made")
  func expiry() async throws {
    let rig = try await rig()
    let asked = try await ask(rig)
    rig.clock.advance(.minutes(9))
    let late = try code(try await press(rig, asked.link, .other))
    let again = try await ask(rig)
    #expect(again.answer.challenge.challenge == asked.answer.challenge.challenge)
    rig.clock.advance(.minutes(1))
    await #expect(throws: gone) { try await press(rig, asked.link, .other) }
    await #expect(throws: IdentityFailure.self) { try await typed(rig, again, late, "own") }
    // The next mail's link belongs to the same sign-in.
    _ = try await typed(rig, again, try code(try await press(rig, again.link, .other)), "own")
  }

  @Test("DEC-12: an unknown address is answered alike, and its row has the same size")
  func unknown() async throws {
    let rig = try await rig()
    let known = try await ask(rig)
    let unknown = try await rig.service.loginLinks.begin(
      userName: "bob@example.com", returnURL: Rig.returnURL, caller: rig.caller("own"))
    #expect(unknown.challenge.tries == known.answer.challenge.tries)
    let rows = await rig.messages().suffix(2)
    #expect(rows.map(\.template) == [.loginLink, .suppressed])
    #expect(Set(rows.map { $0.sealedSecret?.count }).count == 1)
    // Nobody received it, so nobody can press it.
    let secret = try #require(rows.last.flatMap { MadeUpSealing.open($0) })
    await #expect(throws: gone) { try await press(rig, Secret(secret), .other) }
  }

  @Test("A link needs a device key and a mailbox, and mails are limited like codes")
  func needs() async throws {
    let rig = try await rig()
    await #expect(throws: IdentityFailure.proofRequired) {
      try await rig.service.loginLinks.begin(
        userName: address, returnURL: nil, caller: rig.caller(nil))
    }
    await #expect(throws: IdentityFailure.malformed(field: "user_name")) {
      try await rig.service.loginLinks.begin(
        userName: "+4915112345678", returnURL: nil, caller: rig.caller("own"))
    }
    _ = try await ask(rig)
    await #expect(throws: IdentityFailure.self) { try await ask(rig) }
  }

  @Test("DEC-1: a link proves only the mailbox: a code to that mailbox is not a second proof")
  func mailbox() async throws {
    let rig = try await rig()
    let grant = try await rig.service.passwords.login(
      userName: address, password: password, caller: rig.caller("own"))
    let begun = try await rig.service.account.beginVerification(
      of: "+4915112345678", rig.call(grant))
    try await rig.service.account.completeVerification(
      token: begun.verificationToken, code: try await rig.code(to: "+4915112345678"),
      rig.call(grant))
    rig.clock.advance(.days(91))
    let asked = try await ask(rig, "new")
    let back = try returned(try await press(rig, asked.link, .this))
    await #expect(
      throws: IdentityFailure.insufficientAuthentication(ProofNeed(level: .one))
    ) { try await complete(rig, asked, back, "new") }
    // The device that the account knows needs nothing else.
    rig.clock.advance(.minutes(2))
    let own = try await ask(rig)
    let grants = try await complete(rig, own, try returned(try await press(rig, own.link, .this)))
    #expect(grants.session.shown?.map(\.kind) == [AuthenticatorKind.email.name])
  }

  @Test("A completion whose response was lost is repeated by its idempotency key")
  func lostAnswer() async throws {
    let rig = try await rig()
    let asked = try await ask(rig)
    let back = try returned(try await press(rig, asked.link, .this))
    var sessions: Set<ID<Session>> = []
    for _ in 0..<2 {
      var caller = rig.caller("own")
      caller.idempotencyKey = "0123456789abcdef"
      let grant = try await rig.service.loginLinks.complete(
        token: asked.answer.challenge.verificationToken, state: back.0, code: back.1,
        caller: caller)
      sessions.insert(grant.session.id)
    }
    #expect(sessions.count == 1)
  }
}
