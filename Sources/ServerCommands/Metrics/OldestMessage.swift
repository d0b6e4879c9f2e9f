import IdentityDomain

/// How long the message has waited that waits longest.
///
/// Its row says when it was written, by a clock that may have been wrong then; so it has waited at least as long as it
/// has been seen waiting.
struct OldestMessage: Hashable, Sendable {
  private var writtenAt: Timestamp?
  private var seenAt = Duration.zero

  /// - Parameters:
  ///   - writtenAt: of that message; nil where none waits.
  ///   - uptime: of a monotonic clock.
  mutating func age(of writtenAt: Timestamp?, at now: Timestamp, uptime: Duration) -> Duration {
    guard let writtenAt else {
      self.writtenAt = nil
      return .zero
    }
    if writtenAt != self.writtenAt { (self.writtenAt, seenAt) = (writtenAt, uptime) }
    return max(.milliseconds(now.milliseconds - writtenAt.milliseconds), uptime - seenAt)
  }
}
