import Foundation

/// Starts the server and its ceilings, and loads them in turn.
final class ServerBench {
  let seconds: Double
  let rounds: Int
  let folder: String
  private let program: String?
  private(set) var server: ChildServer
  private let ceiling: ChildServer
  private let population: Population
  private let show: (RatioRow) -> Void
  private let logins: Logins
  private let second: Int

  /// The number of cores, and of concurrent hashes.
  private static let cores = ProcessInfo.processInfo.activeProcessorCount
  static let readers = 16
  static let writers = 32
  static let loginers = 8
  static let people = 4_000
  /// Users that also have a number.
  static let phones = 1_000

  private static func store(_ folder: String) -> String { "sqlite:\(folder)/portico.sqlite" }

  private static func startServer(_ program: String?, _ folder: String) throws -> ChildServer {
    try ChildServer.portico(program, store: store(folder), log: folder + "/server.log")
  }

  /// - Parameter program: the server to measure.
  static func started(
    program: String?, folder: String, seconds: Double, rounds: Int,
    show: @escaping (RatioRow) -> Void
  ) async throws -> ServerBench {
    let population = try await Population.settle(
      store(folder), count: people, phones: phones)
    return try ServerBench(
      program: program, folder: folder, seconds: seconds, rounds: rounds, population: population,
      show: show)
  }

  private init(
    program: String?, folder: String, seconds: Double, rounds: Int, population: Population,
    show: @escaping (RatioRow) -> Void
  ) throws {
    (self.folder, self.seconds, self.rounds) = (folder, seconds, rounds)
    (self.population, self.show) = (population, show)
    self.program = program
    logins = Logins(population)
    ceiling = try ChildServer(nil, ["ceiling", "--folder", folder], log: folder + "/ceiling.log")
    server = try Self.startServer(program, folder)
    second = Clocks.second()
  }

  func run(_ row: ServerRow) throws {
    switch row {
    case .start: try start()
    case .login: try login()
    case .memory: memory()
    case .profile: try profile()
    case .boundProfile: try boundProfile()
    case .refresh: try refresh()
    case .latency: try latency()
    case .enumeration:
      for finding in try EnumerationBench(port: server.port).run() { show(finding) }
    case .postgresProfile, .postgresRefresh, .postgresCosts:
      throw LoadFailure("\(row.rawValue) is no row of the SQLite store")
    }
  }

  private func start() throws {
    var times: [Double] = []
    for _ in 0..<5 {
      server.end()
      let begun = Clocks.monotonic()
      server = try Self.startServer(program, folder)
      _ = try LoadTool(
        port: server.port, [RepeatedRequest([Requests.text("GET", "/health/ready")])]
      ).once()
      times.append((Clocks.monotonic() - begun) / 1e6)
    }
    show(RatioRow("start", times, unit: "ms", bound: .atMost(200)))
  }

  private func login() throws {
    var own: [Rate] = []
    var raw: [Rate] = []
    for _ in 0..<rounds {
      own.append(try server.rate(seconds: seconds, logins.callers(Self.loginers)))
      raw.append(try RawHashes.rate(population.hash, threads: Self.cores, seconds: seconds))
    }
    show(RatioRow("login", own, against: "raw hash", raw, bound: .atLeast(0.95)))
    show(RatioRow("login beside its hash", own.map(\.besideHashes), unit: "ms"))
  }

  private func memory() {
    let (now, most) = server.memory()
    show(RatioRow("memory", [now], unit: "MiB", bound: .atMost(110)))
    show(RatioRow("memory peak", [most], unit: "MiB"))
  }

  private func ceilingReads(_ path: String) -> [any LoadCaller] {
    (0..<Self.readers).map { reader in
      RepeatedRequest(
        (0..<8).map { Requests.text("GET", path == "/hello" ? path : "\(path)/\(reader * 8 + $0)") }
      )
    }
  }

  private func profile() throws {
    let people = try (0..<Self.readers).map {
      try SignedIn($0, hasKey: false, second: second, port: server.port)
    }
    let requests = try people.map { [try $0.readRequest()] }
    try reads("profile", bounds: (.atLeast(0.9), .aim(0.6))) {
      requests.map { RepeatedRequest($0) }
    }
  }

  private func boundProfile() throws {
    let people = try (0..<Self.readers).map {
      try SignedIn(100 + $0, hasKey: true, second: second, port: server.port)
    }
    // More than a server on two cores can answer; then they are reused, which reads allow.
    let each = Int(seconds * 8_000) / Self.readers
    try reads("bound-profile", bounds: (nil, nil)) {
      try people.map { person in
        try person.renewNonce(port: server.port)
        return RepeatedRequest(try (0..<each).map { _ in try person.readRequest() })
      }
    }
  }

  private func reads(
    _ name: String, bounds: (grdb: RatioRow.Bound?, statement: RatioRow.Bound?),
    _ callers: () throws -> [any LoadCaller]
  ) throws {
    var (own, grdb, statement, hello) = ([Rate](), [Rate](), [Rate](), [Rate]())
    for _ in 0..<rounds {
      own.append(try server.rate(seconds: seconds, try callers()))
      grdb.append(try ceiling.rate(seconds: seconds, ceilingReads("/grdb")))
      statement.append(try ceiling.rate(seconds: seconds, ceilingReads("/statement")))
      hello.append(try ceiling.rate(seconds: seconds, ceilingReads("/hello")))
    }
    show(RatioRow(name, own, against: "bare GRDB read", grdb, bound: bounds.grdb))
    show(RatioRow(name, own, against: "bare statement", statement, bound: bounds.statement))
    show(RatioRow(name, own, against: "bare hello", hello, bound: nil))
  }

  private func refresh() throws {
    let people = try (0..<Self.writers).map {
      try SignedIn(200 + $0, hasKey: true, second: second, port: server.port)
    }
    let insert = Requests.text(
      "POST", "/insert", body: #"{"note":"\#(String(repeating: "n", count: 300))"}"#)
    var (own, bare) = ([Rate](), [Rate]())
    for _ in 0..<rounds {
      let callers = try RefreshCaller.prepared(people, port: server.port, seconds: seconds)
      own.append(try server.rate(seconds: seconds, callers))
      bare.append(
        try ceiling.rate(
          seconds: seconds, (0..<Self.writers).map { _ in RepeatedRequest([insert]) }))
    }
    show(RatioRow("refresh", own, against: "bare insert", bare, bound: .atLeast(0.7)))
  }

  private func latency() throws {
    let people = try (0..<4).map {
      try SignedIn(300 + $0, hasKey: false, second: second, port: server.port)
    }
    let requests = try people.map { try $0.readRequest() }
    var (alone, beside) = ([Double](), [Double]())
    for _ in 0..<rounds {
      alone.append(try PacedReads(requests, port: server.port).percentile(0.99, seconds))
      let logins = BackgroundLoad(
        try LoadTool(port: server.port, logins.callers(Self.loginers)), seconds + 0.5)
      beside.append(try PacedReads(requests, port: server.port).percentile(0.99, seconds))
      try logins.end()
    }
    var row = RatioRow("latency", beside, unit: "ms", bound: .atMost(5))
    row.ceiling = "alone"
    row.ceilingValue = Statistics.median(alone)
    let ratios = zip(beside, alone).map { $0 / $1 }
    (row.ratio, row.ratioLeast, row.ratioMost) = (
      Statistics.median(ratios), ratios.min(), ratios.max()
    )
    show(row)
  }
}
