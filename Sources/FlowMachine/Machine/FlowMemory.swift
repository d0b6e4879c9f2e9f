import Statechart

/// What a running flow holds beside its chart, and the operations that the chart's actions call.
struct FlowMemory: Sendable {
  let flow: Flow
  /// Texts and lists by slot.
  var texts: [Text]
  var requests: [RequestState]
  var timers: [TimerState]
  var backStack: [StateID] = []
  /// The screen that shows, or `noID`.
  var screen: StateID = noID
  /// Whether leaving the present screen puts it on the back stack.
  var isScreenKept = true
  var root: StateID = noID
  var showsRootContent = true
  var runningServices: [Bool]
  /// Signals that wait for a transition, oldest first.
  var heldSignals: [HeldSignal] = []
  var lastTicket: UInt32 = 0
  var isInForeground = true
  /// How often each secret was typed or stored: part of the digest of a request's input.
  var secretGenerations: [UInt32]
  /// Validity of typed secrets, which only the host can see.
  var invalidSecrets: [FactID] = []
  /// Typed secrets that a request has sent since.
  var submittedSecrets: [FactID] = []

  // Of the present step only.
  var now: Int64 = 0
  var entropy: UInt64 = 0
  var effects: [Effect] = []
  /// Where `commit` puts the effects in order; the two change places, so that neither grows anew.
  var orderedEffects: [Effect] = []
  var changedFacts: [FactID] = []
  var hasChanged = false
  var needsForcedJournal = false
  var isStepBack = false
  var isSignal = false
  /// The flow wanted more effects than a step may have.
  var hasTooManyEffects = false
  var taken: [UInt16] = []
  var discarded = false

  struct HeldSignal: Equatable, Sendable {
    var signal: SignalID
    var number: Int64
    /// Becomes the fact that the signal saves to when it is delivered.
    var text: Text?
  }

  init(of flow: Flow) {
    self.flow = flow
    texts = [Text](repeating: [], count: Int(flow.tables.slotCount))
    requests = [RequestState](repeating: RequestState(), count: flow.tables.requests.count)
    timers = [TimerState](repeating: TimerState(), count: flow.tables.timers.count)
    runningServices = [Bool](repeating: false, count: flow.tables.services.count)
    secretGenerations = [UInt32](repeating: 0, count: flow.tables.facts.count)
    for row in flow.tables.facts where row.initialText != noID && row.slot != noID {
      texts[Int(row.slot)] = flow.blob(row.initialText)
    }
  }

  mutating func beginStep(at now: Int64, entropy: UInt64) {
    self.now = now
    self.entropy = entropy
    effects.removeAll(keepingCapacity: true)
    changedFacts.removeAll(keepingCapacity: true)
    taken.removeAll(keepingCapacity: true)
    hasChanged = false
    needsForcedJournal = false
    isStepBack = false
    isSignal = false
    hasTooManyEffects = false
  }

  /// 64 fresh bits. SplitMix64 over the step's entropy, so that one step can draw several.
  mutating func draw() -> UInt64 {
    entropy &+= 0x9E37_79B9_7F4A_7C15
    var mixed = entropy
    mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
    mixed ^= mixed >> 31
    return mixed == 0 ? 1 : mixed
  }
}

extension FlowMemory: ChartHost {
  mutating func perform(
    _ operation: UInt16, _ argument: UInt16, event: ChartEvent, on state: inout ChartState
  ) -> Bool {
    guard let operation = Operation(rawValue: operation) else { return false }
    guard effects.count < FlowLimits.effects else {
      hasTooManyEffects = true
      return false
    }
    hasChanged = true
    switch operation {
    case .assign: return assign(flow.tables.assignments[Int(argument)], event, &state)
    case .clear: set(argument, .absent, &state)
    case .clearUser: clearUser(&state)
    case .request: start(argument, &state)
    case .cancelRequest: cancel(argument, &state)
    case .release: release(argument, &state)
    case .show: show(argument, &state)
    case .hide: hide(argument, &state)
    case .startService: startServices(argument)
    case .stopService: stopServices(argument)
    case .toast: effects.append(.toast(argument))
    case .open:
      effects.append(.open(TemplateExpansion.text(of: argument, flow, self, state.cells)))
    case .root:
      root = flow.tables.roots[Int(argument)].state
      showsRootContent = flow.tables.roots[Int(argument)].showsContent
    case .startTimer: startTimer(argument, &state)
    case .stopTimer: stopTimer(argument, &state)
    case .tell:
      let row = flow.tables.tells[Int(argument)]
      effects.append(
        .tell(row.name, TemplateExpansion.text(of: row.body, flow, self, state.cells)))
    case .forgetBack: forgetBack()
    }
    return true
  }

  mutating func holds(
    _ question: UInt16, _ argument: UInt16, event: ChartEvent, in state: borrowing ChartState
  ) -> Bool {
    switch Question(rawValue: question) {
    case .isValid: return isValid(argument, cells: state.cells)
    case .textEquals:
      let row = flow.tables.textTests[Int(argument)]
      let left = state.cells[Int(row.fact)]
      guard left != absent else { return false }
      let text = texts[Int(flow.tables.facts[Int(row.fact)].slot)]
      if row.isLiteral { return text == flow.blob(row.operand) }
      return state.cells[Int(row.operand)] != absent
        && text == texts[Int(flow.tables.facts[Int(row.operand)].slot)]
    case nil: return false
    }
  }

  mutating func didTake(_ transition: UInt16) {
    hasChanged = true
    taken.append(transition)
  }

  mutating func didExit(_ state: StateID) {
    if flow.isBarrier[Int(state)] { forgetBack() }
  }

  mutating func didEnter(_ state: StateID) {
    hasChanged = true
    if flow.isBarrier[Int(state)] { forgetBack() }
    let row = flow.screenOfState[Int(state)]
    guard row != noID else { return }
    didShow(state)
  }

  /// Puts the screen that was left on the back stack, and cuts the stack where the new one stands
  /// in it.
  private mutating func didShow(_ state: StateID) {
    if screen != noID, screen != state, isScreenKept, !isStepBack,
      flow.tables.screens[Int(flow.screenOfState[Int(screen)])].isBackTarget
    {
      backStack.removeAll { $0 == screen }
      if backStack.count == FlowLimits.backStack { backStack.removeFirst() }
      backStack.append(screen)
    }
    if let place = backStack.firstIndex(of: state) {
      backStack.removeSubrange(place...)
    }
    screen = state
    isScreenKept = true
  }

  mutating func forgetBack() {
    backStack.removeAll()
    isScreenKept = false
  }
}
