import Statechart

/// The state of a running flow outside its chart, and the operations that the chart's actions call.
struct FlowMemory: Sendable {
  let flow: Flow
  /// Texts and lists by slot.
  var texts: [Text]
  var requests: [RequestState]
  var timers: [TimerState]
  var backStack: [StateID] = []
  /// The current screen, or `noID`.
  var screen: StateID = noID
  /// Whether leaving the current screen puts it on the back stack.
  var isScreenKept = true
  var root: StateID = noID
  var showsRootContent = true
  var runningServices: [Bool]
  /// Signals that no transition has taken yet, oldest first.
  var heldSignals: [HeldSignal] = []
  var lastTicket: UInt32 = 0
  var isInForeground = true
  /// How often each secret was typed or stored; part of the digest of a request's input.
  var secretGenerations: [UInt32]
  /// The generation in which a keyed request last sent each secret as it was typed, or 0, and that request. No
  /// generation that a keyed request has sent is greater, so a secret that is typed again may get this one back.
  var sentGenerations: [UInt32]
  var senders: [UInt16]
  /// Validity of typed secrets, which only the host can see.
  var invalidSecrets: [FactID] = []
  /// Typed secrets that a request has since sent.
  var submittedSecrets: [FactID] = []
  /// The first element of the form that was submitted incomplete, so that its empty fields say what
  /// they need; or `noID`. A relaunch forgets it.
  var revealedForm: UInt16 = noID

  /// Nothing changes by time alone before this moment. It may be earlier than the next deadline,
  /// never later. Code that changes timers or requests other than by the operations here resets it
  /// to the minimum.
  var soonest: Int64 = .min

  // The rest belongs to the current step only.
  /// What was shown before the first screen that the current macrostep has entered.
  var lastSeen: SeenPlace?
  var now: Int64 = 0
  var entropy: UInt64 = 0
  /// The record is the first until `commit` puts them in order.
  private(set) var effects: [Effect] = []
  /// The buffer for ordering; the two are swapped, so that neither is allocated again.
  private var orderedEffects: [Effect] = []
  /// Whether an effect must come before the record, or may undo another.
  private var isUnordered = false
  private var hasSend = false
  var changedFacts: [FactID] = []
  var hasChanged = false
  var needsForcedJournal = false
  var isStepBack = false
  var isSignal = false
  /// Whether the flow requested more effects than a step may have.
  var hasTooManyEffects = false
  /// The transitions taken; the excess capacity is reused.
  var takenRows: [UInt16] = []
  var takenCount = 0
  var discarded = false

  struct HeldSignal: Equatable, Sendable {
    var signal: SignalID
    var number: Int64
    /// The text that its fact gets when the signal is delivered.
    var text: Text?
  }

  init(of flow: Flow) {
    self.flow = flow
    texts = [Text](repeating: [], count: Int(flow.tables.slotCount))
    requests = [RequestState](repeating: RequestState(), count: flow.rows.requests.count)
    timers = [TimerState](repeating: TimerState(), count: flow.tables.timers.count)
    runningServices = [Bool](repeating: false, count: flow.tables.services.count)
    secretGenerations = [UInt32](repeating: 0, count: flow.rows.facts.count)
    sentGenerations = secretGenerations
    senders = [UInt16](repeating: noID, count: flow.rows.facts.count)
    for row in flow.tables.facts where row.initialText != noID && row.slot != noID {
      texts[Int(row.slot)] = flow.blob(row.initialText)
    }
  }

  mutating func beginStep(at now: Int64, entropy: UInt64) {
    self.now = now
    self.entropy = entropy
    // A step has few effects, so removing them one by one is faster than `removeAll`.
    while !effects.isEmpty { effects.removeLast() }
    isUnordered = false
    hasSend = false
    if !changedFacts.isEmpty { changedFacts.removeAll(keepingCapacity: true) }
    takenCount = 0
    hasChanged = false
    needsForcedJournal = false
    isStepBack = false
    isSignal = false
    hasTooManyEffects = false
  }

  /// The transitions that the step took, in order.
  var taken: ArraySlice<UInt16> { takenRows[..<takenCount] }

  /// 64 fresh bits, by SplitMix64 over the step's entropy, so that one step can draw several times.
  mutating func draw() -> UInt64 {
    entropy &+= 0x9E37_79B9_7F4A_7C15
    var mixed = entropy
    mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
    mixed ^= mixed >> 31
    return mixed == 0 ? 1 : mixed
  }
}

// MARK: Effects

extension FlowMemory {
  mutating func append(_ effect: Effect) {
    if effects.isEmpty { effects.append(.journal(isForced: false)) }
    switch effect {
    case .sealSecret, .storeSecret: isUnordered = true
    case .perform:
      isUnordered = isUnordered || hasSend
      hasSend = true
    case .cancel: isUnordered = isUnordered || hasSend
    default: break
    }
    effects.append(effect)
  }

  /// Puts the effects of the step in the order in which they must be performed.
  mutating func orderEffects() {
    if effects.isEmpty {
      effects.append(.journal(isForced: needsForcedJournal))
    } else if needsForcedJournal {
      effects[0] = .journal(isForced: true)
    }
    if isUnordered || !changedFacts.isEmpty { sortEffects() }
  }

  private mutating func sortEffects() {
    orderedEffects.removeAll(keepingCapacity: true)
    for effect in effects where effect.isBeforeJournal { orderedEffects.append(effect) }
    orderedEffects.append(effects[0])
    for fact in changedFacts { orderedEffects.append(.writePreference(fact)) }
    for index in 1..<effects.count
    where !effects[index].isBeforeJournal && !isUndone(effects[index], after: index) {
      orderedEffects.append(effects[index])
    }
    swap(&effects, &orderedEffects)
  }

  /// Whether a later effect of the step undoes this one: a secret that is stored again must not be
  /// erased afterwards, and a request that was cancelled or restarted is not sent for its earlier
  /// start.
  private func isUndone(_ effect: Effect, after index: Int) -> Bool {
    switch effect {
    case .eraseSecret(let fact):
      for later in (index + 1)..<effects.count {
        if case .storeSecret(fact, _) = effects[later] { return true }
      }
      return false
    case .perform(let request, _):
      for later in (index + 1)..<effects.count {
        switch effects[later] {
        case .perform(request, _), .cancel(request, _): return true
        default: continue
        }
      }
      return false
    default: return false
    }
  }
}

extension Effect {
  /// Secrets are stored before the record that needs them.
  fileprivate var isBeforeJournal: Bool {
    switch self {
    case .sealSecret, .storeSecret: true
    default: false
    }
  }
}
