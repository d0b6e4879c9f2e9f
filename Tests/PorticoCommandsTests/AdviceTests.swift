import FlowDefinition
import Foundation
import StandardFlows
import Testing

/// What the commands say of options and values that cannot be meant.
@Suite struct AdviceTests {
  private static let document = """
    flow: small
    version: 1
    languages: [en, de]
    configuration:
      pause: {type: duration, default: 3s}
      n: {type: number, default: 3, domain: [2, 3]}
      m: {type: number, default: 3, domain: {least: 1, most: 4}}
    initial: first
    screens:
      first: {elements: [{text: hello}], after: {pause: second}}
      second: {on: {back: [{when: n == 3 and m == 3, to: first}]}, back: true}
    texts: {en: {hello: Hello}, de: {hello: Hallo}}

    """

  @Test(
    "A value that no document could have is refused, with what is missing or known",
    arguments: [
      ("run small.flow.yaml --set pause", "write `--set pause=VALUE`"),
      ("run small.flow.yaml --set pause=-1", "`pause` must be a duration of at least 1ms."),
      ("run small.flow.yaml --set pause=0", "`pause` must be a duration of at least 1ms."),
      ("run small.flow.yaml --set n=99", "`n` must be one of 2, 3, the `domain` in the document."),
      ("run small.flow.yaml --set m=0", "`m` must be from 1 to 4, the `domain` in the document."),
      ("run small.flow.yaml --language '!!'", "unknown language '!!'; the flow has: en, de"),
      ("check small.flow.yaml --mutants 5", "--mutants has no effect without --mutate."),
      ("check small.flow.yaml --max-states -1", "must be greater than 0."),
      ("check small.flow.yaml --max-seconds -1", "must be greater than 0."),
      ("check small.flow.yaml --mutate --mutants -1", "--mutants must be greater than 0."),
    ])
  func refused(command: String, words: String) async throws {
    let folder = try TemporaryFolder()
    _ = try folder.write(Self.document, to: "small.flow.yaml")
    let run = try await Program.shell("portico \(command)", in: folder, home: folder)
    #expect(run.status == 64 && run.output.isEmpty, "\(run.output)")
    #expect(run.errors.hasSuffix("\(words)\n"), "\(run.errors)")
  }

  @Test("The compiler suggests the shipped flows that there are")
  func shippedNames() {
    #expect(Paths.shippedNames == StandardFlow.all.map(\.name))
  }

  @Test("A script in a language that the flow does not have is refused")
  func scriptLanguage() async throws {
    let folder = try TemporaryFolder()
    _ = try folder.write(Self.document, to: "small.flow.yaml")
    _ = try folder.write("title: x\nlanguage: fr\nsteps: [launch]\n", to: "x.play.yaml")
    let run = try await Program.shell(
      "portico play small.flow.yaml --script x.play.yaml", in: folder, home: folder)
    #expect(run.status == 65)
    #expect(run.errors.contains("x.play.yaml: unknown language 'fr'; the flow has: en, de"))
  }

  @Test("What to run is written with the path as it was given")
  func lockCommand() async throws {
    let folder = try TemporaryFolder()
    _ = try folder.write(Self.document, to: "small.flow.yaml")
    let text = Self.document.replacing("second", with: "third")
    let lock = try await Program.shell("portico lock small.flow.yaml", in: folder, home: folder)
    #expect(lock.status == 0, "\(lock.errors)")
    _ = try folder.write(text, to: "small.flow.yaml")
    let run = try await Program.shell("portico check ./small.flow.yaml", in: folder, home: folder)
    #expect(
      (run.output + run.errors).contains(
        "Write `version: 2` and run `portico lock ./small.flow.yaml`"), "\(run.output)")
  }
}
