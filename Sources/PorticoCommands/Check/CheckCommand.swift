import ArgumentParser
import FlowVerification
import Foundation

/// `portico check`: proves flows before they ship.
struct CheckCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: "Verify flows: no dead ends, nothing unhandled, every kill survived.",
    discussion: """
      Explores everything that can happen to each flow, on the same machine that runs on devices: \
      every input, every outcome of every request, every order of timers, and a kill at every \
      point. Reports each problem with the shortest path of screens that leads to it and, with \
      --paths, a play script. Exits with status 0 only if there are no problems.
      """)

  @Argument(help: "Paths of flow documents, or names of shipped flows.")
  var flows: [String]

  @Option(
    help: """
      `text` for terminals and editors; `github` for annotations in a GitHub workflow; `sarif` for a \
      SARIF 2.1.0 log.
      """)
  var format: CheckFormat = .text

  @Option(
    help: """
      Write play scripts to this folder: a set of paths that covers every transition, for an app's \
      own tests, and one path for each problem.
      """)
  var paths: String?

  @Option(
    help: """
      Write a page to this file, such as `findings.html`: for each problem, pictures of the screens on \
      the path to it.
      """)
  var show: String?

  // Unconditional: `-1` is a number that is too small, not an option.
  @Option(parsing: .unconditional, help: "The maximum number of states to explore per flow.")
  var maxStates = 5_000_000

  @Option(
    parsing: .unconditional,
    help: "The maximum number of seconds of processor time per flow.")
  var maxSeconds = 300

  @Flag(
    help: """
      Verify every flow from scratch. By default, a flow that had no problems is verified again only after a \
      change that can affect the result; the wording of its texts, for example, cannot.
      """)
  var noCache = false

  @Flag(
    help: """
      Make small mistakes in each document, one at a time, and list those that neither the proof nor \
      the play scripts in play/ beside the document notice.
      """)
  var mutate = false

  @Option(
    parsing: .unconditional,
    help:
      "With --mutate: the maximum number of mistakes per flow, drawn by a fixed seed. Default: 60.")
  var mutants: Int?

  func validate() throws {
    guard !flows.isEmpty else {
      throw ValidationError("Give a flow to check, for example `portico check onboarding`.")
    }
    guard maxStates > 0, maxSeconds > 0 else {
      throw ValidationError("--max-states and --max-seconds must be greater than 0.")
    }
    guard mutants ?? 1 > 0 else { throw ValidationError("--mutants must be greater than 0.") }
    guard !mutate || show == nil && paths == nil else {
      throw ValidationError("--mutate proves mistakes, not flows; leave out --show and --paths.")
    }
    guard mutate || mutants == nil else {
      throw ValidationError("--mutants has no effect without --mutate.")
    }
  }

  func run() throws {
    // All of them before the first is proven, so that a mistyped name does not come after minutes.
    let sources = try flows.map { try FlowSource($0) }
    let limits = CheckLimits(states: maxStates, seconds: maxSeconds)
    if mutate {
      for source in sources {
        var run = MutationRun(source, limits, most: mutants ?? 60)
        try run.run { if $0.notice == .nobody { print($0.line) } }
        print(run.verdict)
      }
      return
    }
    let report = format.report(isTerminal: StandardOutput.isTerminal)
    // A proof from the cache has no paths to write.
    let cache = noCache || paths != nil ? nil : ProofCache.ofUser
    var isSound = true
    var storyboard = Storyboard()
    for source in sources {
      let progress = ProgressLine(source.argument, limits)
      let check = try FlowCheck.run(
        source, limits, wantsPaths: paths != nil, cache: cache, progress: progress.show)
      progress.clear()
      report.add(check)
      if let paths, let written = try check.writePaths(to: paths) { report.note(written) }
      storyboard.add(check)
      if !check.isSound { isSound = false }
    }
    if let show {
      try OutputFile.write(storyboard.html, to: show)
      report.note("pictures written to \(show)")
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
