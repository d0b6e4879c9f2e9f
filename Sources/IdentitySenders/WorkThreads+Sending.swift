package import IdentityDelivery
package import WorkThreads

extension WorkThreads {
  /// Runs one transfer.
  /// - Throws: if it was not begun; then nothing was sent.
  package func transferring<Value: Sendable>(
    _ work: @escaping @Sendable () -> Value
  ) async throws(SendFailure) -> Value {
    do {
      return try await run(work)
    } catch is CancellationError {
      throw .retryable(.recipient, .timedOut, after: nil)
    } catch {
      throw .retryable(.channel, .throttled, after: nil)
    }
  }
}
