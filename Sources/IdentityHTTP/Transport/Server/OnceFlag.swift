import Synchronization

/// Raised once, such as for a warning that a start gives once.
final class OnceFlag: Sendable {
  private let isRaised = Atomic(false)

  /// - Returns: whether it was not raised before.
  func raise() -> Bool { !isRaised.exchange(true, ordering: .relaxed) }
}
