import FlowMachine
import FlowRuntime
import FlowSimulation
import Statechart
import TestSupport
import Testing

/// A signal can bring a secret: the link in a mail, say, with which whoever has it can sign in.
@Suite struct SignalSecretTests {
  private static let link = "https://example.org/in?code=CANARY"

  @Test("CMP-7: the secret of a signal is stored before anything else happens, and sent from there")
  func stored() throws {
    let rig = try Self.started()
    var written: Int?
    rig.reach = { [unowned rig] _ throws(Killed) in
      written = written ?? rig.secrets.values.count
    }
    try rig.opened(Self.link)
    #expect(written == 0)
    #expect(try rig.screen() == "redeeming")
    #expect(rig.secrets.values.values.contains(Self.link.bytes))
    #expect(try rig.lastCall("redeem").body.string == #"{"link":"\#(Self.link)"}"#)
    try rig.launch()
    #expect(rig.count(of: "redeem") == 2)
    #expect(rig.calls.first?.idempotencyKey == rig.calls.last?.idempotencyKey)
    try rig.answer("redeem", #"{"token":"CANARY-token"}"#)
    #expect(try rig.screen() == "home")
    #expect(Array(rig.secrets.values.values) == ["CANARY-token".bytes])
  }

  @Test("SEC: the secret of a signal is in no journal, trace, recording or notice")
  func canaries() throws {
    let rig = try Self.started()
    rig.secrets.fault = StorageFault(.locked)
    try rig.opened(Self.link)
    rig.secrets.fault = StorageFault()
    try rig.opened(Self.link)
    try rig.tap("again")
    let texts =
      [rig.journal.bytes] + rig.journal.asides + rig.preferences.values.values + rig.trace
      + rig.recording + rig.notices.map { "\($0)".bytes } + rig.calls.map { "\($0)".bytes }
    for text in texts { #expect(!text.contains("CANARY".bytes), "\(text.string.prefix(200))") }
    #expect(rig.calls.contains { $0.body.contains("CANARY".bytes) })
    #expect(!rig.recording.isEmpty)
  }

  @Test("While storage is locked the secret of a signal waits in memory, and is stored later")
  func locked() throws {
    let rig = try Self.started()
    rig.secrets.fault = StorageFault(.locked)
    try rig.opened(Self.link)
    #expect(try rig.screen() == "redeeming")
    #expect(try rig.status("redeem") == "failed.interrupted")
    #expect(rig.count(of: "redeem") == 0)
    #expect(!(try rig.running.process.isCaughtUp))

    rig.secrets.fault = StorageFault()
    try rig.tap("again")
    #expect(try rig.lastCall("redeem").body.string.contains("CANARY"))
    #expect(try rig.running.process.isCaughtUp)
  }

  @Test("A signal killed before its secret is stored has never been; one killed after it is whole")
  func kills() throws {
    for struck in 1...60 {
      let rig = try Self.started()
      var count = 0
      rig.reach = { _ throws(Killed) in
        count += 1
        if count == struck { throw Killed() }
      }
      let isKilled = (try? rig.opened(Self.link)) == nil
      rig.reach = nil
      guard isKilled else { return #expect(struck > 3) }
      try rig.launch()
      let isRedeeming = try rig.screen() == "redeeming"
      // Either both are there or neither is.
      #expect(rig.secrets.values.values.contains(Self.link.bytes) == isRedeeming, "point \(struck)")
      if !isRedeeming { try rig.opened(Self.link) }
      #expect(try rig.lastCall("redeem").body.string.contains("CANARY"), "point \(struck)")
    }
    Issue.record("the signal never ended")
  }

  @Test("A later secret takes the place of an earlier one, and the one being sent stays as it was")
  func replaced() throws {
    let rig = try Self.started()
    try rig.opened("first")
    try rig.opened("second")
    #expect(try rig.lastCall("redeem").body.string.contains("first"))
    try rig.answer("redeem", "{}", status: 400)
    try rig.tap("again")
    #expect(try rig.lastCall("redeem").body.string.contains("second"))
    #expect(rig.calls.first?.idempotencyKey != rig.calls.last?.idempotencyKey)
  }

  @Test("A signal without its secret, or with an endless one, is refused and changes nothing")
  func refused() throws {
    let rig = try Self.started()
    for text in [nil, "", String(repeating: "x", count: 1_000_000)] {
      #expect(try rig.opened(text).refusal == .wrongValue)
    }
    // Nobody claims with a number that a secret is stored.
    let signal = try #require(rig.flow.signal(named: "opened".bytes))
    let report = try rig.running.send(.signal(signal, number: SecretStatus.stored, text: nil))
    #expect(report.refusal == .wrongValue)
    #expect(try rig.screen() == "waiting")
    #expect(rig.secrets.values.isEmpty)
  }

  private static func started() throws -> Rig {
    let rig = Rig(try TestFlow.compile(document))
    try rig.launch()
    return rig
  }

  private static let document = """
    flow: mailed
    version: 1
    languages: [en]
    goals: [home]
    facts: {link: {type: secret}, token: {type: secret}}
    signals: {opened: {value: text, saves: link}}
    requests:
      redeem:
        app: redeem
        with: {link: "{link}"}
        repeat: keyed
        save: {token: $.token}
    initial: waiting
    always: [{when: link is present and not in(redeeming), to: redeeming}]
    screens:
      waiting: {elements: [{text: t}]}
      redeeming:
        enter: [{request: redeem}]
        elements: [{button: again, label: t, when: redeem.failed}]
        on: {again: {do: [{request: redeem}]}}
        always: [{when: redeem.succeeded, to: home, do: [{clear: [link]}]}]
      home: {elements: [{text: t}]}
    texts: {en: {t: T}}
    """
}

extension Rig {
  @discardableResult
  fileprivate func opened(_ text: String?) throws -> StepReport {
    let signal = try #require(flow.signal(named: "opened".bytes))
    return try running.send(.signal(signal, number: absent, text: text?.bytes))
  }
}
