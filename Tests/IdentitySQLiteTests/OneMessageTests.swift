import IdentityTestSupport
import Testing

@Suite("One row in the outbox for each message that an intent causes, in a file")
struct OneMessageTests {
  @Test(
    "Doubled, repeated, at once at two servers, killed: each message is written once",
    arguments: MessageIntents.all)
  func once(intent: MessageIntent) async throws {
    let folders = Folders()
    let (wrong, ways) = try await OneMessage(intent) { try await folders.store() }.violations()
    #expect(wrong == [])
    #expect(ways >= 7)
  }
}

/// Keeps the folders of all stores until the end of a test.
private actor Folders {
  private var all: [TemporaryFolder] = []

  func store() throws -> Balanced {
    let folder = try TemporaryFolder()
    all.append(folder)
    return Balanced([try folder.store(), try folder.store()])
  }
}
