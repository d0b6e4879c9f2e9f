import FlowMachine
import FlowVerification
import Testing

/// Ways that seem to lead on, and ways that do.
@Suite struct WayFindingTests {
  typealias Case = SoundnessTests.Case

  static let pages = """
    facts: {chosen: {type: flag}}
    initial: first
    screens:
      first:
        elements: [{button: go, label: t}]
        on: {go: {do: [{set: {chosen: true}}]}}
        always: [{when: chosen, to: second}]
      second:
        back: true
        EXIT
        elements: [{button: on, label: t}]
        on: {on: home}
      home: {elements: [{text: t}]}
    """

  static let mail = """
    signals: {SIGNAL: {}}
    initial: start
    screens:
      start: {elements: [{text: t}], on: {SIGNAL: home}}
      home: {elements: [{text: t}]}
    """

  static let ways = [
    Case(
      what: "back leads to a screen that leads on at once",
      body: pages.replacing("    EXIT\n", with: ""), found: ["backBounces second"]),
    Case(
      what: "back leads to a screen that has forgotten what led on",
      body: pages.replacing("EXIT", with: "exit: [{clear: [chosen]}]"), found: []),
    Case(
      what: "back leads where the document says",
      body: pages.replacing("EXIT", with: "backTarget: false")
        .replacing("on: {on: home}", with: "on: {on: home, back: second}"),
      found: []),
    Case(
      what: "a link that the app waits for leads on",
      body: mail.replacing("SIGNAL", with: "link"), found: []),
    Case(
      what: "the end of a session leads nobody on",
      body: mail.replacing("SIGNAL", with: "sessionExpired"), found: ["deadEnd -"]),
  ]

  @Test("ENT-4: back has to leave the screen, and a link may lead to a goal", arguments: ways)
  func lead(_ item: Case) throws {
    let found = try SoundnessTests.findings(item.body)
    #expect(Set(found) == Set(item.found))
  }

  @Test("ENT-4: a back that bounces is reported with the screen that leads forward again")
  func words() throws {
    let checked = try SoundnessTests.checked(Self.pages.replacing("    EXIT\n", with: ""))
    let finding = try #require(checked.explorer.findings(checked.plan).first)
    #expect(finding.property.code == "back-bounces")
    #expect(
      finding.problem == "Back from 'second' leads to 'first', which leads here again at once")
    #expect(finding.trace.count == 3)
  }
}
