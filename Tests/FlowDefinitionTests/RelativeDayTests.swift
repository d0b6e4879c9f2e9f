import FlowDefinition
import FlowMachine
import Testing

/// How a document says that the bound of a date moves with the day.
@Suite struct RelativeDayTests {
  private func document(
    _ bounds: String, facts: String = "utcOffset: {type: number, place: device}",
    beside element: String = "{button: next, label: t, submits: true}"
  ) -> Documents {
    Documents(
      """
      languages: [en]
      facts:
        born: {type: text}
        \(facts)
      initial: form
      screens:
        form:
          elements:
            - {date: born, fact: born, label: t, message: t, \(bounds)}
            - \(element)
          "on": {next: done}
        done: {elements: [{text: t}]}
      texts: {en: {t: T}}
      """)
  }

  @Test(
    "A bound is today, or so many days, months or years before or after it",
    arguments: [
      ("today", 0, .days), ("today - 18 years", -18, .years), ("today + 1 year", 1, .years),
      ("today + 6 months", 6, .months), ("today - 365000 days", -365_000, .days),
    ] as [(String, Int64, RelativeDay.Unit)])
  func spelled(bound: String, count: Int64, unit: RelativeDay.Unit) throws {
    let outcome = document("most: \(bound)").outcome
    let flow = try #require(outcome.flow, "\(outcome.diagnostics)")
    let row = try #require(flow.tables.validators.first { $0.rule == .most })
    #expect(row.isRelativeDay && RelativeDay(value: row.value) == RelativeDay(count, unit))
  }

  @Test(
    "Anything else is refused with how a bound is written",
    arguments: [
      "today-18 years", "today - 18", "today - 18 weeks", "tomorrow", "today - -1 days",
      "today - 1001 years", "18 years", "today - years", "today - 1.5 years",
    ])
  func misspelled(bound: String) throws {
    let found = document("most: \(bound)").outcome.diagnostics
    #expect(found.map(\.problem) == ["`\(bound)` is not a date"])
    #expect(
      found.first?.remedy
        == "Write a date such as `1990-12-31`, or `today - 18 years`, at most 1,000 years away")
  }

  @Test("A flow that does not know the device's time zone is told which fact it needs")
  func missingOffset() {
    #expect(
      document("most: today", facts: "name: {type: flag, place: device}").problems == [
        "test.flow.yaml:11: unknown-name: When `today` begins depends on the device's time zone, which the flow does not know"
      ])
    for fact in ["utcOffset: {type: flag, place: device}", "utcOffset: {type: number}"] {
      #expect(
        document("most: today", facts: fact).problems.first
          == "test.flow.yaml:11: wrong-type: `today` needs the device's time zone, but `utcOffset` is another fact here"
      )
    }
  }

  @Test(
    "Two bounds with no day between them are refused, whatever the day and also if only on some days",
    arguments: [
      ("least: today, most: today - 1 day", true), ("least: today, most: today", false),
      ("least: today - 17 years, most: today - 18 years", true),
      ("least: today - 31 days, most: today - 1 month", false),
      ("least: today - 30 days, most: today - 1 month", true),
      ("least: today + 1 month, most: today + 30 days", true),
      ("most: today + 30 days, least: today + 1 month", true),
      ("least: today + 1 month, most: today + 31 days", false),
      ("least: today + 2 months, most: today + 61 days", true),
      ("least: today + 2 months, most: today + 62 days", false),
      ("least: today + 28 days, most: today + 1 month", false),
      ("least: today + 29 days, most: today + 1 month", true),
      ("least: today + 1 year, most: today + 365 days", true),
      ("least: today + 366 days, most: today + 1 year", true),
      ("least: today + 1460 days, most: today + 4 years", false),
      ("least: today + 1461 days, most: today + 4 years", true),
      ("least: today + 400 years, most: today + 146097 days", false),
      ("least: today + 12 months, most: today + 1 year", false),
      ("least: today + 13 months, most: today + 1 year", true),
      ("least: today - 27 days, most: today - 1 month", true),
      ("least: 1900-01-01, most: today", false), ("least: today, most: 2026-12-31", true),
      ("most: 1960-01-01, least: today", true),
      ("least: today - 18 years, most: 9999-12-31", false),
    ])
  func bounds(bounds: String, isWrong: Bool) {
    let codes = document(bounds).outcome.diagnostics.map(\.code)
    #expect(codes == (isWrong ? [.badRange] : []))
  }

  @Test(
    "Bounds that cross in some months are told the day that is right in all",
    arguments: [
      ("today + 1 month", "today + 30 days", "Write `most: today + 31 days` or a later day"),
      ("today + 30 days", "today + 1 month", "Write `least: today + 28 days` or an earlier day"),
      ("today - 30 days", "today - 1 month", "Write `least: today - 31 days` or an earlier day"),
      ("today - 1 month", "today - 30 days", "Write `most: today - 28 days` or a later day"),
      ("today + 1 year", "today + 365 days", "Write `most: today + 366 days` or a later day"),
    ])
  func crossing(least: String, most: String, remedy: String) {
    let found = document("least: \(least), most: \(most)").outcome.diagnostics
    #expect(
      found.map(\.problem) == [
        "On some days the minimum, `\(least)`, is after the maximum, `\(most)`, since not all months have the same number of days"
      ])
    #expect(found.map(\.remedy) == [remedy])
  }

  @Test(
    "A minimum that moves passes a maximum that does not: the first day without a valid date is named"
  )
  func passed() {
    for (least, most, day) in [
      ("today", "2026-12-31", "2027-01-01"), ("today - 18 years", "2010-02-28", "2028-03-01"),
      ("today + 1 month", "2026-02-28", "2026-02-01"), ("today", "1960-01-01", "1970-01-01"),
    ] {
      #expect(
        document("least: \(least), most: \(most)").outcome.diagnostics.map(\.problem) == [
          "From \(day) on no date is valid: the minimum, `\(least)`, moves with the day, and the maximum, `\(most)`, does not"
        ])
    }
  }

  @Test("No guard asks whether such a date is valid, since that changes at midnight")
  func guards() {
    let text = "{text: t, when: born is valid}"
    #expect(
      document("most: today", beside: text).problems.contains(
        "test.flow.yaml:12: bad-guard: Whether `born` is valid changes at midnight, so no guard can ask for it"
      ))
    #expect(
      !document("most: 2008-12-31", beside: text).outcome.diagnostics.contains {
        $0.code == .badGuard
      })
    let compared = "{text: t, when: born == '2008-12-31'}"
    #expect(
      document("most: today", beside: compared).problems.contains(
        "test.flow.yaml:11: bad-guard: A guard compares the date of `born` with `2008-12-31`, which is valid on some days and not on others"
      ))
  }

  @Test("A mistake that `portico check --mutate` makes in such a bound is one more of its unit")
  func mutations() throws {
    for (bound, wrong) in [
      ("today", "today + 1 day"), ("today - 18 years", "today - 17 years"),
      ("today - 1 month", "today"),
    ] {
      let text = document("most: \(bound)").files["test.flow.yaml"] ?? ""
      let root = try #require(YAMLTree.read(bytes: Array(text.utf8), file: "test.flow.yaml").root)
      let mutation = try #require(FlowMutation.all(in: root).first { $0.kind == .shiftBound })
      #expect(
        mutation.made(in: root).written.replacing("\"", with: "")
          .contains("most: \(wrong)\n"), "\(wrong)")
    }
  }
}
