import FlowMachine
import FlowRuntime
import FlowSimulation
import Statechart
import TestSupport
import Testing

/// The real table behind a flow.
@Suite("Phone fields with the table of all countries")
struct PhoneTableTests {
  private static let form = """
    flow: test
    version: 1
    facts: {country: {type: text}, number: {type: text}}
    initial: form
    screens:
      form:
        elements:
          - {field: country, fact: country, kind: country, label: t}
          - {field: number, fact: number, kind: phone, country: country, label: t}
          - {button: go, label: t, submits: true}
        on: {go: done}
      done: {}
    languages: [en]
    texts: {en: {t: T, invalid.phone: Wrong}}
    """

  private func flow(_ phones: PhoneRules?) throws -> Flow {
    let bytes = try TestFlow.bytes("test.flow.yaml") {
      $0 == "test.flow.yaml" ? Array(Self.form.utf8) : nil
    }
    return try Flow(decoding: bytes, phones: phones)
  }

  private func shown(_ rig: Rig) throws -> String {
    let screen = try rig.running.machine.screen(at: rig.clock.now, language: 0)
    guard case .text(let text) = screen.screen?.elements[1].value else { return "" }
    return text.string
  }

  @Test("PHN-3: a number typed key by key, and its recording replayed")
  func typing() throws {
    let rig = Rig(try flow(.standard))
    try rig.launch()
    try rig.type("country", "DE")
    var seen: [String] = []
    for key in "030123456" {
      try rig.type("number", try shown(rig) + String(key))
      seen.append(try shown(rig))
    }
    #expect(seen.last == "030 123456", "\(seen)")
    let number = try #require(rig.flow.fact(named: "number".bytes))
    #expect(try rig.running.machine.value(of: number) == .text("+4930123456".bytes))
    try rig.type("country", "US")
    try rig.type("number", "(650) 253-0000")
    #expect(try rig.running.machine.value(of: number) == .text("+16502530000".bytes))
    #expect(try shown(rig) == "(650) 253-0000")

    var replay = Replay(rig.flow)
    for (line, traced) in zip(rig.recording, rig.trace) {
      #expect(try replay.take(line).string == traced.string)
    }
    var other = Replay(try flow(nil))
    let first = try #require(rig.recording.first)
    #expect(throws: ReplayFailure(line: 1, reason: .input(.otherPhones))) { try other.take(first) }
  }
}
