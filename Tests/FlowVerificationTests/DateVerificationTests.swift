import Testing

/// The verifier fills a form with dates that are right and wrong.
@Suite struct DateVerificationTests {
  @Test("A form that asks for dates can be filled, and nothing is wrong with its flow")
  func birthday() throws {
    #expect(try Checked(path: "Tests/Flows/birthday.flow.yaml").report == [])
  }

  @Test("A valid date is found even if no usual date is within the bounds")
  func narrow() throws {
    let checked = try Checked(
      text: """
        flow: narrow
        version: 1
        languages: [en]
        facts: {day: {type: text}}
        initial: form
        goals: [done]
        screens:
          form:
            elements:
              - {date: day, fact: day, required: true, least: 2031-05-01, most: 2031-05-02}
              - {button: next, label: t, submits: true}
            on: {next: done}
          done: {}
        texts:
          en:
            t: t
            invalid.required: t
            invalid.date: t
            invalid.date.least: t
            invalid.date.most: t
        """)
    #expect(checked.report == [])
  }
}
