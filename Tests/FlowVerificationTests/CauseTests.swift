import FlowDefinition
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

  /// The problem of the one dead end, and what its line begins with.
  private static func deadEnd(_ body: String) throws -> (line: String, problem: String) {
    let checked = try SoundnessTests.checked(body)
    let findings = checked.explorer.findings(checked.plan).filter { $0.property == .deadEnd }
    let finding = try #require(findings.first)
    // The head of the document has four lines.
    let line = body.split(separator: "\n", omittingEmptySubsequences: false)[
      finding.position.line - 5]
    return (String(line.drop { $0 == " " }.prefix { $0 != ":" }), finding.problem)
  }

  private static func covering(_ overlay: String) -> String {
    """
    overlays:
      oops: {style: alert, title: t\(overlay)}
    initial: start
    screens:
      start: {elements: [{button: go, label: t}], on: {go: {do: [{show: oops}]}}, after: {10s: home}}
      home: {elements: [{text: t}]}
    """
  }

  @Test("A dead end under an overlay is that of the overlay")
  func deadEndUnderOverlay() throws {
    let bare = try Self.deadEnd(Self.covering(""))
    #expect(bare.line == "oops")
    #expect(
      bare.problem.hasSuffix(
        "the overlay 'oops' stays, since it has no button, and not every host has a gesture"))
    let help =
      ", elements: [{button: help, label: t}], on: {help: [{open: \"https://x.example/h\"}]}"
    let useless = try Self.deadEnd(Self.covering(help))
    #expect(useless.line == "oops")
    #expect(useless.problem.hasSuffix("stays, since none of its buttons leads on"))
  }

  @Test("A dead end is told where the way ends, also in a state without a screen")
  func deadEndBehind() throws {
    let body = """
      facts: {n: {type: number, domain: [1, 2]}}
      requests: {load: {app: load, repeat: safe, save: {n: $.n}}}
      initial: start
      screens:
        start: {elements: [{button: go, label: t}], on: {go: loading}}
        loading:
          enter: [{request: load}]
          elements: [{text: t, when: load.failed}, {button: again, label: t}]
          on: {again: loading}
          always: [{when: load.succeeded, to: wait}]
        home: {elements: [{text: t}]}
      states:
        wait:
          always: [{when: n > 2, to: home}]
      """
    let waiting = try Self.deadEnd(body)
    #expect(waiting.line == "wait")
    #expect(waiting.problem.contains("'wait' has no screen"))
    let screen = try Self.deadEnd(
      body.replacing("states:\n  wait:\n", with: "  wait:\n    elements: [{text: t}]\n"))
    #expect(screen.line == "wait")
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

  @Test("A request that its own step cancels is told apart from one whose owner is left")
  func cancelled() throws {
    let checked = try SoundnessTests.checked(
      """
      requests: {r: {app: r, repeat: safe}}
      initial: start
      screens:
        start:
          elements: [{button: go, label: t}, {text: t, when: r.failed}]
          on: {go: {to: home, do: [{request: r}, {cancel: r}]}}
        home: {elements: [{text: t}]}
      """)
    let found = checked.explorer.findings(checked.plan).map { "\($0.problem). \($0.remedy)." }
    #expect(
      found.contains(
        "'r' is started here and never sent: it is cancelled in the same step. Cancel it first, or not at all."
      ), "\(found)")
  }

  // MARK: What a screen lacks

  struct Stuck: Sendable, CustomTestStringConvertible {
    var what: String
    var elements: String
    var facts = "n: {type: text, place: memory}"
    var deadEnd: String
    var transition: String
    var testDescription: String { what }
  }

  static let stuckScreens = [
    Stuck(
      what: "a button is never enabled",
      elements: "{button: go, label: t, enabled: n is present}",
      deadEnd: "'go' is never enabled. Fix the guard in its `enabled`",
      transition: "'go' is never enabled in 'start'. Fix the guard in its `enabled`"),
    Stuck(
      what: "a button is never shown",
      elements: "{text: t}, {button: go, label: t, when: n is present}",
      deadEnd: "'go' is never shown. Fix the guard in its `when`",
      transition: "'go' is never shown in 'start'. Fix the guard in its `when`"),
    Stuck(
      what: "a field can never be valid",
      elements:
        "{field: f, fact: n, label: t, validate: [required, digits, email]}, {button: go, label: t, submits: true}",
      deadEnd: "the field 'f' is never valid. Fix its `validate` or its `length`",
      transition: "the field 'f' is never valid in 'start'. Fix its `validate` or its `length`"),
    Stuck(
      what: "two dates can never be valid together",
      elements:
        "{date: d, fact: n, label: t, required: true, least: 2027-02-01}, {date: e, fact: n, label: t, required: true, most: 2027-01-01}, {button: go, label: t, submits: true}",
      deadEnd: "'d', 'e' are never valid together. Fix their `required`, `least` or `most`",
      transition:
        "'d', 'e' are never valid together in 'start'. Fix their `required`, `least` or `most`"),
    Stuck(
      what: "a button is enabled only while its field is not valid",
      elements:
        "{field: f, fact: n, label: t, validate: [required]}, {button: go, label: t, submits: true, enabled: n is absent}",
      deadEnd:
        "'go' is never enabled while its fields are valid. Fix the guard in its `enabled`",
      transition:
        "'go' is never enabled while its fields are valid in 'start'. Fix the guard in its `enabled`"
    ),
    Stuck(
      what: "two fields can never be valid together",
      elements:
        "{field: f, fact: n, label: t, validate: [required, digits]}, {field: g, fact: n, label: t, validate: [required, email]}, {button: go, label: t, submits: true}",
      deadEnd:
        "the fields 'f', 'g' are never valid together. Fix their `validate` or their `length`",
      transition:
        "the fields 'f', 'g' are never valid together in 'start'. Fix their `validate` or their `length`"
    ),
  ]

  @Test(
    "A dead end and a transition that is never taken say which button or field stands in the way",
    arguments: stuckScreens)
  func stuck(_ item: Stuck) throws {
    let checked = try SoundnessTests.checked(
      """
      facts: {\(item.facts)}
      initial: start
      screens:
        start:
          elements: [\(item.elements)]
          on: {go: home}
        home: {elements: [{text: t}]}
      """)
    let found = checked.explorer.findings(checked.plan).map { "\($0.problem). \($0.remedy)." }
    #expect(
      found.contains(
        "No goal ('home') is reachable from here without killing the app: \(item.deadEnd), or add another way out."
      ), "\(found)")
    #expect(
      found.contains(
        "This transition of 'start' on go is never taken: \(item.transition), or remove the transition."
      ), "\(found)")
  }

  @Test("A dead end whose buttons work elsewhere is told without a cause")
  func worksElsewhere() throws {
    let checked = try SoundnessTests.checked(
      """
      facts: {tries: {type: number, initial: 0}}
      initial: start
      screens:
        start:
          elements: [{button: wrong, label: t, enabled: tries < 3}, {button: go, label: t, enabled: tries < 3}]
          on: {wrong: {do: [{set: {tries: tries + 1}}]}, go: home}
        home: {elements: [{text: t}]}
      """)
    let found = checked.explorer.findings(checked.plan).map { "\($0.problem). \($0.remedy)." }
    #expect(
      found == [
        "No goal ('home') is reachable from here without killing the app. Add a transition out of this state."
      ])
  }

  @Test("A transition without a guard that is never taken is not said to have one")
  func withoutGuard() throws {
    let problems = try Self.problems(
      """
      facts: {n: {type: flag, place: memory}}
      initial: start
      screens:
        start:
          elements: [{button: on, label: t}]
          on: {on: home}
          always: [{when: n, to: other}]
        other: {elements: [{button: go, label: t}], on: {go: home}}
        home: {elements: [{text: t}]}
      """)
    #expect(
      problems.contains {
        $0.hasSuffix(
          "on go is never taken. Change what leads there, or remove it.")
      }, "\(problems)")
  }
}
