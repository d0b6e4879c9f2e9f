import FlowMachine
import FlowRuntime
import FlowSimulation
import Statechart
import TestSupport
import Testing

/// A step's effects happen in the order that makes a kill between any two of them harmless.
@Suite struct EffectOrderTests {
  @Test("A typed secret is sealed, then the record is forced to disk, then the request is sent")
  func keyedRequest() throws {
    let rig = try Rig.atSignIn()
    try rig.type("email", "ada@example.org")
    try rig.type("password", "CANARY-password")
    rig.log = []
    try rig.tap("submit")
    #expect(
      rig.log == [
        "store password for login", "store mark of password", "forced record", "send login",
      ])
    #expect(try rig.lastCall("login").idempotencyKey != nil)
  }

  @Test(
    "A response's secrets are stored before the record that mentions them, and seals are erased last"
  )
  func answer() throws {
    let rig = try Rig.atSignIn()
    try rig.type("email", "ada@example.org")
    try rig.type("password", "CANARY-password")
    try rig.tap("submit")
    rig.log = []
    try rig.answer("login", Rig.tokens)
    let record = try #require(rig.log.firstIndex(of: "forced record"))
    #expect(rig.log[..<record] == ["store tokenID", "store refreshID"])
    let after = rig.log[(record + 1)...]
    #expect(after.contains("erase password for login"))
    #expect(after.last == "send getBalance")
    #expect(after.filter { $0.hasPrefix("start") } == ["start chat", "start contacts"])
  }

  @Test(
    "A request that may be repeated freely needs a plain write, one that must not a forced one")
  func plainAndForced() throws {
    let rig = try Rig.atHome()
    try rig.tap("transfer")
    try rig.type("amount", "5")
    rig.log = []
    try rig.tap("send")
    #expect(rig.log == ["forced record", "send pay"])
    try rig.answer("pay", .received(status: 200, body: []))
    rig.log = []
    try rig.tap("done")
    #expect(rig.log == ["record", "send getBalance"])
  }

  @Test("Secrets are erased and preferences written only after the record says so")
  func signOut() throws {
    let rig = try Rig.atHome()
    try rig.tap("leave")
    #expect(rig.log.first == "forced record")
    #expect(rig.log.contains("erase tokenID") && rig.log.contains("erase refreshID"))
    #expect(rig.log.filter { $0.hasPrefix("stop") } == ["stop contacts", "stop chat"])
    #expect(rig.log.contains("toast Good bye"))
    #expect(rig.secrets.values.isEmpty)
  }

  @Test("An input that changes nothing writes nothing")
  func nothing() throws {
    let rig = try Rig.atSignIn()
    #expect(try rig.tap("submit").refusal == .incomplete)
    try rig.running.send(.wake)
    #expect(rig.log.isEmpty)
  }

  @Test("A send that the same step cancels is not made")
  func longSleep() throws {
    let rig = Rig(
      try TestFlow.compile(
        """
        flow: test
        version: 1
        languages: [en]
        requests:
          poll: {app: poll, repeat: safe, timeout: 1s, retries: 2, backoff: {first: 1s}}
        initial: only
        screens:
          only:
            enter: [{request: poll}]
            elements: [{text: only.text}]
        texts: {en: {only.text: Hello}}
        """))
    try rig.launch()
    #expect(rig.count(of: "poll") == 1)
    // The device slept for an hour: both retries came and went.
    rig.clock.move(to: rig.clock.now + 3_600_000)
    try rig.running.send(.wake)
    #expect(rig.count(of: "poll") == 1)
    #expect(try rig.status("poll") == "failed.timeout")
    #expect(rig.log.last == "cancel poll")
  }

  @Test("A journal that has grown is replaced by its last record")
  func compaction() throws {
    let rig = try Rig.atSignIn()
    var most = 0
    var text = ""
    while !rig.log.contains("new journal") {
      text = text.count < 900 ? text + "abcdefghij" : ""
      try rig.type("email", text)
      most = max(most, rig.journal.bytes.count)
    }
    #expect(most <= Journal.compactionBytes)
    #expect(Journal.read(rig.journal.bytes).recordCount == 1)
    try rig.launch()
    #expect(try rig.screen() == "signIn")
    #expect(rig.notices.isEmpty)
  }
}
