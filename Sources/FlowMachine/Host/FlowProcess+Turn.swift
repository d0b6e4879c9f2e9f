import Statechart

/// What one event leads to: tasks that are worked off one after the other.
struct Turn: Sendable {
  var now: Int64
  private var entropy: UInt64
  /// The next one last.
  var tasks: [Task] = []
  var awaited = Awaited.nothing
  /// The effects of the step that is performed, and how many of them were taken up.
  var effects: [Effect] = []
  var place = 0
  /// Every secret that has to be there before the record is.
  var hasSecrets = true
  /// The record that says what is open is there.
  var hasRecord = true
  /// Storage failed in this step. What just failed is not tried again at once.
  var hasFailed = false
  /// Requests that were not sent because something could not be written before.
  var interrupted: [Interruption] = []
  var rounds = 0
  /// What a typed secret took the place of, should the machine refuse it.
  var replaced: (fact: FactID, value: Text?)?

  typealias Interruption = (request: RequestID, ticket: UInt32)

  enum Task: Sendable {
    /// Gives the machine an input.
    case step(Input)
    case interrupt(Interruption)
    case launched(LaunchLine)
    case writePendingSecrets
    case effects
    case endStep
    case understand(Answer, SendID)
    case learnNames
    // What could not be written before, in the order in which it has to be.
    case catchUp
    case writePendingRecord
    case erasePending
    case writePendingPreference(FactID)
    case noteCaughtUp
    // The second part of an effect.
    case store(FactID, Text, isTyped: Bool)
    case append
    case send(OutgoingCall)
  }

  /// What the result of the last action is for.
  enum Awaited: Sendable {
    case nothing
    case seal(SecretName)
    case source(FactID, from: FactID)
    case secret(FactID, Text)
    case pendingSecrets
    case setAside
    case record(bytes: Int, replaces: Bool)
    case erasure([SecretName])
    case pendingErasures
    case preference(FactID)
    case callSecrets(RequestID, ticket: UInt32, RequestPlan)
    case answerSecrets(SendID, Classification)
    case names

    var isNothing: Bool {
      if case .nothing = self { true } else { false }
    }
  }

  init(now: Int64, entropy: UInt64) {
    self.now = now
    self.entropy = entropy
  }

  /// Puts tasks before all others.
  mutating func plan(_ next: Task...) { tasks += next.reversed() }

  /// The bits of the next step: those of the event, then others that follow from them (splitmix64),
  /// so that a turn draws once. They tell intents apart and protect nothing.
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
  /// A flow that starts over whatever was interrupted would go on for ever; the rest runs into its
  /// timeout.
  private static let mostRounds = 64

  mutating func perform(_ task: Turn.Task) -> HostStep? {
    switch task {
    case .step(let input): return step(input)
    case .interrupt(let interruption): return interrupt(interruption)
    case .launched(let line): return launched(line)
    case .writePendingSecrets: return writePendingSecrets()
    case .effects: return performEffect()
    case .endStep:
      if !turn.interrupted.isEmpty, turn.rounds < Self.mostRounds {
        turn.rounds += 1
        turn.plan(.interrupt(turn.interrupted.removeFirst()), .endStep)
        return nil
      }
      turn.interrupted = []
      forgetTypedSecrets()
      return HostStep(.endOfStep, nil)
    case .understand(let answer, let send): return understand(answer, send)
    case .learnNames:
      guard seals == nil else { return nil }
      turn.awaited = .names
      return HostStep(nil, .readSecretNames)
    case .catchUp: return catchUp()
    case .writePendingRecord: return writePendingRecord()
    case .erasePending: return erasePending()
    case .writePendingPreference(let fact):
      guard turn.hasFailed else { return HostStep(.catchingUp, write(preference: fact)) }
      pending.add(preference: fact)
      return nil
    case .noteCaughtUp:
      guard pending.isEmpty, pending.hasFailed else { return nil }
      pending.noteSuccess()
      return HostStep(nil, .caughtUp)
    case .store(let fact, let value, let isTyped):
      return HostStep(continuing, store(fact, value, isTyped: isTyped))
    case .append: return HostStep(continuing, appendRecord())
    case .send(let call): return HostStep(continuing, .outside(.perform(call)))
    }
  }

  private var continuing: HostPoint {
    turn.effects.isEmpty ? .catchingUp : .continuing(turn.effects[turn.place - 1])
  }

  // MARK: Steps

  private mutating func step(_ input: Input) -> HostStep? {
    let stepped = makeStep(input)
    report = stepped.report
    if report.refusal != nil, let replaced = turn.replaced { hold(replaced.fact, replaced.value) }
    turn.replaced = nil
    return stepped.step
  }

  private mutating func interrupt(_ interruption: Turn.Interruption) -> HostStep? {
    let outcome = machine.classify(.interrupted, of: interruption.request).outcome
    return makeStep(.answered(interruption.request, ticket: interruption.ticket, outcome)).step
  }

  private mutating func makeStep(_ input: Input) -> (report: StepReport, step: HostStep?) {
    turn.beginStep()
    let entropy = turn.draw()
    let line = isObserved ? machine.recordedLine(of: input, at: turn.now, entropy: entropy) : []
    let report = machine.step(input, at: turn.now, entropy: entropy)
    performEffects()
    guard isObserved else { return (report, nil) }
    let trace = machine.traceLine(of: input, report, at: turn.now)
    return (report, HostStep(nil, .stepped(record: line, trace: trace)))
  }

  private mutating func launched(_ line: LaunchLine) -> HostStep? {
    performEffects()
    guard isObserved else { return nil }
    let trace = machine.launchTraceLine(at: line.context.now)
    return HostStep(nil, .stepped(record: flow.write(line), trace: trace))
  }

  private mutating func performEffects() {
    turn.effects = machine.effects
    turn.plan(.writePendingSecrets, .effects)
  }

  // MARK: Answers

  /// Secrets in an answer are stored before its outcome enters the machine. An answer that is not
  /// waited for any more is recorded and changes nothing; its secrets are not looked at.
  private mutating func understand(_ answer: Answer, _ send: SendID) -> HostStep? {
    guard openSends.contains(send) else {
      // No run has the ticket 0: the machine sees an answer that is late.
      turn.plan(.step(.answered(send.request, ticket: 0, RequestOutcome(failure: nil))), .endStep)
      return nil
    }
    openSends.removeAll { $0 == send }
    let understood = machine.classify(answer, of: send.request)
    guard !understood.secrets.isEmpty else {
      finish(send, understood)
      return nil
    }
    turn.awaited = .answerSecrets(send, understood)
    let changes = understood.secrets.map { SecretChange(flow.name(of: $0.fact), $0.value) }
    return HostStep(.storingAnswer(send.request), .writeSecrets(changes))
  }

  mutating func finish(_ send: SendID, _ understood: Classification) {
    turn.plan(
      .step(.answered(send.request, ticket: send.ticket, understood.outcome)), .endStep)
  }
}
