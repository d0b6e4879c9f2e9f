import Foundation
import IdentityClient
import Portico
import PorticoLive
import PorticoTesting
import Synchronization
import Testing

/// Two flows of one app, with the client that they share and a server that a test writes.
@MainActor @Suite("Flows that share a session", .timeLimit(.minutes(20)))
struct SharedSessionTests {
  private let bench = Bench()
  private let folder = NSTemporaryDirectory() + "portico-" + UUID().uuidString

  private nonisolated static let returnAddress = "notes:/signed-in"

  private func entry() async throws -> AppEntry {
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    bench.answer { request in Self.answer(request) }
    let ports = bench.ports
    let host = ClientHost(bench.settings, folder: folder, clock: bench.runtimeClock) { _ in
      (ports, isNew: true)
    }
    let session = PorticoSession(host, "en") { _ in throw CancellationError() }
    var device = Device()
    device.providers = ProviderPages(
      returnAddress: { Self.returnAddress }, open: { _, _ in true })
    return .live(
      .entry, session: session,
      configuration: [
        "experiments": false, "push": false, "signInByPhone": false, "signInByProvider": false,
      ], language: "en", device: device)
  }

  private nonisolated static func answer(_ request: ClientRequest) -> ClientOutcome {
    switch (request.method, request.path) {
    case ("POST", "/v1/login"), ("POST", "/v1/session/refresh"): .tokens(1)
    case ("GET", "/v1/user"): .json(#"{"user_name":"ada@example.org","name":"Ada"}"#)
    case ("DELETE", "/v1/user"): .json(#"{"status":"success","sent_to":"a…a@example.org"}"#)
    case ("GET", "/v1/sessions"): .json(#"{"sessions":[]}"#)
    case ("GET", "/v1/user/providers"): .json(#"{"providers":[]}"#)
    case ("GET", "/v1/federation/providers"):
      .json(#"{"providers":[{"id":"google","brand":"google","name":"Google"}]}"#)
    case ("POST", "/v1/user/providers"):
      .json(#"{"token":"T","state":"S","authorization_url":"https://id.example.net/"}"#)
    default: .json(#"{"status":"success"}"#)
    }
  }

  /// Home with the account centre beside it.
  private func signedIn(
    _ body: (AppEntry, AccountFlow, AppEntry) async throws -> Void
  ) async throws {
    let entry = try await entry()
    let life = Task { await entry.run() }
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try await entry.wait {
      $0.scene.screen?.name == "choosing" || $0.scene.screen?["password"] != nil
    }
    if let account = entry.scene.screen?["account"] { entry.tap(account) }
    try await entry.wait { $0.scene.screen?["password"] != nil }
    entry.type("ada@example.org", into: try #require(entry.scene.screen?["email"]))
    entry.type("a long password", into: try #require(entry.scene.screen?["password"]))
    try await tap("submit", entry)
    try await entry.wait { $0.scene.screen?.name == "home" }
    let account = try #require(entry.account)
    let view = Task { await account.run() }
    while account.entry?.scene.screen?.name != "menu" {
      try Task.checkCancellation()
      await Task.yield()
    }
    try await body(entry, account, try #require(account.entry))
    view.cancel()
    life.cancel()
    await view.value
    await life.value
  }

  private func tap(_ element: ElementName, _ entry: AppEntry) async throws {
    try await entry.wait { $0.scene.screen?[element]?.isEnabled == true }
    entry.tap(try #require(entry.scene.screen?[element]))
  }

  private func leavesHome(_ entry: AppEntry) async throws {
    try await entry.wait { $0.scene.screen.map { $0.name != "home" } ?? false }
  }

  @Test("CTR-1, ENT-5: signing out in the account centre leads the entry back to its sign-in")
  func signOut() async throws {
    try await signedIn { entry, account, settings in
      try await tap("leave", settings)
      try await leavesHome(entry)
      #expect(account.entry == nil)
    }
  }

  @Test("CTR-10: deleting the account in the account centre leads the entry back to its sign-in")
  func deletion() async throws {
    try await signedIn { entry, account, settings in
      try await tap("deleteAccount", settings)
      try await tap("send", settings)
      try await settings.wait { $0.scene.screen?["code"]?.isEnabled == true }
      settings.type("123456", into: try #require(settings.scene.screen?["code"]))
      try await tap("submit", settings)
      try await leavesHome(entry)
      #expect(account.entry == nil)
    }
  }

  @Test("CTR-1: a session that the server ends is over for every flow that is open")
  func ended() async throws {
    try await signedIn { entry, account, settings in
      bench.answer { request in
        switch request.path {
        case "/v1/sessions": .failure(300_024, "unauthorized", 401)
        case "/v1/session/refresh":
          .failure(101_016, "session_over", 401, more: #","cause":"password_changed""#)
        default: Self.answer(request)
        }
      }
      try await tap("devices", settings)
      try await leavesHome(entry)
      while account.entry != nil { await Task.yield() }
    }
  }

  @Test("CTR-12: the entry's own home opens the account centre without a line of the app's")
  func wanted() async throws {
    try await signedIn { entry, account, _ in
      #expect(!account.isWanted)
      try await tap("settings", entry)
      while !account.isWanted { await Task.yield() }
    }
  }

  @Test(
    "Once the account centre is closed, the entry below still hears of the device and the session")
  func stillHears() async throws {
    try await signedIn { entry, account, settings in
      try await tap("close", settings)
      while account.closings == 0 { await Task.yield() }
      try await tap("leave", entry)
      try await leavesHome(entry)
    }
  }

  @Test("FED-8, CMP-7: a return that reaches every view ends the sign-in at the provider, once")
  func returned() async throws {
    try await signedIn { entry, _, settings in
      try await tap("accounts", settings)
      try await tap("link", settings)
      try await settings.wait {
        $0.scene.screen?.name == "linking.chooseLink" && $0.scene.screen?["provider"] != nil
      }
      settings.choose(0, in: try #require(settings.scene.screen?["provider"]))
      try await settings.wait { $0.scene.screen?["openAgain"]?.isEnabled == true }
      let address = Self.returnAddress + "?state=S&code=C"
      let deliveries = [entry, settings, entry].map { $0.receive(address) }
      for delivery in deliveries { await delivery.value }
      try await settings.wait { $0.scene.screen?.name == "accounts" }
      let sent = bench.requests.withLock { requests in
        requests.filter { $0.path == "/v1/user/providers/completion" }
      }
      #expect(sent.count == 1)
      #expect(entry.scene.screen?.name == "home")
    }
  }
}
