import FlowDefinition
import FlowMachine
import Foundation
import Testing

/// Elements with several labels, and buttons that stand in several places.
@Suite struct RepeatedElementTests {
  private static func document(_ elements: String) -> Documents {
    let texts = ["first", "more", "none", "long"].filter(elements.contains)
    let name = elements.contains("fact: name") ? "name: {type: text}" : ""
    let note = elements.contains("note") ? "note: {do: [{set: {company: true}}]}" : ""
    return Documents(
      """
      facts:
        sent: {type: flag}
        company: {type: flag}
        \(name)
      languages: [en]
      initial: home
      screens:
        home:
          elements:
      \(elements.split(separator: "\n").map { "      " + $0 }.joined(separator: "\n"))
          "on":
            send: {do: [{set: {sent: true}}]}
            \(note)
      texts:
        en: {\(texts.map { "\($0): \($0.capitalized)" }.joined(separator: ", "))}
      """)
  }

  private static let labels = """
    - {field: name, fact: name, label: [{when: company is present, text: more}, {text: first}]}
    - {toggle: company, fact: company, label: none}
    - button: send
      style: primary
      label: [{when: sent, text: more}, {text: first}]
    - {link: note, label: [{when: sent, text: long}, {text: none}]}
    """

  @Test("A label changes with its guard, and the element stays the same one")
  func labels() throws {
    let flow = try #require(Self.document(Self.labels).outcome.flow)
    var running = try RunningFlow(Flow(decoding: flow.bytes))
    let before = try running.surface().elements
    #expect(
      before.map { String(decoding: $0.text, as: UTF8.self) } == ["First", "None", "First", "None"])
    // By the number with which a host drew it.
    running.send(.type(before[0].id, Array("Ada".utf8)))
    running.send(.set(before[1].id, .flag(true)))
    running.send(.tap(before[2].id))
    let after = try running.surface().elements
    #expect(
      after.map { String(decoding: $0.text, as: UTF8.self) } == ["More", "None", "More", "Long"])
    #expect(after.map(\.id) == before.map(\.id))
    #expect(after[0].value == .text(Array("Ada".utf8)))
    // Its label is another one now; it is the same field.
    running.send(.type(before[0].id, Array("Ada AG".utf8)))
    #expect(running.report.refusal == nil)
    #expect(try running.fact("name") == .text("Ada AG"))
    try running.tap("note")
    #expect(running.report.refusal == nil)
  }

  @Test("A button that stands in two places is one button, and acts wherever it is shown")
  func places() throws {
    let flow = try #require(
      Self.document(
        """
        - {button: send, label: first, when: not sent}
        - {text: long}
        - {link: note, label: none}
        - {button: send, label: more}
        - {button: send, label: none, style: plain, enabled: sent}
        """
      ).outcome.flow)
    var running = try RunningFlow(Flow(decoding: flow.bytes))
    #expect(Set(try running.surface().elements.map(\.id)).count == 5)
    try running.tap("send")
    let elements = try running.surface().elements
    #expect(
      elements.map { String(decoding: $0.text, as: UTF8.self) } == ["Long", "None", "More", "None"])
    #expect(Set(elements.map(\.id)).count == 4)
    for element in elements where element.name == Array("send".utf8) {
      running.send(.tap(element.id))
      #expect(running.report.refusal == nil)
    }
  }

  @Test(
    "Labels compile to one element each, with the guards that an author would have to write out")
  func compiled() {
    let short = Self.document(
      "- {button: send, label: [{when: sent, text: more}, {text: first}], enabled: company is absent}"
    )
    let long = Self.document(
      "- {button: send, label: more, when: sent, enabled: company is absent}\n- {button: send, label: first, when: not sent, enabled: company is absent}"
    )
    #expect(short.outcome.flow != nil, "\(short.problems)")
    #expect(short.outcome.flow?.bytes == long.outcome.flow?.bytes)
  }

  private static let wrong: [(elements: String, problem: String)] = [
    (
      "- {button: send, label: [{when: sent, text: more}]}",
      "12: misplaced-key: If none of these guards holds, the element has no label"
    ),
    (
      "- {toggle: company, fact: company, label: [{text: first}, {text: more}]}",
      "12: missing-key: Without `when`, this text hides all texts after it"
    ),
    (
      "- {button: send, label: first}\n- {link: send, label: more}",
      "13: duplicate-name: `send` is already listed on line 12"
    ),
    (
      "- {button: send, label: first, submits: true}\n- {button: send, label: more}",
      "13: duplicate-name: `send` also stands on line 12, with another `submits`"
    ),
    (
      "- {link: send, label: first, url: \"https://a.example\"}\n- {link: send, label: first, url: \"https://b.example\"}",
      "13: duplicate-name: `send` also stands on line 12, with another `url`"
    ),
    (
      "- {field: name, fact: name, label: first}\n- {field: name, fact: name, label: more}",
      "13: duplicate-name: `name` is already listed on line 12"
    ),
    ("- {button: send, label: []}", "12: empty-list: `label` has no entries"),
  ]

  @Test("A label that can be missing, and two elements with one id, are refused", arguments: wrong)
  func refused(elements: String, problem: String) {
    let problems = Self.document(elements).problems
    #expect(problems.filter { $0.contains(problem) }.count == 1, "\(problems)")
  }
}
