package import FlowMachine
import FlowRuntime

/// Plays a script on a device whose storage fails at one of its writes, and optionally kills the
/// app at a point after that; steps that the user cannot perform are skipped. Each run records what
/// the host was given and did.
///
/// The invariants: a call that must not be repeated is sent at most once, no two calls with one
/// idempotency key differ, and once storage works again everything is written.
package struct StorageMatrix {
  package struct Plan: Sendable {
    package var kind: WriteFault.Kind
    /// The first write that fails, from 1.
    package var write: Int
    /// How many points after the failing write the app is killed; nil: never.
    package var kill: Int?

    /// The points of a kill after the failing write, or none.
    static let kills: [Int?] = [nil, 0, 1, 2, 4, 8]

    package init(_ kind: WriteFault.Kind, write: Int, kill: Int?) {
      self.kind = kind
      self.write = write
      self.kill = kill
    }

    /// Every plan for a run with this many writes.
    package static func all(writes: Int) -> [Plan] {
      guard writes > 0 else { return [] }
      return (1...writes).flatMap { write in
        WriteFault.Kind.allCases.flatMap { kind in
          kills.map { Plan(kind, write: write, kill: $0) }
        }
      }
    }
  }

  package struct Run: Sendable {
    package var problems: [String] = []
    /// The number of attempted writes.
    package var writes = 0
    package var wasKilled = false
    /// Lines in the format of `HostLog`.
    package var log: [Text] = []
  }

  private let script: PlayScript
  private let flow: Flow

  package init(_ script: PlayScript, _ flow: Flow) {
    self.script = script
    self.flow = flow
  }

  /// - Parameters:
  ///   - plan: nil for a run without failures.
  ///   - isLogged: whether the run has a log, which takes most of its time.
  package func run(_ plan: Plan?, isLogged: Bool = false) -> Run {
    var run = Run()
    let device = Stage.device(for: script, flow, [])
    var lines: [Text] = []
    let log = HostLog(flow, language: device.language, isWritten: isLogged) { lines.append($0) }
    log.machine = { [weak device] in device?.driver?.machine }
    var sends: [Send: Int] = [:]
    log.look = { action in
      guard case .outside(.perform(let call)) = action, call.row.repetition == .never else {
        return
      }
      sends[Send(request: call.request, ticket: call.send.ticket), default: 0] += 1
    }
    log.stored(script)
    device.log = log
    let fault = WriteFault(plan?.kind ?? .once, at: plan?.write ?? .max)
    device.writeFault = fault
    if let kill = plan?.kill {
      device.look = { [weak device] _ in
        guard let device, fault.count >= fault.place, device.killer.fatalPoint == 0 else { return }
        device.killer.fatalPoint = device.killer.pointCount + 1 + kill
      }
    }
    // The trace is part of the comparison.
    if isLogged { device.trace = { _ in } }
    for step in script.steps { perform(step.action, on: device) }
    run.problems = finish(device, fault)
    for (send, count) in sends where count > 1 {
      run.problems.append("\(send.request.string) of run \(send.ticket) was sent \(count) times")
    }
    for (name, record) in device.network.records where record.misusedKeyCount > 0 {
      run.problems.append("\(name.string) sent a known key with different content")
    }
    if device.isEndless { run.problems.append("the flow is in an endless loop") }
    run.log = lines
    run.writes = fault.count
    run.wasKilled = device.killer.hasStruckFatally
    return run
  }

  private struct Send: Hashable {
    var request: Text
    var ticket: UInt32
  }

  private func perform(_ action: PlayAction, on device: SimulatedDevice) {
    if !device.isRunning { device.launch() }
    switch action {
    case .launch, .storage: break
    case .killAt(var moment):
      // Partial frames are the journal's concern; this compares the order of actions.
      if moment.side == .during { moment.side = .before }
      device.kill(at: moment)
    case .losePower: device.kill()
    case .expect(let checks, let within): _ = Stage(device: device).await(checks, within: within)
    case _ where action.isInput:
      let person = Person(device: device)
      for _ in 0..<3 {
        guard case .refused = person.perform(action),
          let overlay = device.driver?.machine.shownOverlays.last
        else { return }
        device.send(.dismiss(overlay))
      }
    default: _ = Stage(device: device).perform(action)
    }
  }

  /// - Returns: what is wrong in the end, once storage works again.
  private func finish(_ device: SimulatedDevice, _ fault: WriteFault) -> [String] {
    device.look = nil
    device.spare()
    device.killer.fatalPoint = 0
    device.log?.mended()
    fault.mend()
    device.launch()
    device.run { driver throws(Killed) in
      try driver.catchUp()
      return StepReport()
    }
    guard let driver = device.driver else { return ["the app does not start"] }
    return driver.process.isCaughtUp ? [] : ["some writes are still pending in the end"]
  }
}
