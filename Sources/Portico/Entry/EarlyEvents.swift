/// Keeps what is reported to an entry before its flow can take it: a link at a cold start comes while the device is still
/// asked for its facts, or while storage is locked.
package struct EarlyEvents {
  private var waiting: [DeviceEvent] = []
  private var isOpen = false

  package init() {}

  /// More than any device reports in a launch; whoever floods an app with links must not fill its memory.
  private static let most = 64

  /// Whether an event waits, instead of being passed on.
  package mutating func keeps(_ news: DeviceEvent) -> Bool {
    guard !isOpen else { return false }
    if case .fact(let name, _) = news {
      // Only the latest value of a fact counts.
      waiting.removeAll { other in
        if case .fact(name, _) = other { true } else { false }
      }
    }
    if waiting.count < Self.most { waiting.append(news) }
    return true
  }

  /// The flow takes events from now on.
  ///
  /// - Returns: what has waited, in order; nothing if it was open already.
  package mutating func open() -> [DeviceEvent] {
    isOpen = true
    defer { waiting = [] }
    return waiting
  }

  /// The flow has ended; what comes waits for the next launch.
  package mutating func close() { isOpen = false }
}
