import FlowMachine
import FlowVerification
import Testing

/// A finding says why, where that can be seen in the states that were explored.
@Suite struct CauseTests {
  static let home = """
      home: {elements: [{text: t}]}
    """

  static func problems(_ body: String) throws -> [String] {
    let checked = try SoundnessTests.checked(body)
    return checked.explorer.findings(checked.plan)
      .filter { $0.property == .unreachableTransition }
      .map { "\($0.problem). \($0.remedy)." }
  }

  @Test("A transition under an overlay that stands in its state all the time names the overlay")
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

  @Test("A guard that waits for a fact which nothing sets there names the fact")
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

  @Test("A transition of a state that nothing leads to says so")
  func inactive() throws {
    let problems = try Self.problems(
      """
      facts: {network: {type: flag, place: device}}
      initial: start
      states:
        waiting: {after: {5s: home}}
      screens:
        start:
          elements: [{button: go, label: t}]
          on: {go: home}
          always: [{when: network and not network, to: waiting}]
        home: {elements: [{text: t}]}
      """)
    #expect(
      problems.contains {
        $0.contains("is never taken: 'waiting' is never active. Lead to the state")
      })
  }

  @Test("Where only a number stands in the way, nothing is guessed")
  func unknown() throws {
    let checked = try Checked(
      path: "Tests/FlowVerificationTests/Wrong/unreachableTransition.flow.yaml")
    let findings = checked.explorer.findings(checked.plan)
    #expect(findings.map(\.problem) == ["This transition of 'start' is never taken"])
  }
}
