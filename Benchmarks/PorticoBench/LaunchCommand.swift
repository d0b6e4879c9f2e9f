import ArgumentParser
import Foundation

/// `portico-bench launch`: how long an app takes from `main` to its first screen, without network.
struct LaunchCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "launch",
    abstract: "Measure how long an app without views takes to its first screen, without network.",
    discussion: """
      Starts portico-launch-probe, which lies beside this program, again and again. Prints a row a \
      metric, with tabs between the columns: portico, metric, median, 99th percentile, most, unit. \
      `first` is the first launch after the install, `home` one with a stored session, `again` one that \
      the journal leads to where the last one ended. Process start is from just before the spawn to \
      `main`: the loader's and the system's, and not in the other rows.
      """)

  @Option(help: "How often each is measured.")
  var runs: Int = 200

  func validate() throws {
    guard runs > 0 else { throw ValidationError("Give at least one run.") }
  }

  func run() throws {
    let bench = try LaunchBench()
    for row in try bench.rows(runs: runs) { print(row.line) }
  }
}

/// The launches of a small program, each in its own process.
struct LaunchBench {
  struct Row {
    var metric: String
    /// Milliseconds.
    var values: [Double]

    var line: String {
      let sorted = values.sorted()
      let last = max(0, Int((0.99 * Double(sorted.count)).rounded(.up)) - 1)
      let figures = [sorted[sorted.count / 2], sorted[last], sorted[sorted.count - 1]]
        .map { String(($0 * 100).rounded() / 100) }
      return (["portico", "launch \(metric)"] + figures + ["ms"]).joined(separator: "\t")
    }
  }

  private let program: URL

  /// - Parameter folder: the folder of the probe; nil: that of this program.
  init(folder: URL? = nil) throws {
    let own = URL(fileURLWithPath: Bundle.main.executablePath ?? CommandLine.arguments[0])
    program = (folder ?? own.deletingLastPathComponent())
      .appendingPathComponent("portico-launch-probe")
    guard FileManager.default.isExecutableFile(atPath: program.path) else {
      throw ValidationError(
        "There is no \(program.path). Build it: scripts/build-release portico-launch-probe"
      )
    }
  }

  func rows(runs: Int) throws -> [Row] {
    var starts: [Double] = []
    var kinds: [(name: String, screen: String, values: [Double])] = [
      ("first", "choosing", []), ("home", "home", []), ("again", "home", []),
    ]
    for _ in 0..<runs {
      let folder = FileManager.default.temporaryDirectory
        .appendingPathComponent("portico-launch-\(UUID().uuidString)").path
      for kind in kinds.indices {
        if kinds[kind].name == "home" {
          try? FileManager.default.removeItem(atPath: folder)
          _ = try start(["prepare", folder])
        }
        let (said, before) = try start(["run", folder])
        let words = said.split(separator: " ")
        guard words.count == 3, words[0] == kinds[kind].screen, let main = Double(words[1]),
          let taken = Double(words[2])
        else { throw LoadFailure("the launch `\(kinds[kind].name)` ended with: \(said)") }
        kinds[kind].values.append(taken / 1e6)
        starts.append((main - before) / 1e6)
      }
      try? FileManager.default.removeItem(atPath: folder)
    }
    return kinds.map { Row(metric: "\($0.name), from main to the first screen", values: $0.values) }
      + [Row(metric: "process start, to main", values: starts)]
  }

  /// - Returns: its output, and the clock before it was started, in nanoseconds.
  private func start(_ words: [String]) throws -> (output: String, before: Double) {
    let process = Process()
    process.executableURL = program
    process.arguments = words
    // A file, not a pipe: reading a pipe ends the process when a signal interrupts it.
    let file = FileManager.default.temporaryDirectory
      .appendingPathComponent("portico-launch-\(UUID().uuidString).txt")
    try Data().write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    process.standardOutput = try FileHandle(forWritingTo: file)
    let before = Clocks.monotonic()
    try process.run()
    process.waitUntilExit()
    let output = try String(contentsOf: file, encoding: .utf8)
    guard process.terminationStatus == 0 else {
      throw LoadFailure(
        "\(program.path) \(words) left with \(process.terminationStatus): \(output)")
    }
    return (output.trimmingCharacters(in: .whitespacesAndNewlines), before)
  }
}
