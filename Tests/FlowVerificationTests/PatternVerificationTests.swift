import FlowDefinition
import FlowMachine
import Statechart
@testable import FlowVerification
import TestSupport
import Testing

/// Forms that ask for texts of a pattern.
@Suite struct PatternVerificationTests {
  private static let letters = ["a", "b", "1", "+", "@", ".", " ", "é"]

  /// All texts of up to five of these letters.
  private static let texts: [Text] = {
    var all: [Text] = []
    var last: [Text] = [[]]
    for _ in 0..<5 {
      last = last.flatMap { text in letters.map { text + Array($0.utf8) } }
      all += last
    }
    return all
  }()

  private static let patterns = [
    "[ab]{2,3}", "[0-9]+", "(a|1)*@.+", "[a-z]@[a-z]\\.[a-z]", "\\+?\\d{1,12}", ".{3}", " *",
    "[^ ]*", "(ab?)+|1{4}", "é.*",
  ]

  @Test(
    "Whatever patterns and other validators say together of a text, there is a text of which they say it",
    arguments: patterns)
  func everyKind(pattern: String) throws {
    var random = SeededGenerator(announcing: "witnesses", seed: 22)
    for other in Self.patterns.shuffled(using: &random).prefix(4) {
      let tables = [try PatternTable(pattern: pattern), try PatternTable(pattern: other)]
      func row(_ rule: ValidatorRule, _ value: Int64 = 0) -> ValidatorRow {
        ValidatorRow(rule: rule, value: value, fact: noID, message: noID)
      }
      let rules = [
        row(.required), row(.digits), row(.email), row(.least, Int64(random.below(4))),
        row(.most, Int64(3 + random.below(2))),
      ]
      func said(_ text: Text) -> [Bool] {
        tables.map { $0.matches(text) }
          + rules.map { Validation.holds($0.rule, value: $0.value, other: [], text) }
      }
      let witnesses = try PatternWitnesses(tables, beside: rules, each: 1).all
      let found = Set(witnesses.map(said))
      let wanted = Set(Self.texts.map(said))
      #expect(wanted.subtracting(found) == [], "\(pattern) \(other)")
      #expect(witnesses.count < 500)
    }
  }

  @Test(
    "Where facts are compared, there are as many texts of each kind as are wanted, all different")
  func several() throws {
    let table = try PatternTable(pattern: "[A-Z]{2}[0-9]{3}")
    let witnesses = try PatternWitnesses([table], beside: [], each: 5).all
    let valid = witnesses.filter(table.matches)
    #expect(Set(valid).count == 5)
    #expect(Set(witnesses).count == witnesses.count)
  }

  @Test("An address is found whose parts are within their limits, though a shorter one is not")
  func limitsOfAddresses() throws {
    let table = try PatternTable(pattern: #"a{70}@b\.c|a@b{100}\.c|(a@b{128}){2}\.c"#)
    let rules = [ValidatorRow(rule: .email, value: 0, fact: noID, message: noID)]
    let addresses = try PatternWitnesses([table], beside: rules, each: 1).all.filter {
      table.matches($0) && Validation.holds(.email, value: 0, other: [], $0)
    }
    #expect(addresses == [Text(("a@" + String(repeating: "b", count: 100) + ".c").utf8)])
  }

  @Test("The day that bounds a date in the same fact is not taken for a length")
  func days() throws {
    let table = try PatternTable(pattern: "[0-9-]*")
    let rules = [ValidatorRow(rule: .least, value: 1990_12_31, fact: noID, message: noID)]
    #expect(try PatternWitnesses([table], beside: rules, each: 1).all.count == 2)
  }

  /// Patterns of 251 states each, of which every combination can be reached.
  private static let multiplying = ["a", "b", "c"].map { letter in
    let others = letter == "a" ? "b-z" : letter == "b" ? "ac-z" : "abd-z"
    return "(?:[\(others)]*\(letter)){250}[\(others)]*"
  }

  @Test(
    "Patterns that multiply are given up after a fixed number of steps",
    arguments: [(patterns: 2, most: 1), (3, 1), (3, 18)])
  func multiplied(patterns: Int, most: Int) throws {
    let tables = try Self.multiplying.prefix(patterns).map { try PatternTable(pattern: $0) }
    #expect(throws: PatternWitnesses.TooManySteps.self) {
      try PatternWitnesses(tables, beside: [], each: most)
    }
  }

  @Test(
    "Check refuses patterns that multiply, in one field or in several of one fact, and names fields and fact",
    arguments: [
      (
        "code", multiplying.map { "{pattern: '\($0)', message: t}" }.joined(separator: ", "), "",
        "The 3 patterns of 'code'"
      ),
      (
        "code", "{pattern: '\(multiplying[0])', message: t}",
        multiplying.dropFirst().enumerated().map {
          "- {field: more\($0), fact: code, label: t, validate: [{pattern: '\($1)', message: t}]}"
        }.joined(separator: "\n      "), "The 3 patterns of 'code', 'more0', 'more1'"
      ),
      (
        "code", "{most: 100, message: t}, {pattern: '\(multiplying[0])', message: t}", "", nil
      ),
    ] as [(String, String, String, String?)])
  func refused(fact: String, validators: String, more: String, said: String?) throws {
    func problem() throws -> String? {
      let text =
        "flow: multiplied\nversion: 1\nlanguages: [en]\ngoals: [home]\n"
        + Self.form(validators, more).replacing(", again: {type: text}", with: "")
        + "\ntexts: {en: {t: T}}\n"
      let outcome = FlowCompiler.compileForVerification(file: "x.flow.yaml") {
        $0 == "x.flow.yaml" ? Array(text.utf8) : nil
      }
      let plan = try #require(outcome.plan, "\(outcome.diagnostics)")
      let flow = try Flow(decoding: #require(outcome.flow).bytes)
      do {
        _ = try Verification.run(flow, plan)
        return nil
      } catch { return error.description(flow) }
    }
    let problem = try problem()
    #expect((problem == nil) == (said == nil), "\(problem ?? "")")
    if let said {
      #expect(problem?.hasPrefix(said) == true, "\(problem ?? "")")
      #expect(problem?.contains("the fact 'code'") == true)
      #expect(problem?.contains("Join them into one pattern") == true)
    }
  }

  private static func form(_ validators: String, _ more: String = "") -> String {
    """
    facts: {code: {type: text}\(more.isEmpty ? "" : ", again: {type: text}")}
    initial: start
    screens:
      start:
        elements:
          - {field: code, fact: code, label: t, validate: [\(validators)]}
          \(more)
          - {button: go, label: t, submits: true}
        on: {go: home}
      home: {elements: [{text: t}]}
    """
  }

  static let cases = [
    SoundnessTests.Case(
      what: "a pattern of letters and digits that no sample text has can be filled in",
      body: form("required, {pattern: '[A-Z]{2}-[0-9]{6}', message: t}"),
      found: []),
    SoundnessTests.Case(
      what: "nothing is digits alone and letters alone",
      body: form(
        "required, digits, {pattern: '[a-z]+', message: t}"),
      found: [
        "deadEnd -", "unreachableScreen home", "unreachableTransition start go",
      ]),
    SoundnessTests.Case(
      what: "five digits are never four characters",
      body: form(
        "required, {most: 4}, {pattern: '[0-9]{5}', message: t}"),
      found: [
        "deadEnd -", "unreachableScreen home", "unreachableTransition start go",
      ]),
    SoundnessTests.Case(
      what: "an address of one company is an address",
      body: form(
        "required, email, {pattern: '.+@example\\.com', message: t}"
      ),
      found: []),
    SoundnessTests.Case(
      what: "text without an @ is not an address",
      body: form(
        "required, email, {pattern: '[^@]+', message: t}"),
      found: [
        "deadEnd -", "unreachableScreen home", "unreachableTransition start go",
      ]),
    SoundnessTests.Case(
      what: "two fields with patterns that share no text are filled in apart",
      body: form(
        "required, {pattern: 'a+', message: t}",
        "- {field: again, fact: again, label: t, validate: [required, {pattern: 'b+', message: t}]}"
      ),
      found: []),
    SoundnessTests.Case(
      what: "two fields with patterns that share no text are never the same",
      body: form(
        "required, {pattern: 'a+', message: t}",
        "- {field: again, fact: again, label: t, validate: [{same: code, message: t}, {pattern: 'b+', message: t}]}"
      ),
      found: [
        "deadEnd -", "unreachableScreen home", "unreachableTransition start go",
      ]),
    SoundnessTests.Case(
      what: "a required choice can be made",
      body: """
        facts: {plan: {type: choice, values: [small, large]}, terms: {type: flag}}
        initial: start
        screens:
          start:
            elements:
              - {choice: plan, fact: plan, label: t, required: true, message: t, options: {small: t, large: t}}
              - {toggle: terms, fact: terms, label: t, required: true, message: t}
              - {button: go, label: t, submits: true}
            on: {go: home}
          home: {elements: [{text: t}]}
        """,
      found: []),
    SoundnessTests.Case(
      what: "a required choice that is disabled for ever cannot",
      body: """
        facts: {plan: {type: choice, values: [small, large]}, open: {type: flag, place: device}}
        initial: start
        screens:
          start:
            elements:
              - {choice: plan, fact: plan, label: t, enabled: plan is present, required: true, message: t, options: {small: t, large: t}}
              - {button: go, label: t, submits: true}
            on: {go: home}
          home: {elements: [{text: t}]}
        """,
      found: [
        "deadEnd -", "unreachableScreen home",
        "unreachableTransition start go",
      ]),
  ]

  @Test(
    "Forms with patterns and required choices are judged by what can be filled in", arguments: cases
  )
  func judged(_ test: SoundnessTests.Case) throws {
    let found = try SoundnessTests.findings(test.body)
    #expect(Set(found) == Set(test.found), "\(found)")
  }
}
