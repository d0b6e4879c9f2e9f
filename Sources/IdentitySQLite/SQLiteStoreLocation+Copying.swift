import Foundation
import GRDB
package import IdentityDomain

extension SQLiteStoreLocation {
  /// Rows that go over together.
  private static let rowsAtOnce = 500

  package func pour(
    into sink: any RowSink, then after: StoreAfterCopy, _ watch: CopyWatch
  ) throws -> Int {
    try Self.translating(path) { () throws -> Int in
      guard try exists() else {
        throw SQLiteStoreFailure.cannotOpen(path: path, reason: "the file does not exist")
      }
      try StoreAccess.check(path)
      var configuration = Configuration()
      configuration.label = "IdentitySQLite copy"
      configuration.busyMode = .immediateError
      let queue = try DatabaseQueue(path: path, configuration: configuration)
      let count = try queue.inDatabase { try pour($0, into: sink, then: after, watch) }
      try queue.close()
      return count
    }
  }

  private func pour(
    _ database: Database, into sink: any RowSink, then after: StoreAfterCopy, _ watch: CopyWatch
  ) throws -> Int {
    _ = try Schema.check(database, path: path)
    try beAlone(database)
    try Schema.bringUpToDate(database, path: path, log: log)
    var count = 0
    try database.inTransaction(.exclusive) { () throws -> Database.TransactionCompletion in
      // Nobody came in between the two.
      try requireAlone(database)
      count = try pourRows(of: database, into: sink, watch)
      try sink.commit()
      if after == .retired {
        try database.execute(sql: "PRAGMA user_version = \(Schema.retiredMark)")
      }
      return .commit
    }
    return count
  }

  package func fill<Value: Sendable>(
    _ body: @Sendable (any RowSink) throws -> Value
  ) async throws -> Value {
    throw SQLiteStoreFailure.notHere(
      "rows are copied to a database (postgres://…); a copy in a file is made by 'portico backup' and "
        + "'portico restore'")
  }

  /// Takes the file out of WAL mode, which SQLite does only for the one that has it open. A server puts it back
  /// when it starts.
  private func beAlone(_ database: Database) throws {
    do {
      _ = try String.fetchOne(database, sql: "PRAGMA journal_mode = DELETE")
    } catch let error as DatabaseError
      where [.SQLITE_BUSY, .SQLITE_LOCKED].contains(error.resultCode)
    {
      throw SQLiteStoreFailure.inUse(path: path)
    }
    try requireAlone(database)
  }

  private func requireAlone(_ database: Database) throws {
    guard try String.fetchOne(database, sql: "PRAGMA journal_mode") == "delete" else {
      throw SQLiteStoreFailure.inUse(path: path)
    }
  }

  private func pourRows(
    of database: Database, into sink: any RowSink, _ watch: CopyWatch
  ) throws -> Int {
    watch.begins(
      try StoreSchema.tables.reduce(0) { sum, table in
        sum + (try Int.fetchOne(database, sql: "SELECT count(*) FROM \(table.name)") ?? 0)
      })
    var count = 0
    for table in StoreSchema.tables {
      let names = table.columns.map(\.name).joined(separator: ", ")
      let kinds = table.columns.map(\.kind)
      var rows: [[StoredValue]] = []
      func handOver() throws {
        try sink.add(rows, to: table)
        count += rows.count
        rows.removeAll(keepingCapacity: true)
        try watch.goesOn(count)
      }
      try RowStatement("SELECT \(names) FROM \(table.name)", on: database).run { row in
        guard let values = row.values(kinds) else {
          throw SQLiteStoreFailure.unreadableRecord(table: table.name)
        }
        rows.append(values)
        if rows.count == Self.rowsAtOnce { try handOver() }
      }
      try handOver()
      // Also of rows that are gone.
      if table.columns.contains(where: { $0.kind == .position }),
        let last = try Int64.fetchOne(
          database, sql: "SELECT seq FROM sqlite_sequence WHERE name = ?", arguments: [table.name])
      {
        try sink.goOn(after: last, in: table)
      }
    }
    return count
  }
}
