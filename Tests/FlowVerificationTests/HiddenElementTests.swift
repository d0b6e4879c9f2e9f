import FlowVerification
import Testing

/// Elements that nobody ever sees.
@Suite("Elements that are never shown") struct HiddenElementTests {
  typealias Case = SoundnessTests.Case

  private static func flow(_ elements: String, _ more: String = "") -> String {
    let facts = [
      "agree": "{type: flag, initial: false}", "plan": "{type: choice, values: [free, pro]}",
      "name": "{type: text}",
    ]
    let used = facts.filter { elements.contains($0.key) }.sorted { $0.key < $1.key }
    return """
      facts:
        n: {type: number, initial: 0, domain: {least: 0, most: 3}}
        \(used.map { "\($0.key): \($0.value)" }.joined(separator: "\n  "))
      requests: {load: {app: load, repeat: safe}}
      initial: start
      screens:
        start:
          enter: [{request: load}]
          elements:
            - {button: more, label: t}
            - {button: go, label: t}
            - {text: t, when: load.failed}
            \(elements)
          on: {go: home, more: {do: [{set: {n: n + 1}, when: n < 3}]}}
          \(more)
        home: {elements: [{heading: t}]}
      """
  }

  static let cases = [
    Case(
      what: "a text whose guard contradicts itself",
      body: flow("- {notice: t, when: load.failed and load.running}"), found: ["hiddenElement "]),
    Case(
      what: "a text for two values at once",
      body: flow("- {notice: t, when: plan == free and plan == pro}"), found: ["hiddenElement "]),
    Case(
      what: "a text for no value and one",
      body: flow("- {notice: t, when: plan is absent and plan == pro}"),
      found: ["hiddenElement "]),
    Case(
      what: "a text between two numbers that touch",
      body: flow("- {notice: t, when: n > 1 and n < 2}"), found: ["hiddenElement "]),
    Case(
      what: "texts that can be shown",
      body: flow(
        """
        - {notice: t, when: n > 1 and n < 3}
              - {notice: t, when: n is absent or n == 3}
              - {notice: t, when: plan != free and not plan == pro}
              - {notice: t, when: load.failed(offline) or load.running}
        """), found: []),
    Case(
      what: "a field that waits for a number that is never reached",
      body: flow("- {field: name, fact: name, label: t, when: n > 3}"),
      found: ["hiddenElement name"]),
    Case(
      what: "a field that waits for what a surrounding flow may give",
      body: flow("- {field: name, fact: name, label: t, when: agree}"), found: []),
    Case(
      what: "a field that waits for a toggle",
      body: flow(
        """
        - {toggle: agree, fact: agree, label: t}
              - {field: name, fact: name, label: t, when: agree}
        """), found: []),
    Case(
      what: "a picture of another state",
      body: flow("- {field: name, fact: name, label: t, when: in(home)}"),
      found: ["hiddenElement name"]),
  ]

  @Test(
    "An element that is never shown is found, and one that is shown once is not", arguments: cases)
  func hidden(_ item: Case) throws {
    #expect(try SoundnessTests.findings(item.body) == item.found)
  }
}

/// Options of which several can be chosen.
@Suite("Options that nothing tells from each other") struct SymmetryTests {
  /// - Parameter more: what the screen has beside its options and its button.
  private static func survey(_ count: Int, _ rules: String, _ more: String = "", _ on: String = "")
    -> String
  {
    let names = (0..<count).map { "f\($0)" }
    return """
      facts: {\(names.map { "\($0): {type: flag}" }.joined(separator: ", "))}
      requests: {send: {app: send, with: {\(names.map { "\($0): \"{\($0)}\"" }.joined(separator: ", "))}, repeat: safe}}
      initial: start
      screens:
        start:
          elements:
            - {choices: t, label: t, message: t, \(rules)options: {\(names.map { "\($0): t" }.joined(separator: ", "))}}
            - {button: go, label: t, submits: true}
            - {text: t, when: send.failed}
            \(more)
          on: {go: {do: [{request: send}]}\(on)}
          always: [{when: send.succeeded, to: home}]
        home: {elements: [{heading: t}]}
      """
  }

  @Test("Twenty of them, of which one to three are chosen, are as many states as can be counted")
  func twenty() throws {
    let checked = try SoundnessTests.checked(Self.survey(20, "least: 1, most: 3, "))
    #expect(checked.found == [])
    #expect(checked.explorer.stateCount < 120)
  }

  @Test(
    "Options that something tells from the others are not exchanged",
    arguments: [
      ("- {heading: t, when: f2 and not f1}", ""),
      ("- {button: more, label: t, when: f3 and not f0}", ", more: {do: [{clear: [f3]}]}"),
      ("- {button: more, label: t}", ", more: {do: [{set: {f2: true}}]}"),
    ])
  func told(more: String, on: String) throws {
    let few = try SoundnessTests.checked(Self.survey(4, "least: 1, most: 3, "))
    let told = try SoundnessTests.checked(Self.survey(4, "least: 1, most: 3, ", more, on))
    #expect(told.explorer.stateCount > few.explorer.stateCount)
    #expect(told.found == [])
  }

  @Test("Bounds that nobody can meet are still found")
  func bounds() throws {
    let body = Self.survey(3, "least: 2, most: 2, ", "", "")
      .replacing("submits: true", with: "submits: true, enabled: f0 and f1 and f2")
    #expect(try SoundnessTests.findings(body).contains("deadEnd -"))
  }
}
