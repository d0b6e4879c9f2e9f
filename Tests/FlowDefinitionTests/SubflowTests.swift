import FlowDefinition
import FlowMachine
import Statechart
import Testing

/// A flow inside another one: what it keeps to itself, and what the two share.
@Suite struct SubflowTests {
  static let inner = """
    flow: inner
    version: 1
    languages: [en]
    inputs: [reason]
    outcomes: [signedIn, cancelled]
    configuration:
      server: {type: text, default: https://inner.example}
      pause: {type: duration, default: 3s}
    facts:
      reason: {type: text, place: memory}
      name: {type: text}
      number: {type: text}
      network: {type: flag, place: device}
    signals:
      logout: {}
    services: [Chat]
    requests:
      login:
        http: {url: "{server}/login"}
        save: {name: $.name}
        timeout: pause
        failure: {show: problem, dismissal: stay}
    overlays:
      problem: {elements: [{button: dismiss, label: any}]}
    initial: ask
    "on": {logout: ask}
    screens:
      ask:
        back: true
        elements:
          - {text: why}
          - {field: number, fact: number}
          - {button: next, label: any}
          - {button: cancel, label: any}
          - {button: other, label: any}
        "on":
          next: {do: [{request: login}]}
          cancel: abandoned
          other: second
          changed.network: {do: [{set: {reason: 'changed'}}]}
        always:
          - {when: login.succeeded, to: end}
      second:
        back: true
        elements: [{button: start, label: any}]
        "on": {start: {do: [{start: Chat}]}}
      end: {final: signedIn}
    states:
      abandoned: {final: cancelled}
    texts:
      en:
        any: Any
        why: "{reason}"
    """

  static let outer = """
    languages: [en]
    configuration:
      server: {type: text, default: https://outer.example}
    facts:
      profile: {type: text}
      number: {type: text, initial: outer}
      network: {type: flag, place: device}
      cause: {type: text, initial: loggedOut}
    signals:
      logout: {}
    services: [Location, Chat]
    initial: start
    "on": {logout: start}
    states:
      first:
        flow: inner.flow.yaml
        with: {reason: cause}
        bind: {name: profile}
        outcomes: {signedIn: home, cancelled: {to: start, do: [{set: {cause: 'cancelled'}}]}}
      second:
        flow: inner.flow.yaml
        with: {reason: 'again'}
        outcomes: {signedIn: home, cancelled: start}
    screens:
      start:
        elements: [{button: one, label: any}, {button: two, label: any}]
        "on": {one: first, two: second, changed.network: {do: [{set: {cause: 'net'}}]}}
      home:
        back: true
        elements: [{text: name}, {text: number}]
        enter: [{start: all}]
        visibleFor: 1s
        always: [{when: number == cause, to: start}]
    texts:
      en: {any: Any, name: "{profile} {server}", number: "{number}"}
    """

  private func run() throws -> RunningFlow {
    try RunningFlow(Self.outer, beside: ["inner.flow.yaml": Self.inner])
  }

  @Test("Each use of a sub-flow has its own states and facts, under the name of that use")
  func names() throws {
    var flow = try run()
    try flow.tap("one")
    #expect(flow.screen == "first.ask")
    try flow.type("123", into: "number")
    #expect(try flow.fact("first.number") == .text("123"))
    #expect(try flow.fact("second.number") == .absent)
    #expect(try flow.fact("number") == .text("outer"))
  }

  @Test("Inputs are set at entry, from a fact of the enclosing flow or from a literal")
  func inputs() throws {
    var flow = try run()
    try flow.tap("one")
    #expect(try flow.surface().elements.first?.text == Array("loggedOut".utf8))
    try flow.tap("cancel")
    try flow.tap("two")
    #expect(try flow.fact("second.reason") == .text("again"))
    try flow.tap("cancel")
    try flow.tap("one")
    #expect(try flow.fact("first.reason") == .text("cancelled"))
  }

  @Test("A bound fact is shared with the enclosing flow; an unbound one is separate")
  func bindings() throws {
    var flow = try run()
    try flow.tap("one")
    try flow.tap("next")
    try flow.answer("first.login", #"{"name":"Ada"}"#)
    #expect(flow.screen == "home")
    #expect(try flow.fact("profile") == .text("Ada"))
    #expect(flow.flow.fact(named: Array("first.name".utf8)) == nil)
    #expect(try flow.fact("second.name") == .absent)
  }

  @Test("A device choice that both flows declare has the texts of the outer flow")
  func sharedChoice() throws {
    func document(_ word: String, _ rest: String) -> String {
      """
      facts: {mood: {type: choice, values: [good, bad], place: device}}
      \(rest)
      texts: {en: {said: "{mood}", mood.good: \(word), mood.bad: \(word)}}
      """
    }
    let inner = document(
      "Inner",
      "flow: inner\nversion: 1\nlanguages: [en]\noutcomes: [done]\ninitial: a\nscreens: {a: {final: done, elements: [{text: said}]}}"
    )
    let outer = document(
      "Outer",
      """
      languages: [en]
      initial: part
      screens: {end: {final: true, elements: [{text: said}]}}
      states: {part: {flow: inner.flow.yaml, outcomes: {done: end}}}
      """)
    var flow = try RunningFlow(outer, beside: ["inner.flow.yaml": inner])
    try flow.tell("mood", .number(0))
    #expect(try flow.surface().elements.first?.text == Array("Outer".utf8))
  }

  @Test("An outcome leads where the enclosing flow says, with its actions")
  func outcomes() throws {
    var flow = try run()
    try flow.tap("one")
    try flow.tap("cancel")
    #expect(flow.screen == "start")
    #expect(try flow.fact("cause") == .text("cancelled"))
    #expect(try !flow.isActive("first"))
  }

  @Test(
    "Configuration of the same name and type is shared; what the enclosing flow lacks has its default"
  )
  func configuration() throws {
    var flow = try run()
    try flow.tap("one")
    try flow.tap("next")
    let request = try #require(flow.flow.request(named: Array("first.login".utf8)))
    #expect(flow.machine.plan(of: request)?.url == Array("https://outer.example/login".utf8))
    flow.wait(2_999)
    #expect(try flow.status("first.login") == RequestStatus.running)
    flow.wait(1)
    #expect(try flow.status("first.login") == RequestStatus.failed + Int64(FailureClass.timeout))
  }

  @Test("Signals, services and device facts are shared by all flows")
  func shared() throws {
    var flow = try run()
    #expect(flow.flow.tables.signals.count == 1)
    #expect(flow.flow.tables.services.count == 2)
    #expect(flow.flow.tables.facts.filter { $0.place == .device }.count == 1)
    try flow.tell("network", .number(1))
    #expect(try flow.fact("cause") == .text("net"))
    try flow.tap("one")
    try flow.tell("network", .number(0))
    #expect(try flow.fact("first.reason") == .text("changed"))
    try flow.tap("other")
    try flow.tap("start")
    #expect(flow.machine.runningServices == [1])
  }

  @Test("A signal goes to the inner flow while it is active, and to the outer one afterwards")
  func signals() throws {
    var flow = try run()
    try flow.tap("one")
    try flow.tap("other")
    try flow.signal("logout")
    #expect(flow.screen == "first.ask")
    try flow.tap("next")
    try flow.answer("first.login", #"{"name":"Ada"}"#)
    #expect(flow.screen == "home")
    try flow.signal("logout")
    #expect(flow.screen == "start")
  }

  @Test("Leaving a sub-flow hides its overlays and ends its requests")
  func leaving() throws {
    var flow = try run()
    try flow.tap("one")
    try flow.tap("next")
    try flow.answer("first.login", status: 500)
    #expect(flow.overlays == ["first.problem"])
    let outer = Self.outer.replacing(#""on": {logout: start}"#, with: #""on": {leave: start}"#)
      .replacing("logout: {}", with: "leave: {}")
    var other = try RunningFlow(outer, beside: ["inner.flow.yaml": Self.inner])
    try other.tap("one")
    try other.tap("next")
    try other.answer("first.login", status: 500)
    try other.signal("leave")
    #expect(other.screen == "start" && other.overlays == [])
    #expect(try other.status("first.login") == RequestStatus.idle)
  }

  @Test("Back does not lead out of a sub-flow, unless `barrier: false` allows it")
  func barrier() throws {
    var flow = try run()
    try flow.tap("one")
    flow.send(.back)
    #expect(flow.report.refusal == .noBack && flow.screen == "first.ask")
    try flow.tap("other")
    flow.send(.back)
    #expect(flow.screen == "first.ask")
    let open = Self.outer.replacing(
      "with: {reason: cause}", with: "with: {reason: cause}\n    barrier: false")
    var other = try RunningFlow(open, beside: ["inner.flow.yaml": Self.inner])
    try other.tap("one")
    other.send(.back)
    #expect(other.screen == "start")
  }

  @Test("Run alone, a sub-flow is a flow whose outcomes are ordinary states")
  func alone() throws {
    let body = Self.inner.split(separator: "\n").dropFirst(2).joined(separator: "\n")
    var flow = try RunningFlow(body + "\n")
    try flow.tap("cancel")
    #expect(try flow.isActive("abandoned") && flow.screen == "ask")
    try flow.signal("logout")
    #expect(try flow.isActive("ask"))
  }

  @Test("A flow that contains itself through another one is refused once, at that position")
  func cyclic() {
    let other = "flow: other\nversion: 1\ninitial: back\nstates: {back: {flow: test.flow.yaml}}\n"
    let documents = Documents(
      "initial: away\nstates: {away: {flow: other.yaml}}\n", beside: ["other.yaml": other])
    #expect(
      documents.problems == [
        "other.yaml:4: cyclic-subflow: The flow contains itself: `test.flow.yaml` uses `other.yaml` uses `test.flow.yaml`"
      ])
  }

  @Test("Sub-flows nest sixteen levels deep and no deeper")
  func levels() {
    func nested(_ levels: Int) -> Documents {
      var files: [String: String] = [:]
      for level in 1..<levels {
        files["\(level).yaml"] =
          "flow: f\nversion: 1\ninitial: s\nstates: {s: {flow: \(level + 1).yaml}}\n"
      }
      files["\(levels).yaml"] = "flow: f\nversion: 1\ninitial: s\nscreens: {s: {}}\n"
      return Documents("initial: s\nstates: {s: {flow: 1.yaml}}\n", beside: files)
    }
    #expect(nested(15).problems == [])
    #expect(
      nested(16).problems == ["15.yaml:4: too-deep: Sub-flows are nested deeper than 16 levels"])
  }

  @Test("Sub-flows that multiply are refused before they are written out")
  func bomb() {
    var files: [String: String] = [:]
    for level in 0..<15 {
      let states = (0..<9).map { "s\($0): {flow: \(level + 1).yaml}" }.joined(separator: ", ")
      files["\(level).yaml"] = "flow: f\nversion: 1\ninitial: s0\nstates: {\(states)}\n"
    }
    files["15.yaml"] = "flow: f\nversion: 1\ninitial: s\nscreens: {s: {}}\n"
    let documents = Documents("initial: s\nstates: {s: {flow: 1.yaml}}\n", beside: files)
    #expect(documents.outcome.diagnostics.map(\.code) == [.tooMany])
  }

  @Test("A state of a sub-flow can be named from outside by its full name")
  func dotted() throws {
    let outer = Self.outer.replacing(
      "when: number == cause", with: "when: number == cause and not in(first.ask)")
    _ = try RunningFlow(outer, beside: ["inner.flow.yaml": Self.inner])
    let wrong = outer.replacing("in(first.ask)", with: "in(first.aks)")
    #expect(
      Documents(wrong, beside: ["inner.flow.yaml": Self.inner]).problems
        == ["test.flow.yaml:35: unknown-name: There is no state `aks`"])
  }
}
