import FlowMachine
import Statechart

/// Which requests are sent, or sent again, with an effect that nobody asked for: bits behind each state for what
/// came before.
///
/// A request with `repeat: never` must not be sent before anybody has used the app, nor twice between two
/// taps, nor a second time by what nobody causes: a relaunch, a timer, the device. One with `repeat: keyed` keeps its key
/// until it succeeds; what is sent then is another one. So it must not be sent by itself after its success, nor where
/// back has led over that success. Portico's own operations are left out: its server knows what they repeat.
struct SentAgain: Sendable {
  private let flow: Flow
  private let once: [RequestID]
  private let keyed: [RequestID]
  /// Of all these, the ones that something else than a tap can start: only of them it matters what was ever sent.
  private let startedOtherwise: Set<RequestID>
  /// The number of 64-bit words for a set of screens.
  private let screenWords: Int
  /// For each screen whether a transition on `back` can lead there.
  private let isLedBackTo: [Bool]
  private let hasOwnBack: Bool
  /// Words before the sets of screens.
  private let flagWords: Int
  let stride: Int

  /// A set of screens of a keyed request.
  private enum Screens: Int {
    /// Where the back stack led at its last success, and the screen of that success.
    case stacked
    /// Where its last success led.
    case reached
    /// The screen of that success, and the one where the request was started: where a transition on `back` leads past the success.
    case asking
    /// Where it was started last.
    case starting
  }

  /// What was found: the property, and the request.
  typealias Found = (property: Property, request: RequestID)

  /// - Parameters:
  ///   - isLedBackTo: for each screen whether a transition on `back` can lead there.
  ///   - keepsAll: whether what was ever sent is kept of all requests: a later version may start any of them otherwise.
  init(_ flow: Flow, isLedBackTo: [Bool], keepsAll: Bool = false) {
    self.flow = flow
    once = flow.requests { $0.repetition == .never }
    keyed = flow.effectful
    startedOtherwise = keepsAll ? Set(once + keyed) : flow.startedOtherwise
    screenWords = (flow.tables.screens.count + 63) / 64
    self.isLedBackTo = isLedBackTo
    hasOwnBack = flow.tables.backEvent != noID && isLedBackTo.contains(true)
    let bits = 2 * once.count + 3 * keyed.count + (once.isEmpty ? 0 : 1)
    flagWords = (bits + 63) / 64
    stride = (flagWords + keyed.count * screenWords * (hasOwnBack ? 4 : 2)) * 8
  }

  /// Whether a move is the success of a request that must not be sent again by itself.
  func isSuccess(_ move: Move) -> Bool { success(of: move) != nil }

  private func success(of move: Move) -> Int? {
    guard case .input(.answered(let request, _, let outcome)) = move, outcome.failure == nil else {
      return nil
    }
    return keyed.firstIndex(of: request)
  }

  /// Notes what a launch has sent.
  ///
  /// - Parameters:
  ///   - isFirst: whether it is the first one: of what came before an update is not known what people did.
  ///   - sent: what an earlier version has sent: the requests of which `wasSent` was true.
  func begin(
    _ bytes: UnsafeMutableRawPointer, isFirst: Bool, sent: [RequestID], _ machine: inout FlowMachine
  ) -> Found? {
    bytes.initializeMemory(as: UInt8.self, repeating: 0, count: stride)
    for (place, request) in once.enumerated() {
      set(everSent(place), sent.contains(request), in: bytes)
    }
    for (place, request) in keyed.enumerated() {
      set(everSucceeded(place), sent.contains(request), in: bytes)
    }
    if !once.isEmpty { set(isUsed, !isFirst, in: bytes) }
    let found = once.isEmpty ? nil : noteOnce(isByItself: true, in: bytes, &machine)
    for (place, request) in keyed.enumerated()
    where isSet(everSucceeded(place), in: bytes) && isStarted(request, &machine) {
      return (.repeatedSuccess, request)
    }
    return found
  }

  /// The requests that have had an effect: that were sent, or of keyed ones, that have succeeded.
  func sent(_ bytes: UnsafeRawPointer) -> [RequestID] {
    once.indices.filter { isSet(everSent($0), in: bytes) }.map { once[$0] }
      + keyed.indices.filter { isSet(everSucceeded($0), in: bytes) }.map { keyed[$0] }
  }

  /// Carries over what was sent and what has succeeded.
  ///
  /// - Parameters:
  ///   - isAsked: whether a person asks for something by the move. A signal is something new too,
  ///     such as another link.
  ///   - isFromSystem: whether only the system, or the server, causes the move.
  ///   - before: what back led to where a success came, and that screen.
  ///   - screen: where the move was made.
  ///   - bytes: those of the state before; what follows from the move is noted in them.
  func observe(
    _ move: Move, isAsked: Bool, isFromSystem: Bool, before: [StateID], on screen: StateID,
    in bytes: UnsafeMutableRawPointer, _ machine: inout FlowMachine
  ) -> Found? {
    let isSignal = if case .input(.signal) = move { true } else { false }
    let isByItself = move.isByItself(isFromSystem: isFromSystem)
    if isAsked { for place in once.indices { set(place, false, in: bytes) } }
    if isAsked || isSignal {
      for place in keyed.indices { set(succeeded(place), false, in: bytes) }
    }
    if !once.isEmpty, isAsked || move.isTyped && !isFromSystem { set(isUsed, true, in: bytes) }
    let found = once.isEmpty ? nil : noteOnce(isByItself: isByItself, in: bytes, &machine)
    guard !keyed.isEmpty else { return found }
    return observeKeyed(
      move, isByItself: isByItself, before: before, on: screen, in: bytes, &machine) ?? found
  }

  private func observeKeyed(
    _ move: Move, isByItself: Bool, before: [StateID], on source: StateID,
    in bytes: UnsafeMutableRawPointer, _ machine: inout FlowMachine
  ) -> Found? {
    let isBack = if case .input(.back) = move { true } else { false }
    let screen = machine.screenState.map { row(of: $0) }
    if isBack, let screen {
      let ahead: Screens = isTakenOnBack(&machine) ? .asking : .stacked
      for place in keyed.indices where isSet(bit(ahead, place, screen), in: bytes) {
        set(crossed(place), true, in: bytes)
      }
    }
    if move.isTyped { for place in keyed.indices { set(crossed(place), false, in: bytes) } }
    if let place = success(of: move) {
      noteSuccess(place, before: before, reached: machine.screenState, in: bytes)
    }
    var found: Found?
    for (place, request) in keyed.enumerated() where isStarted(request, &machine) {
      let isAgain =
        isSet(succeeded(place), in: bytes) || isByItself && isSet(everSucceeded(place), in: bytes)
      if isAgain { found = (.repeatedSuccess, request) }
      if isSet(crossed(place), in: bytes) { found = (.repeatedAfterBack, request) }
      set(succeeded(place), false, in: bytes)
      set(everSucceeded(place), false, in: bytes)
      set(crossed(place), false, in: bytes)
      guard hasOwnBack else { continue }
      for (screen, row) in flow.tables.screens.enumerated() {
        let isSource = row.state == source && isLedBackTo[screen]
        set(bit(.starting, place, screen), isSource, in: bytes)
      }
    }
    if !isBack, let screen {
      for place in keyed.indices {
        // Where the success led, the person is past it again.
        if isSet(bit(.reached, place, screen), in: bytes) { set(crossed(place), false, in: bytes) }
        set(bit(.stacked, place, screen), false, in: bytes)
        if hasOwnBack { set(bit(.asking, place, screen), false, in: bytes) }
      }
    }
    return found
  }

  private func noteSuccess(
    _ place: Int, before: [StateID], reached: StateID?, in bytes: UnsafeMutableRawPointer
  ) {
    set(succeeded(place), true, in: bytes)
    set(everSucceeded(place), startedOtherwise.contains(keyed[place]), in: bytes)
    set(crossed(place), false, in: bytes)
    for (screen, row) in flow.tables.screens.enumerated() {
      set(bit(.stacked, place, screen), before.contains(row.state), in: bytes)
      set(bit(.reached, place, screen), row.state == reached, in: bytes)
      guard hasOwnBack, isLedBackTo[screen] else { continue }
      let isAsking = before.last == row.state || isSet(bit(.starting, place, screen), in: bytes)
      // That back leads over a final success is a finding of its own.
      let isFinal = flow.tables.requests[Int(keyed[place])].isFinal
      set(bit(.asking, place, screen), isAsking && !isFinal, in: bytes)
      set(bit(.starting, place, screen), false, in: bytes)
    }
  }

  private func row(of screen: StateID) -> Int { Int(flow.screenOfState[Int(screen)]) }

  /// Whether the document itself says where back leads here.
  private func isTakenOnBack(_ machine: inout FlowMachine) -> Bool {
    let back = flow.tables.backEvent
    var isTaken = false
    machine.forEachTaken { if flow.chart.transitions[Int($0)].event == back { isTaken = true } }
    return hasOwnBack && isTaken
  }

  /// Whether the step has started a request under a new key.
  private func isStarted(_ request: RequestID, _ machine: inout FlowMachine) -> Bool {
    machine.hasStarted(request) && machine.repetition(ofRunning: request) == .keyed
  }

  /// Notes which requests are sent that must not be sent twice.
  ///
  /// - Parameter isByItself: whether the step came without anything that anybody wants.
  /// - Returns: one that was sent before, or that nobody can have asked for.
  private func noteOnce(
    isByItself: Bool, in bytes: UnsafeMutableRawPointer, _ machine: inout FlowMachine
  ) -> Found? {
    var sent: [RequestID] = []
    machine.forEachEffect {
      if case .perform(let request, _) = $0, once.contains(request) { sent.append(request) }
    }
    var found: Found?
    for request in sent where machine.repetition(ofRunning: request) == .never {
      guard let place = once.firstIndex(of: request) else { continue }
      if !isSet(isUsed, in: bytes) { found = (.unaskedSend, request) }
      let isAgain = isSet(place, in: bytes) || isByItself && isSet(everSent(place), in: bytes)
      if isAgain { found = (.repeatedSend, request) }
      set(place, true, in: bytes)
      set(everSent(place), startedOtherwise.contains(request), in: bytes)
    }
    return found
  }

  // MARK: Bits

  /// The bit of a keyed request that has succeeded since a person last asked for anything.
  private func succeeded(_ place: Int) -> Int { once.count + place }

  /// That of one over whose success back has led, with nothing typed since.
  private func crossed(_ place: Int) -> Int { once.count + keyed.count + place }

  /// The bit that says whether anyone has used the app yet, by hand or through a signal such as a link. It exists only
  /// if there is a request with `repeat: never`.
  private var isUsed: Int { once.count + 2 * keyed.count }

  /// That of a keyed request that has succeeded since it was started last, whatever was asked for since.
  private func everSucceeded(_ place: Int) -> Int {
    once.count + 2 * keyed.count + (once.isEmpty ? 0 : 1) + place
  }

  /// That of a request that was ever sent and must not be sent twice.
  private func everSent(_ place: Int) -> Int { everSucceeded(keyed.count) + place }

  /// That of a screen in one of a request's sets.
  private func bit(_ set: Screens, _ place: Int, _ screen: Int) -> Int {
    (flagWords + (set.rawValue * keyed.count + place) * screenWords) * 64 + screen
  }

  private func isSet(_ bit: Int, in bytes: UnsafeRawPointer) -> Bool {
    bytes.load(fromByteOffset: bit >> 6 * 8, as: UInt64.self) & 1 << UInt64(bit & 63) != 0
  }

  private func set(_ bit: Int, _ isSet: Bool, in bytes: UnsafeMutableRawPointer) {
    var word = bytes.load(fromByteOffset: bit >> 6 * 8, as: UInt64.self)
    if isSet { word |= 1 << UInt64(bit & 63) } else { word &= ~(1 << UInt64(bit & 63)) }
    bytes.storeBytes(of: word, toByteOffset: bit >> 6 * 8, as: UInt64.self)
  }
}
