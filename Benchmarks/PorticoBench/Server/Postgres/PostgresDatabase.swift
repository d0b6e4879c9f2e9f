import Foundation

/// The database that is loaded, and what is asked of it beside the server.
struct PostgresDatabase {
  let programs: PostgresPrograms
  /// For scripts and for what programs print.
  let folder: String
  /// A connection string of libpq.
  let connection: String
  /// The first process of the cluster; nil on another machine.
  private var postmaster: pid_t?

  /// - Parameter address: as `serve --store` takes it.
  /// - Throws: `LoadFailure` if it cannot be reached.
  init(_ programs: PostgresPrograms, address: String, folder: String) throws {
    (self.programs, self.folder) = (programs, folder)
    connection = Self.connection(address)
    let found = try query(
      """
      SELECT pid FROM pg_stat_activity WHERE backend_type = 'checkpointer'
        AND coalesce(host(inet_server_addr()), '::1') IN ('127.0.0.1', '::1')
      """)
    if let first = pid_t(found).flatMap({ ProcessStat(of: $0)?.parent }),
      ProcessStat(of: first)?.name == "postgres"
    {
      postmaster = first
    }
  }

  /// The address without what is not libpq's: the size of the server's pool.
  static func connection(_ address: String) -> String {
    guard let mark = address.firstIndex(of: "?") else { return address }
    let kept = address[address.index(after: mark)...].split(separator: "&")
      .filter { !$0.hasPrefix("pool=") }
    return String(address[..<mark]) + (kept.isEmpty ? "" : "?" + kept.joined(separator: "&"))
  }

  /// Of all processes of the cluster, in nanoseconds; nil on another machine.
  var processorTime: (() -> Double)? {
    postmaster.map { first in { ProcessTree.processorTime(of: first) } }
  }

  /// - Returns: rows, a line each, with `|` between the columns.
  @discardableResult
  func query(_ statements: String...) throws -> String {
    try programs.run(
      "psql",
      ["-d", connection, "-qAtX", "-v", "ON_ERROR_STOP=1"] + statements.flatMap { ["-c", $0] },
      in: folder
    ).trimmingCharacters(in: .newlines)
  }

  /// Loads it by `pgbench`, with prepared statements, from one thread.
  ///
  /// The processor times include those of connecting.
  func rate(_ script: PgbenchScript, clients: Int, seconds: Double) throws -> Rate {
    let file = "\(folder)/\(script.name).sql"
    try Data(script.text.utf8).write(to: URL(fileURLWithPath: file))
    let before = (ProcessTree.endedChildren(of: getpid()), processorTime?())
    let said = try programs.run(
      "pgbench",
      [
        "-n", "-M", "prepared", "-c", "\(clients)", "-j", "1",
        "-T", "\(Int(seconds.rounded(.up)))", "-D", "ready=0", "-f", file, connection,
      ], in: folder)
    let after = (ProcessTree.endedChildren(of: getpid()), processorTime?())
    guard let report = PgbenchReport(said), report.transactions > 0, report.failed == 0 else {
      throw LoadFailure("pgbench did not run as intended: \(said.suffix(600))")
    }
    let each = 1e-6 / Double(report.transactions)
    var rate = Rate(value: report.rate, cpu: (after.0 - before.0) * each)
    if let begun = before.1, let ended = after.1 { rate.database = (ended - begun) * each }
    return rate
  }
}
