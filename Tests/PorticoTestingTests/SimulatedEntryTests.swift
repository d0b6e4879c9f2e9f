import Portico
import PorticoTesting
import Testing

@MainActor @Suite("An entry for previews and UI tests", .timeLimit(.minutes(20)))
struct SimulatedEntryTests {
  @Test("It begins where it should, and its screens can be used without a network")
  func uses() throws {
    let entry = try AppEntry.simulated(at: .codeAsked)
    #expect(entry.phase == .running)
    #expect(entry.scene.screen?.name == "account.confirming.confirm")
    entry.type("123456", into: try #require(entry.scene.screen?["code"]))
    entry.tap(try #require(entry.scene.screen?["submit"]))
    #expect(entry.scene.screen?.name == "home")
  }

  @Test("A launch argument names each of its states")
  func named() throws {
    let screens = try ["signedOut", "codeAsked", "signedIn"].map { name in
      let state = try #require(EntryState(rawValue: name))
      return try AppEntry.simulated(at: state).scene.screen?.name
    }
    #expect(screens == ["choosing", "account.confirming.confirm", "home"])
    #expect(EntryState(rawValue: "") == nil && EntryState.allCases.count == screens.count)
  }

  @Test("It is the same while a view runs it, and shows the language it was asked for")
  func language() async throws {
    let entry = try AppEntry.simulated(at: .signedOut, language: "ar")
    let view = Task { await entry.run() }
    await Task.yield()
    #expect(entry.scene.isRightToLeft)
    #expect(entry.language == "ar")
    view.cancel()
    await view.value
  }
}
