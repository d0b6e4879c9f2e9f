import GRDB
import IdentityDomain

/// How a file comes to have the tables of `StoreSchema`.
///
/// Until `StoreMigration.relational` a row was a piece of JSON, with columns for what it was looked up
/// by. SQL of a migration is history and is never edited; a change is a new migration.
enum Schema {
  /// Marks the file as ours (`PRAGMA application_id`): "Prtc".
  static let applicationID: Int32 = 0x5072_7463

  /// Marks a file as a backup (`PRAGMA user_version`): "Back".
  static let backupMark: Int32 = 0x4261_636B

  /// Marks a file whose rows were copied to another store: "Gone".
  static let retiredMark: Int32 = 0x476F_6E65

  /// Brings the file up to date in one transaction, whoever else opens it at the same time.
  /// - Parameter log: hears each step that was made.
  /// - Throws: what `check` throws.
  static func bringUpToDate(
    _ database: Database, path: String, isBackup: Bool = false,
    log: ((_ line: String) -> Void)? = nil
  ) throws {
    var made: [String] = []
    try database.inTransaction(.immediate) {
      let applied = try check(database, path: path, isBackup: isBackup)
      for migration in StoreMigration.allCases where !applied.contains(migration.rawValue) {
        if applied.isEmpty && migration == StoreMigration.allCases.first {
          try database.execute(
            sql: """
              PRAGMA application_id = \(applicationID);
              CREATE TABLE migration (place INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE);
              """)
        }
        try apply(migration, to: database, path: path)
        try database.execute(
          sql: "INSERT INTO migration (id) VALUES (?)", arguments: [migration.rawValue])
        made.append(migration.rawValue)
      }
      return .commit
    }
    for step in made { log?("the store was brought to \(step)") }
  }

  /// Refuses what is not ours, or of a newer version, and writes nothing.
  /// - Returns: the migrations that the file went through.
  /// - Parameter isBackup: whether a backup is meant.
  /// - Throws: `foreignFile`, `newerVersion`, `backup`, `retired`, `halfMigrated`.
  static func check(
    _ database: Database, path: String, isBackup: Bool = false
  ) throws -> [String] {
    let id = try Int32.fetchOne(database, sql: "PRAGMA application_id") ?? 0
    guard id == applicationID else {
      let tables = try Int.fetchOne(database, sql: "SELECT count(*) FROM sqlite_schema") ?? 0
      guard id == 0 && tables == 0 else { throw SQLiteStoreFailure.foreignFile(path: path) }
      return []
    }
    let mark = try Int32.fetchOne(database, sql: "PRAGMA user_version")
    if mark == retiredMark { throw SQLiteStoreFailure.retired(path: path) }
    if !isBackup, mark == backupMark { throw SQLiteStoreFailure.backup(path: path) }
    let applied = try String.fetchAll(database, sql: "SELECT id FROM migration ORDER BY place")
    let known = StoreMigration.allCases.map(\.rawValue)
    let unknown = applied.filter { !known.contains($0) }
    guard unknown.isEmpty else {
      throw SQLiteStoreFailure.newerVersion(path: path, unknown: unknown)
    }
    guard applied == Array(known.prefix(applied.count)) else {
      throw SQLiteStoreFailure.halfMigrated(
        path: path, missing: known.filter { !applied.contains($0) }.first ?? "")
    }
    if applied == known { try checkTables(database, path: path) }
    return applied
  }

  /// Each step is part of one transaction, so no store of ours lacks a table that its list of migrations
  /// tells of.
  private static func checkTables(_ database: Database, path: String) throws {
    let found = Set(
      try String.fetchAll(database, sql: "SELECT name FROM sqlite_schema WHERE type = 'table'"))
    for table in StoreSchema.tables where !found.contains(table.name) {
      throw SQLiteStoreFailure.halfMigrated(path: path, missing: table.name)
    }
  }

  /// Makes the tables and columns that came with a step. What is there is not touched, so a server of the
  /// previous version could go on reading it.
  private static func expand(_ database: Database, to migration: StoreMigration) throws {
    for table in StoreSchema.tables {
      if table.since == migration {
        try database.execute(sql: table.creation + table.indexCreation)
      }
      for column in table.added(by: migration) {
        try database.execute(sql: "ALTER TABLE \(table.name) ADD COLUMN \(column.definition)")
      }
      for index in table.addedIndexes(by: migration) {
        try database.execute(sql: index.creation(in: table.name))
      }
    }
  }

  private static func apply(
    _ migration: StoreMigration, to database: Database, path: String
  ) throws {
    do {
      switch migration {
      case .identity: try database.execute(sql: identity)
      case .serverKeys: try database.execute(sql: serverKeys)
      case .experiments: try database.execute(sql: experiments)
      case .markets: try database.execute(sql: markets)
      case .outbox: try database.execute(sql: outbox)
      case .administration: try database.execute(sql: administration)
      case .decision: try database.execute(sql: decision)
      case .relational: try migrateToColumns(database)
      case .federation, .factors, .passkeys, .operation, .accountCentre, .identifiers,
        .messageOrigin:
        try expand(database, to: migration)
      }
    } catch let error as DatabaseError
      where [.SQLITE_ERROR, .SQLITE_CONSTRAINT, .SQLITE_MISMATCH].contains(
        error.resultCode.primaryResultCode)
    {
      throw SQLiteStoreFailure.cannotMigrate(
        path: path, migration: migration.rawValue, reason: error.message ?? "")
    }
  }
}
