import FlowMachine
import Testing

@Suite("When the journal is forced to disk")
struct JournalForceTests {
  private static let yaml = """
    facts: {name: {type: text}, password: {type: secret}, session: {type: secret}}
    requests:
      safe: {app: a, with: {name: "{name}"}, repeat: safe, retries: 1, timeout: 9s}
      keyed: {app: b, with: {password: "{password}"}, repeat: keyed, save: {session: $.s}}
      never: {app: c, repeat: never}
    initial: form
    screens:
      form:
        elements:
          - {field: name, fact: name, label: t}
          - {field: password, fact: password, kind: password, label: t}
          - {button: safe, label: t}
          - {button: keyed, label: t}
          - {button: never, label: t}
          - {button: copy, label: t}
          - {button: clear, label: t}
          - {button: nothing, label: t}
        on:
          safe: {do: [{request: safe}]}
          keyed: {do: [{request: keyed}]}
          never: {do: [{request: never}]}
          copy: {do: [{set: {password: session}}]}
          clear: {do: [{clear: [session, name]}]}
          nothing: {do: [{perform: nothing}]}
        always:
          - {when: safe.failed or keyed.failed or never.failed(unknown), to: other}
      other: {}
    """

  @Test("Input, safe requests and messages to the app do not force the record")
  func plain() throws {
    var play = try Play(yaml: Self.yaml)
    #expect(play.isForced == false)
    play.type("name", "Ada")
    #expect(play.isForced == false)
    play.tap("safe")
    #expect(play.isForced == false)
    play.answer("safe", .notSent)
    play.wait(1_000)
    #expect(play.performed == ["safe"])
    #expect(play.isForced == false)
    play.tap("nothing")
    #expect(play.isForced == false)
  }

  @Test(
    "Before a keyed or never-repeated request the record is forced",
    arguments: ["keyed", "never"])
  func forced(request: String) throws {
    var play = try Play(yaml: Self.yaml)
    play.typeSecret("password")
    #expect(play.isForced == false)
    play.tap(request)
    #expect(play.isForced == true)
    #expect(play.machine.effects.last.map { if case .perform = $0 { true } else { false } } == true)
  }

  @Test("A keyed request that is resent after a kill is recorded before it is sent")
  func forcedAgain() throws {
    var play = try Play(yaml: Self.yaml)
    play.tap("keyed")
    try play.relaunch()
    #expect(play.performed == ["keyed"])
    #expect(play.isForced == true)
  }

  @Test("Copying and erasing a secret are forced")
  func secrets() throws {
    var play = try Play(yaml: Self.yaml, secrets: ["session"])
    play.tap("copy")
    #expect(play.isForced == true)
    #expect(
      play.effects.prefix(2) == [
        #"{"do":"storeSecret","fact":"password","from":"session"}"#,
        #"{"do":"journal","forced":true}"#,
      ])
    play.tap("clear")
    #expect(play.isForced == true)
    #expect(
      play.effects == [
        #"{"do":"journal","forced":true}"#, #"{"do":"eraseSecret","fact":"session"}"#,
      ])
    play.tap("clear")
    #expect(play.isForced == false)
  }

  @Test("The effects of a step are in the order: secrets stored, record, preferences, the rest")
  func order() throws {
    var play = try Play(yaml: Self.yaml)
    play.type("name", "Ada")
    #expect(
      play.effects == [
        #"{"do":"journal","forced":false}"#,
        #"{"do":"writePreference","fact":"name","value":"Ada"}"#,
      ])
    play.typeSecret("password")
    play.tap("keyed")
    let kinds = play.effects.map { $0.split(separator: "\"")[3] }
    #expect(kinds == ["sealSecret", "journal", "perform"])
    play.answer("keyed", 200, #"{"s": "token"}"#)
    #expect(play.effects.map { $0.split(separator: "\"")[3] } == ["journal", "unseal"])
  }

  @Test("A step that changes nothing writes nothing")
  func nothing() throws {
    var play = try Play(yaml: Self.yaml)
    play.wait(10)
    #expect(play.machine.effects.isEmpty)
    play.type("name", "Ada")
    play.type("name", "Ada")
    #expect(play.machine.effects.isEmpty)
    play.step(.back)
    #expect(play.report.refusal == .noBack)
    #expect(play.machine.effects.isEmpty)
  }
}
