import FlowDefinition
import FlowMachine
import Statechart
import Testing

/// What a document says for its verification: resolved for the verifier, and nowhere in what ships.
@Suite struct VerificationPlanTests {
  private static let saying = """
    goals: [home, signIn.last]
    session: token
    properties:
      alone: {never: in(home) and name is absent, summary: Nobody is nameless.}
      named: {always: name != 'Nobody' or count == 77}
      back: {reachable: in(start), from: shown(notice) and count > 4711}
    """
  private static let inner = """
    flow: inner
    version: 1
    outcomes: [done]
    session: secret
    goals: [last]
    facts:
      secret: {type: secret}
      step: {type: number, domain: [1, 2]}
    properties:
      stays: {never: in(last) and step == 1234}
    requests:
      ask: {app: ask, save: {secret: $.a, step: $.b}, repeat: safe}
    initial: first
    screens:
      first:
        protected: true
        enter: [{request: ask}]
        always: [{when: ask.settled and step is present, to: last}]
    states:
      last: {final: done}
    """
  private static let body = """
    facts:
      token: {type: secret}
      name: {type: text, domain: [Ada, Nobody]}
      count: {type: number, initial: 0, domain: {least: 0, most: 10}}
      color: {type: choice, values: [red, green], domain: [green]}
      open: {type: flag, domain: [true]}
    overlays:
      notice:
        elements: [{button: more}]
        on: {more: [{set: {open: true}}]}
    initial: start
    on:
      restart: start
    states:
      signIn: {flow: inner.flow.yaml, bind: {secret: token}, outcomes: {done: home}}
    screens:
      start:
        elements: [{button: go}, {button: restart}]
        on: {go: {to: signIn, do: [{set: {count: count + 1}}]}}
        after: {3s: signIn}
      home:
        protected: true
        final: true
        enter: [{set: {color: green}}, {show: notice, when: color == red or open}]
        elements: [{text: home.hello}]
    texts:
      en: {home.hello: "Hello {name}", notice.more: More, start.go: Go, start.restart: Again}
    """

  private static func files(_ first: String) -> FlowCompiler.Files {
    let files = [
      "test.flow.yaml": "flow: test\nversion: 1\nlanguages: [en]\n" + first + "\n" + body,
      "inner.flow.yaml": inner,
    ]
    return { files[$0].map { Array($0.utf8) } }
  }

  private static func verified(
    _ first: String = saying
  ) throws -> (flow: CompiledFlow, plan: VerificationPlan) {
    let outcome = FlowCompiler.compileForVerification(file: "test.flow.yaml", files: files(first))
    #expect(outcome.diagnostics == [])
    return (try #require(outcome.flow), try #require(outcome.plan))
  }

  private static func state(_ name: String, in flow: CompiledFlow) throws -> StateID {
    let place = flow.tables.stateNames.firstIndex {
      flow.tables.blobs[Int($0)] == Array(name.utf8)
    }
    return StateID(try #require(place))
  }

  @Test("The shipped flow is the same, byte for byte, with and without properties")
  func shippedBytes() throws {
    let with = FlowCompiler.compile(file: "test.flow.yaml", files: Self.files(Self.saying))
    let without = FlowCompiler.compile(
      file: "test.flow.yaml", files: Self.files("session: token"))
    #expect(with.diagnostics == [] && without.diagnostics == [])
    #expect(try #require(with.flow).bytes == (try #require(without.flow)).bytes)
  }

  @Test(
    "Every id is the same in the verified and in the shipped flow: the verified tables only add rows",
    arguments: ShippedFlowTests.all + ["test.flow.yaml"])
  func sameNumbers(path: String) throws {
    let files = path == "test.flow.yaml" ? Self.files(Self.saying) : ShippedFlowTests.read
    let shipped = try #require(FlowCompiler.compile(file: path, files: files).flow)
    let outcome = FlowCompiler.compileForVerification(file: path, files: files)
    let verified = try #require(outcome.flow)
    let (left, right) = (shipped.tables, verified.tables)
    #expect(Array(right.blobs.prefix(left.blobs.count)) == left.blobs)
    #expect(right.stateNames == left.stateNames && right.eventNames == left.eventNames)
    #expect("\(right.facts)" == "\(left.facts)")
    #expect("\(right.requests)" == "\(left.requests)")
    #expect("\(right.elements)" == "\(left.elements)")
    #expect("\(right.textTests.prefix(left.textTests.count))" == "\(left.textTests[...])")
    let (small, large) = (try Chart(decoding: left.chart), try Chart(decoding: right.chart))
    #expect(small.transitions.count == large.transitions.count)
    #expect("\(small.transitions.rows)" == "\(large.transitions.rows)")
    let guards = large.guards.rows.prefix(small.guards.count)
    #expect("\(small.guards.rows[...])" == "\(guards)")
    #expect(small.constants.rows[...] == large.constants.rows.prefix(small.constants.count))
  }

  @Test("The guards of properties hold where the document says")
  func guards() throws {
    let (compiled, plan) = try Self.verified()
    #expect(plan.properties.map(\.name) == ["alone", "named", "back"])
    #expect(plan.properties.map(\.kind) == [.never, .always, .reachable])
    #expect(plan.properties.map(\.summary) == ["Nobody is nameless.", nil, nil])
    #expect(plan.properties.map(\.position.line) == [7, 8, 9])
    #expect(plan.properties.prefix(2).map(\.from) == [noID, noID])
    var flow = try RunningFlow(Flow(decoding: compiled.bytes))
    let conditions = plan.properties.map(\.condition) + [plan.properties[2].from]
    #expect(conditions.map { flow.machine.holds($0) } == [false, true, true, false])
    flow.wait(3_000)
    try flow.answer("signIn.ask", #"{"a": "s", "b": 2}"#)
    #expect(flow.screen == "home")
    #expect(conditions.map { flow.machine.holds($0) } == [true, true, false, false])
  }

  @Test("Goals are those that the document names, or else its final states")
  func goals() throws {
    let (named, plan) = try Self.verified()
    let states = try ["home", "signIn.last"].map { try Self.state($0, in: named) }
    #expect(plan.goals == states.sorted())
    let (flow, other) = try Self.verified("session: token")
    #expect(other.goals == [try Self.state("home", in: flow)])
  }

  @Test(
    "A session protects the screens of its document, and of a sub-flow whose secret is bound to it")
  func sessions() throws {
    let (flow, plan) = try Self.verified()
    let session = try #require(plan.sessions.first)
    #expect(plan.sessions.count == 1)
    #expect(session.fact == 0)
    let screens = try ["home", "signIn.first"].map { try Self.state($0, in: flow) }
    #expect(session.screens == screens.sorted())
  }

  @Test("A sub-flow whose secret is not bound has its own session")
  func ownSession() throws {
    let files: FlowCompiler.Files = { path in
      let bytes = Self.files(Self.saying)(path)
      guard path == "test.flow.yaml", let bytes else { return bytes }
      let text = String(decoding: bytes, as: UTF8.self)
        .replacing("bind: {secret: token}, ", with: "")
        .replacing("{set: {color: green}}", with: "{clear: [token]}, {set: {color: green}}")
        .replacing(
          "elements: [{button: go}",
          with: "elements: [{text: hint, when: token is present}, {button: go}"
        )
        .replacing("start.go: Go", with: "start.go: Go, hint: H")
      return Array(text.utf8)
    }
    let outcome = FlowCompiler.compileForVerification(file: "test.flow.yaml", files: files)
    #expect(outcome.diagnostics == [])
    let (flow, plan) = (try #require(outcome.flow), try #require(outcome.plan))
    #expect(
      plan.sessions.map(\.screens) == [
        [try Self.state("home", in: flow)], [try Self.state("signIn.first", in: flow)],
      ])
    #expect(Set(plan.sessions.map(\.fact)).count == 2)
  }

  @Test("Domains are values of their facts, or a range of numbers")
  func domains() throws {
    let (flow, plan) = try Self.verified()
    var named: [String: DeclaredDomain] = [:]
    for (fact, values) in plan.domains {
      let name = flow.tables.blobs[Int(flow.tables.facts[Int(fact)].name)]
      named[String(decoding: name, as: UTF8.self)] = values
    }
    #expect(
      named == [
        "name": .values([.text(Array("Ada".utf8)), .text(Array("Nobody".utf8))]),
        "count": .range(0...10), "color": .values([.number(1)]), "open": .values([.number(1)]),
        "signIn.step": .values([.number(1), .number(2)]),
      ])
  }

  @Test("A number of the configuration has a domain too, another value has none")
  func configured() throws {
    func outcome(_ declaration: String) -> (plan: VerificationPlan?, diagnostics: [String]) {
      let text = """
        flow: a
        version: 1
        goals: [a]
        configuration: {n: \(declaration)}
        facts: {m: {type: number, initial: 0}}
        initial: a
        screens: {a: {always: [{when: m > n, do: [{set: {m: 0}}]}]}}
        """
      let outcome = FlowCompiler.compileForVerification(file: "a") {
        $0 == "a" ? Array(text.utf8) : nil
      }
      return (outcome.plan, outcome.diagnostics.map(\.code.rawValue))
    }
    let number = outcome("{type: number, default: 3, domain: {least: 1, most: 9}}")
    #expect(number.diagnostics == [])
    #expect(number.plan?.domains.values.first == .range(1...9))
    #expect(outcome("{type: duration, default: 3s, domain: [3]}").plan == nil)
    #expect(outcome("{values: [x, y], default: x, domain: [x]}").plan == nil)
    #expect(
      outcome("{type: number, default: 3, domain: {least: 9, most: 1}}").diagnostics == [
        "bad-range"
      ])
  }

  @Test("Every row of the tables has its position in the documents")
  func positions() throws {
    let (flow, plan) = try Self.verified()
    let chart = try Chart(decoding: flow.tables.chart)
    #expect(plan.statePositions.count == flow.tables.stateNames.count)
    #expect(plan.transitionPositions.count == chart.transitions.count)
    #expect(plan.requestPositions.count == flow.tables.requests.count)
    #expect(plan.factPositions.count == flow.tables.facts.count)
    #expect(plan.overlayPositions.count == flow.tables.overlays.count)
    #expect(plan.elementPositions.count == flow.tables.elements.count)
    /// What stands at a position, up to the end of the line.
    func written(_ position: Position) throws -> String {
      let bytes = try #require(Self.files(Self.saying)(position.file))
      let lines = String(decoding: bytes, as: UTF8.self).split(
        separator: "\n", omittingEmptySubsequences: false)
      return String(lines[position.line - 1].dropFirst(position.column - 1))
    }
    for (name, start) in [
      ("home", "home:"), ("start", "start:"), ("signIn", "signIn: {flow"),
      ("signIn.first", "first:"), ("test", "test"), ("test.screens", "test"),
    ] {
      let place = plan.statePositions[Int(try Self.state(name, in: flow))]
      #expect(try written(place).hasPrefix(start))
    }
    #expect(try plan.requestPositions.map { try written($0).prefix(4) } == ["ask:"])
    #expect(try plan.overlayPositions.map { try written($0) } == ["notice:"])
    for (row, place) in zip(flow.tables.elements, plan.elementPositions) where row.id != noID {
      let name = String(decoding: flow.tables.blobs[Int(row.id)], as: UTF8.self)
      #expect(try written(place).contains(name))
    }
    let facts = try plan.factPositions.map { try written($0).prefix { $0 != ":" } }
    #expect(facts == ["token", "name", "count", "color", "open", "step"])
    // In the order of the chart: the document's own and what an overlay's button does, the
    // sub-flow's outcome, what is inside of it, and what the first screen waits for.
    let causes = try plan.transitionPositions.map { String(try written($0).prefix(16)) }
    #expect(
      causes == [
        "start", "more: [{set: {op", "home}}", "{when: ask.settl", "{to: signIn, do:", "signIn}",
      ])
  }
}
