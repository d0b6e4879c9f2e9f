import IdentityDelivery
import IdentityDomain
import IdentityTestSupport
import Testing

@Suite("From the identity service to a user and back")
struct SignInByMessageTests {
  private let rig = Rig()
  private let inbox: DevelopmentInbox
  private let worker: OutboxWorker

  init() throws {
    let inbox = DevelopmentInbox(clock: rig.clock)
    self.inbox = inbox
    worker = OutboxWorker(
      store: rig.store, sealing: MadeUpSealing(), sender: inbox,
      renderer: try Office.renderer(host: "id.example.com"), random: rig.random,
      report: { _ in })
  }

  private func arrived(_ recipient: String) async throws -> Secret<OneTimeCode> {
    while try await worker.step(at: rig.clock.now()) {}
    return try #require(inbox.newest(to: recipient).first?.code)
  }

  @Test("ACC-1, ACC-5: the codes received confirm an account and set a new password")
  func account() async throws {
    let service = rig.service
    let address = "ann@example.com"
    let answer = try await service.registration.register(
      userName: address, password: "correct horse", caller: rig.caller("k"))
    try await service.registration.confirm(
      userName: address, code: try await arrived(address), attempt: answer.attempt,
      caller: rig.caller("k"))
    rig.clock.advance(.minutes(2))
    _ = try await service.recovery.begin(userName: address, caller: rig.caller("k"))
    try await service.recovery.complete(
      userName: address, code: try await arrived(address), newPassword: "battery staple horse",
      caller: rig.caller("k"))
    _ = try await service.passwords.login(
      userName: address, password: "battery staple horse", caller: rig.caller("k"))
    while try await worker.step(at: rig.clock.now()) {}
    #expect(inbox.newest(to: address).contains { $0.subject?.contains("was changed") == true })
    #expect(await rig.messages().isEmpty)
  }

  @Test("CMP-13: a new device is announced by mail, and by push to the signed-in device")
  func push() async throws {
    let service = rig.service
    let address = "ann@example.com"
    try await rig.member(address, password: "correct horse", key: "k")
    let grant = try await service.passwords.login(
      userName: address, password: "correct horse", caller: rig.caller("k"))
    try await service.push.register(
      platform: "APNS", pushToken: Secret("token"), rig.call(grant))
    _ = try await service.passwords.login(
      userName: address, password: "correct horse", caller: rig.caller("new"))
    while try await worker.step(at: rig.clock.now()) {}
    let push = try #require(inbox.newest(to: "token").first)
    let mail = try #require(inbox.newest(to: address).first)
    #expect(push.channel == .push && push.code == nil)
    #expect(push.subject == mail.subject && push.subject?.isEmpty == false)
    #expect(push.body != mail.body && !push.body.exposed.isEmpty)
    try await service.sessions.logout(rig.call(grant), everywhere: false)
    _ = try await service.passwords.login(
      userName: address, password: "correct horse", caller: rig.caller("newest"))
    while try await worker.step(at: rig.clock.now()) {}
    #expect(inbox.newest(to: "token").count == 1, "nobody is signed in there")
    #expect(await rig.messages().isEmpty)
  }

  @Test("PHN-3: the code of an SMS signs in, and its last line binds it to the host")
  func phone() async throws {
    let service = rig.service
    let begun = try await service.phones.begin(
      number: "+4930123456", region: nil, caller: rig.caller("k"))
    guard case .challenge(let challenge) = begun else { throw Unexpected() }
    let code = try await arrived("+4930123456")
    let body = try #require(inbox.newest().first?.body.exposed)
    #expect(body.split(separator: "\n").last == "@id.example.com #\(code.exposed)")
    let done = try await service.phones.verify(
      token: challenge.verificationToken, code: code, caller: rig.caller("k"))
    guard case .signedIn = done else { throw Unexpected() }
  }

  @Test("SEC No enumeration: requesting a code to an unknown address leaves no message and no row")
  func nobody() async throws {
    _ = try await rig.service.loginCodes.begin(
      userName: "nobody@example.com", caller: rig.caller("k"))
    #expect(await rig.messages().count == 1)
    while try await worker.step(at: rig.clock.now()) {}
    #expect(inbox.newest().isEmpty)
    #expect(await rig.messages().isEmpty)
  }

  private struct Unexpected: Error {}
}
