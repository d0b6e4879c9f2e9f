import FlowDefinition
import FlowMachine
import FlowSimulation
import FlowVerification
import Foundation
import TestSupport
import Testing

/// Every YAML sample of the manual. A comment before it names a document in `Tests/Flows/manual`, in which it takes the
/// place of the line `# sample`.
@Suite struct ManualSampleTests {
  struct Sample: Sendable, CustomTestStringConvertible {
    /// The line in the manual.
    var line: Int
    var name: String?
    var text: [String]

    var testDescription: String { "\(name ?? "unnamed") on line \(line)" }
  }

  static let samples: [Sample] = {
    let manual = Repository.read("docs/flow-language.md") ?? []
    let lines = String(decoding: manual, as: UTF8.self).split(
      separator: "\n", omittingEmptySubsequences: false)
    var samples: [Sample] = []
    for (index, line) in lines.enumerated() where line == "```yaml" {
      let name = lines[index - 1].wholeMatch(of: /<!-- sample: ([a-z-]+) -->/)?.1
      samples.append(
        Sample(
          line: index + 1, name: name.map(String.init),
          text: lines[(index + 1)...].prefix { $0 != "```" }.map(String.init)))
    }
    return samples
  }()

  private static let folder = "Tests/Flows/manual/"
  /// Samples without behaviour of their own: what they declare is compiled, or proven.
  private static let unplayed: Set<String> = [
    "contracts", "extension", "frame-words", "migration", "origins", "properties",
  ]

  /// The document around a sample, with the sample in it.
  private static func document(_ sample: Sample) throws -> String {
    let name = try #require(sample.name, "Write `<!-- sample: NAME -->` on line \(sample.line)")
    let wrapper = try #require(
      Repository.read(folder + name + ".flow.yaml"), "There is no \(folder)\(name).flow.yaml")
    let lines = String(decoding: wrapper, as: UTF8.self).split(
      separator: "\n", omittingEmptySubsequences: false)
    try #require(lines.contains { $0.hasSuffix("# sample") })
    return lines.map { line in
      guard line.hasSuffix("# sample") else { return String(line) }
      let indentation = line.dropLast("# sample".count)
      return sample.text.map { $0.isEmpty ? "" : indentation + $0 }.joined(separator: "\n")
    }.joined(separator: "\n")
  }

  private static func files(
    _ text: String, _ sample: Sample, _ more: [String: String] = [:]
  ) -> FlowCompiler.Files {
    { path in
      if path == folder + (sample.name ?? "") + ".flow.yaml" { return Array(text.utf8) }
      if let known = more[path] { return Array(known.utf8) }
      // Samples stand beside the folders of the sub-flows that they name.
      return Repository.read(path.replacing("Tests/Flows/phone/", with: folder + "phone/"))
        ?? path.firstMatch(of: /^shipped:(.*)$/).flatMap { Repository.read(String($0.1)) }
    }
  }

  @Test("Each sample of the manual is one that compiles", arguments: samples)
  func compiles(sample: Sample) throws {
    let text = try Self.document(sample)
    let path = Self.folder + (sample.name ?? "") + ".flow.yaml"
    if let old = Repository.read(path.replacing(".flow.yaml", with: ".old.flow.yaml")) {
      // Names that are gone are those of a version before, which its lock file knows.
      let before = FlowLocking.make(file: path) { $0 == path ? old : nil }
      let locking = try #require(before.locking, "\(before.diagnostics)")
      let more = [locking.lockFile: locking.text]
      let after = FlowLocking.make(file: path, files: Self.files(text, sample, more))
      #expect(after.diagnostics == [])
      #expect(after.locking != nil)
      return
    }
    // Nobody writes every text of a base for a sample.
    let (flow, diagnostics) = FlowCompiler.compile(
      file: path, ignoresTexts: sample.name == "extension", files: Self.files(text, sample))
    #expect(diagnostics == [])
    #expect(flow != nil)
  }

  @Test(
    "Each sample that shows behaviour does what the manual says",
    arguments: samples.filter { !unplayed.contains($0.name ?? "") })
  func plays(sample: Sample) throws {
    let name = try #require(sample.name)
    let flow = try TestFlow.compile(
      Self.folder + name + ".flow.yaml", Self.files(try Self.document(sample), sample))
    let script = try #require(
      Repository.read(Self.folder + name + ".play.yaml"), "There is no \(name).play.yaml")
    let problem = try Player(
      Stages.script(String(decoding: script, as: UTF8.self), for: flow), flow
    ).run()
    #expect(problem == nil)
  }

  @Test("The properties of the manual's sample hold of a flow that keeps them")
  func proven() throws {
    let sample = try #require(Self.samples.first { $0.name == "properties" })
    let outcome = FlowCompiler.compileForVerification(
      file: Self.folder + "properties.flow.yaml", lockUse: .assigning(nil),
      files: Self.files(try Self.document(sample), sample))
    let plan = try #require(outcome.plan, "\(outcome.diagnostics)")
    let flow = try Flow(decoding: #require(outcome.flow).bytes)
    #expect(plan.properties.count == 3)
    let verification = try Verification.run(flow, plan)
    #expect(verification.isComplete && verification.findings.isEmpty, "\(verification.findings)")
  }

  @Test("No document is left whose sample is gone from the manual")
  func used() {
    let names = Self.samples.compactMap(\.name)
    #expect(Set(names).count == Self.samples.count)
    let documents = Repository.files(below: "Tests/Flows/manual", ending: ".flow.yaml").filter {
      !$0.hasSuffix(".old.flow.yaml") && !$0.contains("/phone/")
    }
    #expect(Set(documents) == Set(names.map { Self.folder + $0 + ".flow.yaml" }))
  }
}
