import Foundation
import Testing

@Suite("portico check --mutate")
struct MutateCommandTests {
  static let document = """
    flow: small
    version: 1
    languages: [en]
    goals: [home]
    initial: start
    screens:
      start:
        elements:
          - text: hello
          - button: go
        on: {go: home}
      home:
        elements:
          - text: hello
    texts: {en: {hello: Hello, start.go: Go}}
    """

  static let script = """
    title: To home
    steps:
      - launch
      - expect: {screen: start, texts: [Hello]}
      - tap: go
      - expect: {screen: home, texts: [Hello]}
    """

  @Test(
    "a mistake that nothing notices is listed with its place, until a script notices it")
  func mutate() async throws {
    let folder = try TemporaryFolder()
    let document = try folder.write(Self.document, to: "small.flow.yaml")
    let alone = try await Program.run(["check", document, "--mutate"])
    #expect(alone.status == 0, "\(alone.errors)")
    for line in [9, 14] {
      let place = "\(document):\(line):9: warning: drop-element: nobody notices a mistake at "
      #expect(alone.output.contains(place + "`text: hello`"), "\(alone.output)")
    }
    // The button, which a transition needs, and the only way to the goal are missed without a script.
    #expect(
      alone.lines.last?.hasPrefix("small.flow.yaml: 2 of 4 mistakes noticed (50.0%)") == true,
      "\(alone.output)")

    try FileManager.default.createDirectory(
      atPath: "\(folder.path)/play", withIntermediateDirectories: false)
    _ = try folder.write(Self.script, to: "play/small.play.yaml")
    let played = try await Program.run(["check", document, "--mutate"])
    #expect(played.output.contains("warning") == false)
    #expect(played.lines.last?.contains("4 of 4 mistakes noticed (100.0%)") == true)
    #expect(played.lines.last?.contains("2 by play scripts") == true)
  }

  @Test("a document that migrates names of an earlier version is mutated by its lock file")
  func migrating() async throws {
    let folder = try TemporaryFolder()
    let document = try folder.write(Self.document, to: "small.flow.yaml")
    #expect(try await Program.run(["lock", document]).status == 0)
    let renamed =
      Self.document.replacing("version: 1", with: "version: 2")
      .replacing("start", with: "begin") + "\nmigrate: {states: {start: begin}}\n"
    _ = try folder.write(renamed, to: "small.flow.yaml")
    let lock = try await Program.run(["lock", document])
    #expect(lock.status == 0, "\(lock.errors)")
    let run = try await Program.run(["check", document, "--mutate"])
    #expect(run.status == 0 && run.errors.isEmpty, "\(run.errors)")
    #expect(run.lines.last?.contains("mistakes noticed") == true)
    // Of what is wrong already, the place in the document is told.
    _ = try folder.write(
      renamed.replacing("text: hello", with: "text: hallo"), to: "small.flow.yaml")
    let wrong = try await Program.run(["check", document, "--mutate"])
    #expect(wrong.errors.contains("\(document):9:15: error: missing-text"), "\(wrong.errors)")
  }

  @Test("what is wrong with the document as it is counts for no mistake")
  func wrongAlready() async throws {
    let folder = try TemporaryFolder()
    // Nothing leads on from there.
    let wrong = Self.document.replacingOccurrences(
      of: "    on: {go: home}\n  home:\n",
      with:
        "    on: {go: {when: lost, to: end}, out: home}\n  end: {elements: [{text: hello}]}\n  home:\n"
    ).replacingOccurrences(
      of: "- button: go",
      with:
        "- button: go\n      - {button: out, label: hello}\n      - {toggle: lost, fact: lost, label: hello}"
    )
    .replacingOccurrences(of: "initial: start", with: "facts: {lost: {type: flag}}\ninitial: start")
    let document = try folder.write(wrong, to: "small.flow.yaml")
    let run = try await Program.run(["check", document, "--mutate"])
    #expect(run.status == 0, "\(run.errors)")
    #expect(run.output.contains("which no mistake counts for"))
    #expect(run.output.contains("nobody notices a mistake at `text: hello`"), "\(run.output)")
  }

  @Test("a document that cannot be proven within the budget is not judged")
  func notProven() async throws {
    let run = try await Program.run(["check", "onboarding", "--mutate", "--max-states", "1"])
    #expect(run.status == 65)
    #expect(run.output == "")
    #expect(run.errors.contains("is not proven within the budget"), "\(run.errors)")
  }

  @Test("mistakes in what is computed are noticed only by a script that expects the result")
  func computed() async throws {
    let folder = try TemporaryFolder()
    let document = try folder.write(
      """
      flow: small
      version: 1
      languages: [en]
      goals: [start]
      configuration: {price: {type: number, default: 3, domain: {least: 1, most: 9}}}
      facts:
        total: {type: number, value: price * 2 + 1}
        isDear: {type: flag, value: total > 6}
        name: {type: text, value: [{when: isDear, value: dear}, {value: cheap}]}
      initial: start
      screens: {start: {elements: [{text: total}]}}
      texts: {en: {total: "{total} {name}"}}
      """, to: "small.flow.yaml")
    let kinds = ["swap-arithmetic", "negate-guard", "drop-value"]
    let alone = try await Program.run(["check", document, "--mutate"])
    for kind in kinds { #expect(alone.output.contains("warning: \(kind):"), "\(alone.output)") }
    try FileManager.default.createDirectory(
      atPath: "\(folder.path)/play", withIntermediateDirectories: false)
    _ = try folder.write(
      """
      title: Dear
      steps:
        - launch
        - expect: {screen: start, texts: [7 dear]}
      """, to: "play/dear.play.yaml")
    _ = try folder.write(
      """
      title: Cheap
      configuration: {price: 2}
      steps:
        - launch
        - expect: {screen: start, texts: [5 cheap]}
      """, to: "play/cheap.play.yaml")
    let played = try await Program.run(["check", document, "--mutate"])
    for kind in kinds { #expect(!played.output.contains("warning: \(kind):"), "\(played.output)") }
  }

  @Test("what a request leaves out or exchanges is noticed by a script that expects what is sent")
  func sent() async throws {
    let folder = try TemporaryFolder()
    let document = try folder.write(
      """
      flow: small
      version: 1
      languages: [en]
      goals: [start]
      facts:
        first: {type: text, initial: a}
        second: {type: text, initial: b}
      requests:
        tell: {app: tell, with: {one: "{first}", two: "{second}"}, repeat: safe}
        save:
          http: {method: POST, url: "https://example.org/", headers: {X-One: "{first}"}, body: {one: "{first}", both: {two: "{second}"}}}
          repeat: safe
      initial: start
      screens: {start: {enter: [{request: tell}, {request: save}], elements: [{text: hello}]}}
      texts: {en: {hello: Hello}}
      """, to: "small.flow.yaml")
    let mistakes = [
      "9:28: warning: drop-parameter: nobody notices a mistake at `one: {first}`",
      "9:28: warning: swap-sent: nobody notices a mistake at `one, two`",
      "11:65: warning: drop-sent: nobody notices a mistake at `X-One: {first}`",
      "11:91: warning: drop-sent: nobody notices a mistake at `one: {first}`",
      "11:107: warning: drop-sent: nobody notices a mistake at `both`",
      "11:114: warning: drop-sent: nobody notices a mistake at `two: {second}`",
    ]
    let alone = try await Program.run(["check", document, "--mutate"])
    for mistake in mistakes { #expect(alone.output.contains(mistake), "\(alone.output)") }
    try FileManager.default.createDirectory(
      atPath: "\(folder.path)/play", withIntermediateDirectories: false)
    _ = try folder.write(
      """
      title: Sent
      steps:
        - launch
        - expect:
            texts: [Hello]
            sent:
              tell: {one: a, two: b}
              save: {headers: {X-One: a}, body: {one: a, both: {two: b}}}
      """, to: "play/sent.play.yaml")
    let played = try await Program.run(["check", document, "--mutate"])
    for kind in ["drop-parameter", "drop-sent", "swap-sent"] {
      #expect(!played.output.contains("warning: \(kind):"), "\(played.output)")
    }
  }

  @Test(
    "operators that were added later count apart, and each is noticed by a script that tries it")
  func added() async throws {
    let folder = try TemporaryFolder()
    let document = try folder.write(
      """
      flow: small
      version: 1
      languages: [en]
      goals: [home]
      facts:
        code: {type: text}
        born: {type: text}
        done: {type: number, place: device, domain: {least: 0, most: 100}}
        size: {type: number}
      signals: {opened: {value: number, saves: size}}
      initial: start
      screens:
        start:
          elements:
            - {progress: hello, percent: done}
            - {field: code, fact: code, label: hello, validate: [{pattern: '[A-Z]{2}[0-9]+', message: wrong}]}
            - {date: born, fact: born, label: hello, most: 2008-02-28, message: wrong}
            - {text: wrong, about: code, when: size == 7}
            - {button: go, label: hello, submits: true}
          on: {go: home, opened: {}}
        home: {elements: [{text: hello}]}
      texts: {en: {hello: Hello, wrong: Wrong}}
      """, to: "small.flow.yaml")
    let kinds = ["drop-key", "change-pattern", "shift-bound"]
    let alone = try await Program.run(["check", document, "--mutate"])
    #expect(alone.status == 0, "\(alone.errors)\(alone.output)")
    for kind in kinds { #expect(alone.output.contains("warning: \(kind):"), "\(alone.output)") }
    #expect(
      alone.lines.dropLast().last?.contains("of the operators added later, ") == true,
      "\(alone.output)")
    let counted = alone.lines.last
    try FileManager.default.createDirectory(
      atPath: "\(folder.path)/play", withIntermediateDirectories: false)
    _ = try folder.write(
      """
      title: A form
      steps:
        - launch
        - tell: {done: 40}
        - expect: {texts: [40 %]}
        - type: {code: A1}
        - expect: {problems: {code: Wrong}}
        - type: {code: AB}
        - expect: {problems: {code: Wrong}}
        - type: {code: AB1}
        - type: {born: 2008-02-29}
        - expect: {problems: {born: Wrong}}
        - type: {born: 2008-02-28}
        - signal: {name: opened, number: 7}
        - expect: {problems: {code: Wrong}}
        - tap: go
        - expect: {screen: home}
      """, to: "play/form.play.yaml")
    let played = try await Program.run(["check", document, "--mutate"])
    #expect(played.lines.last?.suffix(12) == counted?.suffix(12))
    for kind in kinds { #expect(!played.output.contains("warning: \(kind):"), "\(played.output)") }
  }

  @Test("the same mistakes are chosen each time")
  func drawn() async throws {
    let folder = try TemporaryFolder()
    let document = try folder.write(Self.document, to: "small.flow.yaml")
    let runs = [
      try await Program.run(["check", document, "--mutate", "--mutants", "2"]),
      try await Program.run(["check", document, "--mutate", "--mutants", "2"]),
    ]
    #expect(runs[0].output == runs[1].output)
    #expect(runs[0].lines.last?.hasSuffix("2 drawn of 4") == true, "\(runs[0].output)")
  }
}
