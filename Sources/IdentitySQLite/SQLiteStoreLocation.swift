import Foundation
import GRDB
package import IdentityDomain

/// Where a store lies in a file. A backup is one file of mode 0600 that carries a mark: no server opens
/// it by mistake.
package struct SQLiteStoreLocation: StoreLocation {
  package let path: String
  let log: (@Sendable (_ line: String) -> Void)?

  /// - Parameter log: hears what an operator should know of the opening, a line each.
  package init(path: String, log: (@Sendable (_ line: String) -> Void)? = nil) {
    self.path = path
    self.log = log
  }

  package var description: String { path }

  package func exists() -> Bool { FileManager.default.fileExists(atPath: path) }

  package func open() throws -> any OperableStore {
    var settings = SQLiteStoreSettings(path: path)
    settings.log = log
    return try SQLiteStore(settings)
  }

  package func migrations() throws -> [String] {
    guard exists() else { return [] }
    return try Self.translating(path) {
      let reader = try Self.reader(of: path)
      let found = try reader.read { try Schema.steps($0, path: path) }
      try reader.close()
      return found
    }
  }

  /// Needs a folder that can be written. The log grows by the writes that come meanwhile.
  package func backUp(to file: String, unique: String) throws -> StoreBackup {
    try Self.translating(path) {
      guard exists() else {
        throw SQLiteStoreFailure.cannotOpen(path: path, reason: "the file does not exist")
      }
      let part = "\(file).part-\(unique)"
      try Self.exclusive(part)
      defer { for end in ["", "-journal", "-wal", "-shm"] { unlink(part + end) } }
      let store = try Self.reader(of: path)
      let versions = try store.read { try Schema.check($0, path: path) }
      // Its own read transaction sees one committed state, and no free pages come along.
      try store.inDatabase { try $0.execute(sql: "VACUUM INTO ?", arguments: [part]) }
      try store.close()
      let copy = try DatabaseQueue(path: part)
      try copy.inDatabase { database in
        try database.execute(sql: "PRAGMA user_version = \(Schema.backupMark)")
      }
      try copy.close()
      let made = try Self.check(part, was: versions)
      try Self.publish(part, at: file)
      return made
    }
  }

  package func bringBack(_ file: String, unique: String) throws -> any UnsettledStore {
    for name in [path + "-wal", path + "-shm"]
    where FileManager.default.fileExists(atPath: name) {
      throw SQLiteStoreFailure.cannotBackUp(
        path: path, reason: "\(name) belongs to a store that is gone; move it away")
    }
    let part = "\(path).part-\(unique)"
    do {
      try Self.translating(file) {
        _ = try Self.check(file, was: nil)
        try Self.exclusive(part)
        let from = try Self.reader(of: file)
        try from.inDatabase { try $0.execute(sql: "VACUUM INTO ?", arguments: [part]) }
        try from.close()
      }
      var settings = SQLiteStoreSettings(path: part)
      settings.isRestoring = true
      return UnsettledFile(file: try SQLiteStore(settings), target: path)
    } catch {
      UnsettledFile.remove(part)
      throw error
    }
  }

  /// What a backup is, after reading all of it.
  /// - Throws: `SQLiteStoreFailure`
  package static func inspect(_ backup: String) throws -> StoreBackup {
    try translating(backup) { try check(backup, was: nil) }
  }

  /// A store under another name, with the mark of a backup until it is published.
  private struct UnsettledFile: UnsettledStore {
    let file: SQLiteStore
    let target: String

    var store: any OperableStore { file }

    func publish() async throws {
      // Until here it is a backup still, whatever ends this process.
      try await file.removeBackupMark()
      _ = try await file.eraseRemoved()
      try file.close()
      try SQLiteStoreLocation.publish(file.settings.path, at: target)
    }

    func discard() {
      try? file.close()
      Self.remove(file.settings.path)
    }

    static func remove(_ part: String) { for end in ["", "-wal", "-shm"] { unlink(part + end) } }
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
  private static func check(_ path: String, was versions: [String]?) throws -> StoreBackup {
    guard FileManager.default.fileExists(atPath: path) else {
      throw SQLiteStoreFailure.cannotOpen(path: path, reason: "the file does not exist")
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
    return StoreBackup(
      size: (attributes[.size] as? NSNumber)?.intValue ?? 0, version: found.last ?? "")
  }

  /// An empty file for its owner only; SQLite fills it.
  private static func exclusive(_ path: String) throws {
    try StoreAccess.checkFolder(of: path)
    let file = Foundation.open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard file >= 0 else { throw unwritable(path) }
    close(file)
  }

  /// The file and then its name reach the disk; a name that is taken stays what it is.
  fileprivate static func publish(_ part: String, at target: String) throws {
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

  static func translating<Value>(
    _ path: String, _ work: () throws -> Value
  ) throws -> Value {
    do {
      return try work()
    } catch {
      throw SQLiteStoreFailure.of(error, path: path)
    }
  }
}
