import Portico
import PorticoTesting
import TestSupport
import Testing

/// The flows of an app over one another, as a view draws them.
@MainActor @Suite("The open flows of an app", .timeLimit(.minutes(20)))
struct FlowStackTests {
  private let house = FlowHouse()

  @Test(
    "CTR-12, CTR-1: everything in the account centre is two taps away from home, and closing it leads back",
    arguments: ["en", "de", "ar", "es", "ja"])
  func twoTaps(language: String) async throws {
    let stack = house.stack(language: language, isFresh: true)
    try await house.show(stack) {
      try await house.signIn(stack.flows[0].entry)
      let places: [ElementName: String] = [
        "editProfile": "profile", "appLanguage": "appLanguage", "identifiers": "identifiers",
        "changePassword": "newPassword",
        "passkeys": "passkeys", "twoStepSignIn": "twoStepSignIn", "devices": "devices",
        "activity": "activity", "accounts": "accounts", "downloadData": "downloading",
        "deleteAccount": "deletion",
      ]
      for (button, screen) in places.sorted(by: { $0.key < $1.key }) {
        let settings = try await house.openSettings(stack)
        try await house.tap(button, settings)
        try await settings.wait {
          $0.scene.screen?.name.split(separator: ".").last.map(String.init) == screen
        }
        #expect(settings.scene.isRightToLeft == (language == "ar"))
        stack.close(above: 0)
        #expect(stack.flows.map(\.name) == ["entry"])
      }
      let settings = try await house.openSettings(stack)
      try await house.tap("close", settings)
      try await house.until { stack.flows.count == 1 }
      #expect(stack.flows[0].entry.scene.screen?.name == "home")
      #expect(house.told.all == [])
    }
  }

  @Test(
    "CTR-2: a language that is chosen is that of all open flows, and is kept for the next launch")
  func language() async throws {
    let stack = house.stack()
    try await house.show(stack) {
      try await house.signIn(stack.flows[0].entry)
      let settings = try await house.openSettings(stack)
      try await house.tap("appLanguage", settings)
      try await settings.wait { $0.scene.screen?["newLanguage"] != nil }
      let choice = try #require(settings.scene.screen?["newLanguage"])
      guard case .choice(let shown) = choice.kind else { throw Unexpected(choice) }
      #expect(shown.selection == 0)
      settings.choose(2, in: choice)
      try await house.tap("submit", settings)
      try await house.until { stack.language == "ar" }
      #expect(stack.flows.map(\.name) == ["entry", "settings"])
      #expect(house.kept.all == ["ar"])
      for open in stack.flows { try await open.entry.wait { $0.scene.isRightToLeft } }
      try await stack.flows[0].entry.wait { $0.scene.screen?.name == "home" }
    }
  }

  @Test(
    "A flow that the app does not list is the app's own matter, and so is closing the first one")
  func unlisted() async throws {
    let stack = house.stack(opens: [])
    try await house.show(stack) {
      try await house.signIn(stack.flows[0].entry)
      try await house.tap("settings", stack.flows[0].entry)
      try await house.until { !house.told.all.isEmpty }
      #expect(stack.flows.map(\.name) == ["entry"])
      #expect(house.told.all.allSatisfy { $0.hasPrefix("openFlow ") && $0.contains("settings") })
    }
  }
}
