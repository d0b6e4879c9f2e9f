import FlowMachine
import FlowRuntime
import FlowSimulation
import Statechart

/// Does whatever can be done to a device, by chance: taps, types, breaks the network and the
/// storage, kills the app.
struct Monkey {
  let device: SimulatedDevice
  var chance: SeededEntropy
  private(set) var trace: [Text] = []
  private(set) var sendTaps = 0

  init(_ flow: Flow, seed: UInt64) {
    var settings = SimulatedDevice.Settings()
    settings.seed = seed
    device = SimulatedDevice(flow, settings)
    chance = SeededEntropy(seed: seed ^ 0x5DEE_CE66)
  }

  mutating func act() {
    guard device.isRunning else {
      if roll(4) == 0 { device.journal.fault = StorageFault() }
      return device.launch()
    }
    switch roll(20) {
    case 0...7: touch()
    case 8...10: device.advance(by: Int64(roll(4_000)))
    case 11: device.advance(by: Int64(roll(60_000)))
    case 12, 13: changeAnswer()
    case 14: device.network.setOnline(roll(3) > 0)
    case 15: breakStorage()
    case 16: killSomehow()
    case 17: device.send(.foreground(roll(3) > 0))
    case 18: signal()
    default: device.advance(by: 0)
    }
  }

  /// Repairs everything and dismisses what lies over the screen.
  mutating func comeToRest() {
    device.spare()
    device.journal.fault = StorageFault()
    device.secrets.fault = StorageFault()
    device.preferences.fault = StorageFault()
    device.network.setOnline(true)
    for row in device.flow.tables.requests {
      device.network.state(AnswerPlan([.unstated]), for: device.flow.blob(row.name))
    }
    device.launch()
    if !device.isRunning { device.launch() }
    device.send(.foreground(true))
    for _ in 0..<20 {
      device.advance(by: 120_000)
      guard let overlay = device.driver?.machine.shownOverlays.last else { return }
      device.send(.dismiss(overlay))
    }
  }

  // MARK: What it does

  private mutating func roll(_ count: Int) -> Int { Int.random(in: 0..<count, using: &chance) }

  private mutating func touch() {
    guard let driver = device.driver else { return }
    let screen = driver.machine.screen(at: device.now, language: 0)
    if let overlay = driver.machine.shownOverlays.last, roll(3) == 0 {
      device.send(.dismiss(overlay))
      return
    }
    if roll(8) == 0 {
      device.send(.back)
      return
    }
    let elements =
      (screen.overlays.last ?? screen.screen)?.elements.filter { !$0.name.isEmpty } ?? []
    guard !elements.isEmpty else { return }
    let element = elements[roll(elements.count)]
    switch element.kind.input {
    case .tap:
      if element.name == "send".bytes { sendTaps += 1 }
      device.send(.tap(element.id))
    case .text: type(element)
    case .none: break
    default:
      let tables = device.flow.tables
      let values = tables.values(
        of: tables.elements[Int(element.id)], rows: max(1, element.options.count))
      device.send(.set(element.id, values[roll(values.count)]))
    }
  }

  private mutating func type(_ element: ScreenValue.Element) {
    let fact = device.flow.tables.elements[Int(element.id)].fact
    if device.flow.tables.facts[Int(fact)].type == .secret {
      let secret = roll(4) == 0 ? "" : "CANARY-\(roll(1000))"
      device.run { driver throws(Killed) in
        try driver.type(secret.bytes, into: element.id)
      }
    } else {
      let texts = ["", "ada@example.org", "7", "not an address", "ü\u{0}\"", "-1"]
      device.send(.type(element.id, texts[roll(texts.count)].bytes))
    }
  }

  private mutating func changeAnswer() {
    let requests = device.flow.tables.requests
    let request = device.flow.blob(requests[roll(requests.count)].name)
    var entries: [AnswerPlan.Entry] = []
    for _ in 0...roll(3) {
      let courses: [SimulatedAnswer.Course] = [
        .answered, .answered, .requestLost, .answerLost, .offline, .never,
      ]
      let statuses: [UInt16] = [200, 200, 302, 400, 401, 429, 500, 503]
      let bodies = ["", "{}", "[", #"{"token":"","id":7}"#, #""screenB9""#, "null"]
      entries.append(
        roll(3) == 0
          ? .unstated
          : .answer(
            SimulatedAnswer(
              courses[roll(courses.count)], status: statuses[roll(statuses.count)],
              body: bodies[roll(bodies.count)].bytes, delay: Int64(roll(40_000)),
              isDoubled: roll(4) == 0)))
    }
    device.network.state(AnswerPlan(entries), for: request)
  }

  private mutating func breakStorage() {
    let faults = [
      StorageFault(), StorageFault(.locked), StorageFault(.full),
      StorageFault(failingAtWrite: 1 + roll(5)),
    ]
    let fault = faults[roll(faults.count)]
    switch roll(3) {
    case 0: device.journal.fault = fault
    case 1: device.secrets.fault = fault
    default: device.preferences.fault = fault
    }
  }

  private mutating func killSomehow() {
    switch roll(8) {
    case 0: device.kill()
    case 1: device.losePower()
    case 2: device.update()
    case 3 where roll(6) == 0: device.reinstall()
    default:
      let sides: [KillMoment.Side] = [.before, .after]
      let kinds = EffectKind.allCases
      let moment =
        roll(5) == 0
        ? KillMoment(.during, .kind(.journal))
        : KillMoment(sides[roll(2)], .kind(kinds[roll(kinds.count)]))
      device.kill(at: moment)
    }
  }

  private mutating func signal() {
    let signals = device.flow.tables.signals
    guard !signals.isEmpty else { return }
    device.send(
      .signal(UInt16(roll(signals.count)), number: absent, text: "app://x".bytes))
  }
}
