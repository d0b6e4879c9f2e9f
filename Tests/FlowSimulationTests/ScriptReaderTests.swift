import FlowMachine
import FlowSimulation
import TestSupport
import Testing

/// Scripts are understood whole or refused, each mistake with its step and line.
@Suite struct ScriptReaderTests {
  /// A script of one step that is wrong in line 4.
  static let mistakes: [(step: String, problem: String)] = [
    ("- lunch", "unknown step 'lunch'"),
    ("- {tap: nothing}", "unknown button 'nothing'; known: dismiss, next"),
    ("- {tap: next, wait: 3s}", "'wait' cannot be combined with 'tap'"),
    ("- {tap: next, refused: never}", "unknown reason 'never'"),
    ("- {wait: 3s, refused: disabled}", "'refused' cannot be combined with 'wait'"),
    ("- {launch: now}", "'launch' takes no value"),
    ("- {wait: soon}", "expected a duration such as 500ms or 3s, not 'soon'"),
    ("- {wait: 3}", "expected a duration"),
    ("- {wait: \"3\"}", "expected a duration"),
    ("- {wait: \"3 s\"}", "expected a duration such as 500ms or 3s, not '3 s'"),
    ("- {expect: {screen: screenA, within: \"soon\"}}", "expected a duration"),
    ("- {choose: {dailyGoal: }, tap: x}", "'tap' cannot be combined with 'choose'"),
    ("- {choose: {next: minutes5}}", "'next' is a button; write `tap`"),
    ("- {choose: {goal: minutes5}}", "unknown choice 'goal'; known: dailyGoal, origin"),
    (
      "- {choose: {dailyGoal: minutes6}}",
      "unknown option 'minutes6'; known: minutes5, minutes10, minutes15"
    ),
    ("- {type: {dailyGoal: minutes5}}", "'dailyGoal' is a choice; write `choose`"),
    ("- {choose: minutes5}", "expected a map of elements to values"),
    ("- {type: {name: Ada}}", "unknown field 'name'"),
    ("- {choose: {dailyGoal: {inbox: sms, simulated: x}}}", "expected a value"),
    ("- {toggle: {a: true, b: false}}", "a step can toggle only one element"),
    ("- {dismissScreen: screenC1}", "'dismissScreen' takes no value"),
    ("- {dismiss: errorScreenD}", "unknown overlay 'errorScreenD'"),
    ("- {network: broken}", "expected one of off, on, not 'broken'"),
    ("- {storage: wet}", "expected one of full, locked, ok, not 'wet'"),
    ("- {storage: {disk: full}}", "unknown part 'disk'; known: journal, secrets, preferences"),
    ("- {storage: {journal: {failsAtWrite: 0}}}", "expected `failsAtWrite: 2`"),
    ("- {kill: softly}", "expected `kill`, `kill: power` or `kill: {after: journal}`"),
    ("- {kill: {after: lunch}}", "expected one of cancel, erasure, journal"),
    ("- {kill: {during: request}}", "only a write of the journal can be interrupted"),
    ("- {tell: {selection: minutes5}}", "unknown fact 'selection': the flow has none"),
    ("- {signal: logout}", "unknown signal 'logout': the flow has none"),
    ("- {answer: {rLogout: lost}}", "unknown request 'rLogout'"),
    ("- {answer: {rLogin: gone}}", "unknown response 'gone'; known: answerLost, lost, never"),
    ("- {answer: {rLogin: {state: 200}}}", "unknown key 'state'"),
    ("- {answer: {rLogin: {status: 42}}}", "a status must be a number from 100 to 599"),
    ("- {answer: {rLogin: []}}", "expected at least one response"),
    ("- {answer: {rLogin: {once: rLogout}}}", "unknown request 'rLogout'"),
    ("- {answer: {rLogin: {twice: maybe}}}", "expected true or false for twice"),
    ("- {expect: {screen: screenZ}}", "unknown screen 'screenZ'"),
    ("- {expect: {screen: openingSession}}", "unknown screen 'openingSession'"),
    ("- {expect: {overlays: errorScreenC}}", "expected a list of overlays; [] for none"),
    ("- {expect: {mood: good}}", "unknown expectation 'mood'"),
    ("- {back: true, refused: noBack}", "'back' takes no value; write `{back, refused: …}`"),
    ("- {expect: {mood: {a: good}}}", "unknown expectation 'mood'"),
    ("- {expect: {facts: {selection: minutes6}}}", "unknown value 'minutes6'"),
    ("- {expect: {stored: {sessionId: x}}}", "unknown fact 'sessionId'"),
    ("- {expect: {status: {rLogin: failed.badly}}}", "unknown status 'failed.badly'"),
    ("- {expect: {requests: {rLogin: many}}}", "expected a count for rLogin, not 'many'"),
    ("- {expect: {back: maybe}}", "expected true or false for back"),
    ("- {expect: {within: 3s}}", "'within' needs an expectation beside it"),
    ("- [launch]", "expected a step: one of launch"),
  ]

  @Test("A mistake in a step is reported with the step's number and line", arguments: mistakes)
  func mistake(step: String, problem: String) throws {
    let text = "title: x\nsteps:\n  - launch\n  \(step)\n  - kill\n"
    let (script, errors) = try Stages.read(text, for: Stages.onboarding.get())
    #expect(script == nil)
    #expect(errors.count == 1, "\(errors)")
    let error = try #require(errors.first)
    #expect(error.step == 2 && error.line == 4, "\(error)")
    #expect(error.problem.hasPrefix(problem), "\(error.problem)")
    #expect(error.description.hasPrefix("step 2, line 4: "))
  }

  @Test("With which reason a step is refused may stand before it or behind it")
  func refused() throws {
    for step in ["{back, refused: noBack}", "{refused: noBack, back}"] {
      let text = "title: x\nsteps: [launch, \(step)]\n"
      let (script, errors) = try Stages.read(text, for: Stages.onboarding.get())
      #expect(errors.isEmpty, "\(errors)")
      #expect(script?.steps.last?.refusal == .reason(.noBack))
    }
  }

  @Test("The line of a mistake is that of its key")
  func keyLine() throws {
    let text = "title: x\nsteps:\n  - launch\nstep:\n  - kill\n"
    let errors = try Stages.read(text, for: Stages.onboarding.get()).errors
    #expect(errors.map(\.line) == [4])
  }

  @Test("Every mistake is reported, not only the first")
  func all() throws {
    let text = """
      titel: x
      configuration: {backend: none}
      device: {selection: minutes5}
      seed: -1
      proves: {a: b}
      steps:
        - lunch
        - launch
        - {tap: nobody}
      """
    let errors = try Stages.read(text, for: Stages.onboarding.get()).errors
    #expect(errors.map(\.line) == [1, 2, 3, 4, 5, 7, 9])
    #expect(errors.map(\.step) == [nil, nil, nil, nil, nil, 1, 3])
  }

  @Test(
    "For a document that is not a script, the error says what a script is",
    arguments: ["[]", "title: x", "steps: []"])
  func noScript(text: String) throws {
    let errors = try Stages.read(text, for: Stages.onboarding.get()).errors
    #expect(errors.count == 1)
  }

  @Test("A duration may be quoted or not, wherever one is allowed")
  func durations() throws {
    let flow = try TestFlow.compile(
      """
      flow: pausing
      version: 1
      configuration: {pause: {type: duration, default: 90d}}
      initial: first
      requests: {ask: {capability: ask, repeat: safe}}
      screens:
        first: {enter: [{request: ask}], after: {pause: second}}
        second: {}
      """)
    func script(_ quote: String) throws -> PlayScript {
      func length(_ text: String) -> String { quote + text + quote }
      return try Stages.script(
        """
        title: Lengths
        configuration: {pause: \(length("3s"))}
        steps:
          - answer: {ask: {status: 200, after: \(length("500ms"))}}
          - launch
          - wait: \(length("2m"))
          - expect: {screen: second, within: \(length("24h"))}
        """, for: flow)
    }
    let (bare, single, double) = (try script(""), try script("'"), try script("\""))
    #expect(bare.facts.map(\.value) == [.number(3000)])
    for quoted in [single, double] {
      #expect(String(describing: quoted) == String(describing: bare))
    }
  }

  @Test("Values follow their fact's type, whatever YAML would make of them")
  func values() throws {
    let flow = try TestFlow.compile(
      """
      flow: test
      version: 1
      languages: [en]
      configuration:
        name: {type: text, default: none}
        many: {type: number, default: 0}
        on: {type: flag, default: false}
        one: {values: ["true", b], default: b}
      facts: {rows: {type: list, of: {id: text}, place: device}, any: {type: json, place: device}}
      initial: only
      screens:
        only:
          elements:
            - text: only.text
              when: on or many > 3 or one == b or rows is present or any is present
      texts: {en: {only.text: "{name}"}}
      """)
    let script = try Stages.script(
      """
      title: Values
      language: de
      seed: 9
      configuration: {name: 007, many: -7, "on": true, one: "true"}
      device: {rows: [[a], [b]], any: {deep: [1, true, null, "2", x y]}}
      steps: [launch]
      """, for: flow)
    #expect(script.seed == 9 && script.language == "de".bytes)
    let values = script.facts.map(\.value)
    #expect(values[0] == .text("007".bytes))
    #expect(Array(values[1...3]) == [.number(-7), .number(1), .number(0)])
    #expect(values[4] == .text(ListValue.encode([["a".bytes], ["b".bytes]])))
    #expect(values[5] == .text(#"{"deep":[1,true,null,"2","x y"]}"#.bytes))
  }
}
