import GRDB
import GRDBSQLite

/// What of the write-ahead log the disk has, as the writer's connection knows it.
///
/// With `synchronous` FULL a commit that wrote waits for the disk, and for all that lies before it in
/// the log. With NORMAL it waits for nothing: the end of the process takes nothing away, the loss of power
/// may take the last commits. The connection is in NORMAL only between a `prepare` and the next.
struct LogDurability {
  private var isFull = true
  /// Whether there is something in the log that no commit has waited for.
  private var isBehind = false

  /// Before a transaction, or other work.
  mutating func prepare(_ database: Database, isDurable: Bool) throws {
    if isFull != isDurable {
      try Self.check(
        sqlite3_exec(
          database.sqliteConnection,
          isDurable ? "PRAGMA synchronous = FULL" : "PRAGMA synchronous = NORMAL", nil, nil, nil),
        database)
      isFull = isDurable
    }
  }

  /// Ends the transaction.
  /// - Parameter commit: does nothing where it was rolled back.
  mutating func end(
    _ database: Database, isDurable: Bool, _ commit: () throws -> Void
  ) throws {
    let before = Self.pagesWritten(database)
    try commit()
    let hasWritten = Self.pagesWritten(database) != before
    if !isDurable {
      isBehind = isBehind || hasWritten
    } else if isBehind {
      // Who wrote nothing waited for nothing, and may have read what the disk does not have.
      if !hasWritten { try Self.synchronize(database) }
      isBehind = false
    }
  }

  /// By this connection since it was opened.
  private static func pagesWritten(_ database: Database) -> Int32 {
    var (now, most): (Int32, Int32) = (0, 0)
    sqlite3_db_status(
      database.sqliteConnection, SQLITE_DBSTATUS_CACHE_WRITE, &now, &most, 0)
    return now
  }

  private static func synchronize(_ database: Database) throws {
    var file: UnsafeMutablePointer<sqlite3_file>?
    try check(
      sqlite3_file_control(
        database.sqliteConnection, "main", SQLITE_FCNTL_JOURNAL_POINTER, &file), database)
    guard let file, let methods = file.pointee.pMethods, let sync = methods.pointee.xSync else {
      throw DatabaseError(resultCode: .SQLITE_IOERR, message: "the log is not open")
    }
    let status = sync(file, SQLITE_SYNC_FULL)
    guard status == SQLITE_OK else {
      throw DatabaseError(resultCode: ResultCode(rawValue: status), message: "the log's fsync")
    }
  }

  private static func check(_ status: Int32, _ database: Database) throws {
    guard status != SQLITE_OK else { return }
    let message = sqlite3_errmsg(database.sqliteConnection).map { String(cString: $0) }
    throw DatabaseError(resultCode: ResultCode(rawValue: status), message: message)
  }
}
