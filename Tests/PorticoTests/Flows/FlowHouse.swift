import FlowMachine
import FlowRuntime
import Observation
import Portico
import PorticoTesting
import TestSupport
import Testing

/// The flows `entry` and `settings` of an app on made-up parts, with a server that answers as its user would want.
@MainActor final class FlowHouse {
  let clock = TestClock(1_000_000)
  let journals = ["entry": SharedStorage(), "settings": SharedStorage()]
  let told = SharedList<String>()
  let kept = SharedList<String>()
  /// The operations that were asked for.
  let asked = SharedList<String>()
  /// The flows that were asked to keep a return from a provider, with its address.
  let returned = SharedList<String>()
  nonisolated static let returnAddress = "notes:/signed-in"
  /// Holds the answers to sign-outs back while it is shut.
  let signOuts = Gate()
  /// Holds all answers back while it is shut.
  let answers = Gate()

  nonisolated static let plain: [String: JSONValue] = [
    "experiments": false, "push": false, "documentationAddress": "", "privacyAddress": "",
    "termsAddress": "",
  ]

  /// - Parameter isFresh: whether the account centre starts over each time it is opened.
  func stack(
    opens others: [AppFlow] = [.settings], language: String? = nil, isFresh: Bool = false
  ) -> FlowStack {
    let (told, kept) = (told, kept)
    return FlowStack(
      .entry, opens: others, language: language,
      app: AppHooks(tell: { name, body in told.append("\(name) \(body)") }),
      keepLanguage: { kept.append($0) },
      make: { [self] flow, app, language in
        var parts = parts(of: flow, isFresh: isFresh)
        parts.app = app
        parts.language = language ?? "en"
        let configuration = flow.name == "entry" ? Self.plain : [:]
        return AppEntry(flow, configuration: configuration, clock: clock.clock) { [parts] in parts }
      })
  }

  /// What a flow needs, with the hooks of an app that has one flow.
  func parts(of flow: AppFlow, isFresh: Bool = false) -> EntryParts {
    let (asked, signOuts, answers) = (asked, signOuts, answers)
    let (returned, told, name) = (returned, told, flow.name)
    let storage = isFresh && name != "entry" ? SharedStorage() : journals[name] ?? SharedStorage()
    var parts = EntryParts(
      journal: { storage }, secrets: storage, preferences: storage,
      handlers: RequestHandlers(otherwise: { call in
        asked.append(call.name)
        if call.name == "signOut" { await signOuts.pass() }
        await answers.pass()
        return Self.answer(call.name)
      }),
      http: { _ in .notSent },
      app: AppHooks(tell: { name, body in told.append("\(name) \(body)") }),
      clock: clock.clock, entropy: { 7 })
    parts.language = "en"
    parts.deviceFacts = { ["session": "valid", "network": true] }
    parts.returned = { address in
      guard address.hasPrefix(Self.returnAddress + "?") else { return false }
      returned.append("\(name) \(address)")
      return true
    }
    return parts
  }

  private nonisolated static func answer(_ operation: String) -> Reply {
    switch operation {
    case "login", "extendSession": .done(["sessionId": "s1"])
    case "getUser": .done(["user_name": "ada@example.org", "name": "Ada"])
    case "deleteUser": .done(["sent_to": "a…a@example.org"])
    case "getSessions": .done(["sessions": .list([])])
    case "getLinkedProviders": .done(["providers": .list([])])
    case "getPasskeys": .done(["passkeys": .list([])])
    case "getSecurityEvents": .done(["events": .list([])])
    case "getIdentifiers": .done(["identifiers": .list([])])
    case "getFactors":
      .done(["has_password": true, "two_steps": false, "required": false, "totp": .list([])])
    default: .done()
    }
  }

  func show(_ stack: FlowStack, _ body: () async throws -> Void) async throws {
    let views = Views(stack)
    views.follow()
    try await body()
    await views.end()
  }

  func signIn(_ entry: AppEntry) async throws {
    try await entry.wait { $0.scene.screen?["account"] != nil }
    entry.tap(try #require(entry.scene.screen?["account"]))
    try await entry.wait { $0.scene.screen?["password"] != nil }
    entry.type("ada@example.org", into: try #require(entry.scene.screen?["email"]))
    entry.type("a long password", into: try #require(entry.scene.screen?["password"]))
    try await entry.wait { $0.scene.screen?["submit"]?.isEnabled == true }
    entry.tap(try #require(entry.scene.screen?["submit"]))
    try await entry.wait { $0.scene.screen?.name == "home" }
  }

  func tap(_ element: ElementName, _ entry: AppEntry) async throws {
    try await entry.wait { $0.scene.screen?[element]?.isEnabled == true }
    entry.tap(try #require(entry.scene.screen?[element]))
  }

  /// The account centre over home, by one tap.
  func openSettings(_ stack: FlowStack) async throws -> AppEntry {
    try await tap("settings", stack.flows[0].entry)
    try await until { stack.flows.count == 2 }
    let settings = stack.flows[1].entry
    try await settings.wait { $0.scene.screen?.name == "menu" }
    return settings
  }

  /// Lets all others go on until something holds; what never does is a failure, not a wait for ever.
  func until(_ holds: () -> Bool) async throws {
    for _ in 0..<10_000_000 {
      guard !holds() else { return }
      try Task.checkCancellation()
      await Task.yield()
    }
    try #require(holds())
  }
}

/// Something that waits until it is let through.
actor Gate {
  private var isShut = false
  private var waiting: [CheckedContinuation<Void, Never>] = []

  func shut() { isShut = true }

  func open() {
    isShut = false
    for one in waiting { one.resume() }
    waiting = []
  }

  func pass() async {
    if isShut { await withCheckedContinuation { waiting.append($0) } }
  }
}

/// Runs what a view shows: each entry while it is in the stack.
@MainActor
final class Views {
  private let stack: FlowStack
  private var lives: [Int: Task<Void, Never>] = [:]

  init(_ stack: FlowStack) { self.stack = stack }

  func follow() {
    withObservationTracking {
      for open in stack.flows where lives[open.id] == nil {
        lives[open.id] = Task { await open.entry.run() }
      }
      for id in lives.keys where !stack.flows.contains(where: { $0.id == id }) {
        lives.removeValue(forKey: id)?.cancel()
      }
    } onChange: { [weak self] in
      Task { @MainActor in self?.follow() }
    }
  }

  func end() async {
    for life in lives.values { life.cancel() }
    for life in lives.values { await life.value }
  }
}
