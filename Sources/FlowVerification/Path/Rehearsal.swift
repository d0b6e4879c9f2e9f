import FlowMachine
import Statechart

/// A trace replayed on a real machine, with times at which all its moves come in order.
///
/// An exploration lets any timer end next; a user who follows the trace has to wait for it, and other
/// timers must not end meanwhile. The rehearsal finds how long to wait before each step.
struct Rehearsal {
  /// The result of one step of the trace.
  struct Step {
    /// Milliseconds since the launch.
    var at: Int64
    /// Requests that were sent.
    var sends: [RequestID]
    var place: Place
    var taken: [UInt16]
    /// The machine after it.
    var machine: FlowMachine
  }

  /// Where a flow is seen to be.
  struct Place: Equatable {
    var screen: StateID?
    var overlays: [OverlayID]
  }

  /// The launch, then the steps.
  private(set) var steps: [Step] = []
  private(set) var machine: FlowMachine
  private let flow: Flow
  private let moves: [Move]
  private let context: LaunchContext
  /// What is waited before each step beside what has to be, in milliseconds.
  private var waits: [Int64]
  /// The step in which each timer began, and each request was last sent.
  private var timerStarts: [TimerID: (step: Int, end: Int64)] = [:]
  private var sendTimes: [RequestID: Int64] = [:]

  private static let start = FlowMachine.explorationTime
  /// Between a request and its answer.
  private static let answerDelay: Int64 = 100
  private static let mostRounds = 64

  /// - Returns: nil where no times were found.
  init?(_ trace: Trace, _ explorer: Explorer) {
    flow = explorer.flow
    moves = trace.moves.map { explorer.moves.all[$0] }
    waits = [Int64](repeating: 0, count: trace.moves.count)
    machine = explorer.projection.machine
    // What an earlier version stored, no play of this one can bring about.
    guard trace.beginning.snapshot == nil, !trace.beginning.isRecordLost else { return nil }
    context = explorer.context(of: trace.beginning)
    for _ in 0..<Self.mostRounds {
      switch walk() {
      case .arrived: return
      case .late(let step, let by):
        waits[step] += by
      case .impossible: return nil
      }
    }
    return nil
  }

  private enum Ending {
    case arrived
    /// A timer ends too early unless it begins later.
    case late(step: Int, by: Int64)
    case impossible
  }

  private mutating func walk() -> Ending {
    steps = []
    timerStarts = [:]
    sendTimes = [:]
    machine = FlowMachine.begin(flow, context).machine
    note(at: Self.start)
    for (index, move) in moves.enumerated() {
      var now = Self.start + (steps.last?.at ?? 0) + waits[index]
      now = max(now, earliest(move))
      if case .elapse(let timer) = move {
        guard let end = machine.timerEnds.first(where: { $0.timer == timer })?.at else {
          return .impossible
        }
        now = max(now, end)
        guard now == end else { return .impossible }
      }
      if let ending = disturbance(before: now, of: move, at: index) { return ending }
      perform(move, at: now)
      note(at: now)
    }
    return .arrived
  }

  /// When a move can come at the earliest: an answer needs its time, and all tries before it.
  private func earliest(_ move: Move) -> Int64 {
    guard case .input(.answered(let request, _, let outcome)) = move,
      let sent = sendTimes[request]
    else { return 0 }
    // One answer after the other, so that each is seen alone.
    let last = Self.start + (steps.last?.at ?? 0)
    return max(sent + delay(of: outcome, request), last) + Self.answerDelay
  }

  /// How long a request takes to fail for good by itself.
  private func delay(of outcome: RequestOutcome, _ request: RequestID) -> Int64 {
    guard let failure = outcome.failure, failure <= FailureClass.unavailable else { return 0 }
    let row = flow.tables.requests[Int(request)]
    let call = flow.tables.calls[machine.callPlace(of: request)]
    let pauses = call.repetition == .never ? [] : Self.backoffs(of: row)
    guard failure == FailureClass.timeout else { return pauses.reduce(0, +) }
    return pauses.reduce(0, +) + timeout(of: row) * Int64(pauses.count + 1)
  }

  private func timeout(of row: RequestRow) -> Int64 {
    guard row.timeoutFact != noID else { return Int64(row.timeout) }
    guard case .number(let milliseconds) = machine.value(of: row.timeoutFact) else { return 1 }
    return max(milliseconds, 1)
  }

  /// The pauses before each try after the first, in milliseconds.
  static func backoffs(of row: RequestRow) -> [Int64] {
    var waits: [Int64] = []
    var wait = Int64(row.backoffFirst)
    for _ in 0..<row.retries {
      waits.append(min(wait, Int64(row.backoffMost)))
      wait = min(wait * Int64(row.backoffFactor), Int64(row.backoffMost))
    }
    return waits
  }

  /// A timer that would end before a move; it has to begin later, if that is possible.
  private func disturbance(before now: Int64, of move: Move, at index: Int) -> Ending? {
    for (timer, end) in machine.timerEnds where end < now {
      if case .elapse(timer) = move { continue }
      guard let start = timerStarts[timer], start.step > 0 else { return .impossible }
      return .late(step: start.step - 1, by: now - end + 1)
    }
    return nil
  }

  private mutating func perform(_ move: Move, at now: Int64) {
    switch move {
    case .input(var input):
      if case .answered(let request, _, let outcome) = input {
        machine.exhaustTries(of: request)
        input = .answered(request, ticket: machine.ticket(of: request), outcome)
      }
      machine.step(input, at: now, entropy: UInt64(steps.count))
    case .fill(let inputs):
      for input in inputs { machine.step(input, at: now, entropy: UInt64(steps.count)) }
    case .elapse: machine.step(.wake, at: now, entropy: UInt64(steps.count))
    case .relaunch(let surroundings): relaunch(surroundings, at: now)
    }
  }

  private mutating func relaunch(_ surroundings: Surroundings, at now: Int64) {
    var facts = surroundings.changes
    var stored: [FactID] = []
    for (index, row) in flow.tables.facts.enumerated() {
      let fact = FactID(index)
      if row.type == .secret {
        let status = machine.chartState.cells[index]
        if status == SecretStatus.stored || status == SecretStatus.unreadable {
          stored.append(fact)
        }
      } else if row.place == .device || row.place == .configuration,
        !facts.contains(where: { $0.fact == fact })
      {
        facts.append(FactChange(fact, machine.value(of: fact)))
      }
    }
    let context = LaunchContext(
      now: now, entropy: UInt64(steps.count), runID: machine.runID, facts: facts,
      storedSecrets: stored, isSecureStorageUnreadable: surroundings.isLocked)
    if let next = try? FlowMachine.launch(flow, context, record: machine.journalRecord) {
      machine = next
    }
  }

  private mutating func note(at now: Int64) {
    var sends: [RequestID] = []
    for case .perform(let request, _) in machine.effects {
      sends.append(request)
      sendTimes[request] = now
    }
    for (timer, end) in machine.timerEnds where timerStarts[timer]?.end != end {
      timerStarts[timer] = (steps.count, end)
    }
    var taken: [UInt16] = []
    machine.forEachTaken { taken.append($0) }
    steps.append(
      Step(
        at: now - Self.start, sends: sends,
        place: Place(screen: machine.screenState, overlays: machine.shownOverlays), taken: taken,
        machine: machine))
  }
}
