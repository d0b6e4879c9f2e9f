import FlowMachine
import FlowSimulation
import TestSupport
import Testing

@Suite("A script can say that texts are not there")
struct NoTextsTests {
  private static let flow = Result {
    try TestFlow.compile(
      """
      flow: test
      version: 1
      languages: [en]
      facts: {name: {type: text}, here: {type: flag, initial: false}}
      initial: only
      screens:
        only:
          elements:
            - {field: name, fact: name, label: label}
            - {toggle: here, fact: here, label: label}
            - {text: waits, when: not here}
            - {text: hello, when: here}
      texts: {en: {label: Name, waits: Please wait, hello: "Hello {name}, and hello again"}}
      """)
  }

  private func failure(_ expectation: String, after steps: String = "") throws -> String? {
    try Stages.play(
      "  - launch\n  - type: {name: Ada}\n\(steps)  - expect: {noTexts: \(expectation)}",
      on: Self.flow.get())
  }

  @Test(
    "Texts that are not shown hold, whatever is inserted into them",
    arguments: [
      "[\"Hello Ada, and hello again\"]", "[\"Hello Eve, and hello again, and hello again\"]",
    ])
  func holds(expectation: String) throws {
    let failure = try failure(expectation)
    #expect(failure == nil, "\(failure ?? "")")
  }

  @Test("One that is shown is told")
  func shown() throws {
    let waits = try #require(try failure("[Please wait]"))
    #expect(
      waits.contains("texts: expected none of ['Please wait'], got ['Please wait']"), "\(waits)")
    let hello = try failure(
      "[Please wait, \"Hello Ada, and hello again\"]", after: "  - toggle: {here: true}\n")
    #expect(hello?.contains("got ['Hello Ada, and hello again']") == true, "\(hello ?? "")")
  }

  @Test(
    "A text that the flow never shows is refused, since its absence says nothing",
    arguments: [
      "Please wai", "please wait", "Hello Ada", "Hello Ada, and hello again!",
      "Hi Ada, and hello again",
    ])
  func unknown(text: String) throws {
    let error = #expect(throws: Stages.Wrong.self) { try failure("[\"\(text)\"]") }
    #expect(
      error?.problems.contains { $0.hasSuffix("no text of the flow reads '\(text)'") } == true)
  }
}
