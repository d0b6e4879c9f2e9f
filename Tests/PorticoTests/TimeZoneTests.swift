import FlowMachine
import FlowRuntime
import Portico
import PorticoTesting
import TestSupport
import Testing

/// Which day it is on the device.
@MainActor @Suite("The device's time zone", .timeLimit(.minutes(20)))
struct TimeZoneTests {
  @Test(
    "A flow is told the time zone at its launch, and again when the app comes to the foreground")
  func foreground() async throws {
    let clock = TestClock(1_000_000)
    let storage = SharedStorage()
    let minutes = SharedList<Int>()
    minutes.append(0)
    var device = Device()
    device.utcOffset = { minutes.all.last }
    let flow = try AppFlow(
      compiled: TestFlow.bytes("Tests/Flows/come-of-age.flow.yaml", Repository.read))
    var parts = EntryParts(
      journal: { storage }, secrets: storage, preferences: storage,
      handlers: RequestHandlers(otherwise: { _ in .done() }), http: { _ in .notSent },
      app: AppHooks(), clock: clock.clock, entropy: { 1 })
    parts.deviceFacts = { [device] in await device.facts() }
    parts.utcOffset = device.utcOffset
    let entry = AppEntry(flow, clock: clock.clock) { [parts] in parts }
    let life = Task { await entry.run() }
    // In UTC the first of January 1970 began a quarter of an hour ago.
    try await entry.wait { Self.most(of: "born", in: $0) == "1952-01-01" }
    minutes.append(-60)
    entry.enterForeground()
    try await entry.wait { Self.most(of: "born", in: $0) == "1951-12-31" }
    life.cancel()
    await life.value
  }

  private static func most(of field: String, in entry: AppEntry) -> String? {
    guard case .field(let drawn)? = entry.scene.screen?[ElementName(rawValue: field)]?.kind else {
      return nil
    }
    return drawn.most
  }
}
