import FlowVerification

/// The verifier on the exercise, with a kill in every state.
struct ExplorationBench {
  private let domain: Domain
  private let intentions: Intentions
  private(set) var states = 0
  private(set) var transitions = 0

  init(_ exercise: Exercise) throws {
    domain = try Domain(exercise.flow, conditions: [], declared: [:])
    intentions = Intentions(goals: [exercise.end])
    try explore(1)
  }

  /// Explores everything again, `count` times.
  mutating func explore(_ count: Int) throws {
    for _ in 0..<count {
      let explorer = try Explorer(domain, intentions)
      explorer.begin()
      guard explorer.explore(shouldStop: { _, _ in false }) else {
        throw WorkloadError.counts("the exploration stopped")
      }
      states = explorer.stateCount
      transitions = explorer.transitionCount
    }
  }
}

extension Row {
  /// Converts nanoseconds to a rate per second.
  func rate(_ metric: String, of things: Int) -> Row {
    let rate = { (nanoseconds: Double) in Double(things) / nanoseconds * 1e9 }
    var row = self
    row.metric = metric
    row.wallMedian = rate(wallMedian)
    row.wallLeast = rate(wallMost)
    row.wallMost = rate(wallLeast)
    row.cpuMedian = rate(cpuMedian)
    row.unit = "1/s"
    return row
  }
}
