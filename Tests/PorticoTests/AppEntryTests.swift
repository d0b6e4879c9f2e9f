import FlowMachine
import FlowRuntime
import Portico
import PorticoTesting
import StandardFlows
import TestSupport
import Testing

/// The model that a view binds, in a time that the test moves.
/// What never comes fails at the limit, instead of hanging for good.
@MainActor @Suite("The entry of an app", .timeLimit(.minutes(20)))
struct AppEntryTests {
  let clock = TestClock(1_000_000)
  let storage = SharedStorage()
  let reports = SharedList<String>()

  func entry(
    _ flow: AppFlow? = nil, startService: @escaping @Sendable (String) throws -> Void = { _ in },
    handlers: RequestHandlers? = nil
  ) -> AppEntry {
    let (storage, reports) = (storage, reports)
    var app = AppHooks(startService: startService)
    app.report = { report in
      switch report {
      case .serviceFailed(let name, _): reports.append("service \(name)")
      case .notice(let words): reports.append(words)
      }
    }
    let parts = EntryParts(
      journal: { storage }, secrets: storage, preferences: storage,
      handlers: handlers ?? RequestHandlers(otherwise: { _ in .done() }),
      http: { _ in .notSent }, app: app, clock: clock.clock, entropy: { 0x1234_5678 })
    return AppEntry(flow ?? .onboarding, clock: clock.clock) { parts }
  }

  let onboarding = RequestHandlers(operation: { call in
    switch call.name {
    case "rLogin": .done(["sessionId": "s1"])
    case "rFetchExperiments": .done("screenB1")
    default: .done()
    }
  })

  @Test("ONB-5: shows the flow's screens one after the other as the person taps")
  func walk() async throws {
    let entry = entry(handlers: onboarding)
    let life = Task { await entry.run() }
    try await entry.wait { $0.scene.screen?.name == "screenB1" }
    #expect(entry.phase == .running)
    let goal = try #require(entry.scene.screen?["dailyGoal"])
    guard case .choice(let choice) = goal.kind else { throw Unexpected(goal) }
    #expect(choice.style == .wheel)
    #expect(choice.options.count == 5)
    entry.choose(0, in: goal)
    try await entry.wait { entry in
      guard case .choice(let choice) = entry.scene.screen?["dailyGoal"]?.kind else { return false }
      return choice.selection == 0
    }
    entry.tap(try #require(entry.scene.screen?["next"]))
    try await entry.wait { $0.scene.screen?.name == "screenC1" }
    #expect(entry.scene.screen?.hasBack == true)
    clock.advance(by: 3_000)
    try await entry.wait { $0.scene.screen?.name == "screenD" }
    life.cancel()
    await life.value
    #expect(entry.phase == .notLaunched)
  }

  @Test("ONB-2: a second launch goes on where the first one was")
  func relaunch() async throws {
    let first = entry(handlers: onboarding)
    let life = Task { await first.run() }
    try await first.wait { $0.scene.screen?.name == "screenB1" }
    life.cancel()
    await life.value
    let second = entry(handlers: onboarding)
    let next = Task { await second.run() }
    try await second.wait { $0.scene.screen?.name == "screenB1" }
    next.cancel()
    await next.value
  }

  @Test("CTR-4: a new password is rated by the operation that the app gives, and nothing else is")
  func strength() async throws {
    let asked = SharedList<String>()
    let handlers = RequestHandlers(operation: { call in
      asked.append("\(call.name) \(call.parameters)")
      guard case .text(let password) = call.parameters["password"] else { return .notSent }
      return switch password {
      case "offline": .notSent
      case "refused": .answered(status: 429, body: Array(#"{"strength":1}"#.utf8))
      case "strange": .done(["strength": .number(7)])
      default: .done(["status": "success", "strength": .number(3)])
      }
    })
    let entry = entry(handlers: handlers)
    let new = Element(id: 0, kind: .field(.init(content: .newPassword, isSecret: true)))
    #expect(await entry.strength(of: "seven brown foxes", in: new) == .strong)
    for none in ["", "offline", "refused", "strange"] {
      #expect(await entry.strength(of: none, in: new) == nil, "\(none)")
    }
    let count = asked.all.count
    let present = Element(id: 0, kind: .field(.init(content: .password, isSecret: true)))
    #expect(await entry.strength(of: "seven brown foxes", in: present) == nil)
    #expect(asked.all.count == count && count == 4)
    #expect(asked.all.allSatisfy { $0.hasPrefix("passwordStrength ") })
  }

  @Test("CMP-4: waits while stored data cannot be read, and then continues by itself")
  func locked() async throws {
    storage.lockUp()
    let entry = entry(handlers: onboarding)
    let life = Task { await entry.run() }
    try await entry.wait { $0.phase == .waitingForStorage }
    storage.unlock()
    clock.advance(by: 500)
    try await entry.wait { $0.scene.screen?.name == "screenB1" }
    life.cancel()
    await life.value
  }

  @Test("CMP-4: an entry can be created before what it needs can be read, and continues by itself")
  func partsComeLater() async throws {
    let (storage, clock, isLocked) = (storage, clock, SharedList<Bool>())
    isLocked.append(true)
    let entry = AppEntry(.onboarding, clock: clock.clock) {
      [onboarding] () throws(StorageFailure) in
      if isLocked.all.last == true { throw .locked }
      return EntryParts(
        journal: { storage }, secrets: storage, preferences: storage, handlers: onboarding,
        http: { _ in .notSent }, app: AppHooks(), clock: clock.clock, entropy: { 1 })
    }
    let life = Task { await entry.run() }
    try await entry.wait { $0.phase == .waitingForStorage }
    isLocked.append(false)
    clock.advance(by: 500)
    try await entry.wait { $0.scene.screen?.name == "screenB1" }
    life.cancel()
    await life.value
  }

  @Test("a folder that can never be used is reported, and not waited for")
  func uselessFolder() async {
    let entry = AppEntry(.onboarding, clock: clock.clock) {
      () throws(StorageFailure) in throw .broken("No such file or directory")
    }
    await entry.run()
    #expect(
      entry.phase == .refused("The app's storage cannot be used: No such file or directory."))
  }

  @Test(
    "ACC-6: a link to a placeholder, or to an invalid address, is refused",
    arguments: [
      ("https://portico.invalid/privacy", "which is a placeholder"),
      ("https://example.com.invalid:8080", "which is a placeholder"),
      ("http://example.com", "which is no https: address"),
      ("javascript:alert(1)", "which is no https: address"),
      ("https:///privacy", "which names no host"),
      ("https://example.com/privacy", nil), ("mailto:help@example.com", nil), ("", nil),
    ] as [(String, String?)])
  func addresses(address: String, problem: String?) async throws {
    var configuration: [String: JSONValue] = [
      "documentationAddress": "", "termsAddress": "https://example.com/terms",
    ]
    configuration["privacyAddress"] = .text(address)
    let entry = AppEntry(.account, configuration: configuration, clock: clock.clock) {
      [clock, storage] in
      EntryParts(
        journal: { storage }, secrets: storage, preferences: storage,
        handlers: RequestHandlers(otherwise: { _ in .done() }), http: { _ in .notSent },
        app: AppHooks(), clock: clock.clock, entropy: { 1 })
    }
    let life = Task { await entry.run() }
    try await entry.wait { $0.phase != .notLaunched }
    if let problem {
      guard case .refused(let words) = entry.phase else { throw Unexpected(entry.phase) }
      #expect(
        words.hasPrefix("The flow's configuration `privacyAddress` is `\(address)`, \(problem)."))
    } else {
      #expect(entry.phase == .running)
    }
    life.cancel()
    await life.value
  }

  @Test("PHN-7: says when the app came to the front and when the network came back")
  func cameBack() async throws {
    let (count, clock, storage) = (SharedList<Bool>(), clock, storage)
    let entry = AppEntry(.onboarding, clock: clock.clock) { [onboarding] in
      var parts = EntryParts(
        journal: { storage }, secrets: storage, preferences: storage, handlers: onboarding,
        http: { _ in .notSent }, app: AppHooks(), clock: clock.clock, entropy: { 1 })
      parts.cameBack = { count.append(true) }
      return parts
    }
    let life = Task { await entry.run() }
    try await entry.wait { $0.scene.screen?.name == "screenB1" }
    entry.tell("network", false)
    entry.tell("network", true)
    entry.enterBackground()
    entry.enterForeground()
    while count.all.count < 2 { await Task.yield() }
    life.cancel()
    await life.value
    #expect(count.all.count == 2)
  }

  @Test("says before the launch what the flow needs and the app does not provide")
  func missing() async throws {
    let entry = entry(handlers: RequestHandlers())
    await entry.run()
    guard case .refused(let words) = entry.phase else { throw Unexpected(entry.phase) }
    #expect(words.hasPrefix("The flow asks for what the app does not give: operation: "))
  }
}

struct Unexpected: Error {
  let found: String
  init(_ found: some Any) { self.found = "\(found)" }
}
