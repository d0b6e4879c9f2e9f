import ArgumentParser
import Foundation

/// `portico-bench server`.
struct ServerBenchCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "server",
    abstract: "Measure the identity server beside what it is built on.",
    discussion: """
      Starts the server as an operator does, and bare servers beside it, each in a process of its \
      own; loads them over loopback in turn, round by round, so that whatever else this machine \
      does hits all alike; and prints ratios as the median of the rounds, with the least and the \
      most. Processor time is that of the server alone, for one request. Rows: \
      \(ServerRow.allCases.map { "\($0.rawValue) (\($0.about))" }.joined(separator: "; ")). \
      Measure a release build.
      """)

  @Option(help: "How long each load lasts in each round.")
  var seconds = 3.0

  @Option(help: "How many rounds.")
  var rounds = 5

  @Flag(help: "Print the table as JSON.")
  var json = false

  @Option(help: "Where the stores are put; default a folder in the system's temporary one.")
  var folder: String?

  @Option(help: "Measure the `serve` of another build of portico.")
  var program: String?

  @Argument(help: "The rows; default all of them.")
  var rows: [ServerRow] = []

  func validate() throws {
    guard seconds >= 0.1, seconds <= 60, (1...100).contains(rounds) else {
      throw ValidationError("--seconds is 0.1 to 60, --rounds 1 to 100")
    }
  }

  func run() async throws {
    let place = (folder ?? NSTemporaryDirectory()) + "/portico-bench-\(getpid())"
    try FileManager.default.createDirectory(atPath: place, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: place) }
    var output = StandardOutput()
    var found: [RatioRow] = []
    // A disconnected client must not end this process.
    signal(SIGPIPE, SIG_IGN)
    let bench = try await ServerBench.started(
      program: program, folder: place, seconds: seconds, rounds: rounds
    ) { found.append($0) }
    for row in ServerRow.allCases where rows.isEmpty || rows.contains(row) {
      try bench.run(row)
    }
    if json {
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.sortedKeys, .prettyPrinted, .withoutEscapingSlashes]
      encoder.nonConformingFloatEncodingStrategy = .convertToString(
        positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
      print(String(decoding: try encoder.encode(found), as: UTF8.self), to: &output)
    } else {
      print(RatioRow.table(found), terminator: "", to: &output)
    }
  }
}

extension ServerRow: ExpressibleByArgument {}
