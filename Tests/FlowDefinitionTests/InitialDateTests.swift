import FlowDefinition
import Testing

@Suite("A date begins as a date")
struct InitialDateTests {
  private static func diagnostics(_ initial: String, kind: String = "date") -> [Diagnostic] {
    Documents(
      """
      languages: [en]
      facts:
        from: {type: text, initial: \(initial)}
      initial: form
      screens:
        form:
          elements:
            - {\(kind): from, fact: from, label: t}
            - {button: next, label: t, submits: true}
          "on": {next: done}
        done: {elements: [{text: t}]}
      texts: {en: {t: "T {from}"\(kind == "date" ? ", invalid.date: D" : "")}}
      """
    ).outcome.diagnostics
  }

  @Test(
    "A text that is no date is refused where it is written",
    arguments: ["today", "soon", "2026-02-30", "31.12.2026", "\"\""])
  func refused(initial: String) {
    let found = Self.diagnostics(initial)
    #expect(found.map(\.code) == [.wrongType], "\(found)")
    #expect(found.first?.position.line == 5)
    #expect(
      found.first?.remedy == "Write a date such as `2026-01-31`, or leave `initial` out")
  }

  @Test("A date passes, and so does any text in a field")
  func passes() {
    #expect(Self.diagnostics("2026-01-31") == [])
    #expect(Self.diagnostics("today", kind: "field") == [])
  }
}
