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

  // MARK: Beside the texts of a screen

  struct Case: CustomTestStringConvertible, Sendable {
    let what: String
    /// The screen behind the sign-in that is not protected, or what differs from that.
    var greet = "elements: [{button: on, label: t}]"
    var load = ""
    var more = ""
    var retry = "{request: me}"
    var texts = ""
    var facts = ""
    var saves = ""
    let found: [String]

    var testDescription: String { what }
  }

  static let leaks = [
    Case(
      what: "a copy", greet: "elements: [{text: copied}, {button: on, label: t}]",
      load: "{set: {copy: name}}", texts: "copied: '{copy}'", facts: "copy: {type: text}",
      found: ["greet copy"]),
    Case(
      what: "a copy of a typed text", greet: "elements: [{text: copied}, {button: on, label: t}]",
      load: "{set: {copy: email}}", texts: "copied: '{copy}'", facts: "copy: {type: text}",
      found: []),
    Case(
      what: "a copy that may also be typed before the session",
      greet: "elements: [{text: copied}, {button: on, label: t}]",
      load: "{set: {email: name}}", texts: "copied: '{email}'", found: []),
    Case(
      what: "an overlay over a screen that is not protected", load: "{show: hi}",
      more:
        "overlays: {hi: {restorable: true, elements: [{text: named}, {button: dismiss, label: t}]}}",
      found: ["greet name"]),
    Case(
      what: "an overlay over a protected screen",
      more: "overlays: {hi: {elements: [{text: named}, {button: dismiss, label: t}]}}",
      retry: "{request: me}, {show: hi}", found: []),
    Case(
      what: "a message on a screen that is not protected",
      greet: "enter: [{toast: named}]\n    elements: [{button: on, label: t}]",
      found: ["greet name"]),
    Case(
      what: "a message without data",
      greet: "enter: [{toast: t}]\n    elements: [{button: on, label: t}]", found: []),
    Case(
      what: "a field",
      greet: "elements: [{field: f, fact: name, label: t}, {button: on, label: t}]",
      found: ["greet name"]),
    Case(
      what: "a field of what is typed before the session",
      greet: "elements: [{field: f, fact: email, label: t}, {button: on, label: t}]",
      saves: ", email: $.user_data.email", found: []),
    Case(
      what: "a switch",
      greet: "elements: [{toggle: f, fact: vip, label: t}, {button: on, label: t}]",
      facts: "vip: {type: flag}", saves: ", vip: $.user_data.super_admin", found: ["greet vip"]),
    Case(
      what: "the address of a link",
      greet:
        "elements: [{link: l, label: t, url: 'https://example.com/{name}'}, {button: on, label: t}]",
      found: ["greet name"]),
    Case(
      what: "a link without data",
      greet: "elements: [{link: l, label: t, url: 'https://example.com/'}, {button: on, label: t}]",
      found: []),
    Case(
      what: "what is computed from it",
      greet: "elements: [{text: sum}, {button: on, label: t}]", texts: "sum: '{double}'",
      facts:
        "points: {type: number, domain: {least: 0, most: 9}}, double: {type: number, value: points * 2}",
      saves: ", points: $.tokens.expires_in", found: ["greet points"]),
    Case(
      what: "a value that the document itself can set as well",
      greet: "elements: [{text: named}, {button: on, label: t}]", load: "{set: {name: 'nobody'}}",
      found: ["greet name"]),
  ]

  @Test(
    "ENT-4: a session's data stands nowhere on a screen that is not protected", arguments: leaks)
  func leak(_ item: Case) throws {
    let text = """
      flow: account
      version: 1
      languages: [en]
      goals: [home]
      session: token
      facts: {token: {type: secret}, email: {type: text}, name: {type: text}\(item.facts.isEmpty ? "" : ", " + item.facts)}
      requests:
        login: {app: login, repeat: keyed, save: {token: $.t}}
        me: {operation: launch, repeat: safe, save: {name: $.user_data.name\(item.saves)}}
      \(item.more)
      initial: start
      screens:
        start:
          elements: [{field: email, fact: email, label: t}, {button: go, label: t}, {text: t, when: login.failed}]
          on: {go: {do: [{request: login}]}}
          always: [{when: login.succeeded, to: load}]
        load:
          protected: true
          enter: [{request: me}]
          elements: [{text: named, when: me.failed}, {button: retry, label: t}]
          on: {retry: {do: [\(item.retry)]}}
          always: [{when: token is absent, to: start}, {when: me.succeeded, to: greet\(item.load.isEmpty ? "" : ", do: [\(item.load)]")}]
        greet:
          \(item.greet)
          on: {on: home}
        home: {elements: [{text: t}]}
      texts: {en: {t: T, named: "Hello {name}"\(item.texts.isEmpty ? "" : ", " + item.texts)}}
      """
    #expect(try Self.findings(text) == item.found)
  }
}
