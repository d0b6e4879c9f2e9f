package import FlowMachine
import Statechart

/// Explores everything that can happen to a flow, in breadth first: the way to each state that it
/// finds is a shortest one.
///
/// Not shared between threads; one explorer explores one flow once.
package final class Explorer {
  let flow: Flow
  let domain: Domain
  let intentions: Intentions
  package let projection: Projection
  let moves: MoveTable
  let watch: Watch
  /// States with their observations behind them.
  let store: StateStore
  /// For each state where it came from, itself for a beginning, and by which move.
  var parents: [UInt32] = []
  var parentMoves: [UInt32] = []
  /// The states that each leads to, one run after the other; the top bit is set where the step is
  /// no way out (a kill, or what only the system can say).
  var edges: [UInt32] = []
  var edgeStarts: [Int] = []
  /// Requests whose outcome came in a state and was not looked at yet, and those that a step from
  /// a state looks at; one word of bits for each 64 requests.
  var pending: [UInt64] = []
  var consuming: [UInt64] = []
  /// For each transition the first step that took it.
  var coverage: [(state: UInt32, move: UInt32)?]
  /// Transitions that some first launch takes by itself.
  var isTakenAtLaunch: [Bool]
  var beginnings: [Beginning] = []
  /// The states from here on were found only by way of an earlier version's snapshots.
  var firstMigrated = Int.max
  /// The signal by which the server says that the session is over.
  let expiry: SignalID?
  var violations = ViolationList()
  /// For each state where a relaunch with all around it as it was leads, itself where nowhere else.
  var relaunched: [UInt32] = []
  private var possible: [Range<Int>] = []
  package private(set) var transitionCount = 0
  package private(set) var isComplete = false

  /// Behind a pointer: it is changed by every step, and copied by none.
  let machine: UnsafeMutablePointer<FlowMachine>
  /// Whether the machine stands where the expanded state does.
  private var isLoaded = false
  /// Room for one state.
  let scratch: UnsafeMutableRawPointer
  static let isNoWayOut: UInt32 = 1 << 31

  /// Where an exploration begins.
  package struct Beginning: Sendable {
    package var title: String
    package var configuration: [FactChange]
    package var device: [FactChange]
    package var storedSecrets: [FactID]
    package var isLocked: Bool
    /// A journal was there and could not be used.
    package var isRecordLost = false
    /// What an earlier version of the flow stored.
    package var snapshot: Snapshot?

    package struct Snapshot: Sendable {
      package var version: Int
      package var record: [UInt8]
    }
  }

  /// - Parameters:
  ///   - domain: the values that are told apart.
  ///   - intentions: what is proven.
  /// - Throws: what makes the flow too large to explore.
  package init(_ domain: Domain, _ intentions: Intentions) throws(DomainError) {
    flow = domain.flow
    self.domain = domain
    self.intentions = intentions
    let keepsForeground = Self.keepsForeground(domain)
    projection = Projection(
      flow: flow, kept: domain.kept, forms: domain.forms, keepsForeground: keepsForeground,
      validity: domain.validity,
      held: domain.held,
      storable: domain.storable)
    moves = try MoveTable(domain, keepsForeground: keepsForeground)
    watch = Watch(flow, intentions)
    expiry = flow.signal(named: Text("sessionExpired".utf8))
    let stride = projection.stride + watch.stride
    store = StateStore(stride: stride)
    scratch = .allocate(byteCount: stride, alignment: 16)
    machine = .allocate(capacity: 1)
    machine.initialize(to: projection.machine)
    coverage = Array(repeating: nil, count: flow.chart.transitions.count)
    isTakenAtLaunch = Array(repeating: false, count: flow.chart.transitions.count)
  }

  deinit {
    scratch.deallocate()
    machine.deinitialize(count: 1)
    machine.deallocate()
  }

  private static func keepsForeground(_ domain: Domain) -> Bool {
    let tables = domain.flow.tables
    let isRead = tables.facts.indices.contains {
      tables.facts[$0].place == .device && domain.isRelevant[$0]
        && domain.flow.blob(tables.facts[$0].name) == Names.foreground
    }
    return isRead || tables.timers.contains { $0.standsInBackground }
  }

  /// Begins at a first launch, once for everything that can be different around it.
  package func begin() {
    for beginning in Beginning.all(of: domain) { add(beginning) }
  }

  /// Begins a way; one from a snapshot goes on with an update.
  ///
  /// - Returns: whether the flow takes the snapshot.
  @discardableResult
  func add(_ beginning: Beginning) -> Bool {
    guard let (began, report) = begun(beginning) else { return false }
    machine.pointee = began
    beginnings.append(beginning)
    let number = UInt32(beginnings.count - 1)
    machine.pointee.project(projection, into: scratch)
    watch.begin(scratch + projection.stride)
    let (index, isNew) = store.insert(scratch)
    if report.isEndless { violations.add(.endlessLoop, subject: 0, at: .state(index)) }
    machine.pointee.forEachTaken { isTakenAtLaunch[Int($0)] = true }
    guard isNew else { return true }
    parents.append(UInt32(index))
    parentMoves.append(number)
    pending.append(contentsOf: repeatElement(0, count: watch.words))
    transitionCount += 1
    check(index)
    return true
  }

  func begun(_ beginning: Beginning) -> (FlowMachine, StepReport)? {
    guard let snapshot = beginning.snapshot else {
      return FlowMachine.begin(flow, context(of: beginning))
    }
    let launched = try? FlowMachine.launch(
      flow, context(of: beginning), record: snapshot.record)
    return launched.map { ($0, StepReport()) }
  }

  func context(of beginning: Beginning) -> LaunchContext {
    LaunchContext(
      now: FlowMachine.explorationTime, entropy: 0, runID: RunID(high: 0, low: 0),
      facts: beginning.configuration + beginning.device, storedSecrets: beginning.storedSecrets,
      isSecureStorageUnreadable: beginning.isLocked, isRecordLost: beginning.isRecordLost)
  }

  /// Explores until nothing new is found; may go on after further beginnings.
  ///
  /// - Parameter shouldStop: is asked now and then with the number of states and the bytes they
  ///   take.
  /// - Returns: whether all was explored.
  @discardableResult
  package func explore(shouldStop: (_ states: Int, _ bytes: Int) -> Bool) -> Bool {
    if isComplete { edgeStarts.removeLast() }
    isComplete = false
    var next = edgeStarts.count
    while next < store.count {
      if next & 0x3F == 0, shouldStop(store.count, memory) { return false }
      expand(next)
      next += 1
    }
    edgeStarts.append(edges.count)
    isComplete = true
    return true
  }

  /// Bytes that the exploration takes.
  package var memory: Int {
    store.memory
      + 4 * (parents.capacity + parentMoves.capacity + relaunched.capacity + edges.capacity)
      + 8 * (pending.capacity + consuming.capacity + edgeStarts.capacity)
  }

  package var stateCount: Int { store.count }

  package var found: [Violation] { violations.all }

  private func expand(_ index: Int) {
    edgeStarts.append(edges.count)
    relaunched.append(UInt32(index))
    consuming.append(contentsOf: repeatElement(0, count: watch.words))
    machine.pointee.load(projection, from: store[index])
    isLoaded = true
    // What is possible is read before the machine moves on.
    possible.removeAll(keepingCapacity: true)
    machine.pointee.list(in: moves, to: &possible)
    possible.append(moves.always)
    possible.append(moves.kills)
    for range in possible { tryAll(range, from: index) }
  }

  private func tryAll(_ range: Range<Int>, from index: Int) {
    for move in range { attempt(move, from: index) }
  }

  private func attempt(_ number: Int, from index: Int) {
    let move = moves.all[number]
    let source = store[index]
    if !isLoaded { machine.pointee.load(projection, from: source) }
    let before =
      watch.isFinal(move) ? machine.pointee.backStack + [machine.pointee.screenState ?? noID] : []
    let report = machine.pointee.perform(move, projection)
    isLoaded = report.refusal != nil && !machine.pointee.didChange()
    guard !isLoaded else { return checkIgnored(number, move, at: index) }
    transitionCount += 1
    machine.pointee.project(projection, into: scratch)
    watch.observe(
      move, before: before, from: source + projection.stride, to: scratch + projection.stride,
      &machine.pointee)
    note(number, from: index)
    if report.isEndless { violations.add(.endlessLoop, subject: 0, at: .move(index, number)) }
    let outcome = watch.outcome(of: move, &machine.pointee)
    if let outcome, outcome.isLookedAt { mark(outcome.request, in: &consuming, at: index) }
    let (target, isNew) = store.insert(scratch)
    if isNew {
      parents.append(UInt32(index))
      parentMoves.append(UInt32(number))
      pending.append(contentsOf: repeatElement(0, count: watch.words))
    }
    if let outcome, !outcome.isLookedAt { mark(outcome.request, in: &pending, at: target) }
    checkStep(number, move, from: index, to: target)
    guard target != index else { return }
    let flag = watch.isWayOut(move) ? 0 : Self.isNoWayOut
    edges.append(UInt32(target) | flag)
    if isNew { check(target) }
  }

  private func mark(_ request: Int, in words: inout [UInt64], at index: Int) {
    words[index * watch.words + request >> 6] |= 1 << UInt64(request & 63)
  }

  /// Notes the transitions that the step took, and the requests that they look at.
  private func note(_ number: Int, from index: Int) {
    machine.pointee.forEachTaken { transition in
      if coverage[Int(transition)] == nil {
        coverage[Int(transition)] = (UInt32(index), UInt32(number))
      }
      for word in 0..<watch.words {
        consuming[index * watch.words + word] |=
          watch.readBy[
            Int(transition) * watch.words + word]
      }
    }
  }
}

extension FlowMachine {
  /// The moves that are possible here beside those that always are.
  mutating func list(in moves: MoveTable, to possible: inout [Range<Int>]) {
    if let top = topOverlay {
      possible.append(moves.ofOverlay[Int(top)])
    } else if let screen = screenState, chartState.isActive(screen) {
      possible.append(moves.ofScreen[Int(flow.screenOfState[Int(screen)])])
    }
    for (request, row) in flow.tables.requests.enumerated()
    where chartState.cells[Int(row.cell)] == RequestStatus.running {
      possible.append(moves.ofCall[callPlace(of: RequestID(request))])
    }
    for timer in flow.tables.timers.indices where canElapse(TimerID(timer)) {
      possible.append(moves.ofTimer[timer]..<moves.ofTimer[timer] + 1)
    }
  }

  /// Makes a move.
  mutating func perform(_ move: Move, _ projection: Projection) -> StepReport {
    switch move {
    case .input(let input):
      return step(input, at: Self.explorationTime, entropy: 0)
    case .fill(let inputs):
      var report = StepReport()
      for input in inputs { report = step(input, at: Self.explorationTime, entropy: 0) }
      return report
    case .elapse(let timer): return elapse(timer)
    case .relaunch(let surroundings):
      return relaunch(
        projection, changes: surroundings.changes, isLocked: surroundings.isLocked)
    }
  }
}
