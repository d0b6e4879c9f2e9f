import FlowDefinition
import Testing

@Suite struct GuardParserTests {
  static let right: [(String, GuardExpression)] = [
    ("offlineMode", .flag("offlineMode")),
    ("signIn.agreed", .flag("signIn.agreed")),
    ("not a", .not(.flag("a"))),
    ("not not a", .not(.not(.flag("a")))),
    ("a and b or c", .or(.and(.flag("a"), .flag("b")), .flag("c"))),
    ("a or b and c", .or(.flag("a"), .and(.flag("b"), .flag("c")))),
    ("(a or b) and c", .and(.or(.flag("a"), .flag("b")), .flag("c"))),
    ("not a and b", .and(.not(.flag("a")), .flag("b"))),
    ("not (a and b)", .not(.and(.flag("a"), .flag("b")))),
    ("a or b or c", .or(.or(.flag("a"), .flag("b")), .flag("c"))),
    ("tries < 3", .compare("tries", .less, .literal(.number(3)))),
    ("tries<=-3", .compare("tries", .lessOrEqual, .literal(.number(-3)))),
    ("tries > 3", .compare("tries", .greater, .literal(.number(3)))),
    ("tries >= other", .compare("tries", .greaterOrEqual, .name("other"))),
    ("a == true", .compare("a", .equal, .literal(.flag(true)))),
    ("a != false", .compare("a", .notEqual, .literal(.flag(false)))),
    ("not a == 3", .not(.compare("a", .equal, .literal(.number(3))))),
    ("mode == worker", .compare("mode", .equal, .name("worker"))),
    ("mode == 'it''s'", .compare("mode", .equal, .literal(.text("it's")))),
    ("mode == ''", .compare("mode", .equal, .literal(.text("")))),
    ("email is present", .presence("email", .present)),
    ("email is absent", .presence("email", .absent)),
    ("signIn.code is unreadable", .presence("signIn.code", .unreadable)),
    ("email is valid", .presence("email", .valid)),
    ("login.idle", .status("login", .idle, failureClass: nil)),
    ("login.running", .status("login", .running, failureClass: nil)),
    ("login.succeeded", .status("login", .succeeded, failureClass: nil)),
    ("login.failed", .status("login", .failed, failureClass: nil)),
    ("login.settled", .status("login", .settled, failureClass: nil)),
    ("resend.elapsed", .status("resend", .elapsed, failureClass: nil)),
    ("signIn.login.failed(refused)", .status("signIn.login", .failed, failureClass: "refused")),
    ("in(screenD)", .inState("screenD")),
    ("in ( signIn.form )", .inState("signIn.form")),
    ("shown(problem)", .shown("problem")),
    ("event == 3", .event(.equal, .literal(.number(3)))),
    ("event != 'a'", .event(.notEqual, .literal(.text("a")))),
    ("a\nand b", .and(.flag("a"), .flag("b"))),
    ("isOpen and inside", .and(.flag("isOpen"), .flag("inside"))),
  ]

  @Test("A guard is parsed by the precedence of its operators", arguments: right)
  func reads(text: String, expected: GuardExpression) throws {
    #expect(try GuardParser.parse(text) == expected)
  }

  static let wrong: [(String, Int)] = [
    ("", 0), ("   ", 3), ("a b", 2), ("a and", 5), ("and a", 0), ("a or or b", 5), ("(a", 2),
    ("a)", 1), ("()", 1), ("not", 3), ("a = 3", 2), ("a === 3", 2), ("a =! 3", 2), ("!a", 0),
    ("a ==", 4), ("a == == b", 5), ("3 == a", 0), ("'x' == a", 0), ("a == 1.5", 5),
    ("a == 99999999999999999999", 5), ("a == 007", 5), ("a == -", 5), ("a == 'x", 5),
    ("a == \"x\"", 5), ("a is", 4), ("a is here", 5), ("a is not present", 5), ("in", 2),
    ("in screenD", 3), ("in()", 3), ("in(a", 4), ("in(a b)", 5), ("shown(3)", 6), ("event", 5),
    ("event is present", 6), ("a(b)", 0), ("login.running(x)", 13), ("login.failed()", 13),
    ("a && b", 2), ("a || b", 2), ("a & b", 2), ("a + b", 2), ("ä", 0), ("a..b", 0), ("a.", 0),
    (".a", 0), ("a == not", 5), ("true", 0), ("a, b", 1), ("a == now", 5),
  ]

  @Test("An invalid guard is refused at the offset of its mistake", arguments: wrong)
  func refuses(text: String, offset: Int) {
    let error = #expect(throws: SyntaxError.self) { try GuardParser.parse(text) }
    #expect(error?.offset == offset)
  }

  @Test("A guard nests 32 levels deep and no deeper")
  func levels() throws {
    func guardText(_ depth: Int) -> String {
      String(repeating: "(", count: depth) + "a" + String(repeating: ")", count: depth)
    }
    #expect(try GuardParser.parse(guardText(31)) == .flag("a"))
    #expect(throws: SyntaxError.self) { try GuardParser.parse(guardText(32)) }
    let many = String(repeating: "not ", count: 1_000_000)
    #expect(throws: SyntaxError.self) { try GuardParser.parse(many + "a") }
  }

  @Test("A guard chains 128 conditions and no more")
  func conditions() {
    func guardText(_ count: Int) -> String {
      Array(repeating: "a", count: count).joined(separator: " or ")
    }
    #expect(throws: Never.self) { try GuardParser.parse(guardText(128)) }
    #expect(throws: SyntaxError.self) { try GuardParser.parse(guardText(129)) }
    #expect(throws: SyntaxError.self) { try GuardParser.parse(guardText(500_000)) }
  }
}
