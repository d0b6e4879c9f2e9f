import FlowDefinition
import Foundation
import Testing

/// What a picture of a flow says, on a small one that has everything.
@Suite struct GraphTests {
  static let flow = """
    languages: [en]
    goals: [home]
    session: token
    facts:
      token: {type: secret}
      email: {type: text}
      seen: {type: flag}
    signals: {expired: {}}
    requests:
      login:
        app: login
        with: {user_name: "{email}"}
        repeat: keyed
        save: {token: $.t}
        classes: {wrong: {status: 401}, blocked: {status: 403}, locked: {status: 423}}
        failure: {show: problem, dismissal: retry, unless: login.failed(wrong) or login.failed(blocked) or login.failed(locked)}
      load:
        app: getUser
        repeat: safe
        failure: {show: lost, dismissal: stay}
    overlays:
      problem: {title: bad, elements: [{button: dismiss}]}
      lost: {title: bad, elements: [{button: dismiss}]}
    regions:
      watch:
        initial: watching
        states:
          watching:
            always: [{when: in(home) and seen, to: counted}]
          counted:
            always: [{when: not in(home), to: watching}]
    initial: deciding
    restore: deciding
    on:
      expired: {to: signIn, do: [{clear: user}]}
    states:
      deciding:
        always:
          - {when: token is present, to: home}
          - {to: signIn}
      asking:
        restore: here
        flow: ask.flow.yaml
        outcomes: {done: home, cancelled: signIn}
    screens:
      signIn:
        title: sign
        elements:
          - field: email
            fact: email
            label: mail
          - button: go
          - {button: help, style: plain}
          - text: bad
            when: login.failed(wrong)
        on:
          go: {do: [{request: login}]}
          help: helping
        always:
          - {when: login.succeeded, to: asking}
          - {when: login.failed(blocked), to: helping}
          - {when: login.failed(locked), to: helping}
      helping:
        title: bad
        modal: true
        elements: [{button: close}]
        on: {close: signIn, dismiss: signIn}
      home:
        title: sign
        protected: true
        elements: [{button: again}]
        on:
          again: {do: [{set: {seen: true}}, {request: load}]}
          dismissed.lost: helping
    texts:
      en: {sign: Sign in, mail: Your mail, signIn.go: Continue, signIn.help: Help, bad: "Not <good>", helping.close: Close,
        home.again: Again, problem.dismiss: OK, lost.dismiss: OK}
    """
  static let inner = """
    flow: ask
    version: 1
    languages: [en]
    outcomes: [done, cancelled]
    initial: question
    screens:
      question:
        title: q
        elements: [{button: yes}, {button: no}]
        on: {yes: agreed, no: refused}
    states:
      agreed: {final: done}
      refused: {final: cancelled}
    texts: {en: {q: A question, question.yes: Agree, question.no: Refuse}}
    """

  static func whole() throws -> FlowGraph {
    let files = Documents(flow, beside: ["ask.flow.yaml": inner]).files
    let outcome = FlowGraph.make(file: "test.flow.yaml") { files[$0].map { Array($0.utf8) } }
    return try #require(outcome.graph, "\(outcome.diagnostics)")
  }

  static func drawn(_ opening: FlowGraph.Opening = .named([])) throws -> FlowGraph {
    try whole().folded(opening: opening)
  }

  private func node(_ name: String, _ graph: FlowGraph) throws -> FlowGraph.Node {
    try #require(graph.nodes.first { $0.name == name }, "\(name)")
  }

  private func edges(_ from: String, _ to: String, _ graph: FlowGraph) -> [FlowGraph.Edge] {
    graph.edges.filter { $0.from == from && $0.to == to }
  }

  @Test(
    "The happy path leads from the start through the first launch's steps to the goal, and comes first"
  )
  func happyPath() throws {
    let graph = try Self.drawn()
    let way = graph.edges.prefix { $0.kind == .happy }
    #expect(way.map(\.to) == ["deciding", "signIn", "asking", "home"])
    #expect(way.first?.from == "[*]")
    #expect(graph.edges.count { $0.kind == .happy } == way.count)
    #expect(edges("deciding", "home", graph).map(\.kind) == [.step])
  }

  @Test(
    "The happy path goes by what its steps have set, and by what simulated responses bring",
    arguments: [
      """
      facts: {x: {type: flag}}
      screens:
        a:
          elements: [{button: go, label: t}, {button: quick, label: t, style: plain}]
          on: {go: {to: b, do: [{set: {x: true}}]}, quick: b}
      states:
        b: {always: [{when: x, to: c}, {to: z}]}
      """,
      """
      requests: {ask: {app: ask, repeat: safe, save: {k: $.k}, simulated: {body: {k: long}}}}
      facts: {k: {type: choice, values: [long, short]}}
      screens:
        a:
          enter: [{request: ask}]
          elements: [{text: t, when: ask.failed}]
          always: [{when: k == long, to: c}, {when: k == short, to: z}]
      """,
      """
      requests: {ask: {app: ask, repeat: safe, save: {k: $.k}, simulated: {body: {k: long}}}}
      facts: {k: {type: choice, values: [long, short]}}
      screens:
        a:
          elements: [{button: go, label: t}, {text: t, when: ask.failed}]
          on: {go: {do: [{request: ask}]}}
          always: [{when: ask.succeeded, to: b}]
      states:
        b: {always: [{when: k == short, to: z}, {to: c}]}
      """,
    ])
  func happyBySteps(body: String) throws {
    let document = """
      goals: [z]
      languages: [en]
      initial: a
      \(body.replacing("screens:\n", with: "screens:\n  c: {elements: [{button: go, label: t}], on: {go: z}}\n  z: {elements: [{heading: t}]}\n"))
      texts: {en: {t: T}}
      """
    let files = Documents(document).files
    let outcome = FlowGraph.make(file: "test.flow.yaml") { files[$0].map { Array($0.utf8) } }
    let graph = try #require(outcome.graph, "\(outcome.diagnostics)").folded(opening: .all)
    let way = graph.edges.filter { $0.kind == .happy }.map(\.to)
    #expect(way.filter { $0 != "b" } == ["a", "c", "z"])
  }

  @Test(
    "Steps that need a failure are failures; several between two states become one, with their classes"
  )
  func foldedFailures() throws {
    let found = edges("signIn", "helping", try Self.drawn())
    #expect(found.map(\.kind) == [.step, .failure])
    #expect(found.map(\.labels) == [["“Help”"], ["login: blocked", "login: locked"]])
  }

  @Test(
    "A failure that `unless` leaves out does not lead to the overlay, and the edge says which do")
  func failuresUnless() throws {
    let graph = try Self.drawn()
    let problem = try #require(edges("signIn", "(problem)", graph).first)
    #expect(problem.kind == .failure && problem.returns)
    #expect(problem.labels == ["login: any other failure ↺ retries"])
    let lost = try #require(edges("home", "(lost)", graph).first)
    #expect(lost.labels == ["load fails ↺ stays"])
    // Its dismissal leads elsewhere.
    #expect(!lost.returns)
    #expect(edges("(lost)", "helping", graph).map(\.kind) == [.dismissal])
  }

  @Test(
    "Goals, protected and modal screens, restore targets and what comes back at a relaunch are marked"
  )
  func marks() throws {
    let graph = try Self.drawn()
    #expect(try node("home", graph).badges == [.goal, .protected])
    #expect(try node("helping", graph).badges == [.modal])
    #expect(try node("asking", graph).badges == [.resumes])
    #expect(edges("[relaunch]", "deciding", graph).map(\.kind) == [.restore])
    #expect(edges("[any]", "signIn", graph).map(\.labels) == [["signal expired"]])
    #expect(try node("watch", graph).kind == .region)
    #expect(try node("watch", graph).children.map(\.name) == ["watch.[*]", "watching", "counted"])
  }

  @Test(
    "A sub-flow is one box until it is opened, by its name or by that of its flow",
    arguments: ["asking", "ask"])
  func opening(name: String) throws {
    let closed = try Self.drawn()
    let box = try node("asking", closed)
    #expect(box.kind == .subflow && box.children.isEmpty && box.foldedScreens == 1)
    #expect(edges("asking", "home", closed).map(\.labels) == [["done"]])
    let open = try Self.drawn(.named([name]))
    #expect(try node("asking", open).children.map(\.name).contains("asking.question"))
    #expect(try node("asking.agreed", open).badges == [.outcome("done")])
    #expect(edges("asking.agreed", "home", open).map(\.kind) == [.happy])
    #expect(edges("asking.question", "asking.agreed", open).map(\.kind) == [.happy])
    #expect(edges("asking", "home", open).isEmpty)
    #expect(try Self.whole().unknown([name, "other"]) == ["other"])
  }

  @Test("A screen is drawn with its title and what a first launch shows of its elements")
  func thumbnails() throws {
    let graph = try Self.drawn()
    let screen = try node("signIn", graph)
    #expect(screen.title == "Sign in" && screen.requests == ["login"])
    #expect(screen.parts.map(\.text) == ["Your mail", "Continue", "Help"])
    for text in ["Sign in", "Your mail", "Continue", "Not &lt;good&gt;", "★ goal", "◆ protected"] {
      #expect(graph.dot.contains(text), "\(text)")
    }
    #expect(graph.dot.contains("happy path") && graph.dot.contains("failure"))
    #expect(!graph.dot.contains("Not <good>"))
  }

  @Test(
    "An overlay that more than three states show is noted in these states, and drawn once without edges"
  )
  func manySources() throws {
    let screens = (1...4).map { number in
      "s\(number): {enter: [{request: load}], elements: [{button: next}], on: {next: s\(number % 4 + 1)}}"
    }
    let document = """
      goals: [s4]
      requests: {load: {app: getUser, repeat: safe, failure: {show: lost, dismissal: retry}}}
      overlays: {lost: {elements: [{button: dismiss, label: ok}]}}
      initial: s1
      languages: [en]
      screens:
        \(screens.joined(separator: "\n  "))
      texts: {en: {ok: OK, s1.next: N, s2.next: N, s3.next: N, s4.next: N}}
      """
    let files = Documents(document).files
    let outcome = FlowGraph.make(file: "test.flow.yaml") { files[$0].map { Array($0.utf8) } }
    let graph = try #require(outcome.graph, "\(outcome.diagnostics)").folded(opening: .all)
    #expect(graph.edges.count(where: \.isNoted) == 4)
    for number in 1...4 { #expect(try node("s\(number)", graph).notes == ["lost: load"]) }
    #expect(graph.dot.contains("⚠ lost: load") && graph.dot.contains("style=invis"))
  }

  @Test("A flow, its screens as a whole and an overlay may each have the name of a state")
  func sameNames() throws {
    let document = """
      goals: [screens]
      requests: {load: {app: getUser, repeat: safe, failure: {show: test, dismissal: retry}}}
      overlays: {test: {elements: [{button: dismiss, label: ok}]}}
      regions: {beside: {initial: waiting, states: {waiting: {}}}}
      initial: test
      languages: [en]
      screens:
        test: {enter: [{request: load}], elements: [{button: next}], on: {next: screens}}
        screens: {elements: [{button: next}], on: {next: test}}
      texts: {en: {ok: OK, test.next: N, screens.next: N}}
      """
    let files = Documents(document).files
    let outcome = FlowGraph.make(file: "test.flow.yaml") { files[$0].map { Array($0.utf8) } }
    let graph = try #require(outcome.graph, "\(outcome.diagnostics)").folded(opening: .all)
    #expect(graph.name == "test")
    #expect(Set(graph.nodes.map(\.name)).count == graph.nodes.count)
    #expect(edges("test", "screens", graph).map(\.kind) == [.happy])
    #expect(try node("(test)", graph).shortName == "test")
    #expect(graph.mermaid.contains("flowchart") && graph.dot.contains("digraph"))
  }
}
