import FlowMachine
import FlowSimulation
import TestSupport
import Testing

/// Several choices in plays: each option is a flag, and their number is what a form asks for.
@Suite struct SeveralChoicesTests {
  private static let flow = Result { try TestFlow.compile(document) }

  private static let document = """
    flow: topics
    version: 1
    languages: [en]
    goals: [home]
    facts: {music: {type: flag}, film: {type: flag}, sport: {type: flag}}
    requests:
      save:
        http: {method: POST, url: "https://example.org/topics", body: {music: "{music}", film: "{film}", sport: "{sport}"}}
        repeat: keyed
    initial: ask
    screens:
      ask:
        elements:
          - {choices: topics, label: t, options: {music: m, film: f, sport: s}, least: 1, most: 2}
          - {text: loud, when: music}
          - {button: next, label: t, submits: true}
          - {text: failed, when: save.failed}
        on: {next: {do: [{request: save}]}}
        always: [{when: save.succeeded, to: home}]
      home: {elements: [{text: t}]}
    texts:
      en: {t: T, m: Music, f: Films, s: Sport, loud: Loud, failed: Failed, invalid.choices.least: One at least, invalid.choices.most: Two at most}
    """

  private static let few = """
      - launch
      - {tap: next, refused: incomplete}
      - expect: {problems: {topics: One at least}}
      - choose: {topics: [music, sport]}
      - expect: {facts: {music: true, film: absent, sport: true}, values: {topics: "Music, Sport"}, texts: [Loud], problems: {topics: ""}}
      - choose: {topics: {film: true}}
      - expect: {problems: {topics: Two at most}}
      - {tap: next, refused: incomplete}
      - choose: {topics: {music: false}}
      - expect: {facts: {music: false, film: true, sport: true}}
      - tap: next
      - expect: {screen: home, within: 1s}
    """

  @Test("A script chooses options by the names of their flags, exactly these or one more or less")
  func script() throws {
    #expect(try Stages.play(Self.few, on: Self.flow.get()) == nil)
  }

  @Test("ENT-3: what is chosen survives a kill at every moment, and the form is sent once")
  func kills() throws {
    try Self.kill(Self.few, Self.flow.get())
  }

  @Test("ENT-3: options that a launch forgets are chosen again")
  func forgotten() throws {
    let document = Self.document.replacing(
      "film: {type: flag}", with: "film: {type: flag, place: memory}")
    let steps = """
        - launch
        - choose: {topics: [film]}
        - tap: next
        - expect: {screen: home, within: 1s}
      """
    try Self.kill(steps, TestFlow.compile(document))
  }

  private static func kill(_ steps: String, _ flow: Flow) throws {
    let script = "title: Topics\nsteps:\n" + steps + "\n  - expect: {effects: {save: 1}}\n"
    let result = KillEverywhere(try Stages.script(script, for: flow), flow).run()
    #expect(result.unkilledFailure == nil)
    for failure in result.failures { Issue.record("\(failure.place): \(failure.problems)") }
    #expect(result.runCount > 5)
  }

  @Test("An option that there is not, or a step for another kind of element, is refused")
  func wrongSteps() throws {
    for step in [
      "choose: {topics: [noise]}", "choose: {topics: {noise: true}}", "choose: {topics: music}",
      "toggle: {topics: true}", "type: {topics: music}",
    ] {
      #expect(throws: Stages.Wrong.self, "\(step)") {
        try Stages.play("  - launch\n  - {\(step)}\n", on: Self.flow.get())
      }
    }
  }

  @Test(
    "A name that stands for one choice on one screen and for several on another means what the step says"
  )
  func namesakes() throws {
    let flow = try TestFlow.compile(
      Self.document
        .replacing(
          "sport: {type: flag}}", with: "sport: {type: flag}, only: {type: choice, values: [a, b]}}"
        )
        .replacing(
          "home: {elements: [{text: t}]}",
          with: "home: {elements: [{choice: topics, fact: only, label: t, options: {a: m, b: f}}]}")
    )
    let way = Self.few + "\n  - choose: {topics: b}\n  - expect: {facts: {only: b}}\n"
    #expect(try Stages.play(way, on: flow) == nil)
    // And the wrong one of the two does nothing in silence.
    #expect(try Stages.play("  - launch\n  - choose: {topics: b}\n", on: flow) != nil)
    #expect(try Stages.play(Self.few + "\n  - choose: {topics: [music]}\n", on: flow) != nil)
  }
}
