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
  /// Behind a pointer, as the machine: they are changed by every step.
  let graph: UnsafeMutablePointer<Graph>
  var beginnings: [Beginning] = []
  /// The states from here on were found only by way of an earlier version's snapshots.
  var firstMigrated = Int.max
  /// The signal by which the server says that the session is over.
  let expiry: SignalID?
  var violations = ViolationList()
  private var possible: [Range<Int>] = []
  package private(set) var transitionCount = 0
  package private(set) var isComplete = false

  /// Behind a pointer: it is changed by every step, and copied by none.
  let machine: UnsafeMutablePointer<FlowMachine>
  /// Whether the machine stands where the expanded state does.
  private var isLoaded = false
  /// Room for one state.
  let scratch: UnsafeMutableRawPointer

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
    graph = .allocate(capacity: 1)
    graph.initialize(to: Graph(transitions: flow.chart.transitions.count, words: watch.words))
  }

  deinit {
    scratch.deallocate()
    machine.deinitialize(count: 1)
    machine.deallocate()
    graph.deinitialize(count: 1)
    graph.deallocate()
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
    machine.pointee.forEachTaken { graph.pointee.isTakenAtLaunch[Int($0)] = true }
    guard isNew else { return true }
    graph.pointee.add(from: index, by: Int(number))
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
    if isComplete { graph.pointee.edgeStarts.removeLast() }
    isComplete = false
    var next = graph.pointee.edgeStarts.count
    while next < store.count {
      if next & 0x3F == 0, shouldStop(store.count, memory) { return false }
      expand(next)
      next += 1
    }
    graph.pointee.close()
    isComplete = true
    return true
  }

  /// Bytes that the exploration takes.
  package var memory: Int { store.memory + graph.pointee.memory }

  package var stateCount: Int { store.count }

  package var found: [Violation] { violations.all }

  private func expand(_ index: Int) {
    graph.pointee.open(index)
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
    if let outcome, outcome.isLookedAt { graph.pointee.noteLookedAt(outcome.request, at: index) }
    let (target, isNew) = store.insert(scratch)
    if isNew { graph.pointee.add(from: index, by: number) }
    if let outcome, !outcome.isLookedAt { graph.pointee.notePending(outcome.request, at: target) }
    checkStep(number, move, from: index, to: target)
    guard target != index else { return }
    graph.pointee.addEdge(to: target, isWayOut: watch.isWayOut(move))
    if isNew { check(target) }
  }

  /// Notes the transitions that the step took, and the requests that they look at.
  private func note(_ number: Int, from index: Int) {
    machine.pointee.forEachTaken { transition in
      graph.pointee.note(taken: Int(transition), from: index, by: number, reading: watch.readBy)
    }
  }
}
