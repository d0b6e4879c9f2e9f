import FlowMachine
import FlowRuntime
import FlowSimulation
import FlowVerification
import Foundation
import TestSupport
import Testing

/// The flows that authors are shown as examples, with their play scripts.
@Suite struct ExampleFlowTests {
  static let folder = "Examples/flows"
  /// Each lies in a folder of its name.
  static let names = Repository.files(below: folder, ending: ".flow.yaml").filter {
    !$0.contains("/versions/")
  }.map { $0.split(separator: "/")[2].description }
  /// The whole entry with more: its proof takes minutes, and `scripts/soak proofs` carries it out.
  static let large: Set = ["extended-entry"]
  static let mostLines = 120

  static func path(_ name: String) -> String { "\(folder)/\(name)/\(name).flow.yaml" }

  static func scripts(_ name: String) -> [String] {
    Repository.files(below: "\(folder)/\(name)/play", ending: ".play.yaml")
  }

  static func read(_ script: String, for flow: Flow, of name: String) throws -> PlayScript {
    try Stages.script(#require(Repository.read(script)).string, for: flow, at: path(name))
  }

  @Test("There are five examples that any app needs, and the page about them names each")
  func complete() throws {
    let needed = ["know-your-customer", "magic-link", "paywall", "totp-sign-in", "wizard"]
    #expect(Set(Self.names).isSuperset(of: needed))
    let page = try #require(Repository.read("\(Self.folder)/README.md")).string
    for name in Self.names { #expect(page.contains("(\(name)/\(name).flow.yaml)"), "\(name)") }
  }

  @Test(
    "Each example is one document that can be read in one sitting, and has three to eight plays",
    arguments: names)
  func size(name: String) throws {
    let lines = try #require(Repository.read(Self.path(name))).string.split(
      separator: "\n", omittingEmptySubsequences: false)
    // What follows the last line feed is no line.
    #expect(lines.count - 1 <= Self.mostLines)
    #expect(lines.allSatisfy { $0.count <= 300 })
    #expect((3...8).contains(Self.scripts(name).count))
  }

  @Test(
    "Each example is proven: it was explored completely, and nothing was found",
    arguments: names.filter { !large.contains($0) })
  func proven(name: String) throws {
    let matrix = try FaultMatrix(name, in: Self.folder)
    let run = try Verification.run(matrix.flow, matrix.plan)
    #expect(run.isComplete)
    #expect(run.findings.isEmpty, "\(run.findings)")
  }

  @Test(
    "ENT-3: each script of an example passes, and ends the same wherever the app is killed",
    arguments: names)
  func killed(name: String) throws {
    let flow = try TestFlow.load(Self.path(name), phones: .standard)
    for script in Self.scripts(name) {
      let result = try KillEverywhere(Self.read(script, for: flow, of: name), flow).run()
      #expect(
        result.unkilledFailure == nil, "\(script): \(result.unkilledFailure?.description ?? "")")
      #expect(result.runCount > 3)
      for failure in result.failures {
        Issue.record("\(script), \(failure.place): \(failure.problems)")
      }
    }
  }

  @Test(
    "ENT-3, ENT-4: whatever goes wrong with a request of a script, the run ends well",
    arguments: names)
  func faults(name: String) throws {
    var matrix = try FaultMatrix(name, in: Self.folder)
    for script in Self.scripts(name) {
      try matrix.run(Self.read(script, for: matrix.flow, of: name), script)
    }
    matrix.report("scripts")
  }
}
