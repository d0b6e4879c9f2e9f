import FlowMachine
import FlowRuntime
import FlowSimulation
import Portico
import StandardFlows
import TestSupport
import Testing

/// What comes from outside an app: responses of a server, links, payloads of notifications, facts, and taps on what is not there.
@MainActor @Suite("Input of every wrong kind, through an entry", .timeLimit(.minutes(20)))
struct HostileInputRandomTests {
  private static let texts = [
    "", " ", "\u{0}", "\u{202e}x", "notes://7", "app://" + String(repeating: "a", count: 5_000),
    "{}", "null",
    "../../etc/passwd", "\u{fffd}\u{1F469}\u{200D}\u{1F680}", "' OR 1=1 --", "-1",
    "9223372036854775808", "NaN",
  ]

  private static func value(_ random: inout SeededGenerator, _ depth: Int = 0) -> JSONValue {
    switch random.below(depth > 3 ? 5 : 7) {
    case 0: .null
    case 1: .flag(random.chance(50))
    case 2: .number(random.pick([0, -1, .max, .min, 7]))
    case 3, 4: .text(random.pick(texts))
    case 5: .list((0..<random.below(4)).map { _ in value(&random, depth + 1) })
    default:
      .object([
        random.pick(texts): value(&random, depth + 1), "code": value(&random, depth + 1),
        "sessionId": value(&random, depth + 1),
      ])
    }
  }

  private static func answer(_ random: inout SeededGenerator) -> Answer {
    let status = random.pick([0, 100, 200, 200, 200, 204, 302, 400, 401, 404, 426, 429, 500, 999])
    switch random.below(6) {
    case 0: return random.pick([.notSent, .lost, .timedOut, .interrupted])
    case 1:
      let bytes = (0..<random.below(64)).map { _ in UInt8(truncatingIfNeeded: random.next()) }
      return .received(status: UInt16(status), body: bytes)
    case 2:
      let deep = [UInt8](repeating: UInt8(ascii: "["), count: 3_000)
      return .received(status: UInt16(status), body: deep)
    default: return .received(status: UInt16(status), body: value(&random).bytes)
    }
  }

  /// One thing that a person, an app or a device does, right or wrong.
  private static func act(
    on entry: AppEntry, _ device: SimulatedDevice, _ random: inout SeededGenerator
  ) {
    let shown = entry.scene.top?.elements ?? []
    let element =
      shown.isEmpty || random.chance(15)
      ? Element(id: random.pick([-1, 0, 5, 70_000, .max]), kind: .button(.plain))
      : random.pick(shown)
    let signals = device.flow.tables.signals.map { device.flow.blob($0.name).string } + ["nothing"]
    let facts = device.flow.tables.facts.map { device.flow.blob($0.name).string } + ["nothing"]
    switch random.below(10) {
    case 0, 1: entry.tap(element)
    case 2: entry.type(random.pick(texts), into: element)
    case 3: entry.choose(random.pick([-1, 0, 1, 1_000, .max]), in: element)
    case 4: entry.mark(random.pick([-1, 0, 40]), random.chance(50), in: element)
    case 5: entry.toggle(random.chance(50), element)
    case 6: entry.signal(SignalName(rawValue: random.pick(signals)), value(&random))
    case 7: entry.tell(FactName(rawValue: random.pick(facts)), value(&random))
    case 8: if random.chance(50) { entry.back() } else { entry.dismiss() }
    default: device.advance(by: Int64(random.pick([0, 1_000, 90_000])))
    }
  }

  @Test(
    "A declared screen is shown after each of them, and the flow goes on",
    arguments: StandardFlow.all.map(\.name))
  func declared(_ name: String) throws {
    let standard = try #require(StandardFlow.all.first { $0.name == name })
    let flow = AppFlow(standard)
    let screens = Set(flow.flow.tables.stateNames.map { flow.flow.blob($0).string })
    var random = SeededGenerator(announcing: "HostileInputRandomTests.\(name)", seed: 24)
    var changes = 0
    for _ in 0..<20 {
      var settings = SimulatedDevice.Settings()
      settings.seed = random.next()
      let device = SimulatedDevice(flow.flow, settings)
      var answers = random
      // In between the flow's own answers, so that it gets past its first screen.
      device.network.responder = { _ in
        answers.chance(70) ? nil : (Self.answer(&answers), Int64(answers.below(2_000)))
      }
      let entry = AppEntry(
        flow,
        to: EntryInputs(
          send: { device.send($0) },
          type: { text, element in
            _ = device.run { driver throws(Killed) in try driver.type(text, into: element) }
          }))
      var hasShown = false
      for _ in 0..<60 {
        if device.driver == nil {
          device.launch()
          hasShown = false
        }
        let driver = try #require(device.driver)
        let screen = driver.machine.screen(at: device.now, language: driver.language)
        let scene = EntryScene(screen.writing(.universal, language: ""))
        if scene != entry.scene { changes += 1 }
        entry.show(scene, language: "en")
        if let shown = entry.scene.screen {
          #expect(screens.contains(shown.name))
          #expect(!shown.title.isEmpty || !shown.elements.isEmpty, "\(shown.name) is blank")
          hasShown = true
        } else {
          // Only before the first one of a launch.
          #expect(!hasShown, "nothing is shown any more")
        }
        Self.act(on: entry, device, &random)
        if random.chance(5) { device.kill() }
      }
      #expect(!device.isEndless)
    }
    // It was not all ignored.
    #expect(changes > 30)
  }
}
