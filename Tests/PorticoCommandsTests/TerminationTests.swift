import Foundation
import PorticoCommands
import Testing

/// What ends a server.
@Suite struct TerminationTests {
  @Test(
    "A signal that comes as the work begins is heard, however busy the machine is", arguments: 1...3
  )
  func atOnce(turn: Int) async {
    // In a process of its own, which ends early only if the work is cancelled.
    await #expect(processExitsWith: .success) {
      // Dispatch's own thread has to wait for its turn.
      for _ in 0..<8 { Thread { while true {} }.start() }
      try await untilTermination {
        kill(getpid(), SIGTERM)
        try? await Task.sleep(for: .seconds(30))
        exit(Task.isCancelled ? 0 : 3)
      }
    }
  }

  @Test("What the work throws is thrown")
  func failure() async {
    struct Refused: Error {}
    await #expect(throws: Refused.self) { try await untilTermination { throw Refused() } }
  }
}
