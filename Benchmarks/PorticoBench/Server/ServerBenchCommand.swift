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
      Measure a release build. The rows of PostgreSQL need its programs, and make a cluster of \
      their own unless --postgresql names a database.
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

  @Option(
    help: ArgumentHelp(
      "Use this empty database, named as for --store; it is left with what was written to it.",
      valueName: "address"))
  var postgresql: String?

  @Option(
    help: ArgumentHelp(
      "Measure django-allauth too, with the Python of an environment that has it: see "
        + "Benchmarks/Peers/allauth_peer.py.", valueName: "python"))
  var allauth: String?

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
    let wanted = ServerRow.allCases.filter { rows.isEmpty || rows.contains($0) }
    let plain = wanted.filter { !$0.isOnPostgres }
    if !plain.isEmpty {
      let bench = try await ServerBench.started(
        program: program, folder: place, seconds: seconds, rounds: rounds
      ) { found.append($0) }
      for row in plain { try bench.run(row) }
    }
    if plain.count < wanted.count {
      try await runOnPostgres(wanted.filter(\.isOnPostgres), place) { found.append($0) }
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

  private func runOnPostgres(
    _ wanted: [ServerRow], _ place: String, show: @escaping (RatioRow) -> Void
  ) async throws {
    guard let programs = PostgresPrograms.installed() else {
      let reason = "PostgreSQL and pgbench are not installed in /usr/lib/postgresql"
      guard rows.isEmpty else { throw LoadFailure(reason) }
      return tell("left out \(wanted.map(\.rawValue).joined(separator: ", ")): \(reason)")
    }
    if allauth == nil, wanted.contains(.postgresProfile) {
      tell("left out django-allauth: no --allauth")
    }
    let bench = try await PostgresBench.started(
      PostgresBench.Plan(
        program: program, address: postgresql, allauth: allauth, folder: place, seconds: seconds,
        rounds: rounds), programs, show: show)
    defer { bench.end() }
    for row in wanted { try bench.run(row) }
  }

  private func tell(_ text: String) {
    FileHandle.standardError.write(Data("portico-bench: \(text)\n".utf8))
  }
}

extension ServerRow: ExpressibleByArgument {}
