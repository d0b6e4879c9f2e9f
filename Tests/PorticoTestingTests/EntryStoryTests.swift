import Portico
import PorticoTesting
import Testing

/// What an app's team writes about the shipped flow `entry`: each in fifteen lines at most.
@Suite("Tests of the entry")
struct EntryStoryTests {
  private let wrong = StatedAnswer.failure(400, code: "wrong_code")

  @Test("ACC-1: signing up with a code leads home")
  func signUp() throws {
    let store = try FlowTestStore.entry(.codeAsked)
    try store.type("123456", into: "code")
    try store.tap("submit") { $0.sent = ["account.confirming.confirmUser"] }
    try store.advance(by: .seconds(5)) { $0.screen = "home" }
  }

  @Test("ACC-1: a wrong code is shown, and another can be typed")
  func wrongCode() throws {
    let store = try FlowTestStore.entry(.codeAsked)
    store.answer("account.confirming.confirmUser", wrong, .success())
    try store.type("111111", into: "code")
    try store.tap("submit") {
      $0.screen = "account.confirming.confirm"
      $0.requests["account.confirming.confirmUser"] = .failed("wrongCode")
    }
    #expect(store.scene.top?.elements.contains { $0.text.contains("wrong") } == true)
    try store.type("123456", into: "code")
    try store.tap("submit")
    try store.advance(by: .seconds(5)) { $0.screen = "home" }
  }

  @Test("ACC-2, CMP-1: a sign-in whose answer was lost is asked for again, and signs in once")
  func lostAnswer() throws {
    let store = try FlowTestStore.entry(.signedOut)
    let tokens: JSONValue = ["sessionId": "s1"]
    store.answer("account.login", .answerLost(tokens), .success(tokens))
    try store.tap("account")
    try store.type("ada@example.org", into: "email")
    try store.type("a long password", into: "password")
    try store.tap("submit") { $0.requests["account.login"] = .running }
    try store.advance(by: .seconds(10)) {
      $0.screen = "home"
      $0.secrets.insert("refreshToken")
    }
  }

  @Test("ENT-3, CMP-8: after a kill on the screen of the code, the entry asks for the same code")
  func kill() throws {
    let store = try FlowTestStore.entry(.codeAsked)
    store.kill()
    try store.launch {
      $0.screen = "account.confirming.confirm"
      $0.sent.removeAll { $0 == "account.createUser" }
    }
    try store.type("123456", into: "code")
    try store.tap("submit")
    try store.advance(by: .seconds(5)) { $0.screen = "home" }
  }

  @Test("ENT-5, ENT-10: when the server ends the session, the entry says why")
  func signedOut() throws {
    let store = try FlowTestStore.entry(.signedIn)
    try store.tell("signOutCause", "idle_timeout")
    try store.signal("sessionExpired") {
      $0.screen = "choosing"
      $0.services = []
      $0.secrets.remove("refreshToken")
    }
    #expect(store.scene.top?.elements.contains { $0.text.contains("sign in again") } == true)
  }

  @Test(
    "CTR-1, CTR-10: home opens the account centre, where the account is deleted with a code, which leads the entry to its sign-in"
  )
  func deletion() throws {
    let home = try FlowTestStore.entry(.signedIn)
    try home.tap("settings") { $0.told = ["openFlow"] }
    let store = try FlowTestStore.account()
    try store.tap("deleteAccount") { $0.screen = "deleting.deletion" }
    try store.tap("send")
    try store.advance(by: .seconds(5)) { $0.requests["deleting.requestDeletion"] = .succeeded }
    try store.type("123456", into: "code")
    try store.tap("submit")
    try store.advance(by: .seconds(5)) { $0.screen = "signedOut" }
    // As `AppEntry` reports it once the account centre has ended.
    try home.signal("sessionExpired") { $0.screen = "choosing" }
  }
}
