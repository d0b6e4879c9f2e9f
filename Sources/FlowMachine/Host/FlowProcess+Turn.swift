import Statechart

/// What one event causes: tasks that are performed one after the other.
struct Turn: Sendable {
  var now: Int64
  private var entropy: UInt64
  /// The next one is last.
  var tasks: [Task] = []
  var awaited = Awaited.nothing
  /// The effects of the current step, and how many of them have been started.
  var effects: [Effect] = []
  var place = 0
  /// Every secret that the record requires has been stored.
  var hasSecrets = true
  /// The record of the open requests has been written.
  var hasRecord = true
  /// Storage failed in this step; the failed action is not retried immediately.
  var hasFailed = false
  var isFailureNoted = false
  /// Requests that were not sent because a write that they require failed.
  var interrupted: [Interruption] = []
  var rounds = 0

  // What the tasks refer to.
  var input = Input.wake
  var answer = Answer.notSent
  var send: SendID?
  /// A signal that brings a secret.
  var signal: (signal: SignalID, fact: FactID, value: Text)?
  var launch: LaunchLine?
  var preferences: [FactID] = []
  /// A typed secret that was replaced, to be restored if the machine refuses the new value.
  var replacedFact: Int?
  var replaced: Text?
  /// A secret that was read in order to copy it.
  var copied: (fact: FactID, value: Text, isTyped: Bool)?
  var call: OutgoingCall?
  /// The field of a secret that was typed, before that is compared with the one that was sent.
  var typed: ElementID = noID
  /// The secret that is sealed together with its mark.
  var sealed: FactID = noID
  var mark: Text?

  typealias Interruption = (request: RequestID, ticket: UInt32)

  enum Task: UInt8, Sendable {
    case step, interrupt, launched, effects, endStep, understand, storeSignal, learnNames
    case writePendingSecrets
    // Pending writes, in the order in which they must happen.
    case catchUp, writePendingRecord, erasePending, writePendingPreferences, noteCaughtUp
    // The second part of an effect.
    case storeCopied, append, perform, compare
  }

  /// What the result of the last action belongs to.
  enum Awaited: Sendable {
    case nothing
    case seal(SecretName)
    /// The mark of a secret, as it was stored, of what is sealed, or of what was typed.
    case storedMark, sealMark, typedMark
    case copied(from: FactID, to: FactID)
    case secret(FactID, Text)
    case pendingSecrets
    case setAside
    case record(bytes: Int, replaces: Bool)
    case erasure([SecretName])
    case pendingErasures
    case preference(FactID)
    case callSecrets(RequestID, ticket: UInt32, RequestPlan)
    case answerSecrets(SendID, Classification)
    case signalSecret(SignalID, FactID, Text)
    case names

    var isMark: Bool {
      switch self {
      case .storedMark, .sealMark, .typedMark: true
      default: false
      }
    }

    var isNothing: Bool {
      if case .nothing = self { true } else { false }
    }
  }

  init(now: Int64, entropy: UInt64) {
    self.now = now
    self.entropy = entropy
  }

  /// Begins another turn; the previous one is complete.
  mutating func begin(at now: Int64, entropy: UInt64) {
    self.now = now
    self.entropy = entropy
    isFailureNoted = false
    rounds = 0
  }

  /// Schedules tasks before all others.
  mutating func plan(_ next: Task...) { tasks += next.reversed() }

  /// The bits of the next step: those of the event, then others derived from them (splitmix64), so
  /// that a turn draws once. They distinguish intents and protect nothing.
  mutating func draw() -> UInt64 {
    let drawn = entropy
    var next = entropy &+ 0x9E37_79B9_7F4A_7C15
    next = (next ^ (next >> 30)) &* 0xBF58_476D_1CE4_E5B9
    next = (next ^ (next >> 27)) &* 0x94D0_49BB_1331_11EB
    entropy = next ^ (next >> 31)
    return drawn
  }

  mutating func beginStep() {
    effects = []
    place = 0
    hasSecrets = true
    hasRecord = true
    hasFailed = false
  }
}

extension FlowProcess {
  /// A flow that restarts whatever was interrupted would never stop; the remaining requests run
  /// into their timeouts.
  private static let mostRounds = 64

  mutating func perform(_ task: Turn.Task) -> HostStep? {
    switch task {
    case .step: return step()
    case .interrupt: return interrupt()
    case .launched: return launched()
    case .effects: return performEffect()
    case .endStep: return endStep()
    case .understand: return understand()
    case .storeSignal: return storeSignal()
    case .learnNames:
      guard seals == nil else { return nil }
      turn.awaited = .names
      return HostStep(nil, .readSecretNames)
    case .writePendingSecrets: return writePendingSecrets()
    case .catchUp: return catchUp()
    case .writePendingRecord: return writePendingRecord()
    case .erasePending: return erasePending()
    case .writePendingPreferences: return writePendingPreferences()
    case .noteCaughtUp:
      guard pending.isEmpty, pending.hasFailed else { return nil }
      pending.noteSuccess()
      return HostStep(nil, .caughtUp)
    case .storeCopied: return HostStep(continuing, storeCopied())
    case .append: return HostStep(continuing, appendRecord())
    case .compare: return compare()
    case .perform:
      guard let call = turn.call else { return nil }
      turn.call = nil
      return HostStep(continuing, .outside(.perform(call)))
    }
  }

  private var continuing: HostPoint {
    turn.effects.isEmpty ? .catchingUp : .continuing(turn.effects[turn.place - 1])
  }

  // MARK: Steps

  private mutating func step() -> HostStep? {
    let step = makeStep(turn.input)
    if stepReport.refusal != nil, let fact = turn.replacedFact {
      typedSecrets[fact] = turn.replaced
    }
    turn.replacedFact = nil
    report = stepReport
    return step
  }

  private mutating func interrupt() -> HostStep? {
    let (request, ticket) = turn.interrupted.removeFirst()
    let outcome = machine.classify(.interrupted, of: request).outcome
    return makeStep(.answered(request, ticket: ticket, outcome))
  }

  private mutating func endStep() -> HostStep? {
    if !turn.interrupted.isEmpty, turn.rounds < Self.mostRounds {
      turn.rounds += 1
      turn.plan(.interrupt, .endStep)
      return nil
    }
    turn.interrupted = []
    forgetTypedSecrets()
    return HostStep(.endOfStep, nil)
  }

  private mutating func makeStep(_ input: Input) -> HostStep? {
    turn.beginStep()
    let entropy = turn.draw()
    let line = isObserved ? machine.recordedLine(of: input, at: turn.now, entropy: entropy) : []
    stepReport = machine.step(input, at: turn.now, entropy: entropy)
    performEffects()
    guard isObserved else { return nil }
    let trace = machine.traceLine(of: input, stepReport, at: turn.now)
    return HostStep(nil, .stepped(record: line, trace: trace))
  }

  private mutating func launched() -> HostStep? {
    performEffects()
    guard isObserved, let line = turn.launch else { return nil }
    turn.launch = nil
    let trace = machine.launchTraceLine(at: line.context.now)
    return HostStep(nil, .stepped(record: flow.write(line), trace: trace))
  }

  private mutating func performEffects() {
    turn.effects = machine.effects
    turn.plan(.writePendingSecrets, .effects)
  }

  // MARK: Responses

  /// Stores the secrets of a response before its outcome enters the machine. A response that is no
  /// longer awaited is recorded and changes nothing; its secrets are ignored.
  private mutating func understand() -> HostStep? {
    guard let send = turn.send else { return nil }
    guard openSends[Int(send.request)] == send else {
      // No run has ticket 0, so the machine treats the response as late.
      plan(.answered(send.request, ticket: 0, RequestOutcome(failure: nil)))
      return nil
    }
    openSends[Int(send.request)] = nil
    let understood = machine.classify(turn.answer, of: send.request)
    guard !understood.secrets.isEmpty else {
      plan(.answered(send.request, ticket: send.ticket, understood.outcome))
      return nil
    }
    turn.awaited = .answerSecrets(send, understood)
    let changes = understood.secrets.map { SecretChange(flow.name(of: $0.fact), $0.value) }
    return HostStep(.storingAnswer(send.request), .writeSecrets(changes))
  }

  // MARK: Signals

  /// Stores the secret of a signal before the signal enters the machine.
  private mutating func storeSignal() -> HostStep? {
    guard let (signal, fact, value) = turn.signal else { return nil }
    turn.signal = nil
    turn.awaited = .signalSecret(signal, fact, value)
    return HostStep(
      .storingSignal(signal), .writeSecrets([SecretChange(flow.name(of: fact), value)]))
  }
}
