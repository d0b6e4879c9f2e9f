import Foundation

/// What the database did during a load, per call, including what the server sends by itself.
struct DatabaseCosts: Equatable {
  /// Nil where the database does not count them.
  var statements: Double?
  /// Bytes of WAL.
  var wal: Double
  /// Milliseconds that sessions waited for locks.
  var lockWait: Double

  /// Loads the server, after a short load that is not counted.
  static func measure(
    _ server: ChildServer, _ database: PostgresDatabase, seconds: Double,
    _ callers: [any LoadCaller]
  ) throws -> DatabaseCosts {
    let tool = try LoadTool(port: server.port, callers)
    _ = try tool.run(seconds: min(0.3, seconds / 4))
    let before = try Totals(database)
    let watch = try LockWatch(database)
    let (answers, taken) = try tool.run(seconds: seconds)
    let waiting = try watch.end()
    let after = try Totals(database)
    let calls = Double(max(answers, 1))
    return DatabaseCosts(
      statements: before.statements.flatMap { begun in
        after.statements.map { ($0 - begun) / calls }
      },
      wal: (after.wal - before.wal) / calls, lockWait: waiting * taken * 1_000 / calls)
  }

  func rows(_ name: String) -> [RatioRow] {
    (statements.map { [RatioRow(name, [$0], unit: "statements")] } ?? [])
      + [
        RatioRow(name, [wal], unit: "bytes of WAL"),
        RatioRow(name, [lockWait], unit: "ms for locks"),
      ]
  }
}

/// Since the start of the cluster.
private struct Totals {
  let statements: Double?
  let wal: Double

  init(_ database: PostgresDatabase) throws {
    // The view is missing without the module, and empty while the module counts nothing.
    let counted = try? database.query(
      """
      SELECT sum(calls) FROM pg_stat_statements WHERE query NOT LIKE '%pg_stat_%'
        AND dbid = (SELECT oid FROM pg_database WHERE datname = current_database())
      """)
    statements = counted.flatMap { Double($0) }
    let position = try database.query("SELECT pg_current_wal_insert_lsn() - '0/0'")
    guard let position = Double(position) else {
      throw LoadFailure("the database did not report the end of its WAL")
    }
    wal = position
  }
}

/// Samples how many sessions wait for a lock.
private final class LockWatch {
  private let process: Process
  private let folder: String

  private static let question = """
    SELECT count(*) FILTER (WHERE wait_event_type = 'Lock') FROM pg_stat_activity
      WHERE datname = current_database()
    \\watch 0.02

    """

  init(_ database: PostgresDatabase) throws {
    folder = database.folder
    let file = folder + "/locks.sql"
    try Data(Self.question.utf8).write(to: URL(fileURLWithPath: file))
    process = try database.programs.start(
      "psql", ["-d", database.connection, "-qAtX", "-f", file], in: folder, label: "locks")
  }

  /// - Returns: the mean number of sessions that waited.
  func end() throws -> Double {
    process.terminate()
    process.waitUntilExit()
    let counts = try String(contentsOfFile: folder + "/locks.out", encoding: .utf8)
      .split(separator: "\n").compactMap { Double($0) }
    guard !counts.isEmpty else {
      throw LoadFailure("the database returned no sample of its sessions")
    }
    return counts.reduce(0, +) / Double(counts.count)
  }
}
