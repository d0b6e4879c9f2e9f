import FlowMachine
import Statechart
import TestSupport
import Testing
import WireText

@Suite("Secrets never leave the machine")
struct SecretTests {
  private static let canary = "CANARY-4711"

  private static let yaml = """
    origins: [https://example.com]
    facts: {name: {type: text}, password: {type: secret}, token: {type: secret}, copy: {type: secret}}
    requests:
      login:
        app: login
        with: {name: "{name}", password: "{password}", last: "x{name}"}
        repeat: keyed
        save: {token: $.token}
        retries: 1
      use: {http: {method: POST, url: "https://example.com/use", headers: {X-Token: "{token}"}, body: {form: {p: "{password}", t: "{token}"}}}, repeat: safe}
    initial: form
    screens:
      form:
        elements:
          - {field: name, fact: name, label: t}
          - {field: password, fact: password, kind: password, label: t, validate: [{least: 4, message: t}]}
          - {button: login, label: t}
          - {button: use, label: t}
          - {button: copy, label: t}
          - {button: clear, label: t}
        on:
          login: {do: [{request: login}]}
          use: {do: [{request: use}]}
          copy: {do: [{set: {copy: token}}]}
          clear: {do: [{clear: [password, token, copy]}]}
        always: [{when: login.failed and use.failed and copy is present, do: [{clear: [copy]}]}]
    """

  @Test("A plan refers to secrets, encoded as their position needs, and omits absent ones")
  func plan() throws {
    var play = try Play(yaml: Self.yaml)
    play.type("name", "Ada")
    play.typeSecret("password")
    play.tap("login")
    #expect(play.sent("login") == #"{"name":"Ada","password":<json password>,"last":"xAda"}"#)
    play.answer("login", 200, #"{"token": "CANARY-4711"}"#)
    play.tap("use")
    #expect(play.header("X-Token", of: "use") == "<raw token>")
    #expect(play.sent("use") == "p=<percent password>&t=<percent token>")
    play.answer("use")
    play.tap("clear")
    play.tap("use")
    #expect(play.header("X-Token", of: "use") == nil)
    #expect(play.sent("use") == "")
  }

  @Test("Secrets of a request are sealed before the record and unsealed when it is over")
  func sealing() throws {
    var play = try Play(yaml: Self.yaml)
    play.typeSecret("password")
    play.tap("login")
    let kinds = { (play: Play) in play.effects.map { String($0.split(separator: "\"")[3]) } }
    #expect(kinds(play) == ["sealSecret", "journal", "perform"])
    play.answer("login", .notSent)
    #expect(kinds(play) == ["journal"])
    play.wait(1_000)
    play.answer("login", 200, #"{"token": "CANARY-4711"}"#)
    #expect(kinds(play) == ["journal", "unseal"])
  }

  @Test("Typing over a stored secret erases it, and an empty field has none")
  func typedOver() throws {
    var play = try Play(yaml: Self.yaml, secrets: ["password"])
    play.typeSecret("password")
    #expect(play.effects.contains(#"{"do":"eraseSecret","fact":"password"}"#))
    #expect(play.isPresent("password"))
    play.typeSecret("password", isValid: nil)
    #expect(!play.isPresent("password"))
  }

  @Test("A response's secret goes to the host; the machine learns only that it exists")
  func answered() throws {
    var play = try Play(yaml: Self.yaml)
    play.typeSecret("password")
    play.tap("login")
    let answer = Answer.received(status: 200, body: Text(#"{"token":"\#(Self.canary)"}"#))
    let classification = play.machine.classify(answer, of: play.request("login"))
    #expect(classification.secrets.map(\.fact) == [play.fact("token")])
    #expect(classification.secrets.map(\.value) == [Text(Self.canary)])
    #expect(classification.outcome.values.isEmpty)
    #expect(classification.outcome.storedSecrets == [play.fact("token")])
    play.answer("login", answer)
    #expect(play.isPresent("token"))
    #expect(play.machine.value(of: play.fact("token")) == .absent)
  }

  @Test("A host cannot turn another fact into a stored secret")
  func notASecret() throws {
    var play = try Play(yaml: Self.yaml)
    play.tap("login")
    let outcome = RequestOutcome(failure: nil, storedSecrets: [play.fact("name"), 999])
    play.step(.answered(play.request("login"), ticket: play.machine.ticket(of: 0), outcome))
    #expect(!play.isPresent("name"))
    let line = Text(#"{"at":1,"answered":{"request":"login","ticket":1,"stored":["name"]}}"#)
    #expect(throws: InputError.unknownName) { try play.machine.timedInput(line) }
  }

  @Test("Random runs with canaries: none in records, traces, effects, keys, screens")
  func canaries() throws {
    var monkey = Monkey(seed: SeededGenerator(announcing: "canaries", seed: 51).seed)
    var answers = 0
    for flow in [try Fixture.everything.get(), try Fixture.flow(Self.yaml)] {
      for _ in 0..<30 {
        var machine = try FlowMachine.launch(flow, monkey.context(of: flow, at: Play.start))
        for step in 0..<25 {
          let now = Play.start + Int64(step) * 300
          for element in machine.topElements.indices where monkey.random.chance(10) {
            _ = machine.validity(of: Text(Self.canary), in: ElementID(element))
          }
          var input = monkey.input(for: machine)
          if case .answered(let request, let ticket, _) = input,
            Int(request) < flow.tables.requests.count, monkey.random.chance(60)
          {
            answers += 1
            let body = Text(#"{"token":"\#(Self.canary)","until":1,"towns":[]}"#)
            let classification = machine.classify(.received(status: 200, body: body), of: request)
            input = .answered(request, ticket: ticket, classification.outcome)
          }
          let report = machine.step(input, at: now, entropy: monkey.random.next())
          for output in outputs(machine, input, report, now) {
            guard !output.string.contains("CANARY") else {
              Issue.record("\(output.string)")
              return
            }
          }
        }
      }
    }
    #expect(answers > 50)
  }

  private func outputs(
    _ machine: FlowMachine, _ input: Input, _ report: StepReport, _ now: Int64
  ) -> [Text] {
    var outputs = [machine.journalRecord, machine.traceLine(of: input, report, at: now)]
    outputs.append(machine.screen(at: now, language: 0).json)
    for effect in machine.effects {
      var writer = JSONWriter()
      machine.write(effect, withPlans: true, to: &writer)
      outputs.append(writer.bytes)
    }
    outputs += machine.flow.tables.requests.indices.compactMap {
      machine.idempotencyKey(of: RequestID($0))
    }
    return outputs
  }

  @Test("Validity reveals only whether a secret is empty, valid or invalid")
  func validity() throws {
    let play = try Play(yaml: Self.yaml)
    let field = play.element("password")
    #expect(play.machine.validity(of: [], in: field) == nil)
    #expect(play.machine.validity(of: Text("abc"), in: field) == false)
    #expect(play.machine.validity(of: Text("abcd"), in: field) == true)
  }
}
