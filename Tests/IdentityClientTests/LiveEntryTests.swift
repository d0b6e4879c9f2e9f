import Foundation
import IdentityClient
import Portico
import PorticoLive
import PorticoTesting
import Synchronization
import Testing

/// An entry with its real parts, on storage that is in memory and a server that a test writes.
@MainActor @Suite("An entry on a device", .timeLimit(.minutes(20)))
struct LiveEntryTests {
  private let bench = Bench()

  private func host(_ folder: String) throws -> ClientHost {
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let ports = bench.ports
    return ClientHost(bench.settings, folder: folder, clock: bench.runtimeClock) { _ in
      (ports, isNew: false)
    }
  }

  /// With a folder of its own, as a flow that was not there before.
  private func entry(_ device: Device) throws -> AppEntry {
    let folder = NSTemporaryDirectory() + "portico-live-\(UUID().uuidString)"
    let session = PorticoSession(try host(folder), "en", device: device) { _ in
      throw CancellationError()
    }
    return .live(
      .entry, session: session,
      configuration: ["experiments": false, "signInByPhone": false, "signInByProvider": false],
      language: "en")
  }

  private func serve() {
    bench.answer { request in
      switch (request.method, request.path) {
      case ("POST", "/v1/login"), ("POST", "/v1/session/refresh"): .tokens(1)
      case ("GET", "/v1/user"): .json(#"{"user_name":"ada@example.org","name":"Ada"}"#)
      default: .json(#"{"status":"success"}"#)
      }
    }
  }

  /// Another flow of the app, or an earlier version of it, has signed in.
  private func signIn() async {
    serve()
    let client = bench.client()
    await client.wake()
    _ = await client.perform("login", parameters: Array(#"{"user_name":"a"}"#.utf8))
  }

  private func signIn(_ entry: AppEntry) async throws {
    serve()
    try await entry.wait {
      $0.scene.screen?["account"] != nil || $0.scene.screen?["password"] != nil
    }
    if let account = entry.scene.screen?["account"] { entry.tap(account) }
    try await entry.wait { $0.scene.screen?["password"] != nil }
    entry.type("ada@example.org", into: try #require(entry.scene.screen?["email"]))
    entry.type("a long password", into: try #require(entry.scene.screen?["password"]))
    try await entry.wait { $0.scene.screen?["submit"]?.isEnabled == true }
    entry.tap(try #require(entry.scene.screen?["submit"]))
    try await entry.wait { $0.scene.screen?.name == "home" }
  }

  @Test("PHN-1: a second or renamed flow of an installed app wipes neither session nor device key")
  func secondFlow() async throws {
    await signIn()
    bench.storage.put("flow/other/handle", [7])
    let before = bench.storage.items
    #expect(before[SecureItem.session] != nil && before[SecureItem.deviceKey] != nil)
    let entry = try entry(Device())
    let life = Task { await entry.run() }
    try await entry.wait { $0.scene.screen?.elements.contains(where: \.isEnabled) == true }
    for (name, value) in before { #expect(bench.storage.items[name] == value, "\(name)") }
    life.cancel()
    await life.value
  }

  @Test("PHN-7: a token that the platform changes at home is sent, once, whatever it repeats")
  func changedToken() async throws {
    var device = Device()
    let (changes, post) = AsyncStream.makeStream(of: String.self)
    device.push = Device.Push(request: { .unavailable }, changes: { changes })
    let entry = try entry(device)
    let life = Task { await entry.run() }
    try await signIn(entry)
    for (index, token) in ["0a", "0b"].enumerated() {
      post.yield(token)
      post.yield(token)
      while sent.count <= index {
        try Task.checkCancellation()
        await Task.yield()
      }
    }
    #expect(sent.count == 2)
    #expect(sent.first?.contains("0a") == true && sent.last?.contains("0b") == true)
    life.cancel()
    await life.value
  }

  private var sent: [String] {
    bench.requests.withLock { $0 }.filter { $0.path.hasSuffix("/mobile_platform_endpoint") }
      .map { String(decoding: $0.body, as: UTF8.self) }
  }

  @Test("A flow asks the device of its session, unless it is given one of its own")
  func sharedDevice() async throws {
    let asked = Mutex(0)
    var device = Device()
    device.region = {
      asked.withLock { $0 += 1 }
      return "DE"
    }
    let entry = try entry(device)
    let life = Task { await entry.run() }
    try await entry.wait { $0.scene.screen != nil }
    #expect(asked.withLock { $0 } == 1)
    life.cancel()
    await life.value
  }

  @Test("While storage is locked, the session says so, whoever has tried to read it")
  func unavailable() async throws {
    let isLocked = Mutex(true)
    let ports = bench.ports
    let host = ClientHost(bench.settings, folder: "") { _ throws(SecureStoreFailure) in
      if isLocked.withLock({ $0 }) { throw .locked }
      return (ports, isNew: false)
    }
    let session = PorticoSession(host, "en") { _ in throw CancellationError() }
    var changes = session.changes.makeAsyncIterator()
    #expect(await changes.next() == .unknown)
    await #expect(throws: SessionError.storageUnavailable) { try await session.restore() }
    #expect(session.state == .unavailable)
    #expect(await changes.next() == .unavailable)
    isLocked.withLock { $0 = false }
    await signIn()
    try await session.restore()
    #expect(session.state == .signedIn)
  }
}
