import FlowVerification
import Testing

/// A fact stands in states only where something that comes can read it. What is read where is easily
/// counted too widely: then nothing is wrong, and everything takes twice as long.
@Suite("Facts are kept only where they are read")
struct KeptWhereReadTests {
  private func states(_ text: String, files: [String: String] = [:]) throws -> Int {
    try Checked(text: text, files: files).explorer.stateCount
  }

  /// A choice, a request that it decides about, and a last screen.
  private static func chosen(
    atLast: String, entry: String = "", choice: String = "{set: {fancy: true}}"
  ) -> String {
    """
    flow: chosen
    version: 1
    languages: [en]
    goals: [last]
    facts: {fancy: {type: flag}}
    requests:
      load:
        variants: [{when: fancy, app: loadFancy}, {app: load}]
        repeat: safe
    initial: first
    screens:
      first:
        elements: [{button: yes, label: t}, {button: no, label: t}]
        on: {yes: {to: middle, do: [\(choice)]}, no: middle}
      middle: {elements: [{button: on, label: t}], on: {on: loading}}
      loading:
        elements: [{progress: t}]
        initial: asking
        \(entry)
        states:
          asking: {enter: [{request: load}], always: [{when: load.settled, to: last}]}
      last:
        elements: [{button: on, label: t\(atLast)}]
        on: {on: next}
      next: {elements: [{heading: t}]}
    texts: {en: {t: T}}
    """
  }

  @Test("What selects the call of a request is kept until the request starts")
  func callConditions() throws {
    let dropped = try states(Self.chosen(atLast: ""))
    let kept = try states(Self.chosen(atLast: ", enabled: fancy"))
    #expect(dropped < kept)
  }

  @Test("What the entry of a state writes was not read before by a state inside of it")
  func entries() throws {
    let entry = "enter: [{set: {fancy: true}}]"
    let written = try states(Self.chosen(atLast: "", entry: entry))
    let unchosen = try states(Self.chosen(atLast: "", entry: entry, choice: "{toast: t}"))
    #expect(written == unchosen)
  }

  /// A sub-flow whose first state alone reads what the device tells, with a screen that back leads to.
  private static func entered(regions: String) -> [String: String] {
    [
      "one.flow.yaml": """
      flow: one
      version: 1
      languages: [en]
      outcomes: [done]
      facts: {near: {type: flag, place: device}, was: {type: flag}}
      \(regions)
      initial: starting
      states:
        starting: {enter: [{set: {was: near}}], always: [{to: login}]}
        ended: {final: done}
      screens:
        login:
          elements: [{button: on, label: t}]
          on: {on: code}
        code:
          back: true
          elements: [{button: end, label: t, enabled: was}, {button: leave, label: t}]
          on: {end: ended, leave: ended}
      texts: {en: {t: T}}
      """
    ]
  }

  @Test("Back into a sub-flow with regions does not enter the state that it begins with")
  func regions() throws {
    let outer = """
      flow: outer
      version: 1
      languages: [en]
      goals: [home]
      initial: one
      states: {one: {flow: one.flow.yaml, outcomes: {done: home}}}
      screens: {home: {elements: [{heading: t}]}}
      texts: {en: {t: T}}
      """
    let without = try states(outer, files: Self.entered(regions: ""))
    let with = try states(
      outer,
      files: Self.entered(regions: "regions: {beside: {initial: idle, states: {idle: {}}}}"))
    #expect(with == without)
  }
}
