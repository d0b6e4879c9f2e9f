import Foundation
import GRDB
import GRDBSQLite

/// A statement run by SQLite's own calls: what GRDB puts around them for any statement costs several
/// times a lookup.
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

  /// Hands out the records that a statement with any number of `?` selects; none where it only
  /// writes.
  func each(_ arguments: [DatabaseValue], _ body: (Data) throws -> Void = { _ in }) throws {
    for (place, argument) in arguments.enumerated() {
      let status = bind(argument, at: Int32(place + 1))
      guard status == SQLITE_OK else { throw failure(status) }
    }
    defer { sqlite3_clear_bindings(statement.sqliteStatement) }
    try step(body)
  }

  private func bind(_ value: DatabaseValue, at place: Int32) -> Int32 {
    let statement = statement.sqliteStatement
    switch value.storage {
    case .null: return sqlite3_bind_null(statement, place)
    case .int64(let number): return sqlite3_bind_int64(statement, place, number)
    case .double(let number): return sqlite3_bind_double(statement, place, number)
    case .string(var text):
      return text.withUTF8 { bytes in
        bytes.withMemoryRebound(to: CChar.self) { characters in
          // The empty text may have no address, and that would be NULL.
          guard let start = characters.baseAddress else {
            return sqlite3_bind_text(statement, place, "", 0, Self.copied)
          }
          return sqlite3_bind_text(
            statement, place, start, Int32(characters.count), Self.copied)
        }
      }
    case .blob(let data):
      return data.withUnsafeBytes { bytes in
        guard let start = bytes.baseAddress else {
          return sqlite3_bind_zeroblob(statement, place, 0)
        }
        return sqlite3_bind_blob(statement, place, start, Int32(bytes.count), Self.copied)
      }
    }
  }

  /// SQLITE_TRANSIENT, a macro that is not imported: SQLite takes a copy.
  private static var copied: sqlite3_destructor_type {
    unsafeBitCast(-1, to: sqlite3_destructor_type.self)
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
