import Foundation
import PorticoCommands
import Testing

@Suite("Mistyped words on the command line")
struct MistypedTests {
  @Test(
    "A word that is a few typos away is suggested",
    arguments: [
      ("chek", "check"), ("cehck", "check"), ("checkk", "check"), ("CHECK", "check"),
      ("onbording", "onboarding"), ("onboardnig", "onboarding"), ("pone", "phone"),
    ])
  func meant(typed: String, known: String) {
    let all = ["check", "compile", "graph", "onboarding", "phone", "market"]
    #expect(Spelling.meant(by: typed, among: all) == known)
  }

  @Test("If none is near, or two are equally near, nothing is suggested")
  func notMeant() {
    #expect(Spelling.meant(by: "serve", among: ["check", "graph"]) == nil)
    #expect(Spelling.meant(by: "confirmingNumber", among: ["confirmedNumbers"]) == nil)
    #expect(Spelling.meant(by: "", among: ["check"]) == nil)
    #expect(Spelling.meant(by: "bat", among: ["cat", "hat"]) == nil)
  }

  @Test("A word that is the prefix of only one known word is suggested too")
  func abbreviated() {
    #expect(Spelling.meant(by: "onb", among: ["onboarding", "phone"]) == "onboarding")
    #expect(Spelling.meant(by: "comp", among: ["compile", "compare"]) == nil)
    #expect(Spelling.meant(by: "o", among: ["onboarding", "phone"]) == nil)
  }

  @Test(
    "One line gives the suggestion, with status 64 and nothing on standard output",
    arguments: [
      (["chek", "onboarding"], "unknown command 'chek'; did you mean 'check'?"),
      (["users", "shwo"], "unknown command 'users shwo'; did you mean 'users show'?"),
      (["keys", "rotat"], "unknown command 'keys rotat'; did you mean 'keys rotate'?"),
      (["bakcup"], "unknown command 'bakcup'; did you mean 'backup'?"),
      (["help", "chek"], "unknown command 'chek'; did you mean 'check'?"),
      (["frobnicate"], "unknown command 'frobnicate'; 'portico --help' lists them"),
      (["check", "onbording"], "unknown flow 'onbording'; did you mean 'onboarding'?"),
      (
        ["check", "nothing"],
        "unknown flow 'nothing'; give the path of a flow document, or one of: entry, account, "
          + "phone, market, bootstrap, onboarding, settings"
      ),
      (["check", "none/such.flow.yaml"], "no such file 'none/such.flow.yaml'"),
      (
        ["graph", "Flow/onbording/onboarding.flow.yml"],
        "no such file 'Flow/onbording/onboarding.flow.yml'; "
          + "did you mean 'Flows/onboarding/onboarding.flow.yaml'?"
      ),
      (
        ["play", "onboarding", "--script", "Flows/onboarding/play/exercise/A-B1-C1-F.play.yaml"],
        "no such script 'Flows/onboarding/play/exercise/A-B1-C1-F.play.yaml'; "
          + "did you mean 'Flows/onboarding/play/exercise/A-B1-C1-D.play.yaml'?"
      ),
      (
        ["check", "onboarding", "--max-state", "5"],
        "unknown option '--max-state'; did you mean '--max-states'?"
      ),
      (
        ["play", "onboarding", "--scrpt=x.yaml"],
        "unknown option '--scrpt'; did you mean '--script'?"
      ),
      (
        ["compile", "onboarding", "-x", "."],
        "unknown option '-x'; 'portico compile --help' lists them"
      ),
      (["--verison"], "unknown option '--verison'; did you mean '--version'?"),
      (["check"], "Missing expected argument '<flows> ...'"),
      (["serve", "--devv"], "unknown option '--devv'; did you mean '--dev'?"),
      (["backup", "--stoer", "x"], "unknown option '--stoer'; did you mean '--store'?"),
      (
        ["users", "show", "--frobnicate"],
        "unknown option '--frobnicate'; 'portico users show --help' lists them"
      ),
      (
        ["graph", "onboarding", "--format", "mermiad"],
        "--format: unknown value 'mermiad'; did you mean 'mermaid'?"
      ),
      (
        ["graph", "onboarding", "--format", "png"],
        "--format: unknown value 'png'; it is one of: mermaid, dot, svg"
      ),
      (
        ["run", "onboarding", "--set", "bakend=exercise"],
        "unknown configuration value 'bakend'; did you mean 'backend'?"
      ),
      (
        ["run", "onboarding", "--set", "backend=excercise"],
        "unknown value of 'backend': 'excercise'; did you mean 'exercise'?"
      ),
    ])
  func told(arguments: [String], text: String) async throws {
    let run = try await Program.run(arguments)
    #expect(run.status == 64 && run.output.isEmpty, "\(run.status) \(run.output)")
    #expect(run.errors == "Error: \(text)\n")
  }

  @Test("Each command refuses an option that it does not have, in one line")
  func everyCommand() async throws {
    let commands = [
      "check", "compile", "graph", "lock", "play", "run", "swarm", "serve", "users show",
      "users import", "users sign-out", "keys", "keys list", "keys rotate", "keys rewrap", "backup",
      "restore",
      "experiments report",
    ]
    let help = try await Program.run(["--help"])
    for command in commands {
      #expect(help.output.contains("  \(command.prefix { $0 != " " }) "), "\(command)")
    }
    for command in commands {
      let run = try await Program.run(command.split(separator: " ").map(String.init) + ["--hlep"])
      #expect(run.status == 64 && run.output.isEmpty, "\(command): \(run.output)")
      #expect(
        run.errors == "Error: unknown option '--hlep'; did you mean '--help'?\n",
        "\(command): \(run.errors)")
    }
  }

  @Test(
    "The server's commands also suggest a file",
    arguments: [
      ("users show ann --store sqlite:data/store.sqlit", "'sqlite:data/store.sqlite'"),
      ("keys list --store sqlite:dta/store.sqlite", "'sqlite:data/store.sqlite'"),
      ("backup --store sqlite:data/stoer.sqlite --to copy", "'sqlite:data/store.sqlite'"),
      ("restore data/stroe.sqlite --store sqlite:new.sqlite", "'data/store.sqlite'"),
      ("serve --dev --config portico.yml", "'portico.yaml'"),
    ])
  func serverFiles(command: String, meant: String) async throws {
    let folder = try TemporaryFolder()
    try FileManager.default.createDirectory(
      atPath: folder.path + "/data", withIntermediateDirectories: true)
    _ = try folder.write("", to: "data/store.sqlite")
    _ = try folder.write("dev: true\n", to: "portico.yaml")
    let run = try await Program.shell("portico " + command, in: folder, home: folder)
    let status: Int32 = command.hasPrefix("serve") ? 78 : 1
    #expect(run.status == status && run.output.isEmpty, "\(run.output)")
    #expect(run.errors.hasSuffix("; did you mean \(meant)?\n"), "\(run.errors)")
    #expect(run.errors.split(separator: "\n").count == 1, "\(run.errors)")
  }

  @Test("A path that is not mistyped gets no suggestion, nor does one that is far from all")
  func noSuggestion() async throws {
    let folder = try TemporaryFolder()
    _ = try folder.write("", to: "hello.flow.yaml")
    let far = try await Program.shell("portico check phone.flow.yaml", in: folder, home: folder)
    #expect(far.status == 64 && far.errors == "Error: no such file 'phone.flow.yaml'\n")
    let name = try await Program.shell("portico check hello", in: folder, home: folder)
    #expect(name.errors == "Error: unknown flow 'hello'; did you mean 'hello.flow.yaml'?\n")
    let there = try await Program.shell("portico check hello.flow.yaml", in: folder, home: folder)
    #expect(there.status == 1 && !there.output.contains("did you mean"), "\(there.output)")
  }

  @Test("An existing file with invalid contents has status 65, and says where")
  func wrongInside() async throws {
    let folder = try TemporaryFolder()
    let document = try folder.write("flow: 3\n", to: "wrong.flow.yaml")
    let script = try folder.write("title: x\nsteps: [{jump: 3}]\n", to: "x.play.yaml")
    for arguments in [
      ["compile", document, "-o", folder.path], ["graph", document], ["lock", document],
      ["run", document], ["play", "onboarding", "--script", script],
    ] {
      let run = try await Program.run(arguments)
      #expect(run.status == 65 && run.output.isEmpty, "\(arguments): \(run.status)")
      #expect(run.errors.contains(".yaml:"), "\(run.errors)")
    }
  }

  @Test("--version names the program and its version")
  func version() async throws {
    let run = try await Program.run(["--version"])
    #expect(run.status == 0 && run.output == "portico \(FlowCommands.version)\n")
  }
}
