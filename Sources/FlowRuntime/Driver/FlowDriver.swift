// FlowRuntime: performs what a FlowMachine decides.
//
// Owns: the order of a step's effects (secrets, journal, everything that can be seen outside), what
// becomes of them when storage fails, typed secrets while they are only typed, the recording of
// inputs; and the actor that runs all this in real time, with a mailbox, a clock and requests.
// Must not: decide where a flow goes, hold what a flow knows, read a clock or draw randomness
// outside `Live…` files.

package import FlowMachine

/// Drives one flow: gives inputs to its machine and performs the effects in order, on the caller's
/// thread.
///
/// Deterministic: the same inputs, clock, entropy and storage give the same calls to the host.
/// Nothing in here waits; a request that was performed is answered later with `answer`.
///
/// When storage fails the flow goes on in memory. What could not be written is owed and written
/// with the next success; requests that need it first fail as `interrupted`, so nothing that must
/// not happen twice happens unrecorded.
package final class FlowDriver {
  package let flow: Flow
  package internal(set) var machine: FlowMachine
  package var inspection: Inspection
  /// The language of toasts, by its place among the flow's languages.
  package var language: Int
  let host: FlowHost
  let clock: () -> Int64
  let entropy: () -> UInt64
  /// Secrets as they were typed; gone with the process.
  var typedSecrets: [FactID: Text] = [:]
  /// What is sealed in secure storage, or nil when that could not be read.
  var seals: Set<SecretName>?
  var debts = Debts()
  /// What the journal holds, to know when to make it short again.
  var journalBytes = 0
  /// Where records are written before they go to the journal.
  var record = RecordBuffer()
  /// The send of each request whose answer is waited for.
  var openSends: [RequestID: SendID] = [:]
  var sendCount: UInt64 = 0

  /// Begins a flow, or goes on where the journal left it, and performs the effects of that.
  ///
  /// - Parameters:
  ///   - clock: milliseconds since 1970.
  ///   - entropy: 64 fresh random bits.
  ///   - language: a BCP 47 tag; the flow's nearest language is taken.
  /// - Throws: `LaunchFailure.unreadable` when the journal may be there and cannot be read: nothing
  ///   was touched then.
  package init(
    _ flow: Flow, host: FlowHost, facts: LaunchFacts, language: Text = [],
    clock: @escaping () -> Int64, entropy: @escaping () -> UInt64,
    inspection: Inspection = Inspection()
  ) throws(LaunchFailure) {
    self.flow = flow
    self.host = host
    self.clock = clock
    self.entropy = entropy
    self.inspection = inspection
    let launch = try Launch(flow, host, facts, now: clock(), entropy: entropy)
    machine = launch.machine
    self.language = launch.machine.language(language)
    journalBytes = launch.journalBytes
    debts.setsJournalAside = launch.isJournalUseless
    debts.replacesJournal = launch.isJournalDamaged
    for notice in launch.notices { inspection.notice?(notice) }
    inspection.record?(flow.write(launch.line))
    seals = launch.secretNames.map { Set($0.filter { $0.seal != nil }) }
    debts.erasures = unwantedSeals(launch.secretNames ?? [])
    do throws(Killed) {
      try finishStep(of: nil, StepReport(), at: launch.line.context.now)
    } catch {
      throw .killed
    }
  }

  /// Gives the machine an input and performs what follows.
  @discardableResult
  package func send(_ input: Input) throws(Killed) -> StepReport {
    try step(input, at: clock())
  }

  /// The text of a secret field. The machine learns whether it is valid, and nothing else.
  @discardableResult
  package func type(secret: Text, into element: ElementID) throws(Killed) -> StepReport {
    guard Int(element) < flow.tables.elements.count else {
      return try send(.typeSecret(element, isValid: nil))
    }
    let fact = flow.tables.elements[Int(element)].fact
    let isValid = machine.validity(of: secret, in: element)
    let before = typedSecrets[fact]
    // Held before the step: what the step leads to may send it.
    typedSecrets[fact] = isValid == nil ? nil : secret
    return try step(.typeSecret(element, isValid: isValid), at: clock()) { report in
      if report.refusal != nil { self.typedSecrets[fact] = before }
    }
  }

  /// What came of a call. Secrets in it are stored before its outcome enters the machine.
  ///
  /// An answer that is not waited for any more is recorded and changes nothing; its secrets are not
  /// looked at.
  @discardableResult
  package func answer(_ answer: Answer, to send: SendID) throws(Killed) -> StepReport {
    let now = clock()
    let request = send.request
    // A deadline that is due comes before the answer, and nothing is stored for a request that
    // timed out.
    if let deadline = machine.nextDeadline, deadline <= now { try step(.wake, at: now) }
    guard openSends[request] == send else {
      // No run has the ticket 0: the machine sees an answer that is late.
      return try step(.answered(request, ticket: 0, RequestOutcome(failure: nil)), at: now)
    }
    openSends[request] = nil
    var understood = machine.classify(answer, of: request)
    if !understood.secrets.isEmpty {
      try reach(.storingAnswer(request))
      let changes = understood.secrets.map { SecretChange(name(of: $0.fact), $0.value) }
      if store(changes) {
        // They are there for good, so the record that says so has to be too.
        debts.journal = .forced
        for secret in understood.secrets { debts.forget(secret.fact, name(of: secret.fact)) }
      } else {
        // Of what must not be repeated it is not enough to say that it was interrupted: it had its
        // effect, and nobody has what it brought.
        let isNever = machine.call(of: request).repetition == .never
        understood = machine.classify(isNever ? .lost : .interrupted, of: request)
      }
    }
    return try step(.answered(request, ticket: send.ticket, understood.outcome), at: now)
  }

  /// Writes what is owed, when the host has reason to think that storage works again, and looks at
  /// secure storage if that could not be read at the launch.
  package func catchUp() throws(Killed) {
    if !debts.isEmpty { try payDebts() }
    if seals == nil { try learnSecrets() }
  }

  /// Tells the machine what is in secure storage once it can be read (CMP-4).
  private func learnSecrets() throws(Killed) {
    guard let names = try? host.secrets.names() else { return }
    seals = Set(names.filter { $0.seal != nil })
    for name in unwantedSeals(names) where !debts.erasures.contains(name) {
      debts.erasures.append(name)
    }
    try send(.secretsReadable(flow.storedSecrets(names)))
  }

  /// Whether everything is written that should be.
  package var isCaughtUp: Bool { debts.isEmpty }

  /// Facts whose secrets were typed and would be lost with the process.
  package var heldSecrets: [FactID] { typedSecrets.keys.sorted() }

  /// Makes a step, then performs its effects and those of the interruptions that they lead to.
  @discardableResult
  private func step(
    _ input: Input, at now: Int64, before effects: (StepReport) -> Void = { _ in }
  ) throws(Killed) -> StepReport {
    let report = makeStep(input, at: now)
    effects(report)
    try finishStep(of: input, report, at: now)
    return report
  }

  private func makeStep(_ input: Input, at now: Int64) -> StepReport {
    let bits = entropy()
    inspection.record?(machine.recordedLine(of: input, at: now, entropy: bits))
    return machine.step(input, at: now, entropy: bits)
  }

  private func finishStep(
    of input: Input?, _ report: StepReport, at now: Int64
  ) throws(Killed) {
    inspection.trace?(machine.traceLine(of: input, report, at: now))
    var interrupted = try perform(machine.effects)
    // A flow that starts over whatever was interrupted would go on for ever; the rest runs into its
    // timeout.
    var rounds = 0
    while !interrupted.isEmpty, rounds < 64 {
      rounds += 1
      let (request, ticket) = interrupted.removeFirst()
      let outcome = machine.classify(.interrupted, of: request).outcome
      let input = Input.answered(request, ticket: ticket, outcome)
      let report = makeStep(input, at: now)
      inspection.trace?(machine.traceLine(of: input, report, at: now))
      interrupted += try perform(machine.effects)
    }
    forgetTypedSecrets()
    try reach(.endOfStep)
  }
}
