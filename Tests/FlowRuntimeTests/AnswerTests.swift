import FlowMachine
import FlowRuntime
import FlowSimulation
import Statechart
import TestSupport
import Testing

/// Answers that are late, doubled or of an earlier try change nothing.
@Suite struct AnswerTests {
  static let retrying = """
    flow: test
    version: 1
    languages: [en]
    facts: {token: {type: secret}, name: {type: text}}
    requests:
      fetch:
        app: fetch
        save: {token: $.token, name: $.name}
        repeat: keyed
        retries: 1
        timeout: 5s
        backoff: {first: 1s}
        failure: {show: problem, dismissal: stay}
    overlays: {problem: {elements: [{text: only.text}, {button: dismiss}]}}
    initial: only
    screens:
      only:
        elements: [{text: only.text}, {button: fetch}, {button: leave}]
        on: {fetch: {do: [{request: fetch}]}, leave: other}
      other: {elements: [{text: only.text}, {button: again}], on: {again: only}}
    texts:
      en: {only.text: T, only.fetch: F, only.leave: L, other.again: A, problem.dismiss: D}
    """
  static let body = #"{"token":"CANARY-token","name":"Ada"}"#

  @Test("ENT-4: a duplicate response counts once, and its secrets are stored once")
  func doubled() throws {
    let rig = Rig(try TestFlow.compile(Self.retrying))
    try rig.launch()
    try rig.tap("fetch")
    try rig.answer("fetch", Self.body)
    let writes = rig.secrets.writeCount
    #expect(try rig.answer("fetch", Self.body).refusal == .late)
    #expect(rig.secrets.writeCount == writes)
    #expect(try rig.status("fetch") == "succeeded")
  }

  @Test("ENT-4: a duplicate failure is not taken for the failure of the retry")
  func doubledFailure() throws {
    let rig = Rig(try TestFlow.compile(Self.retrying))
    try rig.launch()
    try rig.tap("fetch")
    try rig.answer("fetch", .received(status: 503, body: []))
    #expect(try rig.answer("fetch", .received(status: 503, body: [])).refusal == .late)
    #expect(try rig.status("fetch") == "running")
    rig.clock.move(to: rig.clock.now + 1_000)
    try rig.running.send(.wake)
    #expect(rig.count(of: "fetch") == 2)
    // The first send's answer comes a third time, while the second send is under way.
    let first = rig.calls[0].send
    #expect(
      try rig.running.answer(.received(status: 503, body: []), to: first).refusal == .late)
    try rig.answer("fetch", Self.body)
    #expect(try rig.status("fetch") == "succeeded")
    #expect(Set(rig.calls.map(\.idempotencyKey)).count == 1)
  }

  @Test(
    "CMP-3: the secrets of a response that is no longer awaited are not stored, and it is recorded")
  func afterLeaving() throws {
    let rig = Rig(try TestFlow.compile(Self.retrying))
    try rig.launch()
    try rig.tap("fetch")
    try rig.tap("leave")
    #expect(rig.log.contains("cancel fetch"))
    #expect(try rig.answer("fetch", Self.body).refusal == .late)
    #expect(rig.secrets.values.isEmpty)
    #expect(try #require(rig.trace.last).string.contains(#""refused":"late""#))
  }

  @Test("A response at the very moment of the timeout is too late, and so are its secrets")
  func atTheDeadline() throws {
    let rig = Rig(try TestFlow.compile(Self.retrying))
    try rig.launch()
    try rig.tap("fetch")
    rig.clock.move(to: rig.clock.now + 5_000)
    #expect(try rig.answer("fetch", Self.body).refusal == .late)
    #expect(rig.secrets.values.isEmpty)
    #expect(try rig.status("fetch") == "running", "it waits for its retry")
  }

  @Test("A response to a killed process does not reach the next one")
  func otherProcess() throws {
    let rig = Rig(try TestFlow.compile(Self.retrying))
    try rig.launch()
    try rig.tap("fetch")
    let old = try rig.lastCall("fetch").send
    try rig.launch()
    // The same run of the request was sent again, with the same key.
    #expect(rig.count(of: "fetch") == 2)
    #expect(rig.calls[0].idempotencyKey == rig.calls[1].idempotencyKey)
    try rig.answer("fetch", Self.body)
    #expect(try rig.running.answer(.lost, to: old).refusal == .late)
    #expect(try rig.status("fetch") == "succeeded")
  }
}
