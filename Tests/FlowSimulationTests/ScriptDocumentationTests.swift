import FlowMachine
import FlowRuntime
import FlowSimulation
import Foundation
import TestSupport
import Testing

/// The page about scripts tells the truth.
@Suite struct ScriptDocumentationTests {
  /// A YAML sample of the page. A comment before it names the flow whose names it uses, and after a slash the play behind
  /// whose steps its own follow.
  struct Sample: Sendable, CustomTestStringConvertible {
    /// The line in the page.
    var line: Int
    var flow: String
    var play: String?
    var text: String

    var isComplete: Bool {
      text.contains("steps:\n") && !text.contains(ScriptDocumentationTests.omission)
    }
    var testDescription: String { "\(flow) on line \(line)" }
  }

  /// Where a sample leaves out steps.
  static let omission = "  - …\n"

  static func page() throws -> String {
    try #require(Repository.read("docs/play-scripts.md")).string
  }

  static let samples: [Sample] = {
    let lines = ((try? page()) ?? "").split(separator: "\n", omittingEmptySubsequences: false)
    return lines.indices.filter { lines[$0] == "```yaml" }.map { index in
      let name = lines[index - 1].wholeMatch(of: /<!-- sample: ([a-z-]+)(?:\/([a-z-]+))? -->/)
      return Sample(
        line: index + 1, flow: name.map { String($0.1) } ?? "", play: name?.2.map(String.init),
        text: lines[(index + 1)...].prefix { $0 != "```" }.map { $0 + "\n" }.joined())
    }
  }()

  /// The folder of a flow: a shipped one, or an example.
  private static func folder(_ sample: Sample) throws -> String {
    try #require(!sample.flow.isEmpty, "Write `<!-- sample: FLOW -->` before line \(sample.line)")
    let isShipped = Shipped.names.contains(sample.flow)
    return "\(isShipped ? "Flows" : "Examples/flows")/\(sample.flow)"
  }

  private static func document(_ sample: Sample) throws -> String {
    try "\(folder(sample))/\(sample.flow).flow.yaml"
  }

  private static func flow(_ sample: Sample) throws -> Flow {
    try TestFlow.load(document(sample), phones: .standard)
  }

  /// The sample as a script: steps alone follow those of its play, or a launch.
  private static func script(_ sample: Sample, for flow: Flow) throws -> PlayScript {
    guard !sample.text.contains("steps:") else {
      return try Stages.script(
        sample.text.replacing(omission, with: ""), for: flow, at: document(sample))
    }
    var play = "steps:\n  - launch\n"
    if let name = sample.play {
      play = try #require(Repository.read("\(folder(sample))/play/\(name).play.yaml")).string
    }
    let steps = sample.text.split(separator: "\n").map { "  \($0)\n" }.joined()
    return try Stages.script(play + steps, for: flow)
  }

  @Test("Each sample of the page is a script, or steps of one", arguments: samples)
  func reads(sample: Sample) throws {
    _ = try Self.script(sample, for: Self.flow(sample))
  }

  @Test(
    "A complete sample passes, and one that follows a play passes behind it",
    arguments: samples.filter { $0.isComplete || $0.play != nil })
  func plays(sample: Sample) throws {
    let flow = try Self.flow(sample)
    let failure = try Player(Self.script(sample, for: flow), flow).run()
    #expect(failure == nil, "\(failure?.description ?? "")")
  }

  @Test("The first sample of the page is complete")
  func first() { #expect(Self.samples.first?.isComplete == true) }

  @Test("The documentation covers every word of the language")
  func words() throws {
    let page = try Self.page()
    let flow = try Stages.onboarding.get()
    // The messages list all words that there are.
    for step in ["- lunch", "- {expect: {mood: {a: b}}}", "- {kill: {after: lunch}}"] {
      let error = try #require(try Stages.read("steps:\n  \(step)", for: flow).errors.first)
      let list = try #require(
        error.problem.components(separatedBy: CharacterSet(charactersIn: ":"))
          .last?.replacingOccurrences(of: "expected one of", with: "")
          .components(separatedBy: ", not").first)
      for word in list.components(separatedBy: ",") {
        let name = word.trimmingCharacters(in: .whitespaces)
        #expect(page.contains("`\(name)") || page.contains("- \(name)"), "\(name)")
      }
    }
  }
}
