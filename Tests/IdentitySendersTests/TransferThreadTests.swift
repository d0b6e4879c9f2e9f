import NetworkTransfer
import IdentityDelivery
import IdentitySenders
import Testing
import WorkThreads

@Suite("Threads for transfers")
struct TransferThreadTests {
  @Test("A transfer that was not begun is the channel's failure: another is tried later")
  func refused() async throws {
    let threads = WorkThreads.forTransfers(threads: 1, places: 0)
    #expect(try await threads.transferring { 7 } == 7)
    await threads.shutdown()
    await #expect(throws: SendFailure.retryable(.channel, .throttled, after: nil)) {
      _ = try await threads.transferring { Issue.record("it ran after the end") }
    }
  }

  @Test(
    "A transfer cancelled before it began can be repeated")
  func cancelled() async {
    let threads = WorkThreads.forTransfers(threads: 1)
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      _ = try await threads.transferring { Issue.record("cancelled work ran") }
    }
    await #expect(throws: SendFailure.retryable(.recipient, .timedOut, after: nil)) {
      try await task.value
    }
    await threads.shutdown()
  }
}
