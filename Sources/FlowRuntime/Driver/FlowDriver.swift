// FlowRuntime: performs what a FlowMachine decides.
//
// Owns: the ports through which a host stores and sends, one driver that performs what a
// `FlowProcess` says, and the actor that runs it in real time, with a mailbox, a clock and
// requests. Must not: decide what is performed, in which order or how often (`FlowProcess` does),
// hold what a flow knows, read a clock or draw randomness outside `Live…` files.

package import FlowMachine

/// Drives one flow on the caller's thread: passes events to its process, and performs the actions
/// that it requests.
///
/// Deterministic: the same events, clock, entropy and storage give the same calls to the host.
/// Nothing here waits; the response to a request is passed to `answer` later.
package final class FlowDriver {
  package private(set) var process: FlowProcess
  private let inspection: Inspection
  private let host: FlowHost
  private let clock: () -> Int64
  private let entropy: () -> UInt64

  /// Begins a flow, or continues where the journal left it, and performs the resulting effects.
  ///
  /// - Parameters:
  ///   - clock: milliseconds since 1970.
  ///   - entropy: 64 fresh random bits.
  ///   - language: a BCP 47 tag; the flow's nearest language is chosen.
  /// - Throws: `LaunchFailure.unreadable` if there may be a journal that cannot be read; nothing
  ///   has been changed then.
  package init(
    _ flow: Flow, host: FlowHost, facts: LaunchFacts, language: Text = [],
    clock: @escaping () -> Int64, entropy: @escaping () -> UInt64,
    inspection: Inspection = Inspection()
  ) throws(LaunchFailure) {
    self.host = host
    self.clock = clock
    self.entropy = entropy
    self.inspection = inspection
    let moment = LaunchMoment(
      now: clock(), entropy: entropy(), run: RunID(high: entropy(), low: entropy()))
    inspection.launch?(facts, moment)
    process = try Self.launch(flow, host, facts, language, moment, inspection)
    do throws(Killed) { try work() } catch { throw .killed }
  }

  package var machine: FlowMachine { process.machine }
  package var language: Int { process.language }

  // MARK: Events

  /// Passes an input to the machine and performs the effects.
  @discardableResult
  package func send(_ input: Input) throws(Killed) -> StepReport { try take(.input(input)) }

  /// The text of a field. If it is a secret, the machine learns only whether it is valid.
  @discardableResult
  package func type(_ text: Text, into element: ElementID) throws(Killed) -> StepReport {
    try take(.type(text, element))
  }

  /// The result of a call.
  @discardableResult
  package func answer(_ answer: Answer, to send: SendID) throws(Killed) -> StepReport {
    try take(.answer(answer, send))
  }

  /// Processes what is due by now.
  @discardableResult
  package func passTime() throws(Killed) -> StepReport { try take(.time) }

  /// Performs pending writes when storage may work again, and reads secure storage if that could
  /// not be read at the launch.
  package func catchUp() throws(Killed) { try take(.storageMayWork) }

  @discardableResult
  private func take(_ event: HostEvent) throws(Killed) -> StepReport {
    let (now, bits) = (clock(), entropy())
    inspection.event?(event, now, bits)
    process.take(event, at: now, entropy: bits)
    try work()
    return process.report
  }

  // MARK: Actions

  private func work() throws(Killed) {
    var result = HostResult.done
    while let step = process.next(result) {
      if let point = step.point { try inspection.reach?(point) }
      result = step.action.map { perform($0) } ?? .done
    }
  }

  private func perform(_ action: HostAction) -> HostResult {
    inspection.action?(action)
    switch action {
    case .readSecretNames, .readSecrets, .markSecret, .writeSecrets:
      return performed(.secrets, action)
    case .setJournalAside, .writeRecord: return performed(.journal, action)
    case .writePreference: return performed(.preferences, action)
    case .outside(let action): host.outlet.perform(action)
    case .stepped(let record, let trace):
      inspection.record?(record)
      inspection.trace?(trace)
    case .caughtUp: inspection.notice?(.caughtUp)
    }
    return .done
  }

  private func performed(_ part: StoragePart, _ action: HostAction) -> HostResult {
    do throws(StorageFailure) {
      return try host.store(action)
    } catch {
      inspection.notice?(.storageFailed(part, error))
      return .failed
    }
  }
}

extension FlowHost {
  fileprivate func store(_ action: HostAction) throws(StorageFailure) -> HostResult {
    switch action {
    case .readSecretNames: return .names(try secrets.names())
    case .readSecrets(let names):
      var values: [Text?] = []
      for name in names { values.append(try secrets.read(name)) }
      return .secrets(values)
    case .markSecret(let secret, let name): return .secrets([try secrets.hash(secret, as: name)])
    case .writeSecrets(let changes): try secrets.write(changes)
    case .setJournalAside: try journal.setAside()
    case .writeRecord(let frame, _, replaces: true): try journal.replace(by: frame)
    case .writeRecord(let frame, let isForced, replaces: false):
      try journal.append(frame, isForced: isForced)
    case .writePreference(let name, let value): try preferences.write(name, value)
    case .outside, .stepped, .caughtUp: break
    }
    return .done
  }
}
