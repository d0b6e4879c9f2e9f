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
    var (made, newer): ([String], [String]) = ([], [])
    try database.inTransaction(.immediate) {
      let applied = try steps(database, path: path, isBackup: isBackup)
      newer = StoreVersion.unknown(in: applied)
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
        if migration >= .leastReader {
          try database.execute(
            sql: "UPDATE migration SET least_reader = ? WHERE id = ?",
            arguments: [migration.leastReader.rawValue, migration.rawValue])
        }
        made.append(migration.rawValue)
      }
      return .commit
    }
    for step in made { log?("the store was brought to \(step)") }
    if !newer.isEmpty { log?(StoreVersion.line(newer)) }
  }

  /// Refuses what is not ours, or of a newer version, and writes nothing.
  /// - Returns: the migrations that the file went through.
  /// - Parameter isBackup: whether a backup is meant.
  /// - Throws: `foreignFile`, `newerVersion`, `backup`, `retired`, `halfMigrated`.
  static func check(
    _ database: Database, path: String, isBackup: Bool = false
  ) throws -> [String] {
    try known(version(database, path: path, isBackup: isBackup), database, path: path)
  }

  /// The migrations that the file went through, also those of a newer version with which this one can work.
  /// - Throws: what `check` throws.
  static func steps(
    _ database: Database, path: String, isBackup: Bool = false
  ) throws -> [String] {
    let version = try version(database, path: path, isBackup: isBackup)
    guard case .newer(let unknown) = version else {
      return try known(version, database, path: path)
    }
    try checkTables(database, path: path)
    return StoreMigration.allCases.map(\.rawValue) + unknown
  }

  /// What the file's list of migrations says.
  /// - Throws: `foreignFile`, `backup`, `retired`.
  private static func version(
    _ database: Database, path: String, isBackup: Bool
  ) throws -> StoreVersion {
    let id = try Int32.fetchOne(database, sql: "PRAGMA application_id") ?? 0
    guard id == applicationID else {
      let tables = try Int.fetchOne(database, sql: "SELECT count(*) FROM sqlite_schema") ?? 0
      guard id == 0 && tables == 0 else { throw SQLiteStoreFailure.foreignFile(path: path) }
      return .known([])
    }
    let mark = try Int32.fetchOne(database, sql: "PRAGMA user_version")
    if mark == retiredMark { throw SQLiteStoreFailure.retired(path: path) }
    if !isBackup, mark == backupMark { throw SQLiteStoreFailure.backup(path: path) }
    // The second column came with `leastReader`.
    let rows = try Row.fetchAll(database, sql: "SELECT * FROM migration ORDER BY place")
    return StoreVersion(rows.map { ($0["id"], $0["least_reader"]) })
  }

  private static func known(
    _ version: StoreVersion, _ database: Database, path: String
  ) throws -> [String] {
    switch version {
    case .known(let applied):
      if applied.count == StoreMigration.allCases.count { try checkTables(database, path: path) }
      return applied
    case .newer(let unknown), .tooNew(let unknown):
      throw SQLiteStoreFailure.newerVersion(path: path, unknown: unknown)
    case .broken(let missing):
      throw SQLiteStoreFailure.halfMigrated(path: path, missing: missing)
    }
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
      case .leastReader:
        try database.execute(sql: "ALTER TABLE migration ADD COLUMN least_reader TEXT")
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
