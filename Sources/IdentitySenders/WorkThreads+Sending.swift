package import IdentityDelivery
package import WorkThreads

extension WorkThreads {
  /// Runs one transfer.
  /// - Throws: when it was not begun. What is refused here was said to nobody.
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
