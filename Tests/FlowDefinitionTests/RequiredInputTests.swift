import FlowDefinition
import FlowMachine
import Testing

/// Choices, pickers and switches that are required.
@Suite struct RequiredInputTests {
  private static let document = Documents(
    """
    facts:
      plan: {type: choice, values: [small, large]}
      terms: {type: flag}
      city: {type: text}
      cities: {type: list, of: {name: text}}
      done: {type: flag}
    languages: [en]
    requests:
      load: {app: getExperiments, repeat: safe, save: {cities: $.cities}, failure: {show: problem, dismissal: retry}}
    overlays: {problem: {elements: [{button: dismiss, label: t}]}}
    initial: home
    screens:
      home:
        enter: [{request: load}]
        elements:
          - {choice: plan, fact: plan, label: t, required: true, options: {small: t, large: t}}
          - {picker: city, fact: city, from: cities, value: name, label: name, required: true, message: cityMissing}
          - {toggle: terms, fact: terms, label: t, required: true, message: termsMissing}
          - {button: send, label: t, submits: true}
          - {text: t, when: plan is valid and terms is valid}
        "on":
          send: {do: [{set: {done: true}}]}
    texts:
      en: {t: T, invalid.required: Choose one, cityMissing: Where, termsMissing: Accept them}
    """)

  private func problems(_ running: RunningFlow) throws -> [String] {
    try running.surface().elements.map { String(decoding: $0.problem, as: UTF8.self) }
  }

  private func start() throws -> RunningFlow {
    let flow = try #require(Self.document.outcome.flow, "\(Self.document.outcome.diagnostics)")
    var running = try RunningFlow(Flow(decoding: flow.bytes))
    try running.answer("load", #"{"cities":[{"name":"Ulm"},{"name":"Bonn"}]}"#)
    return running
  }

  @Test("Nothing is said before somebody has pressed the button; then each says what is missing")
  func missing() throws {
    var running = try start()
    #expect(try problems(running) == ["", "", "", ""])
    try running.tap("send")
    #expect(running.report.refusal == .incomplete)
    #expect(try problems(running) == ["Choose one", "Where", "Accept them", ""])
    let elements = try running.surface().elements
    running.send(.set(elements[0].id, .option(1)))
    running.send(.set(elements[1].id, .option(0)))
    #expect(try problems(running) == ["", "", "Accept them", ""])
    running.send(.set(elements[2].id, .flag(true)))
    running.send(.set(elements[2].id, .flag(false)))
    try running.tap("send")
    #expect(running.report.refusal == .incomplete)
    running.send(.set(elements[2].id, .flag(true)))
    #expect(try problems(running) == ["", "", "", "", ""])
    try running.tap("send")
    #expect(running.report.refusal == nil)
    #expect(try running.fact("done") == .number(1))
  }

  private static let wrong: [(String, String)] = [
    ("- {choice: plan, fact: plan, label: t, message: t, options: {small: t}}", "`message`"),
    ("- {toggle: terms, fact: terms, label: t, required: false}", "`false`"),
  ]

  @Test("A message without `required` is refused, and so is `required: false`", arguments: wrong)
  func refused(element: String, key: String) {
    let problems = Documents(
      """
      facts: {plan: {type: choice, values: [small, large]}, terms: {type: flag}}
      initial: home
      screens:
        home:
          elements:
            \(element)
      texts: {en: {t: T}}
      """
    ).problems
    #expect(problems.contains { $0.contains(key) && $0.contains(":8:") }, "\(problems)")
  }
}
