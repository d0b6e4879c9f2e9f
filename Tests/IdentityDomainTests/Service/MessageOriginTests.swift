import IdentityDomain
import IdentityStoreContract
import IdentityTestSupport
import Testing

@Suite("A message with a code names what issued the code") struct MessageOriginTests {
  private struct Ended: Error {}

  /// What carries something that is used up.
  private static let coded: Set<MessageTemplate> = [
    .registrationCode, .registrationTaken, .loginCode, .loginLink, .passwordResetCode, .phoneCode,
    .accountDeletionCode, .identifierVerificationCode, .secondProofCode, .stepUpCode,
    .temporaryPassword,
  ]

  @Test(
    "Whatever a person asks for, its code is open when it is written, and a notice is never obsolete",
    arguments: MessageIntents.all)
  func open(intent: MessageIntent) async throws {
    let rig = FaultyRig(store: FaultyStore(MemoryStore(), end: { _ in throw Ended() }))
    let call = try await intent.prepare(rig)
    let before = Set(await rig.messages().map(\.id))
    try? await call("intent")
    let messages = await rig.messages().filter { !before.contains($0.id) }
    #expect(messages.count == intent.messages.count)
    let now = rig.clock.now()
    for message in messages {
      let isCoded = Self.coded.contains(message.insteadOf ?? message.template)
      #expect((message.origin != nil) == isCoded, "\(message.template)")
      let isObsolete = try await rig.store.read("look") {
        try $0.isObsolete(message, at: now)
      }
      #expect(!isObsolete, "\(message.template)")
    }
  }
}
