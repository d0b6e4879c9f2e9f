import FlowMachine
import FlowRuntime
import WireText

/// What a script does to a device apart from its user: lifecycle, network, storage, time.
struct Stage {
  let device: SimulatedDevice

  /// A device in a script's initial state.
  static func device(
    for script: PlayScript, _ flow: Flow, _ overrides: [FactChange]
  ) -> SimulatedDevice {
    var settings = SimulatedDevice.Settings()
    settings.seed = script.seed
    settings.start = script.begins ?? settings.start
    settings.language = script.language
    let first = script.installed ?? flow
    settings.facts =
      script.facts + overrides.compactMap { flow.counterpart(of: $0, in: first) }
    settings.secrets = script.secrets
    settings.preferences = script.preferences
    return SimulatedDevice(first, settings)
  }

  /// Performs everything but inputs, waiting and expectations.
  ///
  /// - Returns: why it is not possible now, or nil.
  func perform(_ action: PlayAction) -> String? {
    switch action {
    case .launch:
      guard !device.isRunning else { return "the app is already running; write `- relaunch`" }
      device.network.noteLaunch()
      device.launch()
    case .relaunch:
      device.kill()
      device.network.noteLaunch()
      device.launch()
    case .kill, .losePower, .killAt:
      guard device.isRunning else { return "the app is not running, so it cannot be killed" }
      switch action {
      case .killAt(let moment): device.kill(at: moment)
      case .losePower: device.losePower()
      default: device.kill()
      }
    case .reinstall: device.reinstall()
    case .update: device.update()
    case .install(let flow): device.install(flow)
    case .foreground(let isInForeground): device.send(.foreground(isInForeground))
    case .network(let isOnline): setOnline(isOnline)
    case .storage(let plans):
      for plan in plans { set(plan) }
      if plans.contains(where: { $0.fault.kind == .none }) { catchUp() }
    case .answer(let statements):
      for statement in statements { device.network.state(statement.plan, for: statement.request) }
    case .tell(let changes):
      for change in changes { device.tell(change.fact, change.value) }
    case .wait(let milliseconds): device.advance(by: milliseconds)
    case .tap, .type, .set, .back, .dismiss, .dismissScreen, .signal, .providerReturn,
      .expect:
      break
    }
    return nil
  }

  /// Waits until all checks hold at once.
  ///
  /// - Returns: the checks that fail when the time is over, or when nothing more can happen.
  func await(_ checks: [Check], within: Int64) -> [String] {
    let limit = device.now + within
    while true {
      let problems = checks.compactMap { $0.problem(on: device) }
      guard !problems.isEmpty else { return [] }
      guard device.advanceToNextEvent(until: limit) else { return problems }
    }
  }

  private func setOnline(_ isOnline: Bool) {
    device.network.setOnline(isOnline)
    if let fact = device.flow.fact(named: Text(ascii: "network")),
      device.flow.tables.facts[Int(fact)].place == .device
    {
      device.tell(fact, .number(isOnline ? 1 : 0))
    }
    // Running requests are lost at once.
    device.advance(by: 0)
  }

  private func set(_ plan: PlayAction.StoragePlan) {
    switch plan.part {
    case .journal: device.journal.fault = plan.fault
    case .secrets: device.secrets.fault = plan.fault
    case .preferences: device.preferences.fault = plan.fault
    }
  }

  /// Reports that storage may work, as a host does after an unlock or when space was freed.
  private func catchUp() {
    device.run { driver throws(Killed) in
      try driver.catchUp()
      return StepReport()
    }
  }
}
