import FlowMachine
import Statechart
import TestSupport
import Testing
import WireText

@Suite("Inputs as lines of JSON")
struct InputCodecTests {
  @Test("The inputs of a random run read back from their lines unchanged")
  func roundTrip() throws {
    var monkey = Monkey(seed: SeededGenerator(announcing: "input codec", seed: 71).seed)
    var count = 0
    for flow in [try Fixture.everything.get(), try Fixture.onboarding.get()] {
      for _ in 0..<30 {
        var machine = try FlowMachine.launch(flow, monkey.context(of: flow, at: Play.start))
        for step in 0..<30 {
          let input = monkey.input(for: machine)
          if machine.canBeWritten(input) {
            let (at, entropy) = (Play.start + Int64(step), monkey.random.next())
            let line = machine.line(of: input, at: at, entropy: entropy)
            let read = try machine.timedInput(line)
            #expect(read.input == input, "\(line.string)")
            #expect(read.at == at)
            #expect(read.entropy == entropy)
            count += 1
          }
          machine.step(input, at: Play.start + Int64(step), entropy: 1)
        }
      }
    }
    #expect(count > 900)
  }

  @Test(
    "Lines that are not inputs are refused",
    arguments: [
      ("", InputError.notJSON), ("[]", .notJSON), ("{", .notJSON), ("{}", .wrongValue),
      (#"{"at":"now","wake":true}"#, .wrongValue), (#"{"at":-1,"wake":true}"#, .wrongValue),
      (#"{"at":9223372036854775807,"wake":true}"#, .wrongValue),
      (#"{"at":9007199254740992,"wake":true}"#, .wrongValue),
      (#"{"at":1}"#, .unknownInput), (#"{"at":1,"jump":true}"#, .unknownInput),
      (#"{"at":1,"tap":"nobody"}"#, .unknownName), (#"{"at":1,"tap":5}"#, .wrongValue),
      (#"{"at":1,"type":{"field":"name"}}"#, .wrongValue),
      (#"{"at":1,"type":{"field":"nobody","text":""}}"#, .unknownName),
      (#"{"at":1,"choose":{"element":"color","option":-1}}"#, .wrongValue),
      (#"{"at":1,"choose":{"element":"color","option":2000000}}"#, .wrongValue),
      (#"{"at":1,"toggle":{"element":"accepted","on":1}}"#, .wrongValue),
      (#"{"at":1,"dismiss":"nobody"}"#, .unknownName), (#"{"at":1,"dismiss":1}"#, .unknownName),
      (#"{"at":1,"foreground":1}"#, .wrongValue), (#"{"at":1,"signal":{}}"#, .unknownName),
      (#"{"at":1,"tell":{"fact":"nobody","value":1}}"#, .unknownName),
      (#"{"at":1,"tell":{"fact":"network","value":1}}"#, .wrongValue),
      (#"{"at":1,"tell":{"fact":"color","value":"pink"}}"#, .wrongValue),
      (#"{"at":1,"answered":{"request":"nobody","ticket":1}}"#, .unknownName),
      (#"{"at":1,"answered":{"request":"login"}}"#, .wrongValue),
      (#"{"at":1,"answered":{"request":"login","ticket":4294967296}}"#, .wrongValue),
      (#"{"at":1,"answered":{"request":"login","ticket":1,"failure":"bored"}}"#, .unknownName),
      (#"{"at":1,"answered":{"request":"login","ticket":1,"values":{"nobody":1}}}"#, .unknownName),
      (#"{"at":1,"answered":{"request":"login","ticket":1,"values":{"age":"7"}}}"#, .wrongValue),
      (#"{"at":1,"answered":{"request":"login","ticket":1,"stored":["color"]}}"#, .unknownName),
      (#"{"at":1,"answered":{"request":"login","ticket":1,"stored":[7]}}"#, .unknownName),
    ])
  func refused(line: String, error: InputError) throws {
    let play = try Play(Fixture.everything.get())
    #expect(throws: error) { try play.machine.timedInput(Array(line.utf8)) }
  }

  @Test("Failure classes are read by name, including a request's own")
  func classes() throws {
    let play = try Play(Fixture.everything.get())
    for (name, failure) in [
      ("offline", FailureClass.offline), ("unknown", FailureClass.unknown),
      ("wrong", FailureClass.own), ("taken", FailureClass.own + 1),
    ] {
      let line = #"{"at":1,"answered":{"request":"login","ticket":1,"failure":"\#(name)"}}"#
      let input = try play.machine.timedInput(Array(line.utf8)).input
      #expect(
        input == .answered(play.request("login"), ticket: 1, RequestOutcome(failure: failure)))
    }
  }

  @Test("Values of every type are read in their JSON form")
  func values() throws {
    let play = try Play(Fixture.everything.get())
    for (fact, json, value) in [
      ("network", "true", FactValue.number(1)), ("age", "-7", .number(-7)),
      ("color", #""blue""#, .number(2)), ("name", #""Ada""#, .text(Text("Ada"))),
      ("until", "1700000000000", .number(1_700_000_000_000)), ("name", "null", .absent),
      (
        "towns", #"[["1","Ulm","7","true"]]"#,
        .text(ListValue.encode([["1", "Ulm", "7", "true"].map { Text($0) }]))
      ),
    ] {
      let parsed = try #require(JSON(Array(json.utf8)))
      #expect(try play.machine.value(parsed.root, of: play.fact(fact)) == value)
      var writer = JSONWriter()
      play.machine.write(value, of: play.fact(fact), to: &writer)
      #expect(writer.bytes.string == json)
    }
  }

  @Test("Lists read back as they were encoded, and invalid ones are refused")
  func lists() {
    let rows = [["1", ""], ["", "é"]].map { $0.map { Text($0) } }
    #expect(ListValue.decode(ListValue.encode(rows), columns: 2) == rows)
    #expect(ListValue.decode(ListValue.encode(rows), columns: 3).isEmpty)
    #expect(ListValue.decode([], columns: 2).isEmpty)
    #expect(ListValue.decode([0xFF, 0xFF, 0xFF, 0xFF], columns: 2).isEmpty)
    #expect(ListValue.decode([0xFF, 0xFF, 0xFF, 0xFF], columns: 0).isEmpty)
  }

  @Test("Inputs with ids that the flow does not have can be traced")
  func wildIDs() throws {
    var play = try Play(Fixture.everything.get())
    for input in [
      Input.tap(noID), .type(noID, []), .set(noID, .option(.max)), .set(noID, .flag(true)),
      .set(noID, .mark(.max, true)), .dismiss(noID),
      .answered(
        noID, ticket: 0,
        RequestOutcome(failure: noID, values: [FactChange(noID, .number(1))], storedSecrets: [noID])
      ),
      .signal(noID, number: 0, text: nil), .told(noID, .number(0)),
    ] {
      play.step(input)
      #expect(play.report.refusal != nil)
      #expect(JSON(play.machine.traceLine(of: input, play.report, at: 0)) != nil)
    }
  }
}

extension FlowMachine {
  fileprivate func line(of input: Input, at: Int64, entropy: UInt64) -> [UInt8] {
    var writer = JSONWriter()
    writer.open("{")
    writer.member("at", at)
    writer.member("entropy", Hex.text(entropy))
    write(input, to: &writer)
    writer.close("}")
    return writer.bytes
  }

  /// Whether an input is valid: its ids exist, and its values have the types of their facts.
  fileprivate func canBeWritten(_ input: Input) -> Bool {
    func isShown(_ element: ElementID) -> Bool {
      topElements.indices.contains(Int(element))
        && flow.element(named: flow.blob(flow.tables.elements[Int(element)].id), in: topElements)
          == element
    }
    switch input {
    case .tap(let element), .typeSecret(let element, _, _):
      return isShown(element)
    case .type(let element, let text): return isShown(element) && UTF8Check.isValid(text)
    case .set(let element, let value): return isShown(element) && value.option ?? 0 >= 0
    case .dismiss(let overlay): return Int(overlay) < flow.tables.overlays.count
    case .answered(let request, _, let outcome):
      return Int(request) < flow.tables.requests.count
        && outcome.values.allSatisfy { flow.canHold($0.value, $0.fact) }
    case .signal(let signal, _, let text):
      return Int(signal) < flow.tables.signals.count && UTF8Check.isValid(text ?? [])
    case .told(let fact, let value): return flow.canHold(value, fact)
    case .secretsReadable(let facts):
      return facts.allSatisfy { Int($0) < flow.tables.facts.count }
        && facts.allSatisfy { flow.tables.facts[Int($0)].type == .secret }
    case .back, .dismissScreen, .foreground, .wake: return true
    }
  }
}
