import FlowVerification
import Testing

/// Texts that are compared have to be possible by the validators of all that they are compared with.
@Suite("Compared texts")
struct ComparedTextTests {
  /// Two fields, and what the button behind them asks.
  private static func flow(_ first: String, _ second: String, enabled: String = "") -> String {
    """
    initial: one
    facts: {a: {type: text, place: memory}, b: {type: text, place: memory}}
    screens:
      one:
        elements:
          - {field: a, fact: a, label: t, \(first)}
          - {field: b, fact: b, label: t, \(second)}
          - {button: next, label: t, submits: true}
        on: {next: two}
      two: {elements: [{button: go, label: t\(enabled)}], on: {go: home}}
      home: {elements: [{text: t}]}
    """
  }

  @Test(
    "A text that is repeated can be what both fields ask for",
    arguments: [
      (#"validate: [required, {pattern: '[A-Z]{2}\d{3}'}]"#, "validate: [required, {same: a}]"),
      ("validate: [required, digits]", "validate: [required, {same: a}, {least: 6}]"),
      ("validate: [required, {most: 4}]", "validate: [required, {least: 4}, {same: a}]"),
      ("kind: email, validate: [required, email]", "kind: email, validate: [required, {same: a}]"),
      (
        #"validate: [required, {pattern: '[a-c]+'}]"#,
        #"validate: [{pattern: '[b-d]+'}, {same: a}]"#
      ),
    ])
  func repeated(first: String, second: String) throws {
    #expect(try Self.found(Self.flow(first, second)) == [])
  }

  @Test("What no text can be is a dead end")
  func impossible() throws {
    let found = try Self.found(
      Self.flow(
        #"validate: [required, {pattern: '[a-c]+'}]"#, #"validate: [{pattern: 'd+'}, {same: a}]"#))
    #expect(found.contains("deadEnd -"))
  }

  @Test(
    "Texts that both fields take can be alike, and can differ",
    arguments: [
      ("validate: [required, digits]", "validate: [required, {least: 6}]"),
      ("validate: [required, email]", "validate: [required, {most: 40}]"),
      (#"validate: [required, {pattern: '[a-z]{5}'}]"#, "validate: [required]"),
    ])
  func alike(first: String, second: String) throws {
    for guardText in ["a == b", "a != b"] {
      let found = try Self.found(Self.flow(first, second, enabled: ", enabled: \(guardText)"))
      #expect(found.contains("deadEnd -"), "the other way has no way on: \(guardText)")
      #expect(!found.contains { $0.contains("unreachable") }, "\(guardText): \(found)")
    }
  }

  @Test("Days within the bounds of two fields can be alike, and can differ")
  func days() throws {
    func flow(_ guardText: String) -> String {
      """
      initial: one
      facts: {a: {type: text, place: memory}, b: {type: text, place: memory}}
      screens:
        one:
          elements:
            - {date: a, fact: a, label: t, least: 2000-01-01, most: 2005-01-01, required: true}
            - {date: b, fact: b, label: t, least: 2004-12-31, most: 2009-01-01, required: true}
            - {button: go, label: t, submits: true, enabled: \(guardText)}
          on: {go: home}
        home: {elements: [{text: t}]}
      """
    }
    #expect(try Self.found(flow("a == b")) == [])
    #expect(try Self.found(flow("a != b")) == [])
  }

  private static func found(_ body: String) throws -> [String] {
    let hasDates = body.contains("{date:")
    let rules = ["same", "required", "pattern", "least", "most", "digits", "email"]
      .filter { body.contains($0) }
    let keys = hasDates ? ["required", "date", "date.least", "date.most"] : rules
    let texts = keys.map { "invalid.\($0): X" }
    let checked = try Checked(
      text: "flow: test\nversion: 1\nlanguages: [en]\ngoals: [home]\n\(body)\n"
        + "texts: {en: {t: T, \(texts.joined(separator: ", "))}}\n")
    try #require(checked.explorer.isComplete)
    return checked.found.map { "\($0.property) \(checked.name(of: $0))" }
  }
}
