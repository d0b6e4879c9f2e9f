import FlowMachine
import FlowRuntime
import Portico
import PorticoTesting
import TestSupport
import Testing

/// An entry in an app with links, and with more than one window.
@MainActor @Suite("The life of an entry", .timeLimit(.minutes(20)))
struct EntryLifeTests {
  let clock = TestClock(1_000_000)
  let storage = SharedStorage()
  let told = SharedList<String>()

  /// Nobody is signed in; whoever signs in is at home.
  private func entry(
    facts: @escaping @Sendable () async -> Void = {}, counting launches: SharedList<String>? = nil
  ) -> AppEntry {
    let (storage, clock, told) = (storage, clock, told)
    return AppEntry(
      .entry,
      configuration: [
        "experiments": false, "push": false, "documentationAddress": "", "privacyAddress": "",
        "termsAddress": "",
      ], clock: clock.clock
    ) {
      var parts = EntryParts(
        journal: { storage }, secrets: storage, preferences: storage,
        handlers: RequestHandlers(otherwise: { call in
          switch call.name {
          case "login": return .done(["sessionId": "s1"])
          case "getUser": return .done(["user_name": "ada@example.org"])
          default: return .done()
          }
        }), http: { _ in .notSent },
        app: AppHooks(tell: { name, body in told.append("\(name) \(body)") }), clock: clock.clock,
        entropy: { 7 })
      parts.deviceFacts = {
        launches?.append("launch")
        await facts()
        return ["session": "absent", "network": true]
      }
      return parts
    }
  }

  private func signIn(_ entry: AppEntry) async throws {
    try await entry.wait { $0.scene.screen?["account"] != nil }
    entry.tap(try #require(entry.scene.screen?["account"]))
    try await entry.wait { $0.scene.screen?["password"] != nil }
    entry.type("ada@example.org", into: try #require(entry.scene.screen?["email"]))
    entry.type("a long password", into: try #require(entry.scene.screen?["password"]))
    try await entry.wait { $0.scene.screen?["submit"]?.isEnabled == true }
    entry.tap(try #require(entry.scene.screen?["submit"]))
    try await entry.wait { $0.scene.screen?.name == "home" }
  }

  @Test(
    "ENT-6: a link at a cold start waits until the device's facts are there, and opens after the sign-in"
  )
  func coldLink() async throws {
    let (gate, open) = AsyncStream.makeStream(of: Never.self)
    let entry = entry(facts: { for await _ in gate {} })
    // Before the first window, and while the launch waits for the device.
    await entry.opened(by: "notes://early")
    let life = Task { await entry.run() }
    await Task.yield()
    await entry.opened(by: "notes://7")
    open.finish()
    try await signIn(entry)
    while told.all.isEmpty { await Task.yield() }
    #expect(told.all.count == 1)
    #expect(told.all.first?.contains("notes://7") == true)
    life.cancel()
    await life.value
  }

  @Test("Closing one of two windows leaves the flow to the other; with the last it ends")
  func twoWindows() async throws {
    let launches = SharedList<String>()
    let entry = entry(counting: launches)
    let first = Task { await entry.run() }
    let second = Task { await entry.run() }
    try await entry.wait { $0.phase == .running }
    first.cancel()
    await first.value
    #expect(entry.phase == .running)
    try await signIn(entry)
    second.cancel()
    await second.value
    #expect(entry.phase == .notLaunched)
    #expect(launches.all.count == 1)
  }

  @Test("A thousand windows that open and close in any order never run the flow twice at once")
  func manyWindows() async throws {
    let entry = entry()
    var windows: [Task<Void, Never>] = []
    var closed: [Task<Void, Never>] = []
    var random = SeededRandom(seed: 24)
    for _ in 0..<1_000 {
      if windows.isEmpty || random.next() % 2 == 0 {
        windows.append(Task { await entry.run() })
      } else {
        closed.append(windows.remove(at: Int(random.next() % UInt64(windows.count))))
        closed.last?.cancel()
      }
      for _ in 0..<(random.next() % 4) { await Task.yield() }
    }
    windows.append(Task { await entry.run() })
    // Also one that was closed before it ran at all. What is tapped before the last of them has ended may go to a run
    // that ends with it.
    for window in closed { await window.value }
    try await entry.wait { $0.phase == .running }
    try await signIn(entry)
    for window in windows { window.cancel() }
    for window in windows { await window.value }
    #expect(entry.phase == .notLaunched)
  }

  @Test("A flood of links before the launch takes no more memory than a few")
  func flood() {
    var early = EarlyCount()
    for number in 0..<10_000 { early.add(number) }
    #expect(early.kept <= 64)
  }
}

/// Counts what an entry keeps, by its own rule.
private struct EarlyCount {
  var events = EarlyEvents()
  mutating func add(_ number: Int) { _ = events.keeps(.signal("link", .text("\(number)"))) }
  var kept: Int {
    var copy = events
    return copy.open().count
  }
}

/// xorshift64: the same numbers for the same seed.
struct SeededRandom {
  private var state: UInt64
  init(seed: UInt64) { state = seed }
  mutating func next() -> UInt64 {
    state ^= state << 13
    state ^= state >> 7
    state ^= state << 17
    return state
  }
}
