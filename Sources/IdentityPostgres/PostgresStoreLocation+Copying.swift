package import IdentityDomain

extension PostgresStoreLocation {
  package func pour(
    into sink: any RowSink, then after: StoreAfterCopy, _ watch: CopyWatch
  ) throws -> Int {
    throw PostgresStoreFailure.notHere(
      "\(description) is copied by PostgreSQL's own tools; run: pg_dump --format=custom, and pg_restore"
    )
  }

  package func fill<Value: Sendable>(
    _ body: @Sendable (any RowSink) throws -> Value
  ) async throws -> Value {
    let store = try await PostgresStore.open(settings)
    do {
      let value = try await store.onThread("copy") { try store.fill(body) }
      try await store.close()
      return value
    } catch {
      try? await store.close()
      throw error
    }
  }
}

extension PostgresStore {
  /// The connection is used for nothing else afterwards.
  fileprivate func fill<Value>(_ body: (any RowSink) throws -> Value) throws -> Value {
    let connection = try pool.take()
    do {
      let rows = try CopiedRows(connection, place: place)
      return try body(rows)
    } catch {
      if connection.isAlive { _ = try? connection.run([Command("ROLLBACK")]) }
      throw error
    }
  }
}

/// Rows of another store, in one transaction that keeps everybody else out of the tables.
private final class CopiedRows: RowSink {
  private let connection: Connection
  private let place: String
  private var counts: [String: Int64] = [:]
  /// Rows that take one trip: their answers fit into what a socket holds.
  private static let rowsAtOnce = 100

  /// - Throws: `notEmpty`
  init(_ connection: Connection, place: String) throws {
    self.connection = connection
    self.place = place
    let names = StoreSchema.tables.map(\.name)
    try connection.run(
      [
        "BEGIN", "SET LOCAL statement_timeout = 0",
        "SET LOCAL idle_in_transaction_session_timeout = 0",
        "LOCK TABLE \(names.joined(separator: ", ")) IN ACCESS EXCLUSIVE MODE",
      ].map { Command($0) })
    for name in names where try count(name, limit: 1) > 0 {
      throw PostgresStoreFailure.notEmpty(place: place, table: name)
    }
  }

  func add(_ rows: [[StoredValue]], to table: StoreTable) throws {
    let names = table.columns.map(\.name).joined(separator: ", ")
    let places = table.columns.indices.map { "$\($0 + 1)" }.joined(separator: ", ")
    let sql =
      "INSERT INTO \(table.name) (\(names)) OVERRIDING SYSTEM VALUE VALUES (\(places))"
    for start in stride(from: 0, to: rows.count, by: Self.rowsAtOnce) {
      try connection.run(
        rows[start..<min(start + Self.rowsAtOnce, rows.count)].map { row in
          // They are older than whatever is written here (`Schema.settleLogs`).
          Command(
            sql, zip(row, table.columns).map { $1.kind == .transaction ? .integer(0) : $0 })
        })
    }
    counts[table.name, default: 0] += Int64(rows.count)
  }

  func goOn(after position: Int64, in table: StoreTable) throws {
    guard position > 0, let column = table.columns.first(where: { $0.kind == .position }) else {
      return
    }
    try connection.run([
      Command(
        "SELECT setval(pg_get_serial_sequence('\(table.name)', '\(column.name)'), $1)",
        [.integer(position)])
    ])
  }

  /// - Throws: `incompleteCopy`; what ended the connection, and then it is not known whether the rows are there.
  func commit() throws {
    for table in StoreSchema.tables where try count(table.name) != counts[table.name, default: 0] {
      throw PostgresStoreFailure.incompleteCopy(place: place, table: table.name)
    }
    do {
      try connection.run([Command("COMMIT")])
    } catch is LostConnection {
      throw PostgresStoreFailure.unknownOutcome(place: place, operation: "copy")
    }
  }

  private func count(_ table: String, limit: Int64? = nil) throws -> Int64 {
    var count: Int64 = 0
    let rows = limit.map { "(SELECT 1 FROM \(table) LIMIT \($0)) t" } ?? table
    try connection.run([Command("SELECT count(*) FROM \(rows)") { count = $0.number(0) }])
    return count
  }
}
