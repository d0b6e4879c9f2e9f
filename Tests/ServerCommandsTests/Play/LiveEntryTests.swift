import Foundation
import IdentityDomain
import IdentityKeys
import NotesEntry
import Portico
import PorticoTesting
import ServerCommands
import Testing

/// The entry of the example app with all that it has on a device, but for views, against a server that
/// is really there.
@MainActor @Suite("The entry of an app against a real server", .timeLimit(.minutes(20)))
struct LiveEntryTests {
  let folder = FileManager.default.temporaryDirectory
    .appendingPathComponent("portico-live-\(UUID().uuidString)").path

  /// One process of the app. It ends without a word: nothing is told to the flow or the client.
  @MainActor final class Life {
    let entry: AppEntry
    private let task: Task<Void, Never>

    init(_ server: LocalServer, _ folder: String) {
      let entry = notesEntry(notesSession(server: server.address, folder: folder))
      self.entry = entry
      task = Task { await entry.run() }
    }

    func kill() async {
      task.cancel()
      await task.value
    }

    func waitFor(_ element: ElementName) async throws {
      try await entry.wait { $0.scene.screen?[element] != nil }
    }

    func type(_ text: String, into element: ElementName) throws {
      entry.type(text, into: try #require(entry.scene.screen?[element]))
    }

    func tap(_ element: ElementName) async throws {
      try await entry.wait { $0.scene.screen?[element]?.isEnabled == true }
      entry.tap(try #require(entry.scene.screen?[element]))
    }
  }

  @Test("ENT-3, CMP-8, PHN-1: a registration goes on after a kill, the session after another one")
  func journey() async throws {
    let server = try await LocalServer(clock: SystemClock())
    defer { try? FileManager.default.removeItem(atPath: folder) }

    let first = Life(server, folder)
    try await first.tap("account")
    try await first.tap("register")
    try await first.entry.wait { $0.scene.screen?.name == "account.signUp" }
    try first.type("ann@example.com", into: "email")
    try first.type("staple battery", into: "password")
    try await first.tap("submit")
    try await first.waitFor("code")
    await server.settle()
    let code = try #require(server.newestCode(in: "email"))
    await first.kill()

    let second = Life(server, folder)
    try await second.waitFor("code")
    await server.settle()
    #expect(server.newestCode(in: "email") == code, "no second message")
    try second.type(code, into: "code")
    try await second.tap("submit")
    try await second.entry.wait { $0.scene.screen?.view == "home" && $0.services.count == 3 }
    #expect(second.entry.services == ["ChatEngine", "ContactsEngine", "LocationEngine"])
    await second.kill()

    // ENT-2: the client's session is known before the first screen is chosen.
    let third = Life(server, folder)
    try await third.entry.wait { $0.scene.screen != nil }
    #expect(third.entry.scene.screen?.view == "home")
    try await third.entry.wait { $0.scene.screen?["write"]?.isEnabled == true }
    third.entry.signal("logout")
    try await third.waitFor("account")
    try await third.entry.wait { entry in
      entry.scene.screen?.elements.contains { $0.text == "You have signed out." } == true
    }
    await third.kill()
    await server.stop()
  }
}
