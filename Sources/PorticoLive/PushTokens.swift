package import Foundation
package import Portico

/// The push tokens that the platform supplies: to a flow that has asked for one, else to all that run.
@MainActor package final class PushTokens {
  private var waiting: [CheckedContinuation<Device.Push.Answer, Never>] = []
  private let unasked = ObservedValue<String>()

  package nonisolated init() {}

  /// The platform's next answer.
  ///
  /// - Parameter register: asks the platform for one.
  package func next(_ register: @MainActor () -> Void) async -> Device.Push.Answer {
    await withCheckedContinuation { continuation in
      waiting.append(continuation)
      register()
    }
  }

  /// The tokens that nobody has asked for, the latest one first; for `Device.Push.changes`.
  package nonisolated func changes() -> AsyncStream<String> { unasked.values() }

  /// The platform supplied a token.
  package func received(_ token: Data) {
    let text = Self.hexadecimal(token)
    if waiting.isEmpty { unasked.set(text) } else { answer(.token(text)) }
  }

  /// The platform supplied none.
  package func failed() { answer(.unavailable) }

  private func answer(_ answer: Device.Push.Answer) {
    for continuation in waiting { continuation.resume(returning: answer) }
    waiting = []
  }

  /// In the form that APNs takes.
  private static func hexadecimal(_ token: Data) -> String {
    token.map { byte in
      let digits = String(byte, radix: 16)
      return digits.count == 1 ? "0\(digits)" : digits
    }.joined()
  }
}
