import IdentityStoreContract
import IdentityTestSupport
import Testing

@Suite("One row in the outbox for each message that an intent causes")
struct OneMessageTests {
  @Test(
    "Duplicated, repeated, simultaneous, killed at any transaction: each message is written once",
    arguments: MessageIntents.all, [false, true])
  func once(intent: MessageIntent, runsTwice: Bool) async throws {
    let tried = OneMessage(intent) { MemoryStore(runsTwice: runsTwice) }
    let (wrong, ways) = try await tried.violations()
    #expect(wrong == [])
    #expect(ways >= 7)
  }
}
