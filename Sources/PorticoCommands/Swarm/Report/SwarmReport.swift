/// What `portico swarm` says at the end.
package struct SwarmReport: Codable, Equatable, Sendable {
  package struct Request: Codable, Equatable, Sendable {
    package var request: String
    package var count: Int
    package var perSecond: Double
    /// Milliseconds, as the rest.
    package var p50: Double
    package var p95: Double
    package var p99: Double
    package var most: Double
    package var statuses: [String: Int]
  }

  package var flow: String
  package var server: String
  package var seed: UInt64
  package var seconds: Double
  package var devices: Int
  package var launches: Int
  package var kills: Int
  /// What the swarm's own network did, by the name of the fault.
  package var faults: [String: Int]
  /// The memory that the swarm took at most, in bytes.
  package var peakMemory: Int
  package var requests: [Request]
  package var stuck: [Stuck]
  /// Devices that were on their way when the run was stopped.
  package var unfinished: Int

  package init(
    flow: String, server: String, seed: UInt64, seconds: Double, counts: SwarmTally.Counts,
    ends: [DeviceEnd], peakMemory: Int
  ) {
    self.flow = flow
    self.server = server
    self.seed = seed
    self.seconds = seconds
    self.peakMemory = peakMemory
    devices = ends.count
    launches = counts.launches
    kills = counts.kills
    faults = Dictionary(uniqueKeysWithValues: counts.faults.map { ($0.key.rawValue, $0.value) })
    stuck = ends.compactMap(\.stuck).sorted { $0.device < $1.device }
    unfinished = ends.count { $0.isUnfinished }
    requests = counts.requests.sorted { $0.key < $1.key }.map { name, request in
      let latencies = request.latencies
      return Request(
        request: name, count: request.count,
        perSecond: seconds > 0 ? Double(request.count) / seconds : 0,
        p50: latencies.percentile(0.5) ?? 0, p95: latencies.percentile(0.95) ?? 0,
        p99: latencies.percentile(0.99) ?? 0, most: latencies.most, statuses: request.statuses)
    }
  }
}
