package import IdentityDomain

extension PostgresStore {
  /// Tables whose removed rows held codes, links or passwords, also as hashes.
  private static let secret = [
    "outbox", "challenge", "registration", "temporary_password", "authorization_request",
    "totp_authenticator", "recovery_codes",
  ]

  package func logEnd() async throws -> LogPosition {
    try await onThread("log end") { try self.look("log end") { try $0.end(of: "sign_out") } }
  }

  package func figures(after position: LogPosition) async throws -> StoreFigures {
    try await onThread("figures") {
      try self.look("figures") { tables in
        var figures = StoreFigures(
          outbox: 0, oldestMessage: nil, signOuts: [:], position: position, securityEvents: [:],
          bytes: 0)
        _ = try tables.rows(
          """
          SELECT count(*), (SELECT created_at FROM outbox ORDER BY place LIMIT 1),
            pg_database_size(current_database()) FROM outbox
          """
        ) { row in
          figures.outbox = Int(row.number(0))
          figures.oldestMessage = row.numberIfAny(1).map { Timestamp(milliseconds: $0) }
          figures.bytes = Int(row.number(2))
        }
        let end = try tables.end(of: "sign_out")
        figures.position = max(position, end)
        _ = try tables.rows(
          """
          SELECT cause, count(*) FROM sign_out
          WHERE (written_in, place) > ($1, $2) AND (written_in, place) <= ($3, $4) GROUP BY cause
          """, position.values + end.values
        ) { row in
          if let cause = row.text(0).flatMap({ SignOutCause(rawValue: $0) }) {
            figures.signOuts[cause] = Int(row.number(1))
          }
        }
        _ = try tables.rows(
          """
          SELECT split_part(kind, '#', 1), sum(total)::bigint FROM security_event_total GROUP BY 1
          """
        ) { row in
          if let kind = row.text(0).flatMap({ SecurityEvent.Kind(rawValue: $0) }) {
            figures.securityEvents[kind] = Int(row.number(1))
          }
        }
        return figures
      }
    }
  }

  /// Lets PostgreSQL clear removed rows of secret things away. It overwrites them as it uses their room
  /// again; its WAL and backups keep them for as long as the operator keeps those.
  package func eraseRemoved() async throws -> Bool {
    try await onThread("erase") {
      for table in Self.secret {
        try self.alone("VACUUM (SKIP_LOCKED, TRUNCATE FALSE) \(table)")
      }
      return true
    }
  }

  /// Reads every row, and what PostgreSQL knows of its own damage.
  package func damage() async throws -> [String] {
    try await onThread("damage") {
      var found: [String] = []
      try self.look("damage") { tables in
        found = try tables.rows(
          """
          SELECT 'the index ' || c.relname || ' is not valid; run: REINDEX INDEX ' || c.relname
          FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid
          WHERE NOT i.indisvalid AND c.relnamespace = current_schema()::regnamespace
          UNION ALL SELECT checksum_failures || ' pages failed their checksum; restore a backup'
          FROM pg_stat_database WHERE datname = current_database() AND checksum_failures > 0
          """
        ) { $0.text(0) ?? "" }
      }
      for table in StoreSchema.tables {
        do {
          try self.look("damage") { tables in
            _ = try tables.rows("SELECT sum(length(t::text))::bigint FROM \(table.name) t") { _ in }
          }
        } catch let error as ServerError where error.code.hasPrefix("XX") {
          found.append("the table \(table.name) cannot be read whole; restore a backup")
        }
      }
      return found
    }
  }

  /// Runs a statement that must not be in a transaction, and may take its time.
  private func alone(_ sql: String) throws {
    let connection = try pool.take()
    var command = Command(sql)
    command.isKept = false
    try connection.run([Command("SELECT set_config('statement_timeout', '0', false)")])
    try connection.run([command])
    try connection.run([Command("SELECT set_config('statement_timeout', '60s', false)")])
    pool.giveBack(connection)
  }
}

extension LogPosition {
  var values: [StoredValue] { [.integer(transaction), .integer(place)] }
}

extension PostgresStore {
  /// A setting as it is in force on our connections.
  package func setting(_ name: String) async throws -> String? {
    try await onThread("setting") {
      try self.look("setting") { tables in
        try tables.rows("SELECT current_setting($1)", [.text(name)]) { $0.text(0) }.first ?? nil
      }
    }
  }
}
