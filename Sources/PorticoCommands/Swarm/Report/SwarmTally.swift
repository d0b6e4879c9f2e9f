import Synchronization

/// Counts the requests of all devices, their outcomes and the faults, as they happen.
package final class SwarmTally: Sendable {
  package struct Request: Sendable {
    package var latencies = LatencyHistogram()
    /// How often which status came, or what came instead.
    package var statuses: [String: Int] = [:]

    package var count: Int { statuses.values.reduce(0, +) }
  }

  package struct Counts: Sendable {
    package var requests: [String: Request] = [:]
    /// What the swarm did to its own devices.
    package var faults: [NetworkQuality.Fault: Int] = [:]
    package var kills = 0
    package var launches = 0
    package var progress = Progress()

    package init() {}
  }

  package struct Progress: Equatable, Sendable {
    package var begun = 0
    package var ended = 0
    /// Of those that have ended, the ones that are not where they should be.
    package var stuck = 0
    package var requests = 0

    package init(begun: Int = 0, ended: Int = 0, stuck: Int = 0, requests: Int = 0) {
      self.begun = begun
      self.ended = ended
      self.stuck = stuck
      self.requests = requests
    }
  }

  private let state = Mutex(Counts())

  package init() {}

  package var counts: Counts { state.withLock { $0 } }
  package var progress: Progress { state.withLock { $0.progress } }

  /// - Parameters:
  ///   - status: or what came instead.
  ///   - milliseconds: that it took.
  package func add(_ request: String, _ status: String, after milliseconds: Double) {
    state.withLock {
      $0.progress.requests += 1
      $0.requests[request, default: Request()].latencies.add(milliseconds)
      $0.requests[request, default: Request()].statuses[status, default: 0] += 1
    }
  }

  package func add(_ fault: NetworkQuality.Fault) {
    state.withLock { $0.faults[fault, default: 0] += 1 }
  }

  package func addKill() { state.withLock { $0.kills += 1 } }
  package func addLaunch() { state.withLock { $0.launches += 1 } }
  package func began() { state.withLock { $0.progress.begun += 1 } }

  package func ended(isStuck: Bool) {
    state.withLock {
      $0.progress.ended += 1
      if isStuck { $0.progress.stuck += 1 }
    }
  }
}
