package import FlowMachine
import FlowRuntime
import Statechart
import WireText

/// One thing that a script expects.
package enum Check: Equatable, Sendable {
  /// The current screen; nil: none yet.
  case screen(Text?)
  /// All overlays, topmost last.
  case overlays([Text])
  case state(Text, isActive: Bool)
  case back(Bool)
  case backStack([Text])
  /// The screen under modal screens; nil: none.
  case root(Text?)
  /// Whether the root is loading its content.
  case content(Bool)
  case fact(FactID, Expected)
  /// What the app's preferences hold.
  case stored(FactID, Expected)
  /// Whether secure storage holds it.
  case secret(FactID, isThere: Bool)
  case count(Text, Counted, Int)
  /// The parameters of a request, as it was sent last; those that are not named may have any value.
  case sent(Text, [SentCheck])
  case status(RequestID, Text)
  /// Each is shown somewhere on the topmost surface.
  case texts([String])
  /// None is shown there.
  case noTexts([String])
  case shown(Text, Bool)
  case enabled(Text, Bool)
  case busy(Text, Bool)
  case value(Text, String)
  case problem(Text, String)
  case services([Text])
  /// All since the start.
  case toasts([String])
  case opened([String])
  case told([Text])
  case running(Bool)

  package enum Expected: Equatable, Sendable {
    case absent
    case present
    case value(FactValue)
  }

  package enum Counted: String, CaseIterable, Sendable {
    /// How often the app sent it.
    case requests
    /// How often it arrived at the server.
    case arrived
    /// How often it took effect there.
    case effects
    /// How many different idempotency keys came with it.
    case keys
  }
}

extension Check {
  /// The difference from what is expected, in words; nil if there is none.
  func problem(on device: SimulatedDevice) -> String? {
    switch self {
    case .running(let isRunning):
      return device.isRunning == isRunning
        ? nil : mismatch("running", "\(isRunning)", "\(device.isRunning)")
    case .count(let request, let counted, let expected):
      let count = counted.count(in: device.network.record(of: request))
      return count == expected
        ? nil : mismatch("\(counted.rawValue) of \(request.string)", "\(expected)", "\(count)")
    case .sent(let request, let parameters):
      guard let sent = device.network.record(of: request).lastSent else {
        return "\(request.string) was never sent"
      }
      let problems = parameters.compactMap { $0.problem(of: request, with: sent) }
      return problems.isEmpty ? nil : problems.joined(separator: "; ")
    case .secret(let fact, let isThere):
      let name = device.flow.factName(fact)
      let found = device.secrets.values[SecretName(fact: name)] != nil
      return found == isThere
        ? nil
        : mismatch("secret \(name.string)", Self.presence(isThere), Self.presence(found))
    case .stored(let fact, let expected):
      let name = device.flow.factName(fact)
      let value = device.preferences.values[name].flatMap { device.flow.factValue($0, of: fact) }
      return expected.problem(
        "stored \(name.string)", value ?? .absent, of: fact, in: device.flow)
    case .toasts(let expected):
      let toasts = device.world.toasts.map { MomentFormat.universal.text($0, language: "").string }
      return same("toasts", expected, toasts)
    case .opened(let expected):
      return same("opened", expected, device.world.opened.map(\.string))
    case .told(let expected):
      return same("told", expected.map(\.string), device.world.told.map(\.name.string))
    case .services(let expected):
      return same(
        "services", expected.map(\.string), device.world.services.map(\.string))
    default:
      guard let driver = device.driver else { return "the app is not running" }
      return problem(of: driver.machine, on: device)
    }
  }

  private func problem(of machine: FlowMachine, on device: SimulatedDevice) -> String? {
    let flow = machine.flow
    switch self {
    case .screen(let expected):
      let name = machine.screenState.map { flow.stateName($0) }
      let overlay = machine.topOverlay.map { flow.blob(flow.tables.overlays[Int($0)].name).string }
      let covered = overlay.map { " under the overlay \($0)" } ?? ""
      return name == expected
        ? nil : mismatch("screen", Self.shown(expected), Self.shown(name) + covered)
    case .overlays(let expected):
      let shown = machine.shownOverlays.map { flow.blob(flow.tables.overlays[Int($0)].name) }
      return same("overlays", expected.map(\.string), shown.map(\.string))
    case .state(let name, let isActive):
      let found = flow.state(named: name).map { machine.chartState.isActive($0) } ?? false
      return found == isActive
        ? nil : mismatch("state \(name.string) active", "\(isActive)", "\(found)")
    case .back(let expected):
      return machine.canGoBack == expected
        ? nil : mismatch("back", "\(expected)", "\(machine.canGoBack)")
    case .backStack(let expected):
      let stack = machine.backStack.map { flow.stateName($0).string }
      return same("back stack", expected.map(\.string), stack)
    case .root(let expected):
      let name = machine.rootState.map { flow.stateName($0) }
      return name == expected ? nil : mismatch("root", Self.shown(expected), Self.shown(name))
    case .content(let expected):
      return machine.showsRootContent == expected
        ? nil : mismatch("content of the root", "\(expected)", "\(machine.showsRootContent)")
    case .fact(let fact, let expected):
      let name = "fact \(flow.factName(fact).string)"
      guard flow.tables.facts[Int(fact)].type == .secret else {
        return expected.problem(name, machine.value(of: fact), of: fact, in: flow)
      }
      let isThere = machine.isPresent(fact)
      return (expected == .present) == isThere
        ? nil : mismatch(name, Self.presence(expected == .present), Self.presence(isThere))
    case .status(let request, let expected):
      let status = machine.statusName(of: request)
      let isMeant =
        status == expected
        || (expected == Text(ascii: "failed") && status.starts(with: expected))
      return isMeant
        ? nil
        : mismatch(
          "status of \(flow.blob(flow.tables.requests[Int(request)].name).string)",
          expected.string, status.string)
    default:
      let screen = machine.screen(at: device.now, language: device.driver?.language ?? 0)
        .writing(.universal, language: "")
      return problem(on: screen.overlays.last ?? screen.screen)
    }
  }

  /// Checks of the topmost surface.
  private func problem(on surface: ScreenValue.Surface?) -> String? {
    guard let surface else { return "nothing is shown" }
    if case .texts(let expected) = self {
      let texts = surface.texts
      let missing = expected.filter { !texts.contains($0) }
      return missing.isEmpty
        ? nil : mismatch("texts", quoted(missing), quoted(texts) + " on \(surface.name.string)")
    }
    if case .noTexts(let refused) = self {
      let found = refused.filter { surface.texts.contains($0) }
      return found.isEmpty ? nil : mismatch("texts", "none of \(quoted(refused))", quoted(found))
    }
    switch self {
    case .shown(let name, let isShown):
      let found = surface.element(name) != nil
      return found == isShown
        ? nil : mismatch("\(name.string) shown", "\(isShown)", "\(found)")
    case .enabled(let name, let expected):
      return check(name, "enabled", "\(expected)", in: surface) { "\($0.isEnabled)" }
    case .busy(let name, let expected):
      return check(name, "busy", "\(expected)", in: surface) { "\($0.isBusy)" }
    case .value(let name, let expected):
      return check(name, "value", expected, in: surface) { $0.shownValue }
    case .problem(let name, let expected):
      return check(name, "problem", expected, in: surface) { $0.problem.string }
    default: return nil
    }
  }

  private func check(
    _ name: Text, _ what: String, _ expected: String, in surface: ScreenValue.Surface,
    _ found: (ScreenValue.Element) -> String
  ) -> String? {
    guard let element = surface.element(name) else {
      return "\(name.string) is not shown on \(surface.name.string)"
    }
    let value = found(element)
    return value == expected
      ? nil : mismatch("\(name.string) \(what)", "'\(expected)'", "'\(value)'")
  }

  // MARK: Words

  private func mismatch(_ what: String, _ expected: String, _ found: String) -> String {
    "\(what): expected \(expected), got \(found)"
  }

  private func same(_ what: String, _ expected: [String], _ found: [String]) -> String? {
    expected == found ? nil : mismatch(what, quoted(expected), quoted(found))
  }

  private func quoted(_ texts: [String]) -> String {
    "[" + texts.map { "'\($0)'" }.joined(separator: ", ") + "]"
  }

  private static func presence(_ isThere: Bool) -> String { isThere ? "present" : "absent" }
  private static func shown(_ name: Text?) -> String { name?.string ?? "none" }
}

extension Check.Expected {
  fileprivate func problem(
    _ what: String, _ found: FactValue, of fact: FactID, in flow: Flow
  ) -> String? {
    let isMet =
      switch self {
      case .absent: found == .absent
      case .present: found != .absent
      case .value(let value): found == value
      }
    guard !isMet else { return nil }
    let words =
      switch self {
      case .absent: "absent"
      case .present: "present"
      case .value(let value): flow.words(for: value, of: fact)
      }
    return "\(what): expected \(words), got \(flow.words(for: found, of: fact))"
  }
}

extension Check.Counted {
  fileprivate func count(in record: ServerRecord) -> Int {
    switch self {
    case .requests: record.sendCount
    case .arrived: record.arrivalCount
    case .effects: record.effectCount
    case .keys: record.keys.count
    }
  }
}
