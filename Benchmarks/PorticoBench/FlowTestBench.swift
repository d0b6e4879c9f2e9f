import Portico
import PorticoTesting

/// Tests of the shipped flow `entry`, like those that an app's team writes. Each of them launches the flow on a new device.
struct FlowTestBench {
  /// Signs in with an address and a password, from the first screen to home.
  mutating func signIn(_ count: Int) throws {
    for _ in 0..<count {
      let store = try FlowTestStore.entry(.signedOut)
      store.answer("account.login", .success(["sessionId": "s1"]))
      try store.tap("account")
      try store.type("ada@example.org", into: "email")
      try store.type("a long password", into: "password")
      try store.tap("submit")
      try home(store)
    }
  }

  /// Types a code, after a kill on its screen.
  mutating func kill(_ count: Int) throws {
    for _ in 0..<count {
      let store = try FlowTestStore.entry(.codeAsked)
      store.kill()
      try store.launch {
        $0.screen = "account.confirming.confirm"
        $0.sent.removeAll { $0 == "account.createUser" }
      }
      try store.type("123456", into: "code")
      try store.tap("submit")
      try home(store)
    }
  }

  private func home(_ store: FlowTestStore) throws {
    try store.advance(by: .seconds(10))
    guard store.scene.top?.name == "home" else {
      throw WorkloadError.counts("a flow test ended at \(store.scene.top?.name ?? "nothing")")
    }
  }
}
