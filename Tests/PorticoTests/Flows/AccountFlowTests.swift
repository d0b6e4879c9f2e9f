import FlowRuntime
import Portico
import PorticoTesting
import TestSupport
import Testing

/// The account centre inside an app's home, as `AccountView` shows it.
@MainActor @Suite("The account centre in an app's home", .timeLimit(.minutes(20)))
struct AccountFlowTests {
  private let house = FlowHouse()

  /// The account centre of a signed-in user, shown by one view.
  private func shown(
    _ body: (FlowStack, AccountFlow, AppEntry) async throws -> Void
  ) async throws {
    let stack = house.stack()
    try await house.show(stack) {
      let home = stack.flows[0].entry
      try await house.signIn(home)
      let account = try #require(home.account)
      let view = Task { await account.run() }
      try await body(stack, account, try await menu(of: account))
      view.cancel()
      await view.value
      // The next user must not see the screen of this one.
      #expect(account.entry == nil)
    }
  }

  private func menu(of account: AccountFlow) async throws -> AppEntry {
    try await house.until { account.entry?.scene.screen?.name == "menu" }
    return try #require(account.entry)
  }

  @Test("CTR-1: it is the flow `settings` beside home, and its button asks to be left")
  func close() async throws {
    try await shown { stack, account, settings in
      #expect(stack.flows.map(\.name) == ["entry"])
      #expect(stack.flows[0].entry.scene.screen?.name == "home")
      try await house.tap("close", settings)
      try await house.until { account.closings == 1 }
      #expect(house.told.all == [])
    }
  }

  @Test("Two windows share one flow, which ends with the last of them and leaves no screen behind")
  func windows() async throws {
    try await shown { _, account, settings in
      let second = Task { await account.run() }
      try await house.tap("devices", settings)
      try await settings.wait { $0.scene.screen?.name == "devices" }
      #expect(account.entry === settings)
      second.cancel()
      await second.value
      #expect(account.entry === settings)
      #expect(settings.phase == .running)
    }
  }

  @Test("CTR-1: once the user has signed out it ends, and what is shown next is another flow")
  func signOut() async throws {
    try await shown { _, account, settings in
      try await house.tap("leave", settings)
      try await house.until { account.closings == 1 }
      #expect(account.entry == nil)
    }
  }

  @Test("CTR-10: once the account is deleted it ends")
  func deletion() async throws {
    try await shown { _, account, settings in
      try await house.tap("deleteAccount", settings)
      try await house.tap("send", settings)
      try await settings.wait { $0.scene.screen?["code"]?.isEnabled == true }
      settings.type("123456", into: try #require(settings.scene.screen?["code"]))
      try await house.tap("submit", settings)
      try await house.until { account.entry == nil }
      #expect(account.closings == 1)
      #expect(house.asked.all.contains("deleteUser"))
    }
  }

  @Test(
    "CTR-11: a sign-out is answered before the flow ends, so the next user is not signed out by it")
  func answered() async throws {
    try await shown { stack, account, settings in
      await house.signOuts.shut()
      try await house.tap("leave", settings)
      try await house.until { account.entry == nil }
      try await house.until { house.asked.all.contains("signOut") }
      // The view is gone, and the flow waits for the answer.
      #expect(settings.phase == .running)
      await house.signOuts.open()
      try await house.until { settings.phase == .notLaunched }
      // The next user's own opens, although the flow was left where it says that the session is over.
      await house.answers.shut()
      let again = Task { await account.run() }
      try await house.until { account.entry?.phase == .running }
      #expect(account.entry?.scene.screen == nil)
      await house.answers.open()
      _ = try await menu(of: account)
      #expect(account.closings == 1)
      #expect(house.asked.all.filter { $0 == "signOut" }.count == 1)
      again.cancel()
      await again.value
    }
  }

  @Test("CTR-11: a sign-out without an answer does not hold the flow for ever")
  func bounded() async throws {
    try await shown { _, account, settings in
      await house.signOuts.shut()
      try await house.tap("leave", settings)
      try await house.until { account.entry == nil && house.asked.all.contains("signOut") }
      try await house.until {
        house.clock.advance(by: 1_000)
        return settings.phase == .notLaunched
      }
      await house.signOuts.open()
    }
  }

  @Test("CTR-2: a language that is chosen in it is that of the app and of the next launch")
  func language() async throws {
    try await shown { stack, account, settings in
      try await choose(2, in: settings)
      try await house.until { stack.language == "ar" }
      #expect(house.kept.all == ["ar"])
      try await stack.flows[0].entry.wait { $0.scene.isRightToLeft }
      try await settings.wait { $0.scene.isRightToLeft && $0.language == "ar" }
    }
  }

  private func choose(_ place: Int, in settings: AppEntry) async throws {
    try await house.tap("appLanguage", settings)
    try await settings.wait { $0.scene.screen?["newLanguage"] != nil }
    settings.choose(place, in: try #require(settings.scene.screen?["newLanguage"]))
    try await house.tap("submit", settings)
  }

  @Test("An entry without an identity server has no account centre")
  func none() {
    #expect(AppEntry.showing(EntryScene()).account == nil)
  }
}
