import FlowMachine
import Foundation
import Testing

@Suite("portico check")
struct CheckCommandTests {
  @Test("every shipped flow is proven")
  func proven() async throws {
    let run = try await Program.run(["check", "onboarding"])
    #expect(run.status == 0, "\(run.output)")
    #expect(run.lines.last?.hasSuffix("no problems") == true)
  }

  @Test("ENT-3: paths take every transition, and a kill at every step of each ends the same")
  func paths() async throws {
    let folder = try TemporaryFolder()
    let run = try await Program.run(["check", "onboarding", "--paths", folder.path])
    #expect(run.status == 0, "\(run.output)")
    // Nothing that can be taken is left out.
    #expect(run.lines.last?.contains("transitions are not covered") == false)
    let scripts = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
    #expect(!scripts.isEmpty)
    for script in scripts {
      let play = try await Program.run([
        "play", "onboarding", "--script", "\(folder.path)/\(script)", "--kill-everywhere",
      ])
      #expect(play.status == 0, "\(script): \(play.errors)")
    }
  }

  @Test("words around the screens that stay English are listed, for a language that Portico lacks")
  func wordsInEnglish() async throws {
    let folder = try TemporaryFolder()
    let flow = """
      flow: spoken
      version: 1
      languages: [de, fr]
      initial: home
      screens: {home: {title: home.title, final: true}}
      texts:
        de: {home.title: Start}
        fr: {home.title: Accueil, WORDS}
      """
    let keys = FrameWord.allCases.map(\.key)
    for given in [0, keys.count - 1, keys.count] {
      let words = keys.prefix(given).map { "\($0): Mot" }.joined(separator: ", ")
      let document = try folder.write(
        flow.replacing(", WORDS", with: given == 0 ? "" : ", \(words)"), to: "spoken.flow.yaml")
      let run = try await Program.run(["check", document])
      #expect(run.status == 0, "\(run.output)")
      let notes = run.lines.filter { $0.contains(": note: ") }
      switch given {
      case keys.count: #expect(notes == [])
      case 0:
        let list = keys.map { "`\($0)`" }.joined(separator: ", ")
        #expect(
          notes == [
            "\(document): note: \(keys.count) words around the screens stay English in `fr`. To translate them, add to its texts: \(list)."
          ])
      default:
        #expect(
          notes == [
            "\(document): note: 1 word around the screens stays English in `fr`. To translate it, add to its texts: `\(keys[given])`."
          ])
      }
    }
  }

  @Test("a dead end is reported with its path of screens, and a script that replays it")
  func deadEnd() async throws {
    let folder = try TemporaryFolder()
    let document = try folder.write(
      """
      flow: trap
      version: 1
      languages: [en]
      facts:
        agreed: {type: flag}
      initial: terms
      screens:
        terms:
          title: terms.title
          elements:
            - toggle: agree
              fact: agreed
              label: terms.agree
            - button: next
              enabled: agreed
            - button: leave
          on:
            next:
              when: agreed
              to: home
            leave: gone
        gone:
          title: gone.title
        home:
          title: home.title
          final: true
      texts:
        en:
          terms.title: Terms
          terms.agree: I agree
          terms.next: Next
          terms.leave: Leave
          gone.title: Good bye
          home.title: Home
      """, to: "trap.flow.yaml")
    let scripts = "\(folder.path)/paths"
    let run = try await Program.run(["check", document, "--paths", scripts])
    #expect(run.status == 1)
    #expect(run.output.contains("dead-end: No goal ('home') is reachable from here"))
    #expect(run.output.contains("2. tap leave"))
    let play = try await Program.run([
      "play", document, "--script", "\(scripts)/trap-dead-end-1.play.yaml",
    ])
    #expect(play.status == 0, "\(play.errors)")
  }

  @Test("a budget that is too small is reported, with the factors that multiply")
  func budget() async throws {
    let run = try await Program.run(["check", "onboarding", "--max-states", "10"])
    #expect(run.status == 1)
    #expect(run.output.contains("too many states: stopped after"))
    #expect(run.output.contains("fact experiment"))
    #expect(run.output.contains("or raise --max-states."))
  }

  @Test("a version that strands stored states of the one before is reported, and its fix is not")
  func stranded() async throws {
    let folder = try TemporaryFolder()
    let document = try folder.write(Self.firstShop, to: "shop.flow.yaml")
    let lock = try await Program.run(["lock", document])
    #expect(lock.status == 0, "\(lock.errors)")
    #expect(try await Program.run(["check", document]).status == 0)

    // What version 1 stored on `question` leads to `waiting`, which nobody leaves who is not ready.
    for (target, isSound) in [("waiting", false), ("start", true)] {
      let next = Self.secondShop + "migrate: {states: {question: \(target)}}\n"
      _ = try folder.write(next, to: "shop.flow.yaml")
      let locked = try await Program.run(["lock", document, "--unshipped"])
      #expect(locked.status == 0, "\(locked.errors)")
      let run = try await Program.run(["check", document])
      #expect((run.status == 0) == isSound, "\(run.output)")
      #expect(run.output.contains("stranded-snapshot") == !isSound, "\(run.output)")
      #expect(run.output.contains("snapshots of version 1 migrated"))
      if !isSound { #expect(run.output.contains("an update from version 1 at question")) }
    }
  }

  @Test("Of versions that a flow no longer supports nothing is proven, and it is told")
  func unsupported() async throws {
    let folder = try TemporaryFolder()
    let document = try folder.write(Self.firstShop, to: "shop.flow.yaml")
    #expect(try await Program.run(["lock", document]).status == 0)
    let next = Self.secondShop + "supports: 2\n"
    _ = try folder.write(next, to: "shop.flow.yaml")
    #expect(try await Program.run(["lock", document]).status == 0)
    let run = try await Program.run(["check", document])
    #expect(run.status == 0, "\(run.output)")
    #expect(run.output.contains("Snapshots of version 1 are not migrated"), "\(run.output)")
    #expect(!run.output.contains("snapshots of version 1 migrated"), "\(run.output)")
  }

  private static let firstShop = """
    flow: shop
    version: 1
    languages: [en]
    initial: start
    screens:
      start:
        title: go
        elements: [{button: begin, label: go}]
        on: {begin: question}
      question:
        title: go
        elements: [{button: next, label: go}]
        on: {next: home}
      home:
        title: go
        final: true
    texts:
      en: {go: Go}
    """

  private static let secondShop = """
    flow: shop
    version: 2
    languages: [en]
    facts:
      ready: {type: flag}
    initial: start
    screens:
      start:
        title: go
        elements: [{button: begin, label: go}]
        on:
          begin:
            to: waiting
            do: [{set: {ready: true}}]
      waiting:
        title: go
        elements: [{button: next, label: go}]
        on:
          next: {when: ready, to: home}
      home:
        title: go
        final: true
    texts:
      en: {go: Go}

    """
}
