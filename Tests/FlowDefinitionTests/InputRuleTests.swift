import FlowDefinition
import Testing

@Suite("What an input has to be is asked for, or refused as of no use")
struct InputRuleTests {
  /// A form whose input a request sends.
  private static func diagnostics(
    _ input: String, button: String = "button: go, label: t", sent: String = "{email}",
    overlay: String = "button: dismiss, label: t"
  ) -> [Diagnostic] {
    Documents(
      """
      languages: [en]
      facts:
        email: {type: text}
        age: {type: number}
        plan: {type: choice, values: [small, large]}
        terms: {type: flag}
        news: {type: flag}
        pin: {type: secret}
        utcOffset: {type: number, place: device}
      requests: {send: {app: send, with: {a: "\(sent)"}, repeat: safe}}
      overlays: {more: {elements: [{\(overlay)}]}}
      initial: form
      screens:
        form:
          elements:
            - {\(input)}
            - {\(button)}
            - {text: t, when: send.failed}
          "on": {go: {do: [{request: send}, {show: more}]}}
          always: [{when: send.succeeded, to: end}]
        end: {enter: [{clear: [email, age, plan, terms, news, pin]}]}
      texts:
        en: {t: T}
      """
    ).outcome.diagnostics.filter { $0.problem.hasPrefix("Nothing asks") }
  }

  private static let email =
    "field: mail, fact: email, kind: email, label: t, validate: [{email: true, message: t}]"

  @Test("A field that is sent whatever is in it is refused at its rules, with what asks for them")
  func refused() {
    let found = Self.diagnostics(Self.email)
    #expect(found.map(\.code) == [.unused], "\(found)")
    #expect(found.first?.position.line == 18)
    #expect(
      found.first?.problem
        == "Nothing asks whether `mail` is valid, so `send` sends whatever is in it")
    #expect(
      found.first?.remedy
        == "Write `submits: true` at the button that sends it, or `email is valid` in a guard")
  }

  @Test(
    "A form that submits asks for it, and so does a guard",
    arguments: [
      "button: go, label: t, submits: true", "button: go, label: t, enabled: email is valid",
    ])
  func asked(button: String) {
    #expect(Self.diagnostics(Self.email, button: button) == [])
  }

  @Test("A comparison can hold bounds as well, and whether something was typed cannot")
  func compared() {
    let age =
      "field: age, fact: age, kind: number, label: t, validate: [{least: 18, message: t}]"
    func found(_ guardText: String) -> Int {
      Self.diagnostics(age, button: "button: go, label: t, enabled: \(guardText)", sent: "{age}")
        .count
    }
    #expect(found("age >= 18") == 0)
    #expect(found("age is present") == 1)
  }

  @Test(
    "What every kind of input has to be is looked at",
    arguments: [
      ("field: f, fact: age, kind: number, label: t, validate: [{least: 1, message: t}]", "{age}"),
      (
        "choice: f, fact: plan, label: t, options: {small: t}, required: true, message: t", "{plan}"
      ),
      ("toggle: f, fact: terms, label: t, required: true, message: t", "{terms}"),
      ("choices: f, label: t, options: {terms: t, news: t}, least: 1, message: t", "{news}"),
      ("date: f, fact: email, label: t, most: today, message: t", "{email}"),
    ])
  func kinds(input: String, sent: String) {
    let found = Self.diagnostics(input, sent: sent)
    #expect(found.count == 1, "\(found)")
    #expect(
      Self.diagnostics(input, button: "button: go, label: t, submits: true", sent: sent) == [])
  }

  @Test("Only what can be asked is suggested")
  func suggestions() {
    let moving = Self.diagnostics("date: f, fact: email, label: t, most: today, message: t")
    #expect(moving.map(\.remedy) == ["Write `submits: true` at the button that sends it"])
  }

  @Test("Whether an input is empty can be asked without it, and what is not sent harms nobody")
  func others() {
    let required = "toggle: f, fact: terms, label: t, required: true, message: t"
    #expect(
      Self.diagnostics(required, button: "button: go, label: t, enabled: terms", sent: "{terms}")
        == [])
    #expect(Self.diagnostics(Self.email, sent: "{age}") == [])
    #expect(Self.diagnostics("field: f, fact: email, kind: email, label: t") == [])
    #expect(
      Self.diagnostics(
        "field: f, fact: pin, kind: password, label: t, validate: [{least: 4, message: t}]",
        sent: "{pin}") == [])
  }

  @Test("A button of another screen or overlay does not submit the form")
  func overlays() {
    #expect(
      Self.diagnostics(Self.email, overlay: "button: dismiss, label: t, submits: true").count == 1)
    #expect(
      Self.diagnostics(
        "text: t", overlay: "field: f, fact: email, label: t, validate: [{least: 2, message: t}]"
      ).count == 1)
  }
}
