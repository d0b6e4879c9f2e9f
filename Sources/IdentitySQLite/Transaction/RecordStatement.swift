import Foundation
import GRDB
import GRDBSQLite

/// A statement that is looked up by one text and selects records, run by SQLite's own calls: what
/// GRDB puts around them for any statement costs several times the lookup.
struct RecordStatement {
  private let statement: Statement
  private let database: Database

  /// - Parameter sql: with one `?`, or none, and one column.
  init(_ sql: String, on database: Database) throws {
    self.database = database
    statement = try database.cachedStatement(sql: sql)
  }

  /// Hands out the records in their order.
  /// - Parameter key: bound as its bytes where it holds a NUL; see `SQLiteTransaction.key`.
  func each(_ key: String? = nil, _ body: (Data) throws -> Void) throws {
    guard var key else { return try step(body) }
    try key.withUTF8 { text in
      // An address also for the empty text, which is no NULL.
      try withUnsafePointer(to: UInt8(0)) { empty in
        let start = UnsafeRawPointer(text.baseAddress ?? empty)
        let count = Int32(truncatingIfNeeded: text.count)
        let status =
          text.contains(0)
          ? sqlite3_bind_blob(statement.sqliteStatement, 1, start, count, nil)
          : sqlite3_bind_text(
            statement.sqliteStatement, 1, start.assumingMemoryBound(to: CChar.self), count, nil)
        guard status == SQLITE_OK else { throw failure(status) }
        // The text stays where it is until then.
        defer { sqlite3_clear_bindings(statement.sqliteStatement) }
        try step(body)
      }
    }
  }

  private func step(_ body: (Data) throws -> Void) throws {
    defer { sqlite3_reset(statement.sqliteStatement) }
    while true {
      let status = sqlite3_step(statement.sqliteStatement)
      if status == SQLITE_DONE { return }
      guard status == SQLITE_ROW else { throw failure(status) }
      let count = Int(sqlite3_column_bytes(statement.sqliteStatement, 0))
      let bytes = sqlite3_column_blob(statement.sqliteStatement, 0)
      try body(bytes.map { Data(bytes: $0, count: count) } ?? Data())
    }
  }

  private func failure(_ status: Int32) -> DatabaseError {
    let message = sqlite3_errmsg(database.sqliteConnection).map { String(cString: $0) }
    return DatabaseError(
      resultCode: ResultCode(rawValue: status), message: message, sql: statement.sql)
  }
}
