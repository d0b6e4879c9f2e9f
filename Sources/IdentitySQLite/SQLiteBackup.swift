import Foundation
import GRDB
package import IdentityDomain

/// A copy of a store that others write to meanwhile, and a store from such a copy.
///
/// A backup is one file of mode 0600 that carries a mark: no server opens it by mistake.
package struct SQLiteBackup: Hashable, Sendable {
  /// Bytes of the file.
  package let size: Int
  /// The newest change of the tables that it went through.
  package let version: String

  /// Copies a store as of one moment: with everything that was acknowledged before the call, and
  /// nothing by halves. Needs a folder that can be written, and no server. Writes go on meanwhile,
  /// and the log grows by them.
  ///
  /// The copy lies at `target` whole, checked, and on the disk, or not at all.
  ///
  /// - Parameter unique: goes into the name of the unfinished file.
  /// - Throws: `SQLiteStoreFailure`. A file that lies at `target` is never replaced.
  package static func make(
    of source: String, at target: String, unique: String
  ) throws -> SQLiteBackup {
    try translating(source) {
      guard FileManager.default.fileExists(atPath: source) else {
        throw SQLiteStoreFailure.cannotOpen(path: source, reason: "there is no such file")
      }
      return try publishing(at: target, unique: unique) { part in
        let store = try reader(of: source)
        let versions = try store.read { try Schema.check($0, path: source) }
        // Its own read transaction sees one committed state, and no free pages come along.
        try store.inDatabase { try $0.execute(sql: "VACUUM INTO ?", arguments: [part]) }
        try store.close()
        let copy = try DatabaseQueue(path: part)
        try copy.inDatabase { database in
          try database.execute(sql: "PRAGMA user_version = \(Schema.backupMark)")
        }
        try copy.close()
        return try check(part, was: versions)
      }
    }
  }

  /// Makes a store of a backup, in which the old sessions have ended and nothing old is sent.
  ///
  /// - Throws: `SQLiteStoreFailure`. A store that lies at `target` is never replaced.
  package static func restore(
    _ backup: String, to target: String, unique: String, at now: Timestamp
  ) async throws -> RestoredStore {
    for name in [target + "-wal", target + "-shm"]
    where FileManager.default.fileExists(atPath: name) {
      throw SQLiteStoreFailure.cannotBackUp(
        path: target, reason: "\(name) belongs to a store that is gone; move it away")
    }
    let part = "\(target).part-\(unique)"
    defer { for end in ["", "-wal", "-shm"] { unlink(part + end) } }
    try translating(backup) {
      _ = try check(backup, was: nil)
      try exclusive(part)
      let from = try reader(of: backup)
      try from.inDatabase { try $0.execute(sql: "VACUUM INTO ?", arguments: [part]) }
      try from.close()
    }
    var settings = SQLiteStoreSettings(path: part)
    settings.isRestoring = true
    let store = try SQLiteStore(settings)
    let restored = try await store.transaction("restore") { try $0.settleRestored(at: now) }
    // Until here it is a backup still, whatever ends this process.
    try await store.removeBackupMark()
    _ = try await store.emptyLog()
    try store.close()
    try publish(part, at: target)
    return restored
  }

  /// What a backup is, after reading all of it.
  /// - Throws: `SQLiteStoreFailure`
  package static func inspect(_ backup: String) throws -> SQLiteBackup {
    try translating(backup) { try check(backup, was: nil) }
  }

  private static func reader(of path: String) throws -> DatabaseQueue {
    try StoreAccess.check(path)
    var configuration = Configuration()
    configuration.readonly = true
    configuration.label = "IdentitySQLite backup"
    configuration.busyMode = .timeout(60)
    configuration.prepareDatabase { database in
      try database.execute(
        sql: """
          PRAGMA trusted_schema = OFF;
          PRAGMA cell_size_check = ON;
          PRAGMA temp_store = MEMORY;
          """)
    }
    return try DatabaseQueue(path: path, configuration: configuration)
  }

  /// - Parameter versions: of the store that it is a copy of, where that is known.
  private static func check(_ path: String, was versions: [String]?) throws -> SQLiteBackup {
    guard FileManager.default.fileExists(atPath: path) else {
      throw SQLiteStoreFailure.cannotOpen(path: path, reason: "there is no such file")
    }
    let copy = try reader(of: path)
    let found = try copy.read { database in
      let found = try Schema.check(database, path: path, isBackup: true)
      let mark = try Int32.fetchOne(database, sql: "PRAGMA user_version")
      guard mark == Schema.backupMark, !found.isEmpty else {
        throw SQLiteStoreFailure.notABackup(path: path)
      }
      let damage = try String.fetchAll(database, sql: "PRAGMA integrity_check")
      guard damage == ["ok"], versions == nil || found == versions else {
        throw SQLiteStoreFailure.corrupt(path: path, reason: damage.first ?? "other tables")
      }
      return found
    }
    try copy.close()
    let attributes = try FileManager.default.attributesOfItem(atPath: path)
    return SQLiteBackup(
      size: (attributes[.size] as? NSNumber)?.intValue ?? 0, version: found.last ?? "")
  }

  private static func publishing(
    at target: String, unique: String, _ work: (String) throws -> SQLiteBackup
  ) throws -> SQLiteBackup {
    let part = "\(target).part-\(unique)"
    try exclusive(part)
    defer { for end in ["", "-journal", "-wal", "-shm"] { unlink(part + end) } }
    let made = try work(part)
    try publish(part, at: target)
    return made
  }

  /// An empty file for its owner only; SQLite fills it.
  private static func exclusive(_ path: String) throws {
    try StoreAccess.checkFolder(of: path)
    let file = Foundation.open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard file >= 0 else { throw unwritable(path) }
    close(file)
  }

  /// The file and then its name reach the disk; a name that is taken stays what it is.
  private static func publish(_ part: String, at target: String) throws {
    try sync(part, O_RDWR)
    guard link(part, target) == 0 else { throw unwritable(target) }
    let folder = URL(fileURLWithPath: target).deletingLastPathComponent().path
    try sync(folder, O_RDONLY | O_DIRECTORY)
  }

  private static func sync(_ path: String, _ flags: Int32) throws {
    let file = Foundation.open(path, flags | O_CLOEXEC)
    guard file >= 0 else { throw unwritable(path) }
    defer { close(file) }
    guard fsync(file) == 0 else { throw unwritable(path) }
  }

  private static func unwritable(_ path: String) -> SQLiteStoreFailure {
    let number = errno
    let reason =
      number == EEXIST
      ? "there is a file already, and none is ever replaced; name another"
      : String(cString: strerror(number))
    return .cannotBackUp(path: path, reason: reason)
  }

  private static func translating<Value>(
    _ path: String, _ work: () throws -> Value
  ) throws -> Value {
    do {
      return try work()
    } catch {
      throw SQLiteStoreFailure.of(error, path: path)
    }
  }
}
