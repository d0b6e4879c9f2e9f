import GRDB
import IdentityDomain

/// The tables, and how a file comes to have them.
///
/// A row has a column for each thing it is looked up by, and the value itself as JSON in `record`.
/// Times are milliseconds. There are no foreign keys: the ports promise that each table can be
/// written alone (a sign-in outlives its account in the ledger, a push token may come before its
/// session), and the operations of the domain remove what goes together.
///
/// SQL of a migration is history and is never edited; a change is a new migration.
enum Schema {
  /// Marks the file as ours (`PRAGMA application_id`): "Prtc".
  static let applicationID: Int32 = 0x5072_7463

  /// Marks a file as a backup (`PRAGMA user_version`): "Back".
  static let backupMark: Int32 = 0x4261_636B

  /// Brings the file up to date in one transaction, whoever else opens it at the same time.
  /// - Throws: what `check` throws.
  static func bringUpToDate(
    _ database: Database, path: String, isBackup: Bool = false
  ) throws {
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
        try database.execute(sql: sql(of: migration))
        try database.execute(
          sql: "INSERT INTO migration (id) VALUES (?)", arguments: [migration.rawValue])
      }
      return .commit
    }
  }

  /// Refuses what is not ours, or of a newer version, and writes nothing.
  /// - Returns: the migrations that the file went through.
  /// - Parameter isBackup: whether a backup is meant.
  /// - Throws: `foreignFile`, `newerVersion`, `backup`.
  static func check(
    _ database: Database, path: String, isBackup: Bool = false
  ) throws -> [String] {
    let id = try Int32.fetchOne(database, sql: "PRAGMA application_id") ?? 0
    guard id == applicationID else {
      let tables = try Int.fetchOne(database, sql: "SELECT count(*) FROM sqlite_schema") ?? 0
      guard id == 0 && tables == 0 else { throw SQLiteStoreFailure.foreignFile(path: path) }
      return []
    }
    if !isBackup, try Int32.fetchOne(database, sql: "PRAGMA user_version") == backupMark {
      throw SQLiteStoreFailure.backup(path: path)
    }
    let applied = try String.fetchAll(database, sql: "SELECT id FROM migration ORDER BY place")
    let known = StoreMigration.allCases.map(\.rawValue)
    let unknown = applied.filter { !known.contains($0) }
    guard unknown.isEmpty else {
      throw SQLiteStoreFailure.newerVersion(path: path, unknown: unknown)
    }
    return applied
  }

  private static func sql(of migration: StoreMigration) -> String {
    switch migration {
    case .identity: identity
    case .serverKeys: serverKeys
    case .experiments: experiments
    case .markets: markets
    case .outbox: outbox
    case .administration: administration
    case .decision: decision
    }
  }
}
