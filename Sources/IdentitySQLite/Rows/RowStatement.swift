import Foundation
import GRDB
import GRDBSQLite
import IdentityDomain

/// A statement run by SQLite's own calls: what GRDB puts around them for any statement costs several
/// times a lookup.
struct RowStatement {
  private let statement: Statement
  private let database: Database

  init(_ sql: String, on database: Database) throws {
    self.database = database
    statement = try database.cachedStatement(sql: sql)
  }

  /// Runs it, and hands out the rows that it selects, in their order.
  func run(
    _ arguments: [StoredValue] = [], _ body: (FoundRow) throws -> Void = { _ in }
  ) throws {
    for (place, argument) in arguments.enumerated() {
      let status = bind(argument, at: Int32(place + 1))
      guard status == SQLITE_OK else { throw failure(status) }
    }
    defer {
      sqlite3_reset(statement.sqliteStatement)
      if !arguments.isEmpty { sqlite3_clear_bindings(statement.sqliteStatement) }
    }
    while true {
      let status = sqlite3_step(statement.sqliteStatement)
      if status == SQLITE_DONE { return }
      guard status == SQLITE_ROW else { throw failure(status) }
      try body(FoundRow(statement: statement.sqliteStatement))
    }
  }

  private func bind(_ value: StoredValue, at place: Int32) -> Int32 {
    let statement = statement.sqliteStatement
    switch value {
    case .null: return sqlite3_bind_null(statement, place)
    case .integer(let number): return sqlite3_bind_int64(statement, place, number)
    case .boolean(let isOn): return sqlite3_bind_int64(statement, place, isOn ? 1 : 0)
    case .text(var text):
      return text.withUTF8 { bytes in
        // No column of text holds a NUL (`StoreColumn.Kind.text`). Bytes equal no text, and the tables
        // take none for text.
        bytes.contains(0) ? bindBytes(bytes, at: place) : bindText(bytes, at: place)
      }
    case .bytes(let bytes):
      return bytes.withUnsafeBufferPointer { bindBytes($0, at: place) }
    }
  }

  private func bindText(_ bytes: UnsafeBufferPointer<UInt8>, at place: Int32) -> Int32 {
    bytes.withMemoryRebound(to: CChar.self) { characters in
      // The empty text may have no address, and that would be NULL.
      guard let start = characters.baseAddress else {
        return sqlite3_bind_text(statement.sqliteStatement, place, "", 0, Self.copied)
      }
      return sqlite3_bind_text(
        statement.sqliteStatement, place, start, Int32(characters.count), Self.copied)
    }
  }

  private func bindBytes(_ bytes: UnsafeBufferPointer<UInt8>, at place: Int32) -> Int32 {
    guard let start = bytes.baseAddress, !bytes.isEmpty else {
      return sqlite3_bind_zeroblob(statement.sqliteStatement, place, 0)
    }
    return sqlite3_bind_blob(
      statement.sqliteStatement, place, start, Int32(bytes.count), Self.copied)
  }

  /// SQLITE_TRANSIENT, a macro that is not imported: SQLite takes a copy.
  private static var copied: sqlite3_destructor_type {
    unsafeBitCast(-1, to: sqlite3_destructor_type.self)
  }

  private func failure(_ status: Int32) -> DatabaseError {
    let message = sqlite3_errmsg(database.sqliteConnection).map { String(cString: $0) }
    let code = sqlite3_extended_errcode(database.sqliteConnection)
    return DatabaseError(
      resultCode: ResultCode(rawValue: code & 0xFF == status & 0xFF ? code : status),
      message: message, sql: statement.sql)
  }
}

/// A row that a statement stands at; it is gone with the next one.
struct FoundRow {
  fileprivate let statement: SQLiteStatement

  /// - Returns: 0 for no number.
  func number(_ column: Int32) -> Int64 { sqlite3_column_int64(statement, column) }

  /// - Returns: nil for NULL.
  func numberIfAny(_ column: Int32) -> Int64? {
    sqlite3_column_type(statement, column) == SQLITE_NULL ? nil : number(column)
  }

  /// - Returns: nil for what is no text.
  func text(_ column: Int32) -> String? {
    guard sqlite3_column_type(statement, column) == SQLITE_TEXT else { return nil }
    let count = Int(sqlite3_column_bytes(statement, column))
    guard let start = sqlite3_column_text(statement, column) else { return nil }
    return String(storedUTF8: UnsafeBufferPointer(start: start, count: count))
  }

  /// The values of columns of these kinds.
  /// - Returns: nil where one is of another.
  func values(_ kinds: [StoreColumn.Kind], from first: Int32 = 0) -> [StoredValue]? {
    var values: [StoredValue] = []
    values.reserveCapacity(kinds.count)
    for (place, kind) in kinds.enumerated() {
      guard let value = value(first + Int32(place), kind) else { return nil }
      values.append(value)
    }
    return values
  }

  private func value(_ column: Int32, _ kind: StoreColumn.Kind) -> StoredValue? {
    switch (sqlite3_column_type(statement, column), kind) {
    case (SQLITE_NULL, _): return .null
    case (SQLITE_INTEGER, .integer), (SQLITE_INTEGER, .position), (SQLITE_INTEGER, .transaction):
      return .integer(number(column))
    case (SQLITE_INTEGER, .boolean): return .boolean(number(column) != 0)
    case (SQLITE_TEXT, .text): return text(column).map { .text($0) }
    case (SQLITE_BLOB, .bytes):
      let count = Int(sqlite3_column_bytes(statement, column))
      let bytes = sqlite3_column_blob(statement, column)
      return .bytes(bytes.map { Array(UnsafeRawBufferPointer(start: $0, count: count)) } ?? [])
    default: return nil
    }
  }
}
