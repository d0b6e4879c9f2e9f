import Portico
import PorticoTesting
import Testing

@MainActor @Suite("An app's own code in a test of a flow")
struct PerformerTests {
  @Test("It is called with the request's parameters and key, and the flow takes its reply")
  func performs() throws {
    let store = try FlowTestStore(.onboarding, exhaustivity: .stated)
    var calls: [RequestHandlers.Call] = []
    store.perform("rLogin") { call in
      calls.append(call)
      return calls.count == 1 ? .notSent : .done(["sessionId": "s1"])
    }
    store.perform("rFetchExperiments", after: .seconds(1)) { _ in .done("screenB3") }
    try store.launch { _ in }
    try store.advance(by: .seconds(30)) { $0.screen = "screenB3" }
    #expect(calls.count == 2)
    #expect(calls.allSatisfy { $0.name == "rLogin" && $0.timeout > 0 })
    #expect(Set(calls.map(\.idempotencyKey)).count == 1)
  }

  @Test("A stated response comes first, and what nobody performs fails as before")
  func order() throws {
    let store = try FlowTestStore(.onboarding, exhaustivity: .stated)
    store.perform("rLogin") { _ in
      Issue.record("a response was stated")
      return .unavailable
    }
    store.answer("rLogin", .success(["sessionId": "s1"]))
    #expect(throws: FlowTestFailure.self) { try store.launch { _ in } }
  }

  @Test("A flow of one's own can be used in a preview, from where the preview begins")
  func simulated() throws {
    let entry = try AppEntry.simulated(.onboarding) { store in
      #expect(store.scene.screen != nil)
    }
    #expect(entry.phase == .running)
    let first = try #require(entry.scene.screen)
    let account = try AppEntry.simulated(.settings) { try $0.tap("deleteAccount") }
    #expect(account.scene.screen?.name == "deleting.deletion")
    #expect(first.name != account.scene.screen?.name)
    account.tap(try #require(account.scene.screen?["send"]))
    #expect(account.scene.screen?["code"]?.isEnabled == true)
    #expect(throws: FlowTestFailure.self) {
      try AppEntry.simulated(.onboarding, configuration: ["nothing": true])
    }
  }
}
