/// How far a swarm has come, in words: when to say it, and what. A value; the time comes in with each report.
package struct SwarmMeter: Sendable {
  private let devices: Int
  private var last: (requests: Int, milliseconds: Double) = (0, 0)

  package init(devices: Int) { self.devices = devices }

  /// - Parameters:
  ///   - progress: of now.
  ///   - elapsed: milliseconds since the run began.
  package mutating func line(_ progress: SwarmTally.Progress, at elapsed: Double) -> String {
    let rate =
      Double(progress.requests - last.requests) * 1000 / max(1, elapsed - last.milliseconds)
    last = (progress.requests, elapsed)
    return
      "\(Int(elapsed / 1000)) s: \(progress.begun) of \(devices) devices begun, \(progress.ended) ended, "
      + "\(progress.stuck) of them not where they should; \(progress.requests) requests, \(Int(rate))/s"
  }
}
