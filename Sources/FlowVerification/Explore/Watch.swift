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
  /// Requests whose failure somebody has to learn of: those that are awaited, and those that bring
  /// something.
  let failureMatters: Set<Int>
  /// Of those whose failure matters, the ones that may be on their way at a relaunch and are not repeated then.
  let unrepeated: [RequestID]
  /// Requests that only regions beside the screens start: nobody watches them.
  private let isBeside: Set<Int>
  /// Bytes of observation behind each state: the screens that lie before a success that back never
  /// crosses, one bit for each screen; none where no request is `final`, or where nothing but the
  /// back stack, which such a success empties, says where back leads.
  let stride: Int
  /// Of them those of the screens.
  private let screenStride: Int
  private let sentAgain: SentAgain
  private let altered: AlteredContent
  private let late: LateSaves
  /// For each row of `signals` whether a person or an app may count on it.
  private let isWayOutSignal: [Bool]

  /// For each row of `screens` whether back can lead there beside the back stack.
  private let isCrossable: [Bool]

  /// - Parameters:
  ///   - crossable: the states that a transition on `back` can lead to; nil where that is not known.
  ///   - keepsAll: whether what was ever sent is kept of all requests.
  init(_ flow: Flow, _ intentions: Intentions, crossable: [Bool]? = nil, keepsAll: Bool = false) {
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
    shownBy = flow.tables.screens.map { readers.requests(whoseSuccessShowsIn: $0.elements) }
    overlayShows = flow.tables.overlays.map {
      readers.requests(whoseSuccessShowsIn: $0.elements)
    }
    awaited = readers.awaited { $0 >= RequestStatus.succeeded }
    // A request that every launch restarts succeeds again even when nothing waits for it. The success stands until the
    // next launch, so anything that waits later still finds it.
    awaitedSuccess = readers.awaited { $0 == RequestStatus.succeeded }
      .subtracting(Self.startedBeside(flow) { $0.restartsAtLaunch })
    failureMatters = awaited.union(
      flow.tables.requests.indices.filter { request in
        flow.tables.calls[flow.tables.requests[request].calls.indices].contains {
          $0.saves.count > 0
        }
      })
    let failureMatters = failureMatters
    unrepeated = flow.tables.requests.indices.filter { request in
      failureMatters.contains(request)
        && flow.tables.calls[flow.tables.requests[request].calls.indices].contains {
          $0.repetition == .never
        }
    }.map { RequestID($0) }
    isBeside = Self.startedBeside(flow) { _ in true }
    let isFinalKnown = flow.tables.requests.contains { $0.isFinal }
    isCrossable = flow.tables.screens.map { crossable?[Int($0.state)] ?? true }
    screenStride =
      isFinalKnown && isCrossable.contains(true) ? (flow.tables.screens.count + 63) / 64 * 8 : 0
    sentAgain = SentAgain(flow, isLedBackTo: isCrossable, keepsAll: keepsAll)
    altered = AlteredContent(flow)
    late = LateSaves(flow)
    stride = screenStride + sentAgain.stride + altered.stride + late.stride
    let systems = ["sessionExpired", "logout", "updateRequired"].map { Text($0.utf8) }
    isWayOutSignal = flow.tables.signals.map { !systems.contains(flow.blob($0.name)) }
  }

  /// What must not happen, and what it is about.
  typealias Found = (property: Property, subject: Int)

  /// Notes what a launch has sent.
  ///
  /// - Parameters:
  ///   - isFirst: whether it is the first one, and not that of a new version.
  ///   - sent: what an earlier version has sent.
  /// - Returns: a request that was sent though nobody can have asked for it.
  func begin(
    _ bytes: UnsafeMutableRawPointer, isFirst: Bool, sent: [RequestID],
    _ machine: inout FlowMachine
  ) -> Found? {
    guard stride > 0 else { return nil }
    bytes.initializeMemory(as: UInt8.self, repeating: 0, count: stride)
    altered.begin(bytes + alteredOffset, &machine)
    guard sentAgain.stride > 0 else { return nil }
    return sentAgain.begin(bytes + screenStride, isFirst: isFirst, sent: sent, &machine)
      .map { ($0.property, Int($0.request)) }
  }

  private var alteredOffset: Int { screenStride + sentAgain.stride }
  private var lateOffset: Int { alteredOffset + altered.stride }

  /// The requests that have had an effect that must not come twice.
  func sent(_ bytes: UnsafeRawPointer) -> [RequestID] {
    sentAgain.stride > 0 ? sentAgain.sent(bytes + screenStride) : []
  }

  /// Whether a move counts as progress: a user must not need a kill, a system signal, a gesture
  /// that not every host has, or to leave the app.
  func isWayOut(_ move: Move) -> Bool {
    switch move {
    case .relaunch, .input(.dismiss), .input(.dismissScreen), .input(.foreground(false)): false
    case .input(.signal(let signal, _, _)): isWayOutSignal[Int(signal)]
    default: true
    }
  }

  /// Whether a signal that is held leads on: then one does in every state.
  var hasHeldWayOut: Bool {
    flow.tables.signals.indices.contains { flow.tables.signals[$0].isHeld && isWayOutSignal[$0] }
  }

  /// Whether a person asks for something by a move, other than by filling a field.
  func isAsked(_ move: Move) -> Bool {
    switch move {
    case .input(.tap), .input(.set), .input(.dismiss),
      .input(.dismissScreen):
      true
    default: false
    }
  }

  // MARK: What back must not cross

  /// Whether a move is a success that back must not cross, or not without a look.
  func isCrossable(_ move: Move) -> Bool { isFinal(move) || sentAgain.isSuccess(move) }

  private func isFinal(_ move: Move) -> Bool {
    guard screenStride > 0, case .input(.answered(let request, _, let outcome)) = move else {
      return false
    }
    return outcome.failure == nil && flow.tables.requests[Int(request)].isFinal
  }

  /// Carries over which screens lie before a success that back never crosses, and what was sent.
  ///
  /// - Parameters:
  ///   - before: what back led to where a success came, and that screen.
  ///   - screen: where the move was made.
  ///   - source: the projected state before, with the observations behind it.
  ///   - new: where the observations are written.
  /// - Returns: requests that were sent, or sent again, though nobody asked for it; and those that have brought something
  ///   for a user who has left.
  func observe(
    _ move: Move, before: [StateID], on screen: StateID, from source: UnsafeRawPointer,
    _ projection: Projection, to new: UnsafeMutableRawPointer, _ machine: inout FlowMachine
  ) -> [Found] {
    guard stride > 0 else { return [] }
    new.copyMemory(from: source + projection.stride, byteCount: stride)
    observeScreens(move, before: isFinal(move) ? before : [], in: new, &machine)
    var found: [Found] = []
    let isAsked = isAsked(move)
    if sentAgain.stride > 0,
      let again = sentAgain.observe(
        move, isAsked: isAsked, isFromSystem: !isWayOut(move), before: before, on: screen,
        in: new + screenStride, &machine)
    {
      found.append((again.property, Int(again.request)))
    }
    if altered.stride > 0,
      let altered = altered.observe(
        move, isAsked: isAsked, isFromSystem: !isWayOut(move), from: source,
        in: new + alteredOffset, &machine)
    {
      found.append((.repeatedAltered, Int(altered.request) << 16 | Int(altered.fact)))
    }
    if late.stride > 0,
      let request = late.observe(move, from: source, in: new + lateOffset, &machine)
    {
      found.append((.lateSave, Int(request)))
    }
    return found
  }

  private func observeScreens(
    _ move: Move, before: [StateID], in new: UnsafeMutableRawPointer, _ machine: inout FlowMachine
  ) {
    guard screenStride > 0 else { return }
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
    guard screenStride > 0 else { return false }
    let screen = Int(flow.screenOfState[Int(state)])
    let bits = bytes.load(fromByteOffset: screen >> 6 * 8, as: UInt64.self)
    return bits & 1 << UInt64(screen & 63) != 0
  }

  // MARK: What is not looked at

  /// What an answer came to, and whether anything in the flow looked at it.
  struct Outcome {
    var request: Int
    var isFailure: Bool
    var isLookedAt: Bool
    /// Whether the step that it came in has given the request up: nothing can look at it later.
    var isOver = false
  }

  /// Whether nobody watches a request: only regions beside the screens start it.
  func isBeside(_ request: Int) -> Bool { isBeside.contains(request) }

  /// The requests that only certain regions start.
  private static func startedBeside(
    _ flow: Flow, in isCounted: (RegionRow) -> Bool
  ) -> Set<Int> {
    func started(by actions: RowRange) -> [Int] {
      actions.indices.compactMap {
        let action = flow.chart.actions[$0]
        return action.kind == .host && Operation(rawValue: action.a) == .request
          ? Int(action.b) : nil
      }
    }
    func isBeside(_ state: StateID) -> Bool {
      flow.tables.regions.contains {
        isCounted($0) && (state == $0.state || flow.chart.isDescendant(state, of: $0.state))
      }
    }
    var beside: Set<Int> = []
    var elsewhere: Set<Int> = []
    for index in 0..<flow.chart.states.count {
      let requests =
        started(by: flow.chart.states[index].enter)
        + started(by: flow.chart.states[index].exit)
      if isBeside(StateID(index)) {
        beside.formUnion(requests)
      } else {
        elsewhere.formUnion(requests)
      }
    }
    for index in 0..<flow.chart.transitions.count {
      let row = flow.chart.transitions[index]
      let requests = started(by: row.actions)
      if isBeside(row.source) { beside.formUnion(requests) } else { elsewhere.formUnion(requests) }
    }
    return beside.subtracting(elsewhere)
  }

  /// - Returns: nil where there is nothing to look at: the move is no answer, or the request is not
  ///   at its end, or nobody waits for it.
  func outcome(of move: Move, _ machine: inout FlowMachine) -> Outcome? {
    guard case .input(.answered(let request, _, let answer)) = move else { return nil }
    let row = flow.tables.requests[Int(request)]
    let status = machine.chartState.cells[Int(row.cell)]
    if status == RequestStatus.idle, answer.failure != nil, failureMatters.contains(Int(request)) {
      return Outcome(request: Int(request), isFailure: true, isLookedAt: false, isOver: true)
    }
    let wanted = status == RequestStatus.succeeded ? awaitedSuccess : failureMatters
    guard status >= RequestStatus.succeeded, wanted.contains(Int(request)) else { return nil }
    let number = Int(request)
    guard status == RequestStatus.succeeded else {
      return Outcome(
        request: number, isFailure: true, isLookedAt: isOwnOverlayShown(number, machine))
    }
    var isLookedAt = isRead(number, &machine)
    machine.forEachTaken { if reads($0, number) { isLookedAt = true } }
    return Outcome(request: number, isFailure: false, isLookedAt: isLookedAt)
  }

  /// Whether the overlay is shown that says that a request failed.
  private func isOwnOverlayShown(_ request: Int, _ machine: borrowing FlowMachine) -> Bool {
    let own = flow.tables.requests[request].overlay
    return own != noID && machine.chartState.cells[Int(flow.tables.overlays[Int(own)].cell)] == 1
  }

  /// Whether what is on top shows something by a request's status, or lies there because of it.
  private func isRead(_ request: Int, _ machine: inout FlowMachine) -> Bool {
    if let overlay = machine.topOverlay {
      if flow.tables.requests[request].overlay == overlay { return true }
      if has(overlayShows[Int(overlay)], request) { return true }
    }
    if isOwnOverlayShown(request, machine) { return true }
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
