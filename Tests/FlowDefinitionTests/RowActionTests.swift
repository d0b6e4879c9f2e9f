import FlowDefinition
import FlowMachine
import Testing

/// Pickers with `style: actions`: buttons in the rows of another picker.
@Suite("Buttons in rows") struct RowActionTests {
  private static func document(
    _ action: String, above: String = "", facts: String = ""
  ) -> Documents {
    Documents(
      """
      facts:
        devices: {type: list, of: {id: text, name: text, other: flag}}
        others: {type: list, of: {id: text, name: text, other: flag}}
        device: {type: text}
        leaving: {type: text}
        busy: {type: flag}
      languages: [en]
      requests:
        load: {app: load, repeat: safe, save: {devices: $.devices, others: $.devices}, failure: {show: problem, dismissal: retry}}
      overlays: {problem: {elements: [{button: dismiss, label: t}]}}
      initial: home
      screens:
        home:
          enter: [{request: load}]
          elements:
            \(above.isEmpty ? "- {heading: t}" : above)
            - {picker: list, fact: device, from: devices, value: id, label: name, style: rows, when: not busy}
            - \(action)
            - {toggle: busy, fact: busy, label: t}
      texts: {en: {t: T, end: "End {leaving}"}}
      """)
  }

  private static let whole =
    "{picker: end, fact: leaving, from: devices, value: id, label: name, style: actions, title: end, where: other}"

  private func start(_ action: String = whole) throws -> RunningFlow {
    let outcome = Self.document(action).outcome
    let flow = try #require(outcome.flow, "\(outcome.diagnostics)")
    var running = try RunningFlow(Flow(decoding: flow.bytes))
    try running.answer(
      "load",
      #"{"devices":[{"id":"a","name":"Phone","other":false},{"id":"b","name":"Mac","other":true}]}"#
    )
    return running
  }

  private func texts(_ element: ScreenValue.Element?) -> [String]? {
    element?.options.map { String(decoding: $0.text, as: UTF8.self) }
  }

  @Test("A button stands in the rows whose flag is true, with the row's label in its text")
  func shown() throws {
    let running = try start()
    let rows = try running.surface().elementsWithActions
    #expect(rows.map(\.element.kind) == [.heading, .picker, .toggle])
    #expect(rows.map(\.actions.count) == [0, 1, 0])
    #expect(texts(rows[1].element) == ["Phone", "Mac"])
    #expect(texts(rows[1].actions.first) == ["", "End Mac"])
  }

  @Test("Without `where` it stands in every row")
  func everywhere() throws {
    let running = try start(Self.whole.replacing(", where: other", with: ""))
    #expect(
      texts(try running.surface().elementsWithActions[1].actions.first) == ["End Phone", "End Mac"])
  }

  @Test("Pressing it sets its own fact; in a row without it, nothing")
  func pressed() throws {
    var running = try start()
    let end = try #require(try running.surface().elementsWithActions[1].actions.first)
    running.send(.set(end.id, .option(0)))
    #expect(running.report.refusal == .wrongValue)
    #expect(running.machine.value(of: try fact("leaving", running)) == .absent)
    running.send(.set(end.id, .option(1)))
    #expect(running.machine.value(of: try fact("leaving", running)) == .text(Text("b".utf8)))
    #expect(running.machine.value(of: try fact("device", running)) == .absent)
  }

  private func fact(_ name: String, _ running: RunningFlow) throws -> FactID {
    try #require(running.machine.flow.fact(named: Text(name.utf8)))
  }

  @Test("It is there as long as its list is")
  func together() throws {
    var running = try start()
    let busy = try #require(try running.surface().elements.last)
    let end = try #require(try running.surface().elementsWithActions[1].actions.first)
    running.send(.set(busy.id, .flag(true)))
    #expect(try running.surface().elements.map(\.kind) == [.heading, .toggle])
    running.send(.set(end.id, .option(1)))
    #expect(running.report.refusal == .notOnScreen)
  }

  @Test(
    "What cannot be in a row is refused, with what to do instead",
    arguments: [
      (", title: end", "", "The button in each row has no text"),
      (", where: other", ", where: name", "The column is not of type `flag`"),
      (", where: other", ", where: gone", "There is no column `gone`"),
      (", where: other", ", detail: name", "The button in each row has no `detail`"),
      (", where: other", ", search: true", "The button in each row has no `search`"),
      (
        ", where: other", ", detail: name, detailText: t",
        "`detailText` is the detail of a row that is tapped"
      ),
      ("from: devices", "from: others", "there is no list of these rows before it"),
      ("style: actions", "style: rows", "`where` says which rows have a button"),
      ("style: actions", "style: buttons", "`where` says which rows have a button"),
    ])
  func refused(part: String, wrong: String, message: String) {
    let document = Self.document(Self.whole.replacing(part, with: wrong))
    let problems = document.outcome.diagnostics.map(\.problem)
    #expect(
      problems.contains { $0.lowercased().contains(message.lowercased()) }, "\(problems)")
  }

  @Test("A button above its list is refused")
  func above() {
    let document = Self.document("{text: t}", above: "- " + Self.whole)
    #expect(
      document.outcome.diagnostics.map(\.problem).contains {
        $0.contains("there is no list of these rows before it")
      })
  }
}
