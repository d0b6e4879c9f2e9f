import FlowMachine
import Statechart

/// What an exploration looks at beside the machine's own state.
struct Watch: Sendable {
  let flow: Flow
  let intentions: Intentions
  /// Words of bits for the requests.
  let words: Int
  /// For each transition the requests whose statuses its guard reads.
  let readBy: [UInt64]
  /// The same for what each screen and each overlay shows.
  let shownBy: [[UInt64]]
  let overlayShows: [[UInt64]]
  /// Requests whose status some transition waits for, and those whose success.
  let awaited: Set<Int>
  let awaitedSuccess: Set<Int>
  /// Bytes of observation behind each state: the screens that lie before a success that back never
  /// crosses, one bit for each screen; none where no request is `final`, or where nothing but the
  /// back stack, which such a success empties, says where back leads.
  let stride: Int
  /// For each row of `signals` whether a person or an app may count on it.
  private let isWayOutSignal: [Bool]

  /// For each row of `screens` whether back can lead there beside the back stack.
  private let isCrossable: [Bool]

  /// - Parameter crossable: the states that a transition on `back` can lead to; nil where that is
  ///   not known.
  init(_ flow: Flow, _ intentions: Intentions, crossable: [Bool]? = nil) {
    self.flow = flow
    self.intentions = intentions
    let words = max((flow.tables.requests.count + 63) / 64, 1)
    self.words = words
    let readers = GuardReaders(flow: flow, words: words)
    var readBy: [UInt64] = []
    for index in 0..<flow.chart.transitions.count {
      readBy += readers.requests(in: flow.chart.transitions[index].condition)
    }
    self.readBy = readBy
    shownBy = flow.tables.screens.map { readers.requests(in: $0.elements) }
    overlayShows = flow.tables.overlays.map { readers.requests(in: $0.elements) }
    awaited = readers.awaited { $0 >= RequestStatus.succeeded }
    awaitedSuccess = readers.awaited { $0 == RequestStatus.succeeded }
    let isFinalKnown = flow.tables.requests.contains { $0.isFinal }
    isCrossable = flow.tables.screens.map { crossable?[Int($0.state)] ?? true }
    stride =
      isFinalKnown && isCrossable.contains(true) ? (flow.tables.screens.count + 63) / 64 * 8 : 0
    let systems = ["sessionExpired", "logout", "updateRequired", "link"].map { Text($0.utf8) }
    isWayOutSignal = flow.tables.signals.map { !systems.contains(flow.blob($0.name)) }
  }

  func begin(_ bytes: UnsafeMutableRawPointer) {
    guard stride > 0 else { return }
    bytes.initializeMemory(as: UInt8.self, repeating: 0, count: stride)
  }

  /// Whether a move counts as progress: a user must not need a kill or a system signal.
  func isWayOut(_ move: Move) -> Bool {
    switch move {
    case .relaunch: false
    case .input(.signal(let signal, _, _)): isWayOutSignal[Int(signal)]
    default: true
    }
  }

  // MARK: What back must not cross

  /// Whether a move is the success of a request that back never crosses.
  func isFinal(_ move: Move) -> Bool {
    guard stride > 0, case .input(.answered(let request, _, let outcome)) = move else {
      return false
    }
    return outcome.failure == nil && flow.tables.requests[Int(request)].isFinal
  }

  /// Carries over which screens lie before a success that back never crosses.
  ///
  /// - Parameter before: where the success was, and what back led to there.
  func observe(
    _ move: Move, before: [StateID], from old: UnsafeRawPointer, to new: UnsafeMutableRawPointer,
    _ machine: inout FlowMachine
  ) {
    guard stride > 0 else { return }
    new.copyMemory(from: old, byteCount: stride)
    let isBack = if case .input(.back) = move { true } else { false }
    for screen in before where screen != noID { mark(screen, true, in: new) }
    guard !isBack else { return }
    if let screen = machine.screenState { mark(screen, false, in: new) }
    // What was passed on the way was gone to as well; the success has emptied what was there before.
    for screen in machine.backStack { mark(screen, false, in: new) }
  }

  private func mark(_ state: StateID, _ isSet: Bool, in bytes: UnsafeMutableRawPointer) {
    let screen = Int(flow.screenOfState[Int(state)])
    guard isCrossable[screen] else { return }
    let word = screen >> 6 * 8
    var bits = bytes.load(fromByteOffset: word, as: UInt64.self)
    if isSet { bits |= 1 << UInt64(screen & 63) } else { bits &= ~(1 << UInt64(screen & 63)) }
    bytes.storeBytes(of: bits, toByteOffset: word, as: UInt64.self)
  }

  /// Whether a screen lies before a success that back never crosses.
  func isBefore(_ state: StateID, _ bytes: UnsafeRawPointer) -> Bool {
    guard stride > 0 else { return false }
    let screen = Int(flow.screenOfState[Int(state)])
    let bits = bytes.load(fromByteOffset: screen >> 6 * 8, as: UInt64.self)
    return bits & 1 << UInt64(screen & 63) != 0
  }

  // MARK: What is not looked at

  /// What an answer came to, and whether anything in the flow looked at it.
  struct Outcome {
    var request: Int
    var isLookedAt: Bool
  }

  /// - Returns: nil where there is nothing to look at: the move is no answer, or the request is not
  ///   at its end, or nobody waits for it.
  func outcome(of move: Move, _ machine: inout FlowMachine) -> Outcome? {
    guard case .input(.answered(let request, _, _)) = move else { return nil }
    let row = flow.tables.requests[Int(request)]
    let status = machine.chartState.cells[Int(row.cell)]
    let wanted = status == RequestStatus.succeeded ? awaitedSuccess : awaited
    guard status >= RequestStatus.succeeded, wanted.contains(Int(request)) else { return nil }
    let number = Int(request)
    var isLookedAt = isRead(number, &machine)
    machine.forEachTaken { if reads($0, number) { isLookedAt = true } }
    return Outcome(request: number, isLookedAt: isLookedAt)
  }

  /// Whether what is on top shows something by a request's status, or lies there because of it.
  private func isRead(_ request: Int, _ machine: inout FlowMachine) -> Bool {
    if let overlay = machine.topOverlay {
      if flow.tables.requests[request].overlay == overlay { return true }
      if has(overlayShows[Int(overlay)], request) { return true }
    }
    let own = flow.tables.requests[request].overlay
    if own != noID, machine.chartState.cells[Int(flow.tables.overlays[Int(own)].cell)] == 1 {
      return true
    }
    guard let screen = machine.screenState, machine.chartState.isActive(screen) else {
      return false
    }
    return has(shownBy[Int(flow.screenOfState[Int(screen)])], request)
  }

  private func reads(_ transition: UInt16, _ request: Int) -> Bool {
    readBy[Int(transition) * words + request >> 6] & 1 << UInt64(request & 63) != 0
  }

  private func has(_ bits: [UInt64], _ request: Int) -> Bool {
    bits[request >> 6] & 1 << UInt64(request & 63) != 0
  }
}

/// Which requests' statuses guards read.
struct GuardReaders {
  let flow: Flow
  let words: Int
  private let requestOfCell: [CellID: Int]

  init(flow: Flow, words: Int) {
    self.flow = flow
    self.words = words
    var owners: [CellID: Int] = [:]
    for (request, row) in flow.tables.requests.enumerated() { owners[row.cell] = request }
    requestOfCell = owners
  }

  func requests(in condition: UInt16) -> [UInt64] {
    var bits = [UInt64](repeating: 0, count: words)
    add(condition, to: &bits)
    return bits
  }

  func requests(in elements: RowRange) -> [UInt64] {
    var bits = [UInt64](repeating: 0, count: words)
    for row in flow.tables.elements[elements.indices] {
      add(row.shown, to: &bits)
      add(row.enabled, to: &bits)
    }
    return bits
  }

  private func add(
    _ condition: UInt16, to bits: inout [UInt64], _ isWanted: (Int64) -> Bool = { _ in true }
  ) {
    for step in flow.guardSteps(of: condition) where step.test == .cellToConstant {
      guard let request = requestOfCell[step.a], isWanted(flow.chart.constants[step.b]) else {
        continue
      }
      bits[request >> 6] |= 1 << UInt64(request & 63)
    }
  }

  /// Requests whose status a transition waits for.
  func awaited(_ isWanted: (Int64) -> Bool) -> Set<Int> {
    var bits = [UInt64](repeating: 0, count: words)
    for index in 0..<flow.chart.transitions.count {
      add(flow.chart.transitions[index].condition, to: &bits, isWanted)
    }
    return Set(
      flow.tables.requests.indices.filter { bits[$0 >> 6] & 1 << UInt64($0 & 63) != 0 })
  }
}
