import FlowMachine
import FlowVerification
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

/// Bounds that move with the day, of which the verifier knows one.
extension DateVerificationTests {
  private static func flow(_ bounds: String) -> String {
    """
    flow: age
    version: 1
    languages: [en]
    facts: {utcOffset: {type: number, place: device}, day: {type: text}}
    initial: form
    goals: [done]
    screens:
      form:
        elements:
          - {date: day, fact: day, \(bounds), message: t}
          - {button: next, label: t, submits: true}
        on: {next: done}
      done: {}
    texts: {en: {t: t}}
    """
  }

  @Test("Of bounds that move, days on all sides are tried, which every time zone has there")
  func allSides() throws {
    let checked = try Checked(
      text: """
        flow: ages
        version: 1
        languages: [en]
        facts: {utcOffset: {type: number, place: device}, day: {type: text}}
        initial: born
        goals: [adult]
        screens:
          born:
            elements:
              - {date: day, fact: day, required: true, least: 1900-01-01, most: today, message: t}
              - {button: next, label: t, submits: true}
            on: {next: age}
          age:
            back: true
            elements:
              - {date: day, fact: day, most: today - 18 years, message: t}
              - {button: next, label: t, submits: true}
            on: {next: adult}
          adult: {}
        texts: {en: {t: t}}
        """)
    #expect(checked.report == [])
    let flow = checked.flow
    let fact = try #require(flow.fact(named: Array("day".utf8)))
    let days = checked.domain.values[Int(fact)].compactMap { value -> Text? in
      guard case .text(let text) = value, CalendarDate.number(text) != nil else { return nil }
      return text
    }
    for offset: Int64 in [-840, 0, 840] {
      let today = CalendarDate.today(at: FlowMachine.explorationTime, offset: offset)
      let sides = days.map { day in
        flow.tables.validators.filter(\.isRelativeDay).map {
          Validation.holds($0.on(today), of: .date, other: [], day)
        }
      }
      #expect(sides.contains([true, true]) && sides.contains([true, false]), "\(offset)")
    }
  }

  @Test("A form that no day satisfies is found, and one that some day satisfies is not")
  func impossible() throws {
    #expect(
      try Checked(text: Self.flow("required: true, least: 9000-01-01, most: today")).report != [])
    #expect(
      try Checked(text: Self.flow("required: true, least: 1900-01-01, most: today")).report == [])
  }
}
