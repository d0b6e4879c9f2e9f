import FlowDefinition
import FlowMachine
import TestSupport
import Testing

/// The regular expressions of `pattern`.
@Suite struct PatternTests {
  private static func table(_ pattern: String) throws -> PatternTable {
    try PatternTable(pattern: pattern)
  }

  private static let matches: [(pattern: String, yes: [String], no: [String])] = [
    ("[0-9]{5}", ["10115", "00000"], ["1011", "101155", "1011a", "", "١٠١١٥"]),
    (#"[A-Z]{2}\d{3,5}"#, ["AB123", "XY12345"], ["AB12", "ab123", "AB123456"]),
    ("(cat|dog)s?", ["cat", "dogs"], ["cats?", "catdog", "cow"]),
    ("a|", ["a", ""], ["aa", "b"]),
    ("x*", ["", "x", "xxxx"], ["xy"]),
    ("(ab)+c?", ["ab", "ababc"], ["", "abcc", "abca"]),
    ("(?:a{2,}){1,2}", ["aa", "aaaaaaa"], ["a", ""]),
    (#"[^\d\s]+"#, ["Ünïcode", "𝔘"], ["a1", "a b", ""]),
    (".", ["a", "é", "語", "😀"], ["", "ab", "e\u{301}"]),
    ("[à-ÿ]+", ["àéÿ"], ["abc", "Ā"]),
    ("[ぁ-ゖー]{2,4}", ["ひらがな"], ["カタカナ", "ひ"]),
    (#"\(\d+\)\.\[\]\{\}\|\\\-"#, [#"(12).[]{}|\-"#], ["12.[]{}|"]),
    ("[a-]+[.*+?()|{}]", ["a-a*", "-("], ["b*", "a-"]),
    (#"\w+\W\S"#, ["under_score-x"], ["a-\u{A0}", "a_b"]),
    ("[^a]", ["b", "\u{10FFFF}", "\u{D7FF}", "\u{E000}"], ["a", "bc"]),
    ("a{0}b{1}", ["b"], ["ab", ""]),
  ]

  @Test("A pattern matches whole texts, by characters and not by bytes", arguments: matches)
  func matching(pattern: String, yes: [String], no: [String]) throws {
    let table = try Self.table(pattern)
    for text in yes { #expect(table.matches(Array(text.utf8)), "\(text)") }
    for text in no { #expect(!table.matches(Array(text.utf8)), "\(text)") }
  }

  /// A pattern of a few characters, drawn at random.
  private static func drawn(_ random: inout SeededGenerator, depth: Int = 3) -> String {
    switch depth == 0 ? 0 : random.below(8) {
    case 0: random.pick(["a", "b", "é", "語", ".", "[ab]", "[^a]", "[b-z]", #"\d"#, "[à-語]"])
    case 1: "(\(drawn(&random, depth: depth - 1))|\(drawn(&random, depth: depth - 1)))"
    case 2:
      "(\(drawn(&random, depth: depth - 1)))\(random.pick(["*", "+", "?", "{2}", "{1,2}", "{2,}", "{0,1}"]))"
    default: drawn(&random, depth: depth - 1) + drawn(&random, depth: depth - 1)
    }
  }

  @Test(
    "Random patterns match what the standard library's regular expressions match, with the smallest table"
  )
  func foreignOracle() throws {
    var random = SeededGenerator(announcing: "patterns", seed: 20_261_127)
    var matched = 0
    for _ in 0..<400 {
      let pattern = Self.drawn(&random)
      let table = try Self.table(pattern)
      let foreign = try Regex(pattern).matchingSemantics(.unicodeScalar)
      for _ in 0..<40 {
        let text = (0..<random.below(6)).map { _ in
          random.pick(["a", "b", "c", "é", "語", "7", "😀"])
        }
        .joined()
        let isMatch = try foreign.wholeMatch(in: text) != nil
        #expect(table.matches(Array(text.utf8)) == isMatch, "\(pattern) \(text)")
        matched += isMatch ? 1 : 0
      }
      #expect(Self.distinctStates(table) == table.states, "\(pattern)")
    }
    #expect(matched > 500)
  }

  /// How many states texts tell apart, by looking at all of them as often as that shows more.
  private static func distinctStates(_ table: PatternTable) -> Int {
    var blocks = (0..<table.states).map { table.accepts($0) ? 1 : 0 }
    while true {
      var known: [[Int]: Int] = [:]
      let refined = blocks.indices.map { state in
        let key = [blocks[state]] + (0...UInt8.max).map { blocks[table.next(state, $0)] }
        if known[key] == nil { known[key] = known.count }
        return known[key] ?? 0
      }
      if known.count == Set(blocks).count { return known.count }
      blocks = refined
    }
  }

  private static let refused: [(pattern: String, offset: Int, problem: String)] = [
    ("a)", 1, "There is no `(` for this `)`"),
    ("x(a|b", 1, "This group is not closed"),
    ("ab[c", 2, "These brackets are not closed"),
    ("[]", 0, "These brackets match no character"),
    (#"a[^\d\D]"#, 1, "These brackets match no character"),
    ("[z-a]", 1, "This range ends before it begins"),
    (#"[\d-z]"#, 1, "Both ends of a range must be single characters"),
    ("[a[b]]", 2, "Brackets cannot be nested"),
    ("*a", 0, "`*` has nothing to repeat"),
    ("a**", 2, "`*` follows another quantifier"),
    ("a+?", 2, "`?` follows another quantifier"),
    ("a{", 1, "This quantifier is incomplete"),
    ("a{,3}", 1, "This quantifier is incomplete"),
    ("a{3,1}", 1, "The minimum, 3, is greater than the maximum, 1"),
    ("a{257}", 1, "A number of repetitions can be at most 256"),
    ("a{99999999999999999999}", 1, "A number of repetitions can be at most 256"),
    ("^a", 0, "A pattern always matches the whole text, so it has no `^`"),
    ("a$", 1, "A pattern always matches the whole text, so it has no `$`"),
    ("(?=a)b", 0, "Lookaround, named groups and options are not supported"),
    ("(?<name>a)", 0, "Lookaround, named groups and options are not supported"),
    (#"(a)\1"#, 3, #"`\1` is not supported"#),
    (#"a\p{L}"#, 1, #"`\p` is not supported"#),
    (#"a\b"#, 1, #"`\b` is not supported"#),
    (#"a\"#, 1, #"There is nothing after `\`"#),
    (String(repeating: "(", count: 40) + "a", 32, "Groups are nested more than 32 deep"),
    ("(((a{256}){256}){256}){256}", 0, "This pattern grows too large"),
    ("(a|b)*a(a|b){12}", 0, "This pattern grows too large"),
    (String(repeating: "[a-z]", count: 300), 1_000, "A pattern has at most 1000 characters"),
    (
      "[" + String(repeating: "ä語", count: 100_000) + "]", 1_000,
      "A pattern has at most 1000 characters"
    ),
    ("(.*a){40}.{40}(.*b.*){9}", 0, "This pattern grows too large"),
  ]

  @Test(
    "A pattern that cannot be compared in linear time, or not at all, is refused where it is wrong",
    arguments: refused)
  func refusal(pattern: String, offset: Int, problem: String) throws {
    let error = #expect(throws: SyntaxError.self) { try Self.table(pattern) }
    #expect(error?.offset == offset)
    #expect(error?.problem == problem)
  }

  /// Few states of the result, but each of hundreds of states that follow each other by nothing.
  private static let costlyPatterns = [
    "(?:(?:" + "bcdefghijklmnopqrstuvwxyz".map { "\($0)?" }.joined()
      + "){20}|a{1,250}[b-z0-9])*",
    "(?:(?:(?:a?){200}b?){10}|c{1,250})*", "(a|b|c|d)*[ab](?:.{1,3}){250}",
  ]

  @Test(
    "Steps that need no character count too: a pattern is given up after a fixed number of all steps",
    arguments: costlyPatterns)
  func costly(pattern: String) {
    let compiler = PatternCompiler()
    let error = #expect(throws: SyntaxError.self) { try compiler.table(pattern) }
    #expect(error?.problem == "This pattern grows too large")
    #expect(error?.remedy.contains("`{most: …}`") == true)
    #expect(compiler.work.count < PatternWork.mostOfOne + 10_000)
  }

  @Test(
    "The largest patterns that people write are compiled in a small part of the steps",
    arguments: [
      (#"[A-Za-z0-9._%+-]+@[A-Za-z0-9.-]+\.[A-Za-z]{2,63}"#, 40), (".{85}", 10),
      ("[a-z]{250}", 100), (#"(?:[A-Z]{2}\d{2}(?: ?[A-Z0-9]{4}){2,7}(?: ?[A-Z0-9]{1,3})?)"#, 50),
    ])
  func cheap(pattern: String, part: Int) throws {
    let compiler = PatternCompiler()
    _ = try compiler.table(pattern)
    #expect(compiler.work.count * part < PatternWork.mostOfOne)
  }

  private static func document(_ patterns: [String]) -> String {
    """
    flow: patterns
    version: 1
    languages: [en]
    goals: [home]
    facts: {postcode: {type: text}}
    initial: home
    screens:
      home:
        elements:

    """
      + patterns.enumerated().map {
        "      - {field: f\($0), fact: postcode, label: t, validate: [{pattern: '\($1)'}]}\n"
      }.joined() + "texts: {en: {t: T, invalid.pattern: P}}\n"
  }

  @Test("A pattern that stands in several places is compiled once")
  func once() {
    func work(_ patterns: [String]) -> Int {
      let compiler = PatternCompiler()
      let read = FlowReader.read(
        bytes: Array(Self.document(patterns).utf8), file: "x", patterns: compiler)
      #expect(read.document != nil, "\(read.diagnostics)")
      return compiler.work.count
    }
    let one = work(["[a-z]{100}"])
    #expect(one > 0)
    #expect(work(Array(repeating: "[a-z]{100}", count: 50)) == one)
    #expect(work(["[a-z]{100}", "[a-z]{100,101}"]) > one)
  }

  @Test("Patterns that are too large together are refused at the first that is too much")
  func together() {
    let compiler = PatternCompiler(most: 100_000)
    let patterns = (0..<40).map { "(a|b)*a(a|b){6}x{\($0)}" }
    let read = FlowReader.read(
      bytes: Array(Self.document(patterns).utf8), file: "x", patterns: compiler)
    #expect(Set(read.diagnostics.map(\.code)) == [.badPattern])
    let first = read.diagnostics.first
    #expect(first?.problem == "The patterns of this flow grow too large together")
    #expect((12...45).contains(first?.position.line ?? 0), "\(String(describing: first))")
    #expect(compiler.work.count < 110_000)
  }

  @Test("In a document, the column points into the pattern")
  func position() {
    let document = Documents(
      """
      facts: {postcode: {type: text}}
      initial: home
      screens:
        home:
          elements:
            - {field: postcode, fact: postcode, label: t, validate: [{pattern: '[0-9]{5}$'}]}
      texts: {en: {t: T}}
      """)
    let places = document.outcome.diagnostics.map {
      "\($0.position.line):\($0.position.column) \($0.code.rawValue)"
    }
    #expect(places == ["8:83 bad-pattern"])
  }

  private static let misplaced: [(field: String, problem: String)] = [
    ("kind: number, fact: count", "A field of kind `number` stores another form"),
    ("kind: phone, fact: postcode", "A field of kind `phone` stores another form"),
    (
      "fact: postcode, validate: [{most: 500}, {pattern: 'x+'}]",
      "a limit can be at most 100 characters"
    ),
  ]

  @Test(
    "A pattern is refused where the text is not stored as it was typed, and beside great lengths",
    arguments: misplaced)
  func misplacement(field: String, problem: String) {
    let pattern = field.contains("validate") ? "" : ", validate: [{pattern: 'x+'}]"
    let problems = Documents(
      """
      facts: {postcode: {type: text}, count: {type: number}}
      initial: home
      screens:
        home:
          elements:
            - {field: postcode, \(field)\(pattern), label: t}
            - {button: go, submits: true, label: t}
          "on": {go: home}
      texts: {en: {t: T, invalid.pattern: P, invalid.most: M}}
      """
    ).problems
    #expect(problems.contains { $0.contains(problem) }, "\(problems)")
  }
}
