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

  /// Brings the file up to date in one transaction, whoever else opens it at the same time.
  /// - Throws: `newerVersion` for a migration that this program does not know, `foreignFile`.
  static func bringUpToDate(_ database: Database, path: String) throws {
    try database.inTransaction(.immediate) {
      try check(database, path: path)
      try database.execute(
        sql: """
          CREATE TABLE IF NOT EXISTS migration (
            place INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE) STRICT
          """)
      let applied = try String.fetchAll(database, sql: "SELECT id FROM migration ORDER BY place")
      let known = StoreMigration.allCases.map(\.rawValue)
      let unknown = applied.filter { !known.contains($0) }
      guard unknown.isEmpty else {
        throw SQLiteStoreFailure.newerVersion(path: path, unknown: unknown)
      }
      for migration in StoreMigration.allCases where !applied.contains(migration.rawValue) {
        try database.execute(sql: sql(of: migration))
        try database.execute(
          sql: "INSERT INTO migration (id) VALUES (?)", arguments: [migration.rawValue])
      }
      try database.execute(sql: "PRAGMA application_id = \(applicationID)")
      return .commit
    }
  }

  /// Refuses a database of something else, and writes nothing.
  static func check(_ database: Database, path: String) throws {
    let id = try Int32.fetchOne(database, sql: "PRAGMA application_id") ?? 0
    let tables = try Int.fetchOne(database, sql: "SELECT count(*) FROM sqlite_schema") ?? 0
    guard id == applicationID || (id == 0 && tables == 0) else {
      throw SQLiteStoreFailure.foreignFile(path: path)
    }
  }

  private static func sql(of migration: StoreMigration) -> String {
    switch migration {
    case .identity: identity
    }
  }
}
