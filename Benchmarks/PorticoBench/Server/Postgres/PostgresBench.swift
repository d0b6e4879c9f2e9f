import Foundation

/// Starts the server on a PostgreSQL database, and loads it in turn with `pgbench` on the same
/// database, and with django-allauth.
final class PostgresBench {
  struct Plan {
    /// The server to measure; by default this program.
    var program: String?
    /// Of an empty database, as `serve --store` takes it; nil for a cluster of the bench's own.
    var address: String?
    /// The Python of an environment with django-allauth.
    var allauth: String?
    var folder: String
    var seconds: Double
    var rounds: Int
  }

  private let plan: Plan
  private let cluster: OwnCluster?
  private let database: PostgresDatabase
  private let server: ChildServer
  private let logins: Logins
  private let show: (RatioRow) -> Void
  private let second: Int

  /// The first users that the rows sign in: with a bare token, with a key, and for `pgbench`.
  private static let (readers, writers, bare) = (0, 200, 300)

  static func started(
    _ plan: Plan, _ programs: PostgresPrograms, show: @escaping (RatioRow) -> Void
  ) async throws -> PostgresBench {
    let cluster =
      plan.address == nil ? try OwnCluster(programs, folder: plan.folder + "/cluster") : nil
    do {
      let address = plan.address ?? cluster?.address ?? ""
      let population = try await Population.settle(
        address, count: ServerBench.people, phones: ServerBench.phones)
      let database = try PostgresDatabase(programs, address: address, folder: plan.folder)
      return try PostgresBench(plan, cluster, address, database, Logins(population), show)
    } catch {
      cluster?.end()
      throw error
    }
  }

  private init(
    _ plan: Plan, _ cluster: OwnCluster?, _ address: String, _ database: PostgresDatabase,
    _ logins: Logins, _ show: @escaping (RatioRow) -> Void
  ) throws {
    (self.plan, self.cluster, self.database) = (plan, cluster, database)
    (self.logins, self.show) = (logins, show)
    // What was settled is as it would be after a while.
    try database.query("VACUUM ANALYZE")
    if cluster != nil { try database.query("CREATE EXTENSION pg_stat_statements", "CHECKPOINT") }
    server = try ChildServer.portico(
      plan.program, store: address, log: plan.folder + "/server-postgresql.log")
    second = Clocks.second()
  }

  func run(_ row: ServerRow) throws {
    switch row {
    case .postgresProfile: try profile()
    case .postgresRefresh: try refresh()
    case .postgresCosts: try costs()
    default: throw LoadFailure("\(row.rawValue) is no row of a PostgreSQL store")
    }
  }

  /// Ends the server and the cluster.
  func end() {
    server.end()
    cluster?.end()
  }

  private func signedIn(_ first: Int, _ count: Int, hasKey: Bool) throws -> [SignedIn] {
    try (first..<first + count).map {
      try SignedIn($0, hasKey: hasKey, second: second, port: server.port)
    }
  }

  private func rate(_ callers: [any LoadCaller]) throws -> Rate {
    try server.rate(seconds: plan.seconds, callers, database: database.processorTime)
  }

  private func profileCallers() throws -> [RepeatedRequest] {
    try signedIn(Self.readers, ServerBench.readers, hasKey: false).map {
      RepeatedRequest([try $0.readRequest()])
    }
  }

  private func profile() throws {
    let callers = try profileCallers()
    let peer = try plan.allauth.map {
      try AllauthPeer(python: $0, database, readers: ServerBench.readers)
    }
    defer { peer?.server.end() }
    let statement = PgbenchScript.profile(first: Self.readers)
    var (own, bare, others) = ([Rate](), [Rate](), [Rate]())
    for _ in 0..<plan.rounds {
      own.append(try rate(callers))
      bare.append(
        try database.rate(statement, clients: ServerBench.readers, seconds: plan.seconds))
      if let peer { others.append(try peer.rate(seconds: plan.seconds, database)) }
    }
    let name = ServerRow.postgresProfile.rawValue
    show(RatioRow(name, own, against: "pgbench, one statement", bare, bound: .atLeast(0.45)))
    if peer != nil {
      show(RatioRow(name, own, against: "django-allauth", others, bound: .atLeast(7)))
    }
  }

  private func refresh() throws {
    let count = ServerBench.writers
    let people = try signedIn(Self.writers, count, hasKey: true)
    // For the sessions that pgbench writes.
    _ = try signedIn(Self.bare, count, hasKey: true)
    var (own, bare, pipelined) = ([Rate](), [Rate](), [Rate]())
    for _ in 0..<plan.rounds {
      let callers = try RefreshCaller.prepared(people, port: server.port, seconds: plan.seconds)
      own.append(try rate(callers))
      func load(isPipelined: Bool) throws -> Rate {
        try database.rate(
          .refresh(first: Self.bare, isPipelined: isPipelined), clients: count,
          seconds: plan.seconds)
      }
      bare.append(try load(isPipelined: false))
      pipelined.append(try load(isPipelined: true))
    }
    let name = ServerRow.postgresRefresh.rawValue
    show(RatioRow(name, own, against: "pgbench, its writes", bare, bound: .atLeast(0.9)))
    show(RatioRow(name, own, against: "pgbench, in one trip", pipelined, bound: nil))
  }

  /// In a load of its own for each kind of call: counting takes time.
  private func costs() throws {
    try count("top")
    let people = try signedIn(Self.writers, ServerBench.writers, hasKey: true)
    let loads: [(name: String, callers: () throws -> [any LoadCaller])] = [
      ("profile", { try self.profileCallers() }),
      (
        "refresh",
        {
          try RefreshCaller.prepared(people, port: self.server.port, seconds: self.plan.seconds)
        }
      ),
      ("login", { self.logins.callers(ServerBench.loginers) }),
    ]
    for load in loads {
      let costs = try DatabaseCosts.measure(
        server, database, seconds: plan.seconds, try load.callers())
      for row in costs.rows("postgresql \(load.name)") { show(row) }
    }
    try count("none")
  }

  /// Which statements the bench's own cluster counts.
  private func count(_ which: String) throws {
    guard cluster != nil else { return }
    try database.query(
      "ALTER SYSTEM SET pg_stat_statements.track = \(which)", "SELECT pg_reload_conf()")
  }
}
