import Foundation
import Testing

@Suite("portico check")
struct CheckCommandTests {
  @Test("every shipped flow is proven")
  func proven() async throws {
    let run = try await Program.run(["check", "onboarding"])
    #expect(run.status == 0, "\(run.output)")
    #expect(run.lines.last?.hasSuffix("nothing is wrong") == true)
  }

  @Test("ENT-3: paths take every transition, and a kill at every step of each ends alike")
  func paths() async throws {
    let folder = try TemporaryFolder()
    let run = try await Program.run(["check", "onboarding", "--paths", folder.path])
    #expect(run.status == 0, "\(run.output)")
    // Nothing that can be taken is left out.
    #expect(run.lines.last?.contains("are on none of them") == false)
    let scripts = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
    #expect(!scripts.isEmpty)
    for script in scripts {
      let play = try await Program.run([
        "play", "onboarding", "--script", "\(folder.path)/\(script)", "--kill-everywhere",
      ])
      #expect(play.status == 0, "\(script): \(play.errors)")
    }
  }

  @Test("a dead end is told with the path of screens, and a script that replays it")
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
    #expect(run.output.contains("dead-end: From here nobody reaches a goal ('home')"))
    #expect(run.output.contains("2. tap leave"))
    let play = try await Program.run([
      "play", document, "--script", "\(scripts)/trap-dead-end-1.play.yaml",
    ])
    #expect(play.status == 0, "\(play.errors)")
  }

  @Test("a budget that is too small is told, with what multiplies")
  func budget() async throws {
    let run = try await Program.run(["check", "onboarding", "--max-states", "10"])
    #expect(run.status == 1)
    #expect(run.output.contains("too many states"))
    #expect(run.output.contains("fact experiment"))
  }
}
