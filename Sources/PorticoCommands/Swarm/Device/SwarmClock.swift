package import FlowRuntime

/// The time of a swarm.
package struct SwarmClock: Sendable {
  /// That of flows, in milliseconds since 1970.
  package var runtime: RuntimeClock
  /// Milliseconds with a fraction, from any start, for what is measured.
  package var ticks: @Sendable () -> Double

  package init(runtime: RuntimeClock, ticks: @escaping @Sendable () -> Double) {
    self.runtime = runtime
    self.ticks = ticks
  }

  package var now: Int64 { runtime.now() }

  /// Returns after this many milliseconds, or as soon as the task is cancelled.
  package func sleep(_ milliseconds: Int64) async {
    await runtime.sleep(runtime.now() + milliseconds)
  }

  static func live() -> SwarmClock {
    let start = ContinuousClock.now
    return SwarmClock(runtime: .live()) { (ContinuousClock.now - start) / .milliseconds(1) }
  }
}
