import FlowDefinition
import FlowMachine
import FlowVerification
import Statechart

/// Searches a flow breadth first over whole machines, told apart by all that they hold.
///
/// Shares nothing with the exploration but the machine: no fact is dropped, every value counts.
/// Only what no later step can depend on is left out: tickets, keys, times.
final class BruteForce {
  struct Node {
    var machine: FlowMachine
    var depth: Int
    /// Screens that lie before a success that back must not cross.
    var crossed: Set<StateID>
    /// Requests that must not be repeated and were sent since a person last asked for anything.
    var sent: Set<RequestID> = []
    /// Those that were ever sent.
    var ever: Set<RequestID> = []
    var successes: [Success] = []
  }

  struct Edge {
    var target: Int
    var isWayOut: Bool
    var isAnswer: Bool
    /// It is the end of a timer that is no pause.
    var isShortTimer: Bool
    var isAutomatic: Bool { isAnswer || isShortTimer }
    /// What the device reports by it.
    var told: FactChange?
    /// The answer that it is.
    var answer: (request: RequestID, failure: UInt16?)?
  }

  /// A failure that nobody saw when it came.
  struct Unseen {
    var node: Int
    var request: RequestID
    var status: Int64
    var length: Int
    var mustShow: Bool
  }

  /// What started a request: a transition, or -1 for anything else.
  struct Start: Hashable {
    var transition: Int
    var request: RequestID
  }

  let flow: Flow
  let intentions: Intentions
  let moves: RawMoves
  var nodes: [Node] = []
  private var numbers: [[Int64]: Int] = [:]
  var edges: [[Edge]] = []
  /// Where a relaunch leads from each.
  private var relaunched: [Int] = []
  /// By node: whether a person can go back there.
  private var goesBack: [Bool] = []
  /// Outcomes that nothing looked at when they came.
  private var pending: [(node: Int, request: Int)] = []
  /// For each node the requests that a step from there looks at.
  private var looked: [Set<Int>] = []
  private var unseen: [Unseen] = []
  /// Where a tap calls the app or a capability.
  private(set) var asking: Set<Int> = []
  /// By node the requests that a person can send there; -1 stands for anything else that something comes of.
  var ways: [Set<Int>] = []
  var dropped: [Start: Int] = [:]
  var sending: Set<Start> = []
  let judged: SeenFailures
  private var taps: Taps
  private(set) var stepCount = 0
  private(set) var isComplete = true
  /// Steps that ran in a circle: each costs a thousand others.
  private(set) var circles = 0
  /// Every way up to this length was gone.
  private(set) var completeLength = Int.max
  /// The lengths of the shortest ways to where properties are broken, 0 for the whole flow.
  private(set) var lengths: [Property: Int] = [:]
  private(set) var taken: Set<Int> = []
  private let readers: [Set<Int>]
  /// The states that a transition or a beginning leads to, with those around them.
  private let led: Set<StateID>

  var count: Int { nodes.count }

  /// - Parameters:
  ///   - checked: the flow, what is proven of it, and which secrets can be in secure storage.
  ///   - most: states after which the search stops.
  ///   - mostCircles: steps that run in a circle after which it stops.
  init(_ checked: Checked, most: Int, mostCircles: Int = .max) throws {
    let flow = checked.flow
    self.flow = flow
    intentions = Intentions(checked.plan)
    var moves = RawMoves(flow: flow, storable: checked.domain.storable)
    for (fact, domain) in checked.plan.domains {
      if case .range(let range) = domain { moves.declared[fact] = range }
    }
    self.moves = moves
    judged = SeenFailures(flow)
    taps = Taps(flow: flow)
    let statuses = StatusReaders(flow)
    led = Self.led(flow)
    readers = (0..<flow.chart.transitions.count).map {
      Set(statuses.constants(in: flow.chart.transitions[$0].condition).keys)
    }
    for context in moves.initialStates {
      let (began, report) = FlowMachine.begin(flow, context)
      var machine = began
      let sent = sent(byLaunch: &machine)
      _ = add(machine, depth: 0, crossed: [], sent: sent, ever: sent)
      if report.isEndless { note(.endlessLoop, 0) }
      machine.forEachTaken { taken.insert(Int($0)) }
    }
    var next = 0
    while next < nodes.count {
      guard nodes.count < most, circles < mostCircles else {
        isComplete = false
        completeLength = nodes[next].depth
        return
      }
      try expand(next)
      next += 1
    }
    conclude(statuses)
  }

  private static func led(_ flow: Flow) -> Set<StateID> {
    let chart = flow.chart
    func next(_ state: StateID) -> [StateID] {
      let row = chart.states[Int(state)]
      let children = (0..<chart.states.count).filter {
        row.kind == .parallel && chart.states[$0].parent == state
      }
      return row.initial.indices.map { chart.targets[$0] } + children.map { StateID($0) }
        + [row.parent].filter { $0 != noID }
        + row.transitions.indices.flatMap { index in
          chart.transitions[index].targets.indices.map { chart.targets[$0] }
        }
    }
    var led: Set<StateID> = [0]
    var count = 0
    while led.count > count {
      count = led.count
      led.formUnion(led.flatMap(next))
    }
    return led
  }

  func note(_ property: Property, _ length: Int) {
    lengths[property] = min(lengths[property] ?? .max, length)
  }

  private func add(
    _ machine: FlowMachine, depth: Int, crossed: Set<StateID>, sent: Set<RequestID> = [],
    ever: Set<RequestID> = [], successes: [Success] = []
  ) -> Int {
    let key =
      Self.key(machine) + [-2] + crossed.sorted().map { Int64($0) } + [-3]
      + sent.sorted().map { Int64($0) } + [-5] + ever.sorted().map { Int64($0) }
      + successes.flatMap(\.key)
    if let known = numbers[key] { return known }
    numbers[key] = nodes.count
    nodes.append(
      Node(
        machine: machine, depth: depth, crossed: crossed, sent: sent, ever: ever,
        successes: successes))
    edges.append([])
    looked.append([])
    ways.append([])
    relaunched.append(0)
    goesBack.append(false)
    look(machine, depth)
    return nodes.count - 1
  }

  /// All that a later step can depend on.
  static func key(_ machine: FlowMachine) -> [Int64] {
    let state = machine.chartState
    var key = state.active.map { Int64(bitPattern: $0) }
    key += state.history.map { Int64(bitPattern: $0) }
    key += state.cells
    key += [
      state.isRunning ? 1 : 0, machine.isScreenKept ? 1 : 0, machine.isInForeground ? 1 : 0,
      Int64(machine.screenState ?? noID),
    ]
    key += machine.backStack.map { Int64($0) } + [-1]
    key += machine.invalidSecrets.map { Int64($0) } + [-1]
    key += machine.submittedSecrets.map { Int64($0) } + [-1]
    key += machine.heldSignals.map { Int64($0) } + [-1] + machine.heldNumbers
    for text in machine.heldTexts { key += [-1] + (text ?? []).map { Int64($0) } }
    for (fact, row) in machine.flow.tables.facts.enumerated() where row.slot != noID {
      guard case .text(let text) = machine.value(of: FactID(fact)) else { continue }
      key.append(Int64(text.count))
      key += text.map { Int64($0) }
    }
    for (request, row) in machine.flow.tables.requests.enumerated()
    where state.cells[Int(row.cell)] == RequestStatus.running {
      key.append(Int64(machine.callPlace(of: RequestID(request))))
    }
    return key
  }

  // MARK: Each state

  private func look(_ machine: FlowMachine, _ depth: Int) {
    for session in intentions.sessions where !machine.isPresent(session.fact) {
      if isProtected(machine, session) { note(.unprotectedScreen, depth) }
    }
    for (place, wish) in intentions.properties.enumerated() {
      switch wish.kind {
      case .never: if machine.holds(wish.condition) { note(.declared(place), depth) }
      case .always: if !machine.holds(wish.condition) { note(.declared(place), depth) }
      case .reachable: break
      }
    }
  }

  /// Whether a transition is one on `back` that does not mean to leave a screen.
  private func saysToStay(_ transition: Int, on screen: StateID) -> Bool {
    let row = flow.chart.transitions[transition]
    guard flow.tables.backEvent != noID, row.event == flow.tables.backEvent else { return false }
    return row.targets.indices.map { flow.chart.targets[$0] }.allSatisfy {
      $0 == screen || flow.chart.isDescendant($0, of: screen)
        || flow.chart.isDescendant(screen, of: $0)
    }
  }

  private func isProtected(_ machine: FlowMachine, _ session: Intentions.Session) -> Bool {
    session.screens.contains { machine.chartState.isActive($0) }
  }

  // MARK: Each step

  private func expand(_ index: Int) throws {
    var leads = (byItself: false, byDevice: false)
    for move in moves.all(at: nodes[index].machine) {
      var machine = nodes[index].machine
      let report = try moves.perform(move, on: &machine)
      stepCount += 1
      let length = nodes[index].depth + 1
      if report.isEndless {
        note(.endlessLoop, length)
        circles += 1
      }
      let crossed = crossed(by: move, report, from: index, to: machine)
      let isTaken = report.refusal == nil || machine.didChange()
      let sent = isTaken ? sent(by: move, from: index, &machine, length) : nodes[index].sent
      let successes =
        isTaken ? successes(by: move, from: index, &machine, length) : nodes[index].successes
      let target = add(
        machine, depth: length, crossed: crossed, sent: sent,
        ever: nodes[index].ever.union(sent), successes: successes)
      let isAnswer = if case .input(.answered) = move { isTaken } else { false }
      let isShortTimer = if case .elapse(let timer) = move { flow.isNoPause(timer) } else { false }
      var told: FactChange?
      if case .input(.told(let fact, let value)) = move { told = FactChange(fact, value) }
      var edge = Edge(
        target: target, isWayOut: move.isWayOut(from: nodes[index].machine), isAnswer: isAnswer,
        isShortTimer: isShortTimer, told: told)
      if case .input(.answered(let request, _, let outcome)) = move {
        edge.answer = (request, outcome.failure)
      }
      edges[index].append(edge)
      if isTaken {
        ways[index].formUnion(
          brought(about: move, &machine, above: nodes[index].machine.lastTicket))
      }
      if isTaken { lead(move, &machine, &leads) }
      if isTaken, asksDevice(move, &machine, above: nodes[index].machine.lastTicket) {
        asking.insert(index)
      }
      if case .input(.tap) = move, report.refusal == .unhandled { note(.deadButton, length) }
      if case .input(.tap(let element)) = move, report.refusal == nil {
        taps.note(element, from: nodes[index].machine, to: &machine, length)
      }
      var took: Set<Int> = []
      if report.refusal == nil { machine.forEachTaken { took.insert(Int($0)) } }
      taken.formUnion(took)
      for transition in took { looked[index].formUnion(readers[transition]) }
      switch move {
      case .relaunch(let change, let isLocked):
        if change == nil, !isLocked { relaunched[index] = target }
        lookAtLost(move, from: index, to: target, machine, length)
      case .input(.back) where report.refusal == nil:
        goesBack[index] = true
        if let screen = machine.screenState, nodes[index].crossed.contains(screen) {
          note(.backOverFinal, length)
        }
        if machine.topOverlay != nil { note(.backToOverlay, length) }
        if let screen = machine.screenState, screen == nodes[index].machine.screenState,
          !took.contains(where: { saysToStay($0, on: screen) })
        {
          note(.backBounces, length)
        }
      case .input(.signal(let signal, _, _)) where isExpiry(signal) && target == index:
        for session in intentions.sessions where isProtected(machine, session) {
          note(.unprotectedScreen, length)
        }
      case .input(.answered(let request, _, let outcome)) where report.refusal == nil:
        noteOutcome(Int(request), machine, took, from: index, to: target)
        let isOver =
          machine.chartState.cells[Int(flow.tables.requests[Int(request)].cell)]
          == RequestStatus.idle
        if isOver, outcome.failure != nil, judged.matters.contains(Int(request)),
          !judged.isSeen(Int(request), nodes[index].machine, machine),
          isSwallowed(request, took, from: nodes[index].machine, to: machine)
        {
          note(.unhandledFailure, length)
        }
      default: break
      }
      if isTaken { try lookAtLock(move, from: index, machine, length) }
    }
    let isGoal = intentions.goals.contains { nodes[index].machine.chartState.isActive($0) }
    if leads.byDevice, !leads.byItself, !isGoal { note(.waitForDevice, nodes[index].depth) }
  }

  /// What a relaunch ends that must not be repeated has to show, then or later.
  private func lookAtLost(
    _ move: RawMove, from index: Int, to target: Int, _ machine: FlowMachine, _ length: Int
  ) {
    let isGoal = intentions.goals.contains { machine.chartState.isActive($0) }
    for (request, row) in flow.tables.requests.enumerated() where judged.matters.contains(request) {
      var old = nodes[index].machine
      let status = machine.chartState.cells[Int(row.cell)]
      guard old.chartState.cells[Int(row.cell)] == RequestStatus.running,
        old.call(of: RequestID(request)).repetition == .never,
        status == RequestStatus.idle || status >= RequestStatus.failed
      else { continue }
      if status == RequestStatus.idle, isGoal { continue }
      _ = old.giveUp(RequestID(request))
      _ = try? moves.perform(move, on: &old)
      guard !judged.isShown(request, machine, old),
        !machine.chartState.activeStates.contains(where: { !led.contains($0) })
      else { continue }
      if status == RequestStatus.idle {
        note(.unhandledFailure, length)
      } else {
        unseen.append(
          Unseen(
            node: target, request: RequestID(request), status: status, length: length,
            mustShow: judged.mustShow(machine)))
      }
    }
  }

  private func isExpiry(_ signal: SignalID) -> Bool {
    flow.blob(flow.tables.signals[Int(signal)].name).string == "sessionExpired"
  }

  private func crossed(
    by move: RawMove, _ report: StepReport, from index: Int, to machine: FlowMachine
  ) -> Set<StateID> {
    guard report.refusal == nil else { return nodes[index].crossed }
    var crossed = nodes[index].crossed
    if case .input(.answered(let request, _, let outcome)) = move, outcome.failure == nil,
      flow.tables.requests[Int(request)].isFinal
    {
      let old = nodes[index].machine
      crossed.formUnion(old.backStack)
      if let screen = old.screenState { crossed.insert(screen) }
    }
    if case .input(.back) = move { return crossed }
    if let screen = machine.screenState { crossed.remove(screen) }
    return crossed.subtracting(machine.backStack)
  }

  // MARK: Outcomes

  private func noteOutcome(
    _ request: Int, _ machine: FlowMachine, _ took: Set<Int>, from index: Int, to target: Int
  ) {
    let status = machine.chartState.cells[Int(flow.tables.requests[request].cell)]
    guard status >= RequestStatus.succeeded else { return }
    guard status == RequestStatus.succeeded else {
      if judged.matters.contains(request), !judged.isSeen(request, nodes[index].machine, machine) {
        unseen.append(
          Unseen(
            node: target, request: RequestID(request), status: status,
            length: nodes[index].depth + 1, mustShow: judged.mustShow(machine)))
      }
      return
    }
    if took.contains(where: { readers[$0].contains(request) }) || isShown(request, machine) {
      looked[index].insert(request)
    } else {
      pending.append((target, request))
    }
  }

  private func isShown(_ request: Int, _ machine: FlowMachine) -> Bool {
    let own = flow.tables.requests[request].overlay
    if own != noID, machine.shownOverlays.contains(own) { return true }
    let statuses = StatusReaders(flow)
    var ranges: [RowRange] = []
    if let overlay = machine.topOverlay {
      ranges.append(flow.tables.overlays[Int(overlay)].elements)
    }
    if let screen = machine.screenState, machine.chartState.isActive(screen) {
      ranges.append(flow.tables.screens[Int(flow.screenOfState[Int(screen)])].elements)
    }
    return ranges.contains {
      flow.tables.elements[$0.indices].contains {
        statuses.successes(in: $0.shown).union(statuses.successes(in: $0.enabled))
          .contains(request)
      }
    }
  }

  // MARK: The whole

  private func conclude(_ statuses: StatusReaders) {
    for length in taps.idle.values { note(.idleButton, length) }
    let goals = nodes.map { node in
      intentions.goals.contains { node.machine.chartState.isActive($0) }
    }
    let reaching = self.reaching(goals)
    for (index, node) in nodes.enumerated() where !reaching[index] { note(.deadEnd, node.depth) }
    findStubborn(goals, reaching)
    findFailing(goals, reaching)
    for (place, wish) in intentions.properties.enumerated() where wish.kind == .reachable {
      let wanted = nodes.map { $0.machine.holds(wish.condition) }
      guard wish.from != noID else {
        if !wanted.contains(true) { note(.declared(place), 0) }
        continue
      }
      let isReaching = self.reaching(wanted)
      for (index, node) in nodes.enumerated() where !isReaching[index] {
        if node.machine.holds(wish.from) { note(.declared(place), node.depth) }
      }
    }
    let usesBack = closure(of: goesBack)
    for (index, target) in relaunched.enumerated() {
      let (one, other) = (target, relaunched[target])
      if !isSamePlace(one, other, hasBack: usesBack[one] || usesBack[other]) {
        note(.unstableRestore, nodes[index].depth + 1)
      }
    }
    for (start, length) in dropped where !sending.contains(start) { note(.unsentRequest, length) }
    findLoops()
    for row in unseen where !goals[row.node] {
      if row.mustShow {
        if !judged.isSeenLater(row.request, nodes[row.node].machine, moves) {
          note(.unhandledFailure, row.length)
        }
        continue
      }
      let cell = Int(flow.tables.requests[Int(row.request)].cell)
      let isSeen = nodes.map { node in
        node.machine.chartState.cells[cell] == row.status
          && judged.isSeenLater(row.request, node.machine, moves)
      }
      let isSafe = self.reaching(isSeen) { one, other in
        self.nodes[one].machine.chartState.cells[cell]
          == self.nodes[other].machine.chartState.cells[cell]
      }
      if !isSafe[row.node] { note(.unhandledFailure, row.length) }
    }
    let awaited = statuses.awaited
    for (node, request) in pending where !goals[node] {
      let status = { (index: Int) in
        self.nodes[index].machine.chartState.cells[Int(self.flow.tables.requests[request].cell)]
      }
      guard awaited[request]?.contains(RequestStatus.succeeded) ?? false,
        !judged.restarted.contains(request)
      else { continue }
      let wanted = nodes.indices.map {
        looked[$0].contains(request) && status($0) == RequestStatus.succeeded
      }
      let isRepeatable = flow.isSafe(RequestID(request))
      let going = [RequestStatus.running, RequestStatus.succeeded]
      let isSafe = self.reaching(wanted) {
        status($0) == status($1)
          || isRepeatable && going.contains(status($0)) && going.contains(status($1))
      }
      if !isSafe[node] { note(.droppedSuccess, nodes[node].depth) }
    }
  }

  /// The nodes from which one of some can be come to, by any step.
  private func closure(of wanted: [Bool]) -> [Bool] {
    var result = wanted
    var isSettled = false
    while !isSettled {
      isSettled = true
      for index in nodes.indices.reversed()
      where !result[index] && edges[index].contains(where: { result[$0.target] }) {
        result[index] = true
        isSettled = false
      }
    }
    return result
  }

  /// - Parameter hasBack: whether a person can still go back to what lies on the stack.
  private func isSamePlace(_ left: Int, _ right: Int, hasBack: Bool) -> Bool {
    let (left, right) = (nodes[left].machine, nodes[right].machine)
    return left.chartState.active == right.chartState.active
      && left.screenState == right.screenState && (left.backStack == right.backStack || !hasBack)
      && left.shownOverlays == right.shownOverlays
  }

  func reaching(
    _ wanted: [Bool], along isAllowed: (Int, Int) -> Bool = { _, _ in true },
    by isPossible: (Edge) -> Bool = { _ in true }
  ) -> [Bool] {
    var result = wanted
    var isSettled = false
    while !isSettled {
      isSettled = true
      for index in nodes.indices.reversed() where !result[index] {
        guard
          edges[index].contains(where: {
            $0.isWayOut && result[$0.target] && isAllowed(index, $0.target) && isPossible($0)
          })
        else { continue }
        result[index] = true
        isSettled = false
      }
    }
    return result
  }

  /// The elements that were ever shown where they can be used.
  var shownElements: Set<Int> {
    var shown: Set<Int> = []
    for node in nodes {
      var machine = node.machine
      for index in machine.topElements.indices
      where machine.isShown(flow.tables.elements[index]) { shown.insert(index) }
    }
    return shown
  }

  /// The states that were ever active, and the overlays that were ever shown.
  var shown: (states: Set<StateID>, overlays: Set<OverlayID>) {
    var states: Set<StateID> = []
    var overlays: Set<OverlayID> = []
    for node in nodes {
      states.formUnion(node.machine.chartState.activeStates)
      overlays.formUnion(node.machine.shownOverlays)
    }
    return (states, overlays)
  }
}
