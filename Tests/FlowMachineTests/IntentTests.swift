import FlowMachine
import Testing

@Suite("Idempotency keys identify intents")
struct IntentTests {
  private static let yaml = """
    facts: {name: {type: text}, password: {type: secret}}
    requests:
      send:
        app: send
        with: {name: "{name}", password: "{password}"}
        repeat: keyed
        retries: 1
    initial: start
    screens:
      start: {elements: [{button: on, label: t}], on: {on: form}}
      form:
        back: true
        elements:
          - {field: name, fact: name, label: t}
          - {field: password, fact: password, kind: password, label: t}
          - {button: go, label: t}
        on: {go: {do: [{request: send}]}}
        always: [{when: send.succeeded, to: start}, {when: send.failed and name == 'leave', to: start}]
    """

  private func filled() throws -> Play {
    var play = try Play(yaml: Self.yaml)
    play.tap("on")
    play.type("name", "Ada")
    play.typeSecret("password")
    play.tap("go")
    return play
  }

  private func key(_ play: Play) throws -> String { try #require(play.key("send")) }

  @Test("A key consists of run, request, digest and nonce")
  func form() throws {
    let key = try key(filled())
    let parts = key.split(separator: "-")
    #expect(parts.map(\.count) == [32, 1, 16, 16])
    #expect(parts[0] == "00000000000000070000000000000009")
    #expect(parts[1] == "1")
  }

  @Test("An automatic retry has the same key")
  func automaticRetry() throws {
    var play = try filled()
    let key = try key(play)
    play.answer("send", .lost)
    play.wait(1_000)
    #expect(play.performed == ["send"])
    #expect(try self.key(play) == key)
    #expect(play.effects.contains { $0.contains(#""do":"perform""#) && $0.contains(key) })
  }

  @Test(
    "The user's own retry has the same key while the outcome is open",
    arguments: [
      Answer.notSent, .lost, .timedOut, .received(status: 500, body: []), .interrupted,
      .received(status: 302, body: []),
    ])
  func ownRetry(answer: Answer) throws {
    var play = try filled()
    let key = try key(play)
    play.answer("send", answer)
    play.wait(1_000)
    play.answer("send", answer)
    #expect(play.status("send").hasPrefix("failed."))
    play.tap("go")
    #expect(try self.key(play) == key)
  }

  @Test(
    "After a definitive outcome the next start has another key",
    arguments: [Answer.received(status: 400, body: []), .received(status: 409, body: [])])
  func definitive(answer: Answer) throws {
    var play = try filled()
    let key = try key(play)
    play.answer("send", answer)
    #expect(play.key("send") == nil)
    play.tap("go")
    #expect(try self.key(play) != key)
  }

  @Test("After a success the next start has another key")
  func success() throws {
    var play = try filled()
    let key = try key(play)
    play.answer("send")
    play.tap("on")
    play.tap("go")
    #expect(try self.key(play) != key)
  }

  @Test("Other input has another key, and retyping the same input gives the same key")
  func changedInput() throws {
    var play = try filled()
    let key = try key(play)
    play.answer("send", .interrupted)
    play.type("name", "Bob")
    play.type("name", "Ada")
    play.tap("go")
    #expect(try self.key(play) == key)
    play.answer("send", .interrupted)
    play.type("name", "Bob")
    play.tap("go")
    #expect(try self.key(play) != key)
  }

  @Test("A retyped secret counts as other input")
  func changedSecret() throws {
    var play = try filled()
    let key = try key(play)
    play.answer("send", .interrupted)
    play.typeSecret("password")
    play.tap("go")
    #expect(try self.key(play) != key)
  }

  @Test("ENT-3: A kill while the request is open sends it again with the same key and content")
  func kill() throws {
    var play = try filled()
    let key = try key(play)
    let sent = play.sent("send")
    try play.relaunch(after: 5_000)
    #expect(play.performed == ["send"])
    #expect(try self.key(play) == key)
    #expect(play.sent("send") == sent)
  }

  @Test("Going back during an open request, and the same input again, have the same key")
  func stepBack() throws {
    var play = try filled()
    let key = try key(play)
    play.step(.back)
    #expect(play.screen == "start")
    #expect(play.cancelled == ["send"])
    play.tap("on")
    play.tap("go")
    #expect(try self.key(play) == key)
  }

  @Test("A cancelled request finds its intent again, but not after the user is cleared")
  func clearedUser() throws {
    var play = try Play(
      yaml: Self.yaml.replacing(
        "initial: start",
        with: "signals: {logout: {}}\non: {logout: {do: [{clear: user}]}}\ninitial: start"))
    play.tap("on")
    play.tap("go")
    let key = try key(play)
    play.signal("logout")
    #expect(play.status("send") == "idle")
    play.tap("go")
    #expect(try self.key(play) != key)
  }

  @Test("A credential that is renewed in between leaves the key as it was")
  func renewedCredential() throws {
    var play = try Play(
      yaml: """
        facts: {token: {type: secret}, name: {type: text}}
        origins: ["https://shop.example"]
        signals: {renewed: {value: text, saves: token}}
        requests:
          send:
            http: {method: POST, url: "https://shop.example/orders", bearer: token, body: {name: "{name}"}}
            repeat: keyed
        initial: start
        screens:
          start:
            elements: [{field: name, fact: name, label: t}, {button: go, label: t}]
            on: {go: {do: [{request: send}]}}
            always: [{when: send.failed and name == 'leave', to: start}]
        """)
    play.signal("renewed", number: SecretStatus.stored)
    play.tap("go")
    let key = try key(play)
    play.answer("send", .lost)
    play.signal("renewed", number: SecretStatus.stored)
    play.tap("go")
    #expect(try self.key(play) == key)
    play.answer("send", .lost)
    play.type("name", "Ada")
    play.tap("go")
    #expect(try self.key(play) != key)
  }

  @Test("A safe request has no key")
  func safe() throws {
    var play = try Play(yaml: Self.yaml.replacing("repeat: keyed", with: "repeat: safe"))
    play.tap("on")
    play.tap("go")
    #expect(play.key("send") == nil)
  }

  @Test("Two runs never share a key")
  func otherRun() throws {
    let flow = try Fixture.flow(Self.yaml)
    var keys: Set<String> = []
    for entropy in 0..<20 as Range<UInt64> {
      var play = try Play(flow, entropy: entropy * 1_000)
      play.tap("on")
      play.tap("go")
      keys.insert(try key(play))
    }
    #expect(keys.count == 20)
  }
}
