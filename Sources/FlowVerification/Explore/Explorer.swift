package import FlowMachine
import Statechart

/// Explores everything that can happen to a flow, breadth first: the trace to each state that it
/// finds is a shortest one.
///
/// Not shared between threads; one explorer explores one flow once.
package final class Explorer {
  let flow: Flow
  let domain: Domain
  let intentions: Intentions
  package let projection: Projection
  let moves: MoveTable
  /// What the device can have told before a step; shared with other explorers of the flow, so that
  /// the numbers of steps are the same.
  var environmentInputs = EnvironmentInputs()
  /// What steps assume of the device.
  var assumptions: Assumptions
  /// What the device has to report beside these, by the violations that say so.
  package internal(set) var stubborns: [Stubborn] = []
  /// The answers that steps take.
  var arrivals = Arrivals()
  /// States in which an answer changes nothing, by the number of its arrival.
  var returning: [UInt16: [Int]] = [:]
  /// States in which a tap calls the app or a capability.
  var asking: Set<Int> = []
  let surroundings: SurroundingFacts
  let watch: Watch
  /// Nil where every fact is kept everywhere.
  let reduction: Reduction?
  /// Nil where each state stands for itself.
  let merged: MergedStates?
  /// States with their observations behind them.
  let store: StateStore
  /// Behind a pointer, as the machine: they are changed by every step.
  let graph: UnsafeMutablePointer<Graph>
  var initialStates: [InitialState] = []
  /// The states from here on were found only through an earlier version's snapshots.
  var firstMigrated = Int.max
  /// The signal by which the server says that the session is over.
  let expiry: SignalID?
  var violations = ViolationList()
  /// A number that has left what can be explored: then nothing is proven.
  package internal(set) var runaway: DomainError?
  private var possible: [Range<Int>] = []
  /// What is known of requests that were started, by the transition that began the step and by
  /// request.
  var sends: [UInt32: Sends] = [:]
  /// Whether secrets were there when they were to be sent, by request and fact.
  var secretsSent: [Int: SentSecret] = [:]
  /// Requests whose answers lead to each other without a pause.
  var looping: Set<Int> = []
  /// What taps have done, by element.
  var tapEffects: [ElementID: TapEffect] = [:]
  /// For each transition whether a step that takes it can write a fact.
  let factWriters: [Bool]
  /// Messages that were shown, by the screen.
  var toasts: Set<ShownToast> = []
  /// Whether there is a network, as the device tells it; else `noID`.
  let network: FactID
  /// By row of `calls`.
  let needs: [CallNeeds]
  /// By transition the requests that its actions start.
  let starters: [Set<RequestID>]
  /// What texts say.
  let wording: Wording
  /// By state whether nothing but `restore` leads there.
  let onlyRestored: [Bool]
  /// Failures that nobody has seen when they came, by the state that they led to and the request.
  var unseen: [UnseenKey: [Unseen]] = [:]
  /// Whether a screen names a failure, as far as it was asked.
  var namedFailures: [NamedFailure: Bool] = [:]
  /// Whether something beside the device leads on from the expanded state, and whether that does.
  var leadsOn = (byItself: false, byDevice: false)
  /// Where the expanded state is.
  var place = 0
  var isForegroundRead = true
  var areSecretsKnown = false
  /// The kept secrets, by their places among what is kept.
  let secretPlaces: [Int]
  /// What the last step may have read of what the device tells.
  var asked: [FactID] = []
  package internal(set) var transitionCount = 0
  package private(set) var isComplete = false
  /// Relaunches that were looked at: where they led, and by which kill.
  var relaunched: Set<UInt64> = []

  /// Behind a pointer: it is changed by every step, and copied by none.
  let machine: UnsafeMutablePointer<FlowMachine>
  /// Another one, for what would have happened otherwise.
  let rival: UnsafeMutablePointer<FlowMachine>
  /// Whether the machine stands where the expanded state does.
  var isLoaded = false
  /// Room for one state.
  let scratch: UnsafeMutableRawPointer

  /// The sub-flows, where they are explored for themselves.
  var parts: Parts?
  /// Set where this explores one of them.
  weak var partGraph: PartGraph?

  /// - Parameters:
  ///   - domain: the values that are told apart.
  ///   - intentions: what is proven.
  ///   - isLazy: whether a step may be tried with all that the device can tell, in place of states
  ///     that hold it.
  ///   - keepsAll: whether every fact is kept everywhere, also where nothing can read it any more:
  ///     for snapshots that a later version reads.
  ///   - merges: whether states that differ in the values of some facts alone are kept as one. What is not found then
  ///     is not there; what is found may be there only because less can be said of a merged state.
  /// - Throws: what makes the flow too large to explore.
  package init(
    _ domain: Domain, _ intentions: Intentions, keepsAll: Bool = false, isLazy: Bool = true,
    merges: Bool = false
  ) throws(DomainError) {
    flow = domain.flow
    self.domain = domain
    self.intentions = intentions
    let keepsForeground = Self.keepsForeground(domain)
    projection = Projection(
      flow: flow, kept: domain.kept, forms: domain.forms, keepsForeground: keepsForeground,
      validity: domain.validity,
      held: domain.held,
      storable: domain.storable)
    let surroundings = SurroundingFacts(
      domain,
      keepsAll
        ? nil
        : Liveness(
          flow, conditions: intentions.conditions, sessions: intentions.sessions.map(\.fact),
          required: domain.required),
      isLazy: isLazy)
    moves = try MoveTable(domain, surroundings, keepsForeground: keepsForeground)
    reduction = surroundings.liveness.map { [projection] in Reduction($0, projection) }
    self.surroundings = surroundings
    watch = Watch(
      flow, intentions, crossable: surroundings.liveness?.entered(on: flow.tables.backEvent),
      keepsAll: keepsAll)
    assumptions = Assumptions(domain)
    needs = CallNeeds.all(of: flow, domain.required)
    starters = flow.starters
    wording = Wording(flow)
    onlyRestored = flow.onlyRestored
    factWriters = flow.factWriters(
      without: projection.exactFacts(of: flow).union(flow.unchangingFacts))
    network = flow.fact(named: Text("network".utf8)) ?? noID
    expiry = flow.signal(named: Text("sessionExpired".utf8))
    let stride = projection.stride + watch.stride
    store = StateStore(stride: stride)
    merged = surroundings.liveness.flatMap { [projection, needs] liveness in
      merges
        ? MergedStates(
          liveness, projection, Symmetry(domain.flow, projection, needs: needs), stride: stride)
        : nil
    }
    scratch = .allocate(byteCount: stride, alignment: 16)
    secretPlaces = projection.kept.indices.filter { [flow] in
      let cell = Int(domain.kept[$0].cell)
      return cell < flow.tables.facts.count && flow.tables.facts[cell].type == .secret
    }
    machine = .allocate(capacity: 1)
    machine.initialize(to: projection.machine)
    rival = .allocate(capacity: 1)
    rival.initialize(to: projection.machine)
    graph = .allocate(capacity: 1)
    graph.initialize(to: Graph(transitions: flow.chart.transitions.count, words: watch.words))
  }

  deinit {
    scratch.deallocate()
    machine.deinitialize(count: 1)
    machine.deallocate()
    rival.deinitialize(count: 1)
    rival.deallocate()
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
  package func begin(_ configurations: Configurations = .all) {
    for beginning in InitialState.all(of: domain, surroundings, configurations) { add(beginning) }
  }

  /// Starts a trace; a trace from a snapshot continues with an update.
  ///
  /// - Returns: whether the flow takes the snapshot.
  @discardableResult
  func add(_ beginning: InitialState) -> Bool {
    guard let (began, report) = begun(beginning) else { return false }
    machine.pointee = began
    initialStates.append(beginning)
    let number = initialStates.count - 1
    machine.pointee.project(projection, into: scratch)
    let unasked = watch.begin(
      scratch + projection.stride, isFirst: beginning.snapshot == nil,
      sent: beginning.snapshot?.sent ?? [], &machine.pointee)
    reduction?.reduce(scratch)
    parts?.settle(scratch, step: nil, by: self)
    let (index, isNew) = insert()
    if report.isEndless { violations.add(.endlessLoop, subject: 0, at: .launch(number)) }
    if let unasked {
      violations.add(unasked.property, subject: unasked.subject, at: .launch(number))
    }
    // What an earlier version was sending goes on with the plan that it had.
    checkSends(by: nil, above: beginning.snapshot?.lastTicket ?? 0, at: .launch(number))
    checkBounds()
    checkLocked(beginning, at: .launch(number))
    machine.pointee.forEachTaken { graph.pointee.isTakenAtLaunch[Int($0)] = true }
    guard isNew else { return true }
    graph.pointee.add(from: index, by: number)
    transitionCount += 1
    check(index)
    return true
  }

  func begun(_ beginning: InitialState) -> (FlowMachine, StepReport)? {
    guard let snapshot = beginning.snapshot else {
      return FlowMachine.begin(flow, context(of: beginning))
    }
    let launched = try? FlowMachine.launch(
      flow, context(of: beginning), record: snapshot.record)
    return launched.map { ($0, StepReport()) }
  }

  func context(of beginning: InitialState) -> LaunchContext {
    LaunchContext(
      now: FlowMachine.explorationTime, entropy: 0, runID: RunID(high: 0, low: 0),
      facts: beginning.configuration + beginning.device, storedSecrets: beginning.storedSecrets,
      isSecureStorageUnreadable: beginning.isLocked, isRecordLost: beginning.isRecordLost)
  }

  /// Explores until nothing new is found; may go on after further initialStates.
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
      guard runaway == nil, merged?.isTooWide != true else { return false }
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

  /// Finds the state that `scratch` holds, or adds it.
  func insert() -> (index: Int, isNew: Bool) {
    merged?.insert(scratch, into: store) ?? store.insert(scratch)
  }

  func expand(_ index: Int) {
    graph.pointee.open(index)
    if passOn(index) { return }
    // Of what is left of a sub-flow nothing comes by itself.
    if let partGraph, !partGraph.isActive(view: index) { return }
    machine.pointee.load(projection, from: single(index))
    isLoaded = merged == nil
    // What is possible is read before the machine moves on.
    possible.removeAll(keepingCapacity: true)
    machine.pointee.list(in: moves, to: &possible)
    possible.append(moves.always)
    if let reduction {
      place = reduction.place(of: store[index])
      isForegroundRead = reduction.isForegroundRead(store[index])
    }
    areSecretsKnown = areSecretsKnown(at: store[index])
    // What is left out, since it changes nothing here, counts as before.
    leadsOn = (areSecretsKnown && !moves.readables.isEmpty || watch.hasHeldWayOut, false)
    if let parts, let active = parts.active(in: store[index]) {
      parts.expand(index, active, possible: possible, by: self)
      return checkWait(index)
    }
    for range in possible { tryAll(range, from: index) }
    checkWait(index)
    kill(index)
  }
}
