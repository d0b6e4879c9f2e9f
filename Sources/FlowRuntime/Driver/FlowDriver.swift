// FlowRuntime: performs what a FlowMachine decides.
//
// Owns: the ports through which a host stores and sends, one driver that performs what a
// `FlowProcess` says, and the actor that runs it in real time, with a mailbox, a clock and requests.
// Must not: decide what is performed, in which order or again (`FlowProcess` does), hold what a flow
// knows, read a clock or draw randomness outside `Live…` files.

package import FlowMachine

/// Drives one flow on the caller's thread: gives its process what happens, and performs what that
/// asks for.
///
/// Deterministic: the same events, clock, entropy and storage give the same calls to the host.
/// Nothing in here waits; a request that was performed is answered later with `answer`.
package final class FlowDriver {
  package private(set) var process: FlowProcess
  private let inspection: Inspection
  private let host: FlowHost
  private let clock: () -> Int64
  private let entropy: () -> UInt64

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

  // MARK: What happens

  /// Gives the machine an input and performs what follows.
  @discardableResult
  package func send(_ input: Input) throws(Killed) -> StepReport { try take(.input(input)) }

  /// The text of a field. Of a secret the machine learns whether it is valid, and nothing else.
  @discardableResult
  package func type(_ text: Text, into element: ElementID) throws(Killed) -> StepReport {
    try take(.type(text, element))
  }

  /// What came of a call.
  @discardableResult
  package func answer(_ answer: Answer, to send: SendID) throws(Killed) -> StepReport {
    try take(.answer(answer, send))
  }

  /// Works off what is due by now.
  @discardableResult
  package func passTime() throws(Killed) -> StepReport { try take(.time) }

  /// Writes what is pending, when the host has reason to think that storage works again, and looks at
  /// secure storage if that could not be read at the launch.
  package func catchUp() throws(Killed) { try take(.storageMayWork) }

  @discardableResult
  private func take(_ event: HostEvent) throws(Killed) -> StepReport {
    let (now, bits) = (clock(), entropy())
    inspection.event?(event, now, bits)
    process.take(event, at: now, entropy: bits)
    try work()
    return process.report
  }

  // MARK: What is performed

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
    case .readSecretNames, .readSecrets, .writeSecrets: return performed(.secrets, action)
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
