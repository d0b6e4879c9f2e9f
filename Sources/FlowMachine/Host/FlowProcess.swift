import Statechart

/// A running flow as its host sees it: the machine, and what there is to perform next. From launch
/// to kill, as a value.
///
/// Every host is a loop around it: `take` what happened, then call `next` until it returns nil,
/// perform each action before the next call, and say what came of it. What is stored before what,
/// what waits when storage fails, what is sent all the same, what counts as interrupted, and when
/// storage is tried again is decided here and nowhere else. A kill is to drop the value.
///
/// When storage fails the flow goes on in memory. What could not be written is pending and written
/// with the next success; requests that need it first fail as `interrupted`, so nothing that must
/// not happen twice happens unrecorded.
///
/// Typed secrets live here and not in the machine, so that no recording holds one.
package struct FlowProcess: ~Copyable, Sendable {
  package let flow: Flow
  package internal(set) var machine: FlowMachine
  /// The language of toasts, by its place among the flow's languages.
  package var language: Int
  /// Whether steps are told with `HostAction.stepped`.
  package let isObserved: Bool
  /// What came of the last input.
  package internal(set) var report = StepReport()
  /// What came of the last step, whatever led to it.
  var stepReport = StepReport()
  var pending: PendingWrites
  /// By fact: secrets as they were typed; gone with the process.
  var typedSecrets: [Text?]
  /// By fact: whether its stored value was typed in this process.
  var isStoredAsTyped: [Bool]
  /// What is sealed in secure storage, or nil when that could not be read.
  var seals: [SecretName]?
  /// What the journal holds, to know when to make it short again.
  var journalBytes = 0
  /// Where records are written before they go to the journal.
  var record = RecordBuffer()
  /// By request: the send whose answer is waited for.
  var openSends: [SendID?]
  var sendCount: UInt64 = 0
  var turn: Turn

  init(_ machine: FlowMachine, language: Int, isObserved: Bool, at now: Int64, entropy: UInt64) {
    flow = machine.flow
    self.machine = machine
    self.language = language
    self.isObserved = isObserved
    pending = PendingWrites(facts: flow.tables.facts.count)
    typedSecrets = [Text?](repeating: nil, count: flow.tables.facts.count)
    isStoredAsTyped = [Bool](repeating: false, count: flow.tables.facts.count)
    openSends = [SendID?](repeating: nil, count: flow.tables.requests.count)
    turn = Turn(now: now, entropy: entropy)
  }

  /// Everything that happened was worked off, and something new can be taken.
  package var isIdle: Bool { turn.tasks.isEmpty && turn.awaited.isNothing }

  /// Whether everything is written that should be.
  package var isCaughtUp: Bool { pending.isEmpty }

  /// Facts whose secrets were typed and would be lost with the process.
  package var heldSecrets: [FactID] {
    typedSecrets.indices.filter { typedSecrets[$0] != nil }.map { FactID($0) }
  }

  /// When `HostEvent.time` is due though nothing else happens, in milliseconds since 1970, or nil.
  package var nextDeadline: Int64? {
    guard let retry = pending.retry else { return machine.nextDeadline }
    return min(retry, machine.nextDeadline ?? retry)
  }

  // MARK: What happens

  /// Takes in what happened. To be called only while the process is idle; `next` says what follows.
  ///
  /// - Parameters:
  ///   - now: milliseconds since 1970.
  ///   - entropy: 64 fresh random bits.
  package mutating func take(_ event: HostEvent, at now: Int64, entropy: UInt64) {
    turn.begin(at: now, entropy: entropy)
    let isDue = machine.nextDeadline.map { $0 <= now } ?? false
    switch event {
    case .input(let input): plan(input)
    case .type(let text, let element): type(text, into: element)
    case .answer(let answer, let send):
      turn.answer = answer
      turn.send = send
      turn.plan(.understand)
      // A deadline that is due comes before the answer, and nothing is stored for a request that
      // timed out.
      if isDue { plan(.wake) }
    case .time:
      let isRetryDue = pending.retry.map { $0 <= now } ?? false
      if isDue { plan(.wake) } else if isRetryDue { turn.plan(.catchUp, .learnNames) }
    case .storageMayWork: turn.plan(.catchUp, .learnNames)
    }
  }

  /// Plans a step before all other tasks.
  mutating func plan(_ input: Input) {
    turn.input = input
    turn.plan(.step, .endStep)
  }

  /// Says what to perform next.
  ///
  /// - Parameter result: what came of the last action, where that has a result.
  /// - Returns: nil when all is done until something else happens.
  package mutating func next(_ result: HostResult = .done) -> HostStep? {
    receive(result)
    while let task = turn.tasks.popLast() {
      if let step = perform(task) { return step }
    }
    return nil
  }

  private mutating func type(_ text: Text, into element: ElementID) {
    guard Int(element) < flow.tables.elements.count,
      flow.tables.elements[Int(element)].kind == .field,
      flow.tables.facts[Int(flow.tables.elements[Int(element)].fact)].type == .secret
    else { return plan(.type(element, text)) }
    let fact = Int(flow.tables.elements[Int(element)].fact)
    let isValid = machine.validity(of: text, in: element)
    turn.replacedFact = fact
    turn.replaced = typedSecrets[fact]
    // Held before the step: what the step leads to may send it.
    typedSecrets[fact] = isValid == nil ? nil : text
    plan(.typeSecret(element, isValid: isValid))
  }

  /// A typed secret is forgotten as soon as the machine no longer counts on it.
  mutating func forgetTypedSecrets() {
    for fact in typedSecrets.indices
    where typedSecrets[fact] != nil && machine.chartState.cells[fact] != SecretStatus.typed {
      typedSecrets[fact] = nil
    }
  }
}
