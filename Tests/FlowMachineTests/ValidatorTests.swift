import FlowMachine
import Testing

@Suite("Validators")
struct ValidatorTests {
  private func holds(_ rule: ValidatorRule, _ text: String, value: Int64 = 0, other: String = "")
    -> Bool
  {
    Validation.holds(rule, value: value, other: Array(other.utf8), Array(text.utf8))
  }

  @Test(
    "`required` needs something visible",
    arguments: [("", false), (" \t", false), ("a", true), (" a ", true), ("é", true)])
  func required(text: String, expected: Bool) {
    #expect(holds(.required, text) == expected)
  }

  @Test("Only `required` refuses an empty field")
  func empty() {
    for rule in [ValidatorRule.email, .digits, .phone, .least, .most] {
      #expect(holds(rule, "", value: 3))
    }
  }

  @Test(
    "Lengths count characters as code points",
    arguments: [("abc", 3), ("éé", 2), ("😀", 1), ("e\u{301}", 2)])
  func lengths(text: String, count: Int64) {
    #expect(holds(.least, text, value: count))
    #expect(!holds(.least, text, value: count + 1))
    #expect(holds(.most, text, value: count))
    #expect(!holds(.most, text, value: count - 1))
  }

  @Test(
    "An address has one @ with something before it and a domain with a dot after it",
    arguments: [
      ("a@b.c", true), ("ada.lovelace+x@example.co.uk", true), ("ä@exämple.com", true),
      ("a@b", false),
      ("@b.c", false), ("a@", false), ("a@@b.c", false), ("a@b@c.d", false), ("a b@c.d", false),
      ("a@b.c ", false), ("a@.c", false), ("a@b.", false), ("a..b@c.d", false), ("a@b..c", false),
      ("a\u{0}@b.c", false), ("a\u{7F}@b.c", false), ("ab.c", false),
    ])
  func email(text: String, expected: Bool) {
    #expect(holds(.email, text) == expected)
  }

  @Test("An address has at most 64 bytes before and 254 in all")
  func longEmail() {
    let local = String(repeating: "a", count: 64)
    #expect(holds(.email, local + "@b.c"))
    #expect(!holds(.email, "a" + local + "@b.c"))
    let domain = String(repeating: "b", count: 250) + ".c"
    #expect(holds(.email, "a@" + domain))
    #expect(!holds(.email, "ab@" + domain))
    #expect(!holds(.email, String(repeating: "@", count: 100_000)))
  }

  @Test(
    "Digits are the ten ASCII digits",
    arguments: [("0123456789", true), ("12a", false), ("١", false), ("-1", false), ("1 ", false)])
  func digits(text: String, expected: Bool) {
    #expect(holds(.digits, text) == expected)
  }

  @Test(
    "A phone number is a plus and 7 to 15 digits",
    arguments: [
      ("+1234567", true), ("+123456", false), ("+123456789012345", true),
      ("+1234567890123456", false),
      ("1234567", false), ("+12 34567", false), ("++1234567", false),
    ])
  func phone(text: String, expected: Bool) {
    #expect(holds(.phone, text) == expected)
  }

  @Test("The same as another field, byte for byte")
  func same() {
    #expect(holds(.same, "a", other: "a"))
    #expect(!holds(.same, "a", other: "A"))
    #expect(!holds(.same, "", other: "a"))
  }

  private static let form = """
    facts: {name: {type: text}, again: {type: text}, age: {type: number}, code: {type: secret}}
    initial: form
    screens:
      form:
        elements:
          - {field: name, fact: name, label: t, validate: [{required: true, message: m.required}, {least: 3, message: m.least}]}
          - {field: again, fact: again, label: t, validate: [{same: name, message: m.same}], when: age != 99}
          - {field: age, fact: age, kind: number, label: t, validate: [{least: 18, message: m.age}, {most: 120, message: m.old}]}
          - {field: code, fact: code, kind: code, label: t, validate: [{required: true, message: m.required}, {digits: true, message: m.digits}]}
          - {button: go, label: t, submits: true}
          - {button: other, label: t, enabled: name is valid}
        on: {go: done, other: done}
      done: {}
    languages: [en]
    texts: {en: {t: T, m.required: Missing, m.least: Short, m.same: Different, m.age: Young, m.old: Old, m.digits: Digits}}
    """

  @Test("A form is submitted only when every shown field is valid")
  func submit() throws {
    var play = try Play(yaml: Self.form)
    #expect(!play.acts("go"))
    play.type("name", "Ada")
    play.type("again", "Ada")
    play.typeSecret("code")
    #expect(play.acts("go"))
    play.type("again", "Bob")
    play.tap("go")
    #expect(play.report.refusal == .incomplete)
    play.type("age", "99")
    #expect(play.drawn("again") == nil)
    play.tap("go")
    #expect(play.screen == "done")
  }

  @Test("Each field shows its first problem, and none before it was filled")
  func problems() throws {
    var play = try Play(yaml: Self.form)
    let problem = { (play: Play, name: String) in play.drawn(name)?.problem.string }
    #expect(problem(play, "name") == "")
    play.type("name", "Ad")
    #expect(problem(play, "name") == "Short")
    play.type("name", "   ")
    #expect(problem(play, "name") == "Missing")
    play.type("age", "17")
    #expect(problem(play, "age") == "Young")
    play.type("age", "121")
    #expect(problem(play, "age") == "Old")
    play.typeSecret("code", isValid: false)
    #expect(problem(play, "code") == "Digits")
    play.typeSecret("code", isValid: true)
    #expect(problem(play, "code") == "")
  }

  @Test("Guards can ask whether a field is valid")
  func guarded() throws {
    var play = try Play(yaml: Self.form)
    #expect(play.drawn("other")?.isEnabled == false)
    play.type("name", "Ada")
    #expect(play.drawn("other")?.isEnabled == true)
  }

  @Test("Unsuitable input for a field changes nothing")
  func wrongValues() throws {
    var play = try Play(yaml: Self.form)
    for input in [
      Input.type(play.element("age"), Text("old")), .type(play.element("name"), [0xFF]),
      .type(play.element("code"), Text("1234")), .typeSecret(play.element("name"), isValid: true),
      .set(play.element("name"), .option(0)), .set(play.element("name"), .flag(true)),
      .type(play.element("name"), Text(repeating: 65, count: FlowLimits.textBytes + 1)),
    ] {
      play.step(input)
      #expect(play.report.refusal == .wrongValue)
      #expect(play.machine.effects.isEmpty)
    }
    play.tap("name")
    #expect(play.report.refusal == .wrongValue)
  }
}
