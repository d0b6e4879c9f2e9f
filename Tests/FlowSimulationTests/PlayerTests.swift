import FlowMachine
import FlowRuntime
import FlowSimulation
import TestSupport
import Testing
import WireText

/// What a player says when something is otherwise than a script has it.
@Suite struct PlayerTests {
  static let failures: [(steps: String, message: String)] = [
    ("- expect: {screen: screenA}", "step 1, line 2: the app is not running"),
    ("- tap: next", "step 1, line 2: the app is not running"),
    ("- kill", "step 1, line 2: the app is not running, so it cannot be killed"),
    (
      "- launch\n  - launch",
      "step 2, line 3: the app is already running; write `- relaunch`"
    ),
    (
      "- launch\n  - expect: {screen: screenD, overlays: [errorScreenC]}",
      "step 2, line 3: screen: expected screenD, got screenA; "
        + "overlays: expected ['errorScreenC'], got []"
    ),
    (
      "- launch\n  - expect: {facts: {experiment: screenB2}, status: {rLogin: idle}}",
      "step 2, line 3: fact experiment: expected screenB2, got absent; "
        + "status of rLogin: expected idle, got running"
    ),
    (
      "- launch\n  - tap: next",
      "step 2, line 3: refused: notOnScreen on screenA; next is on "
    ),
    (
      "- launch\n  - wait: 1s\n  - {tap: next, refused: disabled}",
      "step 3, line 4: expected a refusal (disabled), but the input was accepted"
    ),
    (
      "- launch\n  - {back, refused: disabled}",
      "step 2, line 3: expected disabled, got noBack on screenA"
    ),
    (
      "- launch\n  - wait: 1s\n  - expect: {texts: [Hallo], values: {origin: x}}",
      "step 3, line 4: texts: expected ['Hallo'], got"
    ),
    (
      "- launch\n  - expect: {requests: {rLogin: 2}, effects: {rLogin: 0}}",
      "step 2, line 3: requests of rLogin: expected 2, got 1; effects of rLogin: expected 0, got 1"
    ),
    (
      "- launch\n  - expect: {screen: screenD, within: 30s}",
      "step 2, line 3: screen: expected screenD, got screenB1"
    ),
    (
      "- launch\n  - kill: {before: toast}\n  - wait: 1h",
      "step 3, line 4: the app never reached the point at which it was to be killed"
    ),
  ]

  @Test("A failure reports step, line, expectation and result", arguments: failures)
  func failure(steps: String, message: String) throws {
    let failure = try Stages.play("  " + steps, on: Stages.onboarding.get())
    #expect(failure?.hasPrefix(message) == true, "\(failure ?? "passed")")
  }

  @Test("BOOT-7: a script sees the root and whether it is loading its content")
  func root() throws {
    let flow = try TestFlow.compile(
      """
      flow: test
      version: 1
      languages: [en]
      initial: list
      screens:
        list:
          elements: [{button: go}]
          on: {go: {to: sheet, do: [{root: {screen: list, content: false}}]}}
        sheet:
          modal: true
          elements: [{button: go}]
          on: {go: {to: list, do: [{root: list}]}}
      texts: {en: {list.go: G, sheet.go: G}}
      """)
    let failure = try Stages.play(
      """
        - launch
        - expect: {root: none, content: false}
        - tap: go
        - expect: {screen: sheet, root: list, content: false}
        - tap: go
        - expect: {root: list, content: true}
      """, on: flow)
    #expect(failure == nil, "\(failure ?? "")")
    let wrong = try Stages.play("  - launch\n  - expect: {root: list, content: true}", on: flow)
    #expect(wrong?.contains("root: expected list, got none") == true, "\(wrong ?? "passed")")
    #expect(wrong?.contains("content of the root: expected true, got false") == true)
  }

  @Test("A flow that sends again as soon as it is answered, for ever, is stopped")
  func endless() throws {
    let flow = try TestFlow.compile(
      """
      flow: test
      version: 1
      languages: [en]
      facts: {next: {type: time}}
      requests: {poll: {app: poll, repeat: safe, save: {next: $.next}}}
      initial: one
      screens:
        one:
          enter: [{request: poll}]
          timers: {wait: {until: next}}
          elements: [{button: on}, {text: failed, when: poll.failed}]
          on: {on: home}
          always: [{when: poll.succeeded and wait.elapsed, to: one}]
        home: {final: true}
      texts: {en: {one.on: On, failed: Failed}}
      """)
    let failure = try Stages.play(
      "  - answer: {poll: {body: {next: \"2001-01-01T00:00:00Z\"}}}\n  - launch\n  - wait: 1s",
      on: flow)
    #expect(failure == "step 2, line 3: the flow is in an endless loop", "\(failure ?? "passed")")
  }

  @Test("An expectation may wait until it holds, and takes no longer than necessary")
  func within() throws {
    let flow = try Stages.onboarding.get()
    let player = try Player(
      Stages.script("steps: [launch, expect: {screen: screenB1, within: 30s}]", for: flow), flow)
    let start = player.device.now
    #expect(player.run() == nil)
    #expect(player.device.now - start == 800)
  }

  @Test("The trace has the steps, the machine's own lines, the requests, and the verdict")
  func trace() throws {
    let flow = try Stages.onboarding.get()
    var lines: [String] = []
    let script = try Stages.script(
      "title: Short\nproves: [ONB-1]\nsteps: [launch, expect: {screen: screenD}]", for: flow)
    _ = Player(script, flow, write: { lines.append($0.string) }).run()
    #expect(lines.allSatisfy { JSON($0.bytes) != nil })
    #expect(lines[0].contains(#""step":1,"line":3"#))
    #expect(lines[1].contains(#""launch":"first""#))
    #expect(lines[2].contains(#""send":"rFetchExperiments""#))
    let verdict = try #require(lines.last)
    #expect(verdict.contains(#""verdict":"failed","title":"Short","proves":["ONB-1"],"step":2"#))
    #expect(verdict.contains(#""problems":["screen: expected screenD, got screenA"]"#))
  }

  @Test("Configuration from outside overrides the script's")
  func overrides() throws {
    let flow = try Stages.onboarding.get()
    let script = try Stages.script(
      "configuration: {backend: portico}\nsteps: [launch]", for: flow)
    let backend = try #require(flow.fact(named: "backend".bytes))
    let player = Player(script, flow, overrides: [FactChange(backend, .number(1))])
    #expect(player.run() == nil)
    #expect(player.device.driver?.machine.value(of: backend) == .number(1))
  }

  private static let modal = """
    flow: test
    version: 1
    configuration:
      pause: {type: duration, default: 2s}
      tries: {type: number, default: 3}
    initial: home
    screens:
      home:
        elements: [{button: go, label: t}]
        on: {go: dialog}
        after: {pause: dialog}
      dialog: {modal: true, elements: [{text: u, when: tries == 3}], on: {dismiss: home}}
    languages: [en]
    texts: {en: {t: T, u: U}}
    """

  @Test("Only a modal screen is dismissed by the platform's gesture")
  func dismissScreen() throws {
    let flow = try TestFlow.compile(Self.modal)
    var lines: [String] = []
    let script = try Stages.script(
      """
      steps:
        - launch
        - {dismissScreen, refused: notOnScreen}
        - tap: go
        - expect: {screen: dialog}
        - dismissScreen
        - expect: {screen: home}
      """, for: flow)
    #expect(Player(script, flow, write: { lines.append($0.string) }).run() == nil)
    #expect(lines.contains { $0.contains(#""dismissScreen":true"#) })
  }

  @Test("A duration in the configuration is written as such, or in milliseconds")
  func durations() throws {
    let flow = try TestFlow.compile(Self.modal)
    for pause in ["5s", "5000"] {
      let script = try Stages.script(
        """
        configuration: {pause: \(pause)}
        steps: [launch, wait: 4999ms, expect: {screen: home}, wait: 1ms, expect: {screen: dialog}]
        """, for: flow)
      #expect(Player(script, flow).run() == nil)
    }
    // A number is none, and neither is a word.
    for wrong in ["tries: 5s", "pause: soon", "pause: true"] {
      let (script, errors) = try Stages.read(
        "title: x\nconfiguration: {\(wrong)}\nsteps: [launch]", for: flow)
      #expect(script == nil)
      #expect(errors.count == 1)
    }
  }

  @Test("A user reads the code in a real server's inbox, and otherwise types the stated one")
  func inbox() throws {
    let flow = try Stages.wallet.get()
    func play(_ inbox: ((Text) -> Text?)?, expecting email: String) throws -> PlayFailure? {
      let script = try Stages.script(
        """
        steps:
          - launch
          - expect: {screen: signIn, within: 2s}
          - type: {email: {inbox: sms, simulated: "111111"}}
          - expect: {facts: {email: "\(email)"}}
        """, for: flow)
      let player = Player(script, flow)
      player.device.network.inbox = inbox
      return player.run()
    }
    #expect(try play(nil, expecting: "111111") == nil)
    #expect(
      try play({ $0 == "sms".bytes ? "222222".bytes : nil }, expecting: "222222") == nil)
    #expect(
      try play({ _ in nil }, expecting: "")?.problems == ["no sms with a code has arrived"])
  }

  @Test("Texts are in the script's language")
  func language() throws {
    let failure = try Player(
      Stages.script(
        "language: de-AT\nsteps: [launch, expect: {texts: [Willkommen]}]",
        for: Stages.onboarding.get()), Stages.onboarding.get()
    ).run()
    #expect(failure == nil, "\(failure?.description ?? "")")
  }
}
