import FlowDefinition
import FlowMachine
import FlowSimulation
import FlowVerification
import Testing
import TestSupport

/// The paths that `portico check --paths` writes for the shipped onboarding.
@Suite struct GeneratedPathTests {
  private static let scripts = Result {
    let (compiled, plan, diagnostics) = FlowCompiler.compileForVerification(
      file: "Flows/onboarding/onboarding.flow.yaml", files: Repository.read)
    guard let compiled, let plan else {
      throw TestFlow.NotCompiled(diagnostics.map(\.description))
    }
    let flow = try Flow(decoding: compiled.bytes)
    let cover = try #require(Verification.run(flow, plan, wantsCover: true).cover)
    #expect(cover.left.isEmpty, "transitions that no path takes: \(cover.left)")
    return try cover.scripts.map { try Stages.script($0.text, for: flow) }
  }

  @Test(
    "ENT-3: each generated path passes, and ends the same wherever the app is killed, even twice")
  func killed() throws {
    let scripts = try Self.scripts.get()
    #expect(!scripts.isEmpty)
    var runCount = 0
    for (index, script) in scripts.enumerated() {
      var everywhere = KillEverywhere(script, try Stages.onboarding.get())
      everywhere.killsRelaunches = true
      let result = everywhere.run()
      #expect(result.unkilledFailure == nil, "path \(index + 1)")
      for failure in result.failures {
        Issue.record("path \(index + 1), \(failure.place): \(failure.problems)")
      }
      runCount += result.runCount
    }
    print("generated paths: \(scripts.count), killed \(runCount) times")
    #expect(runCount > 10 * scripts.count)
  }
}
