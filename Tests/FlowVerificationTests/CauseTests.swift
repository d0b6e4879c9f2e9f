import FlowMachine
import FlowVerification
import Testing

/// A finding says why, where that can be seen in the states that were explored.
@Suite struct CauseTests {
  static func problems(_ body: String) throws -> [String] {
    let checked = try SoundnessTests.checked(body)
    return checked.explorer.findings(checked.plan)
      .filter { $0.property == .unreachableTransition }
      .map { "\($0.problem). \($0.remedy)." }
  }

  @Test("For a transition that an overlay always covers, the overlay is named as the cause")
  func covered() throws {
    let problems = try Self.problems(
      """
      overlays: {notice: {style: screen, restorable: true, elements: [{text: t}, {button: away, label: t}], on: {away: [{set: {seen: true}}]}}}
      facts: {seen: {type: flag}}
      initial: start
      screens:
        start:
          enter: [{show: notice}]
          elements: [{button: go, label: t}]
          on: {go: home, dismissed.notice: {do: [{show: notice}]}}
          always: [{when: seen, to: home}]
        home: {elements: [{text: t}]}
      """)
    let why =
      "is never taken: the overlay 'notice' always covers 'start'. Hide the overlay first, or show it later."
    #expect(
      problems == ["This transition of 'start' on go \(why)", "This transition of 'start' \(why)"])
  }

  @Test("For a guard that waits for a fact that nothing sets, the fact is named as the cause")
  func absent() throws {
    let problems = try Self.problems(
      """
      facts: {name: {type: text}}
      initial: start
      screens:
        start:
          elements: [{button: go, label: t}, {button: on, label: t}]
          on: {go: {when: name is present, to: home}, on: naming}
        naming:
          elements: [{field: name, fact: name, label: t}, {button: done, label: t}]
          on: {done: home}
        home: {elements: [{text: t, when: name is present}]}
      """)
    #expect(
      problems == [
        "This transition of 'start' on go is never taken: 'name' is always absent in 'start'. "
          + "Set it before, fix the guard, or remove the transition."
      ])
  }

  struct Unclear: Sendable, CustomTestStringConvertible {
    var what: String
    var body: String
    var testDescription: String { what }
  }

  /// A screen that leads home under a guard, beside one on which a name is typed.
  private static func naming(leavingWhen guardText: String) -> String {
    """
    facts: {name: {type: text}, tries: {type: number, initial: 0}}
    initial: start
    screens:
      start:
        elements: [{button: go, label: t}, {button: on, label: t}]
        on: {go: {when: \(guardText), to: home}, on: naming}
      naming:
        elements: [{field: name, fact: name, label: t}, {button: done, label: t}]
        on: {done: home}
      home: {elements: [{text: t, when: name is present}]}
    """
  }

  static let unclear = [
    Unclear(
      what: "the guard wants the fact absent, and fails by something else",
      body: Self.naming(leavingWhen: "name is absent and tries > 3")),
    Unclear(
      what: "the fact is one of two that would do",
      body: Self.naming(leavingWhen: "name is present or tries > 3")),
    Unclear(
      what: "a state in which nothing rests is entered all the same",
      body: """
        facts: {tries: {type: number, initial: 0}}
        initial: start
        states:
          choosing: {always: [{when: tries > 3, to: start}, {to: home}]}
        screens:
          start:
            elements: [{button: go, label: t}]
            on: {go: choosing}
          home: {elements: [{text: t}]}
        """),
    Unclear(
      what: "a signal comes under an overlay too",
      body: """
        overlays: {notice: {style: screen, restorable: true, elements: [{text: t}]}}
        facts: {tries: {type: number, initial: 0}}
        signals: {ring: {}}
        initial: start
        screens:
          start:
            enter: [{show: notice}]
            elements: [{text: t}]
            on:
              ring: [{when: tries > 3, to: other}, {to: home}]
              dismissed.notice: {do: [{show: notice}]}
          other: {elements: [{text: t}]}
          home: {elements: [{text: t}]}
        """),
  ]

  @Test("Where something else stands in the way, no cause is named", arguments: unclear)
  func notGuessed(item: Unclear) throws {
    let problems = try Self.problems(item.body)
    #expect(!problems.isEmpty)
    #expect(problems.allSatisfy { $0.contains("is never taken. Fix its guard") }, "\(problems)")
  }

  @Test("Where only a number stands in the way, nothing is guessed")
  func unknown() throws {
    let checked = try Checked(
      path: "Tests/FlowVerificationTests/Wrong/unreachableTransition.flow.yaml")
    let findings = checked.explorer.findings(checked.plan)
    #expect(findings.map(\.problem) == ["This transition of 'start' is never taken"])
  }
}
