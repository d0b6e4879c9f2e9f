import Foundation
import Testing

@Suite("portico check --format")
struct CheckFormatTests {
  private static let sound = """
    flow: small
    version: 1
    languages: [en]
    initial: start
    screens:
      start: {title: go, elements: [{button: begin, label: go}], on: {begin: home}}
      home: {title: go, final: true}
    texts: {en: {go: Go}}
    """

  private struct Documents {
    let folder: TemporaryFolder
    let sound: String
    let wrong: String
    let trapped: String

    init() throws {
      folder = try TemporaryFolder()
      sound = try folder.write(CheckFormatTests.sound, to: "sound.flow.yaml")
      // A name with all that either form has to escape.
      wrong = try folder.write(
        CheckFormatTests.sound.replacing("begin: home", with: "begin: hom"),
        to: "a,b: 100%.flow.yaml")
      trapped = try folder.write(
        """
        flow: trap
        version: 1
        languages: [en]
        initial: start
        goals: [home]
        screens:
          start: {title: go, elements: [{button: on, label: go}, {button: off, label: go}], on: {on: home, off: gone}}
          gone: {title: go}
          home: {title: go, final: true}
        texts: {en: {go: Go}}
        """, to: "trap.flow.yaml")
    }
  }

  @Test("github: an annotation for each problem, with its trace, on one line")
  func github() async throws {
    let documents = try Documents()
    let run = try await Program.run(
      ["check", documents.sound, documents.wrong, documents.trapped, "--format", "github"])
    #expect(run.status == 1 && run.errors.isEmpty, "\(run.errors)")
    let folder = documents.folder.path
    let annotations = run.lines.filter { $0.hasPrefix("::") }
    #expect(
      annotations.first
        == "::error file=\(folder)/a%2Cb%3A 100%25.flow.yaml,line=6,col=74,title=unknown-name::"
        + "There is no state `hom`. Write `home`, or declare `hom` in `screens` or `states`.")
    let trap = try #require(annotations.last)
    #expect(
      trap.hasPrefix("::error file=\(folder)/trap.flow.yaml,line=8,col=3,title=dead-end::No goal"))
    #expect(trap.contains("%0A1. launch") && trap.hasSuffix("gone"), "\(trap)")
    #expect(annotations.count == 2)
    // What is no command is a line of the log.
    #expect(run.lines.first?.hasPrefix("small: ") == true)
  }

  @Test("Paths are relative to the working directory, as workflows need them")
  func relative() async throws {
    let folder = try TemporaryFolder()
    _ = try folder.write(Self.sound.replacing("begin: home", with: "begin: hom"), to: "x.flow.yaml")
    for path in ["x.flow.yaml", "./x.flow.yaml", "\(folder.path)/x.flow.yaml"] {
      let github = try await Program.run(
        ["check", path, "--format", "github"], installedIn: folder)
      #expect(github.output.hasPrefix("::error file=x.flow.yaml,"), "\(github.output)")
      let sarif = try await Program.run(["check", path, "--format", "sarif"], installedIn: folder)
      #expect(sarif.output.contains(#""uri" : "x.flow.yaml""#), "\(sarif.output)")
    }
  }

  @Test("sarif: one log of all flows, with the rules that its results name")
  func sarif() async throws {
    let documents = try Documents()
    let run = try await Program.run(
      ["check", documents.sound, documents.wrong, documents.trapped, "--format", "sarif"])
    #expect(run.status == 1 && run.errors.isEmpty, "\(run.errors)")
    let log = try SARIF(run.output)
    #expect(log.problems.isEmpty, "\(log.problems)")
    #expect(log.results.map { $0["ruleId"] as? String } == ["unknown-name", "dead-end"])
    #expect(log.results.allSatisfy { $0["level"] as? String == "error" })
    #expect(log.uris.first?.hasSuffix("/a,b%3A%20100%25.flow.yaml") == true, "\(log.uris)")
    #expect(log.uris.allSatisfy { $0.hasPrefix("file:///") })
  }

  @Test("A sound flow gives an empty log, and a budget that is too small a rule of its own")
  func emptyAndTooSmall() async throws {
    let documents = try Documents()
    let sound = try await Program.run(["check", documents.sound, "--format", "sarif"])
    #expect(sound.status == 0)
    let empty = try SARIF(sound.output)
    #expect(empty.problems.isEmpty && empty.results.isEmpty, "\(empty.problems)")
    let small = try await Program.run(
      ["check", "onboarding", "--max-states", "10", "--format", "sarif"])
    #expect(small.status == 1)
    let log = try SARIF(small.output)
    #expect(log.problems.isEmpty, "\(log.problems)")
    #expect(log.results.map { $0["ruleId"] as? String } == ["too-many-states"])
  }

  @Test(
    "The rules for a log refuse one that violates them",
    arguments: [
      (#""version" : "2.1.0""#, #""version" : "2.0.0""#, "version"),
      (#""ruleIndex" : 0"#, #""ruleIndex" : 7"#, "ruleIndex"),
      (#""ruleId" : "unknown-name""#, #""ruleId" : "other""#, "ruleIndex"),
      (#""startLine" : 6"#, #""startLine" : 0"#, "startLine"),
      (
        #""level" : "error",\#n          "locations""#,
        #""level" : "bad",\#n          "locations""#, "level"
      ),
      (#"%3A%20100%25"#, #": 100%"#, "uri"),
      (#""name" : "portico","#, "", "driver"),
      (#""text" : "There"#, #""texts" : "There"#, "message"),
    ])
  func refuses(old: String, new: String, problem: String) async throws {
    let documents = try Documents()
    let run = try await Program.run(["check", documents.wrong, "--format", "sarif"])
    #expect(run.output.contains(old), "\(run.output)")
    let problems = try SARIF(run.output.replacing(old, with: new)).problems
    #expect(problems.contains { $0.hasPrefix(problem) }, "\(problems)")
  }

  @Test("Only a known format is accepted, and the default is text")
  func forms() async throws {
    let documents = try Documents()
    let mistyped = try await Program.run(["check", documents.sound, "--format", "srif"])
    #expect(mistyped.status == 64 && mistyped.output.isEmpty)
    #expect(mistyped.errors == "Error: --format: unknown value 'srif'; did you mean 'sarif'?\n")
    let plain = try await Program.run(["check", documents.sound])
    let text = try await Program.run(["check", documents.sound, "--format", "text"])
    #expect(plain.output.hasPrefix("small: ") && text.output.hasPrefix("small: "))
    // No progress and no marks where no person looks.
    #expect(plain.errors.isEmpty && !plain.output.contains("✓"))
  }
}
