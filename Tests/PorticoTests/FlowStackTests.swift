import FlowMachine
import FlowRuntime
import Observation
import Portico
import PorticoTesting
import TestSupport
import Testing

/// The flows of an app over one another, as a view draws them.
@MainActor @Suite("The open flows of an app", .timeLimit(.minutes(20)))
struct FlowStackTests {
  let clock = TestClock(1_000_000)
  let journals = ["entry": SharedStorage(), "settings": SharedStorage()]
  let told = SharedList<String>()
  let kept = SharedList<String>()

  /// - Parameter isFresh: whether the account centre starts over each time it is opened.
  private func stack(
    opens others: [AppFlow] = [.settings], language: String? = nil, isFresh: Bool = false
  ) -> FlowStack {
    let (journals, clock, told, kept) = (journals, clock, told, kept)
    return FlowStack(
      .entry, opens: others, language: language,
      app: AppHooks(tell: { name, body in told.append("\(name) \(body)") }),
      keepLanguage: { kept.append($0) },
      make: { flow, app, language in
        let isEntry = flow.name == "entry"
        return AppEntry(
          flow,
          configuration: isEntry
            ? [
              "experiments": false, "push": false, "documentationAddress": "", "privacyAddress": "",
              "termsAddress": "",
            ] : [:], clock: clock.clock
        ) {
          let kept = isEntry || !isFresh ? journals[flow.name] : nil
          let storage = kept ?? SharedStorage()
          var parts = EntryParts(
            journal: { storage }, secrets: storage, preferences: storage,
            handlers: RequestHandlers(otherwise: { Self.answer($0.name) }),
            http: { _ in .notSent }, app: app, clock: clock.clock, entropy: { 7 })
          parts.language = language ?? "en"
          parts.deviceFacts = { ["session": "valid", "network": true] }
          return parts
        }
      })
  }

  private nonisolated static func answer(_ operation: String) -> Reply {
    switch operation {
    case "login", "extendSession": .done(["sessionId": "s1"])
    case "getUser": .done(["user_name": "ada@example.org", "name": "Ada"])
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

  private func show(_ stack: FlowStack, _ body: () async throws -> Void) async throws {
    let views = Views(stack)
    views.follow()
    try await body()
    await views.end()
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

  private func tap(_ element: ElementName, _ entry: AppEntry) async throws {
    try await entry.wait { $0.scene.screen?[element]?.isEnabled == true }
    entry.tap(try #require(entry.scene.screen?[element]))
  }

  /// The account centre over home, by one tap.
  private func openSettings(_ stack: FlowStack) async throws -> AppEntry {
    try await tap("settings", stack.flows[0].entry)
    try await until { stack.flows.count == 2 }
    let settings = stack.flows[1].entry
    try await settings.wait { $0.scene.screen?.name == "menu" }
    return settings
  }

  private func until(_ holds: () -> Bool) async throws {
    while !holds() {
      try Task.checkCancellation()
      await Task.yield()
    }
  }

  @Test(
    "CTR-12, CTR-1: everything in the account centre is two taps away from home, and closing it leads back",
    arguments: ["en", "de", "ar", "es", "ja"])
  func twoTaps(language: String) async throws {
    let stack = stack(language: language, isFresh: true)
    try await show(stack) {
      try await signIn(stack.flows[0].entry)
      let places: [ElementName: String] = [
        "editProfile": "profile", "appLanguage": "appLanguage", "identifiers": "identifiers",
        "changePassword": "newPassword",
        "passkeys": "passkeys", "twoStepSignIn": "twoStepSignIn", "devices": "devices",
        "activity": "activity", "accounts": "accounts", "downloadData": "downloading",
        "deleteAccount": "deletion",
      ]
      for (button, screen) in places.sorted(by: { $0.key < $1.key }) {
        let settings = try await openSettings(stack)
        try await tap(button, settings)
        try await settings.wait {
          $0.scene.screen?.name.split(separator: ".").last.map(String.init) == screen
        }
        #expect(settings.scene.isRightToLeft == (language == "ar"))
        stack.close(above: 0)
        #expect(stack.flows.map(\.name) == ["entry"])
      }
      let settings = try await openSettings(stack)
      try await tap("close", settings)
      try await until { stack.flows.count == 1 }
      #expect(stack.flows[0].entry.scene.screen?.name == "home")
      #expect(told.all == [])
    }
  }

  @Test(
    "CTR-2: a language that is chosen is that of all open flows, and is kept for the next launch")
  func language() async throws {
    let stack = stack()
    try await show(stack) {
      try await signIn(stack.flows[0].entry)
      let settings = try await openSettings(stack)
      try await tap("appLanguage", settings)
      try await settings.wait { $0.scene.screen?["newLanguage"] != nil }
      let choice = try #require(settings.scene.screen?["newLanguage"])
      guard case .choice(let shown) = choice.kind else { throw Unexpected(choice) }
      #expect(shown.selection == 0)
      settings.choose(2, in: choice)
      try await tap("submit", settings)
      try await until { stack.language == "ar" }
      #expect(stack.flows.map(\.name) == ["entry", "settings"])
      #expect(kept.all == ["ar"])
      for open in stack.flows { try await open.entry.wait { $0.scene.isRightToLeft } }
      try await stack.flows[0].entry.wait { $0.scene.screen?.name == "home" }
    }
  }

  @Test(
    "A flow that the app does not list is the app's own matter, and so is closing the first one")
  func unlisted() async throws {
    let stack = stack(opens: [])
    try await show(stack) {
      try await signIn(stack.flows[0].entry)
      try await tap("settings", stack.flows[0].entry)
      try await until { !told.all.isEmpty }
      #expect(stack.flows.map(\.name) == ["entry"])
      #expect(told.all.allSatisfy { $0.hasPrefix("openFlow ") && $0.contains("settings") })
    }
  }
}

/// Runs what a view shows: each entry while it is in the stack.
@MainActor
private final class Views {
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
