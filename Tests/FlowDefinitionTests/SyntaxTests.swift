import FlowDefinition
import Testing

@Suite struct SyntaxTests {
  @Test(
    "A duration is a whole number and a unit",
    arguments: [
      ("250ms", 250), ("3s", 3_000), ("10m", 600_000), ("24h", 86_400_000), ("0s", 0),
      ("90d", 7_776_000_000), ("36500d", 3_153_600_000_000), ("36501d", nil), ("", nil),
      ("3", nil), ("s", nil), ("-3s", nil), ("3 s", nil), ("1.5s", nil), ("1m30s", nil),
      ("03s", nil), ("3S", nil), ("٣s", nil), ("9223372036854775807d", nil),
    ] as [(String, Int64?)])
  func durations(text: String, milliseconds: Int64?) {
    #expect(DurationSyntax.milliseconds(text) == milliseconds)
  }

  @Test(
    "A name begins with a letter and has at most 64 bytes",
    arguments: [
      ("a", true), ("Z9_", true), ("OTPVerificationVC", true), ("", false), ("9a", false),
      ("_a", false), ("a-b", false), ("a.b", false), ("ä", false), ("a b", false),
      (String(repeating: "a", count: 64), true), (String(repeating: "a", count: 65), false),
    ])
  func names(text: String, isName: Bool) {
    #expect(NameSyntax.isName(text) == isName)
  }

  @Test(
    "A reference is names separated by dots",
    arguments: [
      ("a", true), ("signIn.login", true), ("a.b.c", true), ("a.", false), (".a", false),
      ("a..b", false), ("a.1", false), ("", false),
    ])
  func references(text: String, isReference: Bool) {
    #expect(NameSyntax.isReference(text) == isReference)
  }

  @Test(
    "A language tag is known by its form",
    arguments: [
      ("en", true), ("deu", true), ("pt-BR", true), ("zh-Hant-TW", true), ("sr-Latn", true),
      ("e", false), ("engl", false), ("en_US", false), ("en-", false), ("-en", false),
      ("en-123456789", false), ("1n", false), ("", false),
    ])
  func languages(text: String, isLanguage: Bool) {
    #expect(NameSyntax.isLanguage(text) == isLanguage)
  }

  @Test("A path consists of members and indexes")
  func paths() throws {
    #expect(try PathSyntax.parse("$") == [])
    #expect(try PathSyntax.parse("$.a.b") == [.member("a"), .member("b")])
    #expect(try PathSyntax.parse("$[0][12]") == [.index(0), .index(12)])
    #expect(
      try PathSyntax.parse("$.rows[3].custom:user_id")
        == [.member("rows"), .index(3), .member("custom:user_id")])
    #expect(try PathSyntax.parse("$.größe") == [.member("größe")])
  }

  @Test(
    "An invalid path is refused at the offset of its mistake",
    arguments: [
      ("", 0), ("a", 0), (".a", 0), ("$a", 1), ("$.", 1), ("$..a", 1), ("$.a.", 3), ("$[", 1),
      ("$[]", 1), ("$[a]", 1), ("$[-1]", 1), ("$[01]", 1), ("$[0", 1), ("$[65536]", 1),
      ("$.a[0]b", 6), ("$.a b", 3), ("$.*", 1), ("$['a']", 1),
    ])
  func wrongPaths(text: String, offset: Int) {
    let error = #expect(throws: SyntaxError.self) { try PathSyntax.parse(text) }
    #expect(error?.offset == offset)
  }

  @Test("A template is literals and references with their places")
  func templates() throws {
    func at(_ column: Int) -> Position { Position(file: "x", line: 3, column: column) }
    func parse(_ text: String) throws -> [TemplateParser.Segment] {
      try TemplateParser.parse(Name(text, at: at(10)))
    }
    #expect(try parse("") == [])
    #expect(try parse("plain") == [.literal("plain")])
    #expect(try parse("{a}") == [.reference("a", at(11))])
    #expect(
      try parse("é {a}{b.left}.") == [
        .literal("é "), .reference("a", at(13)), .reference("b.left", at(16)), .literal("."),
      ])
    #expect(
      try parse("{{a}} {{{b}}}")
        == [.literal("{a} {"), .reference("b", at(19)), .literal("}")])
    #expect(
      try parse("{a, date}{a,dateTime}") == [
        .moment("a", .date, at(11)), .moment("a", .dateTime, at(20)),
      ])
    let folded = Name("one {a}", at: at(10), isVerbatim: false)
    #expect(try TemplateParser.parse(folded) == [.literal("one "), .reference("a", at(10))])
  }

  @Test(
    "An invalid template is refused at the offset of its mistake",
    arguments: [
      ("{", 0), ("a {b", 2), ("{}", 0), ("a }", 2), ("{a b}", 0), ("{ a }", 0), ("{1}", 0),
      ("{a{b}}", 0), ("{{}", 2), ("{{{", 2), ("{a, day}", 0), ("{a,}", 0), ("{, date}", 0),
      ("{a, date, date}", 0),
    ])
  func wrongTemplates(text: String, offset: Int) {
    let template = Name(text, at: Position(file: "x", line: 1, column: 1))
    let error = #expect(throws: SyntaxError.self) { try TemplateParser.parse(template) }
    #expect(error?.offset == offset)
  }

  @Test("What is set is a literal, a name, a time or a sum; in quotes it is a text")
  func values() throws {
    let plain: [(String, ValueExpression)] = [
      ("true", .literal(.flag(true))), ("false", .literal(.flag(false))),
      ("-3", .literal(.number(-3))), ("worker", .name("worker")), ("yes", .name("yes")),
      ("signIn.number", .name("signIn.number")), ("now", .now), ("now + 15m", .fromNow(900_000)),
      ("event", .event), ("tries + 1", .sum("tries", 1)), ("tries - 2", .sum("tries", -2)),
      ("tries + -2", .sum("tries", -2)),
    ]
    for (text, value) in plain {
      #expect(try ValueParser.value(text, isPlain: true) == value)
      #expect(try ValueParser.value(text, isPlain: false) == .literal(.text(text)))
    }
    let wrong = ["two words", "a + b", "a * 2", "a+1", "now - 3s", "now + 3", "event + 1", "1.5"]
    for text in wrong + ["a + -9223372036854775808"] {
      #expect(throws: SyntaxError.self) { try ValueParser.value(text, isPlain: true) }
    }
  }

  @Test("The nearest word is suggested, but none that is too far off")
  func suggestions() {
    let keys = ["title", "elements", "back", "backTarget", "visibleFor"]
    #expect(Suggestion.nearest(to: "titel", among: keys) == "title")
    #expect(Suggestion.nearest(to: "element", among: keys) == "elements")
    #expect(Suggestion.nearest(to: "backtarget", among: keys) == "backTarget")
    #expect(Suggestion.nearest(to: "visiblefor", among: keys) == "visibleFor")
    #expect(Suggestion.nearest(to: "colour", among: keys) == nil)
    #expect(Suggestion.nearest(to: "", among: keys) == nil)
  }
}
