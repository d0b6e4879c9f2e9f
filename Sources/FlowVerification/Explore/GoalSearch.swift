package import FlowDefinition
package import FlowMachine
import Statechart

/// Says whether a goal of a flow can be reached from where a running flow stands.
///
/// Searches breadth first in the states that the verifier tells apart, by what a person can do,
/// timers and answers of success; where that does not lead to a goal, also by failures and by what
/// the device tells. What it finds is an existing trace: a limit only makes it miss one. It
/// remembers what reaches a goal, for all later questions.
///
/// Not shared between threads.
package final class GoalSearch {
  private let explorer: Explorer
  private let goals: [StateID]
  /// Every state that was met; `reaches` goes with its numbers.
  private let store: StateStore
  private var reaches: [Bool] = []
  private var machine: FlowMachine
  private let mostStates: Int
  package private(set) var searchCount = 0

  /// - Parameter mostStates: a search that finds none among so many gives up.
  /// - Throws: what makes the flow too large to explore.
  package init(
    _ flow: Flow, _ plan: VerificationPlan, mostStates: Int = 100_000
  ) throws(DomainError) {
    let intentions = Intentions(plan)
    explorer = try Explorer(
      Domain(
        flow, conditions: intentions.conditions, declared: plan.domains, required: plan.required),
      intentions, isLazy: false)
    goals = plan.goals
    store = StateStore(stride: explorer.projection.stride)
    machine = explorer.projection.machine
    self.mostStates = mostStates
  }

  package func canReachGoal(from machine: FlowMachine) -> Bool {
    if isGoal(machine) { return true }
    self.machine = machine
    let start = note()
    if reaches[start] { return true }
    searchCount += 1
    return search(from: start, isWide: false) || search(from: start, isWide: true)
  }

  private func isGoal(_ machine: FlowMachine) -> Bool {
    goals.contains { machine.chartState.isActive($0) }
  }

  /// The number of the state that the machine is in.
  private func note() -> Int {
    machine.project(explorer.projection, into: explorer.scratch)
    explorer.reduction?.reduce(explorer.scratch)
    let (index, isNew) = store.insert(explorer.scratch)
    if isNew { reaches.append(isGoal(machine)) }
    return index
  }

  private func search(from start: Int, isWide: Bool) -> Bool {
    var parents = [start: start]
    var queue = [start]
    var next = 0
    while next < queue.count, queue.count < mostStates {
      let index = queue[next]
      next += 1
      for move in possibleMoves(at: index, isWide: isWide) {
        machine.load(explorer.projection, from: store[index])
        let report = machine.perform(explorer.moves.all[move], explorer.projection)
        guard report.refusal == nil, !report.isEndless else { continue }
        let target = note()
        guard parents[target] == nil else { continue }
        parents[target] = index
        guard !reaches[target] else {
          var place = index
          while !reaches[place] {
            reaches[place] = true
            place = parents[place]!
          }
          return true
        }
        queue.append(target)
      }
    }
    return false
  }

  private func possibleMoves(at index: Int, isWide: Bool) -> [Int] {
    machine.load(explorer.projection, from: store[index])
    var ranges: [Range<Int>] = []
    machine.list(in: explorer.moves, to: &ranges)
    if isWide { ranges.append(explorer.moves.always) }
    return ranges.flatMap { range in
      range.filter { isWide || !isFailure(explorer.moves.all[$0]) }
    }
  }

  private func isFailure(_ move: Move) -> Bool {
    if case .input(.answered(_, _, let outcome)) = move { outcome.failure != nil } else { false }
  }
}
