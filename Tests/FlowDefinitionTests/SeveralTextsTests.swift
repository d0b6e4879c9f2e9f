import FlowDefinition
import FlowMachine
import Testing

/// Elements with several texts, of which the first whose guard holds is shown.
@Suite struct SeveralTextsTests {
  /// - Parameter elements: those of the screen, as a YAML list.
  private static func document(_ elements: String) -> Documents {
    Documents(
      """
      facts:
        visits: {type: number, domain: {least: 0, most: 9}}
        known: {type: flag}
      requests:
        load:
          app: getUser
          repeat: safe
          classes: {blocked: {status: 403}, limited: {status: 429}}
      languages: [en]
      initial: home
      screens:
        home:
          enter: [{request: load}]
          elements:
      \(elements.split(separator: "\n").map { "      " + $0 }.joined(separator: "\n"))
            - {button: meet, label: any}
            - {button: count, label: any}
          "on":
            meet: {do: [{set: {known: true}}]}
            count: {do: [{set: {visits: 3}}]}
      texts:
        en: {any: Any, first: First, more: More, none: None, blocked: Blocked, limited: Limited, failed: Failed}
      """)
  }

  private static let several = """
    - heading: [{when: visits > 1 or known, text: more}, {when: visits is present, text: first}, {text: none}]
      when: not load.running
    - progress: [{when: known, text: first}, {text: none}]
      when: load.running
    - text:
        - {when: load.failed(limited), text: limited}
        - {when: load.failed(blocked), text: blocked}
        - {when: load.failed, text: failed}
    """
  private static let oneByOne = """
    - {heading: more, when: not load.running and (visits > 1 or known)}
    - {heading: first, when: not load.running and not (visits > 1 or known) and visits is present}
    - {heading: none, when: not load.running and not (visits > 1 or known) and not (visits is present)}
    - {progress: first, when: load.running and known}
    - {progress: none, when: load.running and not known}
    - {text: limited, when: load.failed(limited)}
    - {text: blocked, when: not load.failed(limited) and load.failed(blocked)}
    - {text: failed, when: not load.failed(limited) and not load.failed(blocked) and load.failed}
    """

  @Test(
    "Several texts compile to one element each, with the guards that an author would have to write out"
  )
  func compiled() throws {
    let short = Self.document(Self.several).outcome
    let long = Self.document(Self.oneByOne).outcome
    let flow = try #require(short.flow, "\(short.diagnostics)")
    #expect(flow.bytes == long.flow?.bytes)
  }

  @Test("One of the texts is shown at a time, and none where no guard holds")
  func shown() throws {
    let flow = try #require(Self.document(Self.several).outcome.flow)
    var running = try RunningFlow(Flow(decoding: flow.bytes))
    func texts() throws -> [String] {
      try running.surface().elements.filter { $0.name.isEmpty }.map {
        String(decoding: $0.text, as: UTF8.self)
      }
    }
    #expect(try texts() == ["None"])
    try running.tap("meet")
    #expect(try texts() == ["First"])
  }

  struct Wrong: Sendable, CustomTestStringConvertible {
    var element: String
    var problem: String
    var testDescription: String { element }
  }

  private static let wrong = [
    Wrong(
      element: "- text: [{text: first}, {when: known, text: more}]",
      problem: "17: missing-key: Without `when`, this text hides all texts after it"),
    Wrong(element: "- text: []", problem: "17: empty-list: `text` has no entries"),
    Wrong(
      element: "- text: [{when: known}]",
      problem: "17: missing-key: This entry is missing the key `text`"),
    Wrong(
      element: "- text: [{when: known, label: more}, {text: first}]",
      problem: "17: unknown-key: `label` is not a key of a text with its guard"),
    Wrong(
      element: "- text: [first]", problem: "17: wrong-type: This entry is a single value"),
    Wrong(
      element: "- image: [{when: known, text: more}]", problem: "17: wrong-type: `image` is a list"),
    Wrong(
      element: "- {button: more, label: [{when: known, text: more}]}",
      problem: "17: misplaced-key: If none of these guards holds, the element has no label"),
    Wrong(
      element:
        "- text:\n    - {when: visits > 1, text: more}\n    - {when: unknown, text: first}\n    - {text: none}",
      problem: "19: unknown-name: There is no fact `unknown`"),
    Wrong(
      element: "- text: [{when: known, text: gone}, {text: none}]",
      problem: "17: missing-text: The text `gone` is missing from `en`"),
    Wrong(
      element: "- text: ["
        + Array(repeating: "{when: known, text: more}", count: 33).joined(separator: ", ") + "]",
      problem: "17: too-many: There are more than 32 texts here"),
  ]

  @Test("An invalid list of texts is refused at its position", arguments: wrong)
  func refused(wrong: Wrong) {
    let problems = Self.document(wrong.element).problems
    let own = problems.filter { $0.contains(wrong.problem) }
    #expect(own.count == 1, "\(problems)")
  }
}
