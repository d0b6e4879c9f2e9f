import FlowMachine
import FlowRuntime
import FlowSimulation
import Statechart
import TestSupport
import Testing

/// Secrets are where they belong and nowhere else.
@Suite struct SecretTests {
  @Test("No secret is ever in journal, preferences, trace, recording or notices")
  func canaries() throws {
    let rig = try Rig.atHome()
    rig.secrets.fault = StorageFault(.locked)
    try rig.tap("leave")
    rig.secrets.fault = StorageFault()
    try rig.type("email", "ada@example.org")
    try rig.type("password", "CANARY-second")
    try rig.tap("submit")
    try rig.launch()
    try rig.answer("login", Rig.tokens)
    let texts =
      [rig.journal.bytes] + rig.journal.asides + rig.preferences.values.values + rig.trace
      + rig.recording + rig.notices.map { "\($0)".bytes } + rig.calls.map { "\($0)".bytes }
    for text in texts {
      #expect(!text.contains("CANARY".bytes), "a secret leaked: \(text.string.prefix(200))")
    }
    // They were there to leak.
    #expect(rig.calls.contains { $0.body.contains("CANARY-second".bytes) })
    #expect(rig.secrets.values.values.contains("CANARY-token".bytes))
  }

  @Test("A typed secret is lost with the process, and a sealed one serves its request after a kill")
  func kill() throws {
    let rig = try StorageFailureTests.readyToSignIn()
    try rig.launch()
    #expect(try rig.tap("submit").refusal == .incomplete)
    try rig.type("password", "CANARY-again")
    try rig.tap("submit")
    try rig.launch()
    #expect(rig.count(of: "login") == 2)
    #expect(try rig.lastCall("login").body.string.contains("CANARY-again"))
    #expect(rig.calls.suffix(2).first?.idempotencyKey == rig.calls.last?.idempotencyKey)
    try rig.answer("login", Rig.tokens)
    #expect(Set(rig.secrets.values.keys.map(\.fact.string)) == ["tokenID", "refreshID"])
  }

  @Test("A secret is validated while it is typed, and an emptied field has none")
  func validity() throws {
    let rig = try Rig.atSignIn()
    try rig.type("email", "ada@example.org")
    try rig.type("password", "short")
    #expect(try rig.tap("submit").refusal == .incomplete)
    try rig.type("password", "long enough")
    #expect(try rig.running.process.heldSecrets.count == 1)
    try rig.type("password", "")
    #expect(try rig.running.process.heldSecrets.isEmpty)
    #expect(try rig.tap("submit").refusal == .incomplete)
  }

  @Test("A secret is encoded as its position in the call requires")
  func encodings() throws {
    let rig = Rig(
      try TestFlow.compile(
        """
        flow: test
        version: 1
        languages: [en]
        facts: {pin: {type: secret}}
        requests:
          json: {app: json, with: {pin: "{pin}"}, repeat: never}
        overlays: {}
        initial: only
        screens:
          only:
            elements:
              - {field: pin, fact: pin, label: only.pin, kind: password}
              - button: send
            on: {send: {do: [{request: json}]}}
        always: [{when: json.failed(unknown), do: [{cancel: json}]}]
        texts: {en: {only.pin: P, only.send: S}}
        """))
    try rig.launch()
    try rig.type("pin", #"a"b\ü"#)
    try rig.tap("send")
    #expect(try rig.lastCall("json").body.string == #"{"pin":"a\"b\\ü"}"#)
  }

  @Test("A stored secret that is missing when needed interrupts the request")
  func gone() throws {
    let rig = try Rig.atHome()
    try rig.tap("transfer")
    try rig.type("amount", "5")
    rig.secrets.values = [:]
    try rig.tap("send")
    #expect(rig.count(of: "pay") == 0)
    #expect(try rig.status("pay") == "failed.interrupted")
  }
}

extension [UInt8] {
  func contains(_ part: [UInt8]) -> Bool {
    guard let first = part.first, count >= part.count else { return false }
    for start in 0...(count - part.count) where self[start] == first {
      if self[start..<start + part.count].elementsEqual(part) { return true }
    }
    return false
  }
}
