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

  @Test(
    "ENT-3: a path waits for the timeout of a request that is never answered, once for each try",
    arguments: [0, 2])
  func timeouts(retries: Int) throws {
    let document = """
      flow: waiting
      version: 1
      languages: [en]
      goals: [home]
      requests: {get: {app: get, repeat: safe, timeout: 4s, retries: \(retries)}}
      initial: start
      screens:
        start: {elements: [{button: go, label: t}], on: {go: load}}
        load:
          enter: [{request: get}]
          elements: [{progress: t}]
          always: [{when: get.succeeded, to: home}, {when: get.failed(offline), to: pause}, {when: get.failed, to: bad}]
        bad: {elements: [{text: t}, {button: again, label: t}], on: {again: load}}
        pause: {elements: [{text: t}], after: {5s: load}}
        home: {elements: [{text: t}]}
      texts: {en: {t: T}}
      """
    let (compiled, plan, diagnostics) = FlowCompiler.compileForVerification(file: "x.flow.yaml") {
      $0 == "x.flow.yaml" ? Array(document.utf8) : nil
    }
    try #require(diagnostics.isEmpty, "\(diagnostics)")
    let checked = try #require(plan)
    let flow = try Flow(decoding: #require(compiled).bytes)
    let cover = try #require(Verification.run(flow, checked, wantsCover: true).cover)
    #expect(cover.left.isEmpty)
    #expect(cover.scripts.contains { $0.text.contains("never: true") })
    for script in cover.scripts {
      let player = Player(try Stages.script(script.text, for: flow), flow)
      let failure = player.run()
      #expect(failure == nil, "\(script.text)")
    }
  }
}
