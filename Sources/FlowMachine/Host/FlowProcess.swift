import Statechart

/// A running flow as its host sees it, from launch to kill, as a value: the machine, and what to
/// perform next.
///
/// Every host is a loop around it: pass what happened to `take`, then call `next` until it returns
/// nil, performing each action before the next call and passing its result. The order of writes,
/// what waits when storage fails, what is sent regardless, what counts as interrupted, and when
/// storage is retried are decided here and nowhere else. To simulate a kill, drop the value.
///
/// When storage fails, the flow goes on in memory. Whatever could not be written is pending until
/// the next success. Requests that require it fail as `interrupted`, so nothing that must not
/// happen twice happens unrecorded.
///
/// Typed secrets are kept here and not in the machine, so that no recording contains one.
package struct FlowProcess: ~Copyable, Sendable {
  package let flow: Flow
  package internal(set) var machine: FlowMachine
  /// The language of toasts, as an index into the flow's languages.
  package var language: Int
  /// Whether steps are reported with `HostAction.stepped`.
  package let isObserved: Bool
  /// The report of the last input.
  package internal(set) var report = StepReport()
  /// The report of the last step, whatever caused it.
  var stepReport = StepReport()
  var pending: PendingWrites
  /// By fact: secrets as they were typed; lost with the process.
  var typedSecrets: [Text?]
  /// By fact: whether its stored value was typed in this process.
  var isStoredAsTyped: [Bool]
  /// The seals in secure storage, or nil if it could not be read.
  var seals: [SecretName]?
  /// By fact: the mark of the secret that a keyed request has sent; empty if it is stored and was not read yet.
  var marks: [Text?]
  /// The size of the journal, which decides when it is compacted.
  var journalBytes = 0
  /// The buffer in which records are built before they go to the journal.
  var record = RecordBuffer()
  /// By request: the send whose response is awaited.
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
    marks = [Text?](repeating: nil, count: flow.tables.facts.count)
    isStoredAsTyped = [Bool](repeating: false, count: flow.tables.facts.count)
    openSends = [SendID?](repeating: nil, count: flow.tables.requests.count)
    turn = Turn(now: now, entropy: entropy)
  }

  /// All events have been processed, and a new one can be taken.
  package var isIdle: Bool { turn.tasks.isEmpty && turn.awaited.isNothing }

  /// Whether no writes are pending.
  package var isCaughtUp: Bool { pending.isEmpty }

  /// Facts whose typed secrets would be lost with the process.
  package var heldSecrets: [FactID] {
    typedSecrets.indices.filter { typedSecrets[$0] != nil }.map { FactID($0) }
  }

  /// When `HostEvent.time` is due if nothing else happens, in milliseconds since 1970, or nil.
  package var nextDeadline: Int64? {
    guard let retry = pending.retry else { return machine.nextDeadline }
    return min(retry, machine.nextDeadline ?? retry)
  }

  // MARK: Events

  /// Takes an event. Call it only while the process is idle; `next` says what follows.
  ///
  /// - Parameters:
  ///   - now: milliseconds since 1970.
  ///   - entropy: 64 fresh random bits.
  package mutating func take(_ event: HostEvent, at now: Int64, entropy: UInt64) {
    turn.begin(at: now, entropy: entropy)
    let isDue = machine.nextDeadline.map { $0 <= now } ?? false
    switch event {
    case .input(.signal(let signal, let number, let text)): take(signal, number, text)
    case .input(let input): plan(input)
    case .type(let text, let element): type(text, into: element)
    case .answer(let answer, let send):
      turn.answer = answer
      turn.send = send
      turn.plan(.understand)
      // A deadline that is due comes before the response, and nothing is stored for a request that
      // timed out.
      if isDue { plan(.wake) }
    case .time:
      let isRetryDue = pending.retry.map { $0 <= now } ?? false
      if isDue { plan(.wake) } else if isRetryDue { turn.plan(.catchUp, .learnNames) }
    case .storageMayWork: turn.plan(.catchUp, .learnNames)
    }
  }

  /// Schedules a step before all other tasks.
  mutating func plan(_ input: Input) {
    turn.input = input
    turn.plan(.step, .endStep)
  }

  /// Says what to perform next.
  ///
  /// - Parameter result: the result of the last action, if it has one.
  /// - Returns: nil when there is nothing to do until the next event.
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
    // Kept before the step, because the step may cause it to be sent.
    typedSecrets[fact] = isValid == nil ? nil : text
    guard isValid == true else { return plan(.typeSecret(element, isValid: isValid)) }
    compareTyped(in: element, FactID(fact))
  }

  private mutating func take(_ signal: SignalID, _ number: Int64, _ text: Text?) {
    guard Int(signal) < flow.tables.signals.count,
      let fact = flow.secretFact(of: signal)
    else { return plan(.signal(signal, number: number, text: text)) }
    // The machine refuses an empty or too long value, and learns nothing else about it.
    guard let text, !text.isEmpty, text.count <= FlowLimits.textBytes else {
      return plan(.signal(signal, number: absent, text: nil))
    }
    turn.signal = (signal, fact, text)
    turn.plan(.storeSignal)
  }

  /// Forgets a typed secret as soon as the machine no longer needs it.
  mutating func forgetTypedSecrets() {
    for fact in typedSecrets.indices
    where typedSecrets[fact] != nil && machine.chartState.cells[fact] != SecretStatus.typed {
      typedSecrets[fact] = nil
    }
  }
}
