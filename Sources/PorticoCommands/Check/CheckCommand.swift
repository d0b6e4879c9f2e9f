import ArgumentParser
import FlowVerification
import Foundation

/// `portico check`: proves flows before they ship.
struct CheckCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: "Prove flows: no dead end, nothing unhandled, every kill survived.",
    discussion: """
      Reads the documents, explores everything that can happen to each flow on the machine that \
      runs on devices (every input, every outcome of every request, every order of timers, a kill \
      at every point), and says what is wrong: with the shortest path of screens that leads there, \
      and with --paths as a play script. Leaves with status 0 only if nothing is.
      """)

  @Argument(help: "Paths of flow documents, or names of shipped flows.")
  var flows: [String]

  @Option(
    help: """
      `text` for people and editors; `github` for annotations of a GitHub workflow; `sarif` for a \
      SARIF 2.1.0 log.
      """)
  var format: CheckFormat = .text

  @Option(
    help: """
      Write play scripts to this folder: a set of paths that takes every transition, for an app's \
      own tests, and one for each thing that is wrong.
      """)
  var paths: String?

  @Option(help: "The most states of one flow that are explored.")
  var maxStates = 5_000_000

  @Option(help: "The most seconds that one flow may take.")
  var maxSeconds = 60

  func validate() throws {
    guard !flows.isEmpty else {
      throw ValidationError("Name a flow to check, such as `portico check onboarding`.")
    }
    guard maxStates > 0, maxSeconds > 0 else {
      throw ValidationError("--max-states and --max-seconds are greater than 0.")
    }
  }

  func run() throws {
    // All of them before the first is proven, so that a mistyped name does not come after minutes.
    let sources = try flows.map { try FlowSource($0) }
    let limits = CheckLimits(states: maxStates, seconds: maxSeconds)
    let report = format.report(isTerminal: StandardOutput.isTerminal)
    var isSound = true
    for source in sources {
      let progress = ProgressLine(source.argument, limits)
      let check = try FlowCheck.run(
        source, limits, wantsPaths: paths != nil, progress: progress.show)
      progress.clear()
      report.add(check)
      if let paths, let written = try check.writePaths(to: paths) { report.note(written) }
      if !check.isSound { isSound = false }
    }
    try report.finish()
    guard isSound else { throw ExitCode(1) }
  }
}

/// How `portico check` says what it found.
enum CheckFormat: String, ExpressibleByArgument, CaseIterable {
  case text, github, sarif

  func report(isTerminal: Bool) -> any CheckReport {
    switch self {
    case .text: TextReport(isTerminal: isTerminal)
    case .github: GitHubReport(folder: FileManager.default.currentDirectoryPath)
    case .sarif: SARIFReport(folder: FileManager.default.currentDirectoryPath)
    }
  }
}
