import ArgumentParser
import FlowDefinition
import FlowMachine
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
    var isSound = true
    for flow in flows where try !check(flow) { isSound = false }
    guard isSound else { throw ExitCode(1) }
  }

  /// - Returns: whether nothing is wrong.
  private func check(_ argument: String) throws -> Bool {
    guard let document = try FlowSource(argument).document else {
      throw ValidationError(
        "The document of `\(argument)` is not at hand. Give its path, or run this in a clone.")
    }
    let (compiled, plan, diagnostics) = FlowCompiler.compileForVerification(
      file: document, files: FlowSource.read)
    guard let compiled, let plan else {
      print(DiagnosticsFound(diagnostics).description)
      return false
    }
    let flow = try Flow(decoding: compiled.bytes)
    let (earlier, problems) = EarlierVersion.all(
      of: document, supporting: Int(flow.tables.stable.versions.map(\.version).min() ?? 1),
      below: Int(flow.tables.version),
      files: FlowSource.read)
    guard problems.isEmpty else {
      print(DiagnosticsFound(problems).description)
      return false
    }
    try compare(earlier, compiled)
    let clock = ContinuousClock()
    let start = clock.now
    let limit = start.advanced(by: .seconds(maxSeconds))
    let verification: Verification
    do throws(DomainError) {
      verification = try Verification.run(
        flow, plan, earlier: earlier,
        budget: .init(states: maxStates), wantsCover: paths != nil
      ) { clock.now > limit }
    } catch {
      print("\(document): error: \(error.description(flow))")
      return false
    }
    let seconds = (clock.now - start) / .seconds(1)
    report(verification, flow, document, seconds)
    try write(verification, flow)
    return verification.isComplete && verification.findings.isEmpty
  }

  /// Says what becomes of what the version before has stored.
  private func compare(_ earlier: [EarlierVersion], _ flow: CompiledFlow) throws {
    guard let last = earlier.first else { return }
    for finding in try VersionComparison.findings(from: last.flow, to: flow) {
      print("since version \(last.version): \(finding)")
    }
  }

  private func report(
    _ verification: Verification, _ flow: Flow, _ document: String, _ seconds: Double
  ) {
    for finding in verification.findings { print(finding.description) }
    if !verification.isComplete {
      print(
        "\(document): error: too many states: stopped after \(verification.states). "
          + "What multiplies, by how many values were seen:")
      for line in verification.multipliers { print("    " + line) }
      print(
        "    Declare a `domain` for facts of which few values matter, or raise --max-states.")
    }
    let name = String(decoding: flow.name, as: UTF8.self)
    for carried in verification.versions {
      print(
        "\(name): \(carried.snapshots) snapshots of version \(carried.version) carried over")
    }
    if !verification.parts.isEmpty {
      let parts = verification.parts.map {
        "\($0.name) (\($0.views) states, \($0.classes) that can be told apart around it)"
      }
      print("\(name): sub-flows apart: \(parts.joined(separator: ", "))")
    }
    let megabytes = String(format: "%.1f", Double(verification.memory) / 1_048_576)
    let time = String(format: "%.2f", seconds)
    let verdict =
      !verification.isComplete
      ? "not proven"
      : verification.findings.isEmpty
        ? "nothing is wrong"
        : "\(verification.findings.count) wrong"
    print(
      "\(name): \(verification.states) states, \(verification.transitions) steps, "
        + "\(megabytes) MiB, \(time) s: \(verdict)")
  }

  /// Writes paths, and what leads to each thing that is wrong.
  private func write(_ verification: Verification, _ flow: Flow) throws {
    guard let paths, let cover = verification.cover else { return }
    let folder = URL(fileURLWithPath: paths, isDirectory: true)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let name = String(decoding: flow.name, as: UTF8.self)
    for (index, script) in cover.scripts.enumerated() {
      let file = folder.appendingPathComponent("\(name)-path-\(index + 1).play.yaml")
      try Data(script.text.utf8).write(to: file, options: .atomic)
    }
    for (index, finding) in verification.findings.enumerated() {
      guard let script = finding.script else { continue }
      let file = folder.appendingPathComponent(
        "\(name)-\(finding.property.code)-\(index + 1).play.yaml")
      try Data(script.utf8).write(to: file, options: .atomic)
    }
    let left = cover.left.isEmpty ? "" : "; \(cover.left.count) transitions are on none of them"
    print("\(name): \(cover.scripts.count) paths written to \(paths)\(left)")
    for transition in cover.left { print("    \(transition)") }
  }
}
