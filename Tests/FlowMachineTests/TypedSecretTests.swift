import FlowMachine
import Statechart
import Testing
import WireText

@Suite("Secrets that were typed, and secrets that become readable")
struct TypedSecretTests {
  private static let yaml = """
    facts:
      name: {type: text}
      password: {type: secret}
      token: {type: secret}
    requests:
      login: {app: login, with: {p: "{password}"}, repeat: keyed, survives: true, save: {token: $.token}}
      later: {app: later, with: {p: "{password}"}, repeat: keyed}
    initial: form
    screens:
      form:
        elements:
          - {field: name, fact: name, label: t}
          - {field: password, fact: password, kind: password, label: t}
          - {button: login, label: t}
          - {button: away, label: t}
          - {button: along, label: t}
          - {button: aside, label: t}
          - {button: around, label: t}
          - {button: keep, label: t}
        on:
          login: {do: [{request: login}]}
          away: other
          along: {to: other, do: [{request: login}]}
          aside: waiting
          around: sending
          keep: {to: other, do: [{set: {token: password}}]}
        always: [{when: token is unreadable and password is unreadable, to: other}]
      other:
        back: true
        elements:
          - {field: code, fact: password, kind: password, label: t}
          - {button: home, label: t}
        on: {home: form}
        always: [{when: token is absent and name == 'watch' and password is absent, to: last}]
      sending:
        enter: [{request: later}]
      last:
        always: [{when: login.failed or later.failed, to: form}]
    states:
      waiting: {after: {1s: other}}
    """

  private static func typed() throws -> Play {
    var play = try Play(yaml: yaml)
    play.typeSecret("password", isValid: false)
    #expect(play.cell("password") == SecretStatus.typed)
    return play
  }

  private static let forgotten = #"{"do":"forgetSecret","fact":"password"}"#

  @Test("An unsubmitted secret is dropped when its screen is left, and the host is told")
  func dropped() throws {
    var play = try Self.typed()
    play.tap("away")
    #expect(play.screen == "other")
    #expect(play.cell("password") == absent)
    #expect(play.effects.contains(Self.forgotten))
    // It comes back empty, and without its problem.
    play.step(.back)
    #expect(play.screen == "form")
    #expect(play.cell("password") == absent)
    #expect(!play.machine.screen(at: play.now, language: 0).json.string.contains("problem"))
  }

  @Test(
    "A typed secret is kept while its screen is: when typing elsewhere, and in a state without a screen"
  )
  func kept() throws {
    var play = try Self.typed()
    play.type("name", "Ada")
    #expect(play.cell("password") == SecretStatus.typed)
    play.tap("aside")
    #expect(play.cell("password") == SecretStatus.typed)
    play.wait(1_000)
    #expect(play.screen == "other")
    #expect(play.cell("password") == absent)
  }

  @Test(
    "A secret that a request has sent is kept, and the request has its sealed copy",
    arguments: [["login", "away"], ["along"], ["around"]])
  func submitted(taps: [String]) throws {
    var play = try Self.typed()
    var effects: [String] = []
    for tap in taps {
      play.tap(tap)
      effects += play.effects
    }
    #expect(play.screen != "form")
    #expect(play.cell("password") == SecretStatus.typed)
    #expect(effects.contains { $0.hasPrefix(#"{"do":"sealSecret","fact":"password""#) })
    #expect(!effects.contains(Self.forgotten))
  }

  @Test("A secret that is retyped after it was sent counts as unsubmitted")
  func retyped() throws {
    var play = try Self.typed()
    play.tap("login")
    play.typeSecret("password")
    play.tap("away")
    #expect(play.cell("password") == absent)
    #expect(play.effects.contains(Self.forgotten))
    // A running request continues with what was sealed for it.
    #expect(play.status("login") == "running")
    #expect(!play.effects.contains { $0.contains("unseal") })
  }

  @Test("A copy that the flow has made of a typed secret is stored and kept")
  func copied() throws {
    var play = try Self.typed()
    play.tap("keep")
    #expect(play.cell("token") == SecretStatus.stored)
    #expect(play.cell("password") == absent)
  }

  @Test("Guards are evaluated again when a typed secret is dropped")
  func guardsLook() throws {
    var play = try Self.typed()
    play.type("name", "watch")
    play.tap("away")
    #expect(play.screen == "last")
  }

  @Test("CMP-4: An unreadable secret is stored or absent once secure storage can be read")
  func readable() throws {
    var play = try Play(yaml: Self.yaml, secrets: ["password", "token"])
    try play.relaunch(isUnreadable: true)
    #expect(play.screen == "other")
    #expect(play.cell("password") == SecretStatus.unreadable)
    #expect(play.cell("token") == SecretStatus.unreadable)
    play.type("name", "watch")
    play.step(.secretsReadable([play.fact("token")]))
    #expect(play.report.refusal == nil)
    #expect(play.cell("token") == SecretStatus.stored)
    #expect(play.cell("password") == absent)
    // What the flow does not know is erased, as at a launch.
    play.step(.secretsReadable([play.fact("token"), play.fact("password")]))
    #expect(play.effects.contains(#"{"do":"eraseSecret","fact":"password"}"#))
    #expect(play.cell("token") == SecretStatus.stored)
  }

  @Test("A secret typed in the meantime stays typed, and guards are evaluated again")
  func readableWithTyped() throws {
    var play = try Play(yaml: Self.yaml, secrets: ["token"])
    try play.relaunch(isUnreadable: true)
    play.typeSecret("password")
    play.step(.secretsReadable([]))
    #expect(play.cell("password") == SecretStatus.typed)
    #expect(play.cell("token") == absent)
  }

  @Test("The input is written and parsed by the names of secrets; other facts are refused")
  func codec() throws {
    let play = try Play(yaml: Self.yaml)
    let input = Input.secretsReadable([play.fact("password"), play.fact("token")])
    var writer = JSONWriter()
    writer.open("{")
    writer.member("at", 5)
    play.machine.write(input, to: &writer)
    writer.close("}")
    #expect(writer.bytes.string == #"{"at":5,"secretsReadable":["password","token"]}"#)
    #expect(try play.machine.timedInput(writer.bytes).input == input)
    for name in ["name", "nothing"] {
      #expect(throws: InputError.unknownName) {
        try play.machine.timedInput(Text(#"{"at":5,"secretsReadable":["\#(name)"]}"#))
      }
    }
  }
}

extension Play {
  fileprivate func cell(_ fact: String) -> Int64 { machine.chartState.cells[Int(self.fact(fact))] }
}
