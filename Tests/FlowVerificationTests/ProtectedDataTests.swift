import FlowMachine
import FlowVerification
import Testing

/// What only a session brings is shown by protected screens.
@Suite struct ProtectedDataTests {
  static let document = """
    flow: account
    version: 1
    languages: [en]
    goals: [home]
    session: token
    facts: {token: {type: secret}, name: {type: text}, email: {type: text}}
    requests:
      login: {operation: login, repeat: keyed, with: {user_name: "{email}"}, save: {token: $.sessionId}}
      getUser: {operation: getUser, repeat: safe, save: {name: $.name, email: $.user_name}}
    initial: start
    always: [{when: in(home) and token is absent, to: start}]
    screens:
      start:
        elements: [{field: email, fact: email, label: t}, {button: go, label: t}, {text: t, when: login.failed}]
        on: {go: {do: [{request: login}]}}
        always: [{when: login.succeeded, to: home}]
      home:
        protected: true
        enter: [{request: getUser}]
        elements: [{text: shown}, {text: t, when: getUser.failed}]
    texts: {en: {t: T, shown: "Hello {name}"}}
    """

  static func findings(_ text: String) throws -> [String] {
    let checked = try Checked(text: text)
    try #require(checked.explorer.isComplete)
    return checked.found.filter { $0.property == .unprotectedData }
      .map { checked.name(of: $0) }
  }

  @Test("ENT-4: a screen that shows a session's data must be protected")
  func unprotected() throws {
    let text = Self.document.replacing("    protected: true\n", with: "")
    #expect(try Self.findings(text) == ["home name"])
  }

  @Test("ENT-4: a protected screen may show a session's data, and any screen what was typed")
  func fine() throws {
    #expect(try Self.findings(Self.document) == [])
    let typed = Self.document.replacing("    protected: true\n", with: "")
      .replacing("Hello {name}", with: "Hello {email}")
    #expect(try Self.findings(typed) == [])
  }
}
