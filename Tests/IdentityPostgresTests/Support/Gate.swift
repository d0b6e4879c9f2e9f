import Dispatch

/// Holds a body within its transaction until the test lets it go on. Bodies have a thread of their own.
final class Gate: Sendable {
  private let reached = DispatchSemaphore(value: 0)
  private let opened = DispatchSemaphore(value: 0)

  /// Within the body.
  func pass() {
    reached.signal()
    opened.wait()
  }

  /// Until the body is at the gate.
  func isReached() async {
    await withCheckedContinuation { continuation in
      DispatchQueue.global().async {
        self.reached.wait()
        continuation.resume()
      }
    }
  }

  func open() { opened.signal() }
}
