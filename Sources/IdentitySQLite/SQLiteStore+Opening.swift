import Foundation
import GRDB

extension SQLiteStore {
  /// A second process that opens the file at the same moment makes SQLite give up at once where it
  /// changes the journal mode, without waiting.
  private static let openingTries = 200

  static func open(_ settings: SQLiteStoreSettings) throws -> DatabasePool {
    try StoreAccess.check(settings.path)
    try makeFile(settings.path)
    for _ in 1..<openingTries {
      do {
        return try openOnce(settings)
      } catch let error as DatabaseError where error.resultCode == .SQLITE_BUSY {}
    }
    return try openOnce(settings)
  }

  private static func openOnce(_ settings: SQLiteStoreSettings) throws -> DatabasePool {
    // The pool turns any database into WAL mode; so one of something else is refused before.
    var looking = configuration(settings)
    looking.readonly = true
    let look = try DatabaseQueue(path: settings.path, configuration: looking)
    _ = try look.read { try Schema.steps($0, path: settings.path, isBackup: settings.isRestoring) }
    try look.close()

    let pool = try DatabasePool(path: settings.path, configuration: configuration(settings))
    try pool.writeWithoutTransaction { database in
      try prepareWriter(database, settings)
      try Schema.bringUpToDate(
        database, path: settings.path, isBackup: settings.isRestoring, log: settings.log)
    }
    return pool
  }

  /// For reads that wait for nothing. They find the file ready: the pool was opened before.
  static func readConnections(_ settings: SQLiteStoreSettings) -> ReadConnections {
    var configuration = configuration(settings)
    configuration.readonly = true
    configuration.busyMode = .immediateError
    return ReadConnections(most: max(1, settings.readers)) { [configuration] in
      try DatabaseQueue(path: settings.path, configuration: configuration)
    }
  }

  private static func configuration(_ settings: SQLiteStoreSettings) -> Configuration {
    var configuration = Configuration()
    configuration.label = "IdentitySQLite"
    configuration.maximumReaderCount = max(1, settings.readers)
    let wait = settings.busyTimeout.components
    configuration.busyMode = .timeout(
      Double(wait.seconds) + Double(wait.attoseconds) / 1e18)
    // The writer's transactions stay open from one body of a group to the next.
    configuration.allowsUnsafeTransactions = true
    configuration.prepareDatabase { database in
      if let trace = settings.trace {
        database.trace { event in
          if case .statement(let statement) = event { trace(statement.sql) }
        }
      }
      // No trust in a file that somebody else may have written; nothing in temporary files; what
      // is deleted is overwritten.
      try database.execute(
        sql: """
          PRAGMA trusted_schema = OFF;
          PRAGMA cell_size_check = ON;
          PRAGMA temp_store = MEMORY;
          PRAGMA secure_delete = ON;
          """)
    }
    return configuration
  }

  /// The pool sets `synchronous` to NORMAL after it prepared the writer, hence after that, and read
  /// back: a store that would lose acknowledged writes does not open.
  private static func prepareWriter(
    _ database: Database, _ settings: SQLiteStoreSettings
  ) throws {
    try database.execute(
      sql: """
        PRAGMA synchronous = FULL;
        PRAGMA fullfsync = ON;
        PRAGMA checkpoint_fullfsync = ON;
        PRAGMA journal_size_limit = \(64 << 20);
        """)
    if let bytes = settings.maximumBytes {
      let page = try Int.fetchOne(database, sql: "PRAGMA page_size") ?? 4096
      _ = try Int.fetchOne(database, sql: "PRAGMA max_page_count = \(max(1, bytes / page))")
    }
    guard try Int.fetchOne(database, sql: "PRAGMA synchronous") == 2 else {
      throw SQLiteStoreFailure.cannotOpen(
        path: settings.path, reason: "synchronous=FULL is not in force")
    }
  }

  /// Makes the file for its owner only; SQLite gives the two beside it the same access. An existing
  /// file is left alone.
  private static func makeFile(_ path: String) throws {
    let file = Foundation.open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    if file >= 0 {
      Foundation.close(file)
      return
    }
    let number = errno
    let reason = String(cString: strerror(number))
    throw switch number {
    case EACCES where access(path, F_OK) == 0, EPERM, EROFS:
      SQLiteStoreFailure.readOnly(path: path)
    case ENOSPC, EDQUOT: SQLiteStoreFailure.full(path: path)
    default: SQLiteStoreFailure.cannotOpen(path: path, reason: reason)
    }
  }
}
