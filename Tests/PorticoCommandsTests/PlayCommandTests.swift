import Foundation
import Testing

@Suite("portico play")
struct PlayCommandTests {
  @Test(
    "every script of the onboarding passes on simulated responses, even with a kill at every point",
    arguments: Program.scripts(in: "Flows/onboarding/play"))
  func passes(script: String) async throws {
    let run = try await Program.run(["play", "onboarding", "--script", script, "--kill-everywhere"])
    #expect(run.status == 0, "\(run.errors)")
    let last = try #require(run.lines.last)
    #expect(last.contains(#""verdict":"passed""#))
    #expect(run.lines.allSatisfy { $0.hasPrefix("{") && $0.hasSuffix("}") })
  }

  @Test("each requirement of the onboarding has a script that says it proves it")
  func showsEveryRequirement() {
    let scripts = Program.scripts(in: "Flows/onboarding/play").map {
      $0.split(separator: "/").last.map(String.init) ?? ""
    }
    for number in 1...12 {
      #expect(scripts.contains { $0.hasPrefix("ONB-\(number)-") }, "ONB-\(number)")
    }
  }

  @Test(
    "ONB-4 ONB-5 ONB-8: the scripts of the exercise pass against a plain HTTP server",
    arguments: ["screenB1", "screenB2"])
  func playsAgainstServer(experiment: String) async throws {
    var behaviour = ExerciseServer.Behaviour()
    behaviour.experiment = experiment
    let letter = experiment == "screenB1" ? "A-B1-C1-D" : "A-B2-C2-D"
    try await ExerciseServer.run(behaviour) { url, server in
      let run = try await Program.run([
        "play", "onboarding", "--script", "Flows/onboarding/play/exercise/\(letter).play.yaml",
        "--set", "backend=exercise", "--server", url,
      ])
      #expect(run.status == 0, "\(run.errors)")
      let calls = await server.calls
      // The second script states the experiment itself: that server draws one at random.
      let fetches = experiment == "screenB1" ? 1 : 0
      #expect(calls.filter { $0 == "GET /rFetchExperiments" }.count == fetches)
      #expect(calls.contains("GET /rLogin") && calls.contains("GET /rSubmitSelection"))
    }
  }

  @Test("ONB-10: a failure with plain text shows the error screen, and dismissing it retries")
  func failsOnce() async throws {
    let folder = try TemporaryFolder()
    let script = try folder.write(
      """
      title: The first fetch fails
      configuration: {backend: exercise}
      steps:
        - launch
        - expect: {screen: screenA, overlays: [errorScreenAB], within: 30s}
        - dismiss: errorScreenAB
        - expect: {screen: screenB1, overlays: [], within: 30s}
      """, to: "fails.play.yaml")
    var behaviour = ExerciseServer.Behaviour()
    behaviour.failures = ["/rFetchExperiments": 1]
    try await ExerciseServer.run(behaviour) { url, server in
      let run = try await Program.run(["play", "onboarding", "--script", script, "--server", url])
      #expect(run.status == 0, "\(run.errors)")
      #expect(await server.calls.filter { $0 == "GET /rFetchExperiments" }.count == 2)
    }
  }

  @Test(
    "an expectation that does not hold is reported with its step and line, and the status is not 0")
  func fails() async throws {
    let folder = try TemporaryFolder()
    let script = try folder.write(
      """
      title: Wrong
      steps:
        - launch
        - expect: {screen: screenD}
      """, to: "wrong.play.yaml")
    let run = try await Program.run(["play", "onboarding", "--script", script])
    #expect(run.status != 0)
    #expect(run.errors.contains("step 2, line 4"))
    #expect(run.errors.contains("screenA"))
    #expect(run.lines.last?.contains(#""verdict":"failed""#) == true)
  }

  @Test("a script with unknown steps is refused before it is played")
  func refusesScript() async throws {
    let folder = try TemporaryFolder()
    let script = try folder.write("title: x\nsteps: [{jump: 3}]\n", to: "x.play.yaml")
    let run = try await Program.run(["play", "onboarding", "--script", script])
    #expect(run.status != 0)
    #expect(run.output.isEmpty)
    #expect(run.errors.contains("x.play.yaml: step 1, line 2"))
  }
}
