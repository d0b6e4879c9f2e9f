/// How a device ended.
package struct DeviceEnd: Sendable {
  package var device: Int
  /// Nil where it ended where it should, or was stopped.
  package var stuck: Stuck?
  /// Whether the run was stopped while it was on its way.
  package var isUnfinished: Bool

  package init(device: Int, stuck: Stuck? = nil, isUnfinished: Bool = false) {
    self.device = device
    self.stuck = stuck
    self.isUnfinished = isUnfinished
  }
}

/// A device that did not end where it should.
package struct Stuck: Codable, Equatable, Sendable {
  package var device: Int
  package var seed: UInt64
  /// Which part of the journey did not end.
  package var part: String
  package var reason: String
  /// The screen that it stands on; nil: none, or the app does not run.
  package var screen: String?
  package var lastRequest: String?
  package var lastOutcome: String?
  /// What was done last.
  package var trace: [String]
  /// The command that runs this device again.
  package var repetition: String

  package init(
    device: Int, seed: UInt64, part: String, reason: String, screen: String?,
    lastRequest: String?, lastOutcome: String?, trace: [String], repetition: String
  ) {
    self.device = device
    self.seed = seed
    self.part = part
    self.reason = reason
    self.screen = screen
    self.lastRequest = lastRequest
    self.lastOutcome = lastOutcome
    self.trace = trace
    self.repetition = repetition
  }
}
