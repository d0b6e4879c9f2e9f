import GRDB

extension SQLiteStore {
  /// The settings that are in force on the connection that writes, as SQLite reads them back.
  package struct WriterSettings: Hashable, Sendable {
    /// 2 is FULL.
    package let synchronous: Int
    package let journalMode: String
    package let secureDelete: Int
    package let foreignKeys: Int
    /// Milliseconds.
    package let busyTimeout: Int
  }

  package func writerSettings() async throws -> WriterSettings {
    try await care { database in
      func number(_ name: String) throws -> Int {
        try Int.fetchOne(database, sql: "PRAGMA \(name)") ?? -1
      }
      return WriterSettings(
        synchronous: try number("synchronous"),
        journalMode: try String.fetchOne(database, sql: "PRAGMA journal_mode") ?? "",
        secureDelete: try number("secure_delete"), foreignKeys: try number("foreign_keys"),
        busyTimeout: try number("busy_timeout"))
    }
  }

  /// Moves the log into the file and empties it: until then the log may hold what was deleted.
  package func eraseRemoved() async throws -> Bool {
    try await care { database in
      try Row.fetchOne(database, sql: "PRAGMA wal_checkpoint(TRUNCATE)")?[0] == 0
    }
  }

  package func damage() async throws -> [String] {
    try await care { database in
      try String.fetchAll(database, sql: "PRAGMA integrity_check").filter { $0 != "ok" }
    }
  }

  /// After a backup was made safe to use.
  func removeBackupMark() async throws {
    try await care { try $0.execute(sql: "PRAGMA user_version = 0") }
  }

  private func care<Value: Sendable>(
    _ work: @Sendable (Database) throws -> Value
  ) async throws -> Value {
    do {
      return try await writer.outside(work)
    } catch {
      throw SQLiteStoreFailure.of(error, path: settings.path)
    }
  }
}
