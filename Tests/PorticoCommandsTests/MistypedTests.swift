import PorticoCommands
import Testing

@Suite("What is mistyped on the command line")
struct MistypedTests {
  @Test(
    "A word that is a few slips away is what was meant",
    arguments: [
      ("chek", "check"), ("cehck", "check"), ("checkk", "check"), ("CHECK", "check"),
      ("onbording", "onboarding"), ("onboardnig", "onboarding"), ("pone", "phone"),
    ])
  func meant(typed: String, known: String) {
    let all = ["check", "compile", "graph", "onboarding", "phone", "market"]
    #expect(Spelling.meant(by: typed, among: all) == known)
  }

  @Test("Where none is near, or two are as near, nothing is guessed")
  func notMeant() {
    #expect(Spelling.meant(by: "serve", among: ["check", "graph"]) == nil)
    #expect(Spelling.meant(by: "", among: ["check"]) == nil)
    #expect(Spelling.meant(by: "bat", among: ["cat", "hat"]) == nil)
  }

  @Test(
    "One line says what was meant, with status 64 and nothing on standard output",
    arguments: [
      (["chek", "onboarding"], "There is no command `portico chek`. Did you mean `check`?"),
      (["users", "shwo"], "There is no command `portico users shwo`. Did you mean `show`?"),
      (["frobnicate"], "There is no command `portico frobnicate`. `portico --help` lists them."),
      (["check", "onbording"], "There is no flow `onbording`. Did you mean `onboarding`?"),
      (["check", "none/such.flow.yaml"], "There is no file `none/such.flow.yaml`."),
    ])
  func told(arguments: [String], text: String) async throws {
    let run = try await Program.run(arguments)
    #expect(run.status == 64 && run.output.isEmpty, "\(run.output)")
    #expect(run.errors.hasPrefix("Error: " + text), "\(run.errors)")
    #expect(run.errors.split(separator: "\n").count == 1, "\(run.errors)")
  }

  @Test("--version names the program and its version")
  func version() async throws {
    let run = try await Program.run(["--version"])
    #expect(run.status == 0 && run.output == "portico \(FlowCommands.version)\n")
  }
}
