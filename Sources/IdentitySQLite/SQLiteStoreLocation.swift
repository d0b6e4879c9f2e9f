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

  /// - Throws: `SQLiteStoreFailure` where this user may not look.
  package func exists() throws -> Bool {
    var facts = stat()
    if stat(path, &facts) == 0 { return true }
    guard errno == EACCES else { return false }
    throw SQLiteStoreFailure.noAccess(path: path)
  }

  package func requireClosed() throws {
    guard StoreHolder.holdsLog(of: StoreAccess.resolved(path)) else { return }
    throw SQLiteStoreFailure.inUse(path: path)
  }

  package func open() throws -> any OperableStore {
    var settings = SQLiteStoreSettings(path: path)
    settings.log = log
    return try SQLiteStore(settings)
  }

  package func migrations() throws -> [String] {
    guard try exists() else { return [] }
    return try Self.translating(path) {
      let reader = try Self.onlooker(at: path)
      let found = try reader.read { try Schema.steps($0, path: path) }
      try reader.close()
      return found
    }
  }

  package func marks() throws -> StoreMarks? {
    try Self.translating(path) { () throws -> StoreMarks? in
      guard try exists() else {
        try StoreAccess.requireRoom(for: path)
        return nil
      }
      // The log lies in the folder.
      let folder = URL(fileURLWithPath: path).deletingLastPathComponent().path
      guard access(path, W_OK) == 0, access(folder, W_OK | X_OK) == 0 else {
        throw SQLiteStoreFailure.readOnly(path: path)
      }
      let reader = try Self.onlooker(at: path)
      let found = try reader.read { (database) throws -> StoreMarks? in
        let steps = try Schema.steps(database, path: path)
        guard steps.count >= StoreMigration.allCases.count else { return nil }
        return try SQLiteTransaction(database, "marks", isReading: true).run {
          try $0.storeMarks()
        }
      }
      try reader.close()
      return found
    }
  }

  /// Needs a folder that can be written. The log grows by the writes that come meanwhile.
  package func backUp(to file: String, unique: String) throws -> StoreBackup {
    try Self.translating(path) {
      guard try exists() else {
        throw SQLiteStoreFailure.cannotOpen(path: path, reason: "the file does not exist")
      }
      let part = "\(file).part-\(unique)"
      try Self.exclusive(part, for: file)
      defer { for end in ["", "-journal", "-wal", "-shm"] { unlink(part + end) } }
      let store = try Self.reader(of: path)
      let versions = try store.read { try Schema.check($0, path: path) }
      // Its own read transaction sees one committed state, and no free pages come along.
      try Self.fill(part, for: file, from: store)
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
    guard try !exists() else { throw SQLiteStoreFailure.taken(path: path) }
    for name in [path + "-wal", path + "-shm"]
    where FileManager.default.fileExists(atPath: name) {
      throw StoreHolder.holdsLog(of: path)
        ? SQLiteStoreFailure.movedWhileOpen(path: path)
        : SQLiteStoreFailure.leftOver(path: name)
    }
    let part = "\(path).part-\(unique)"
    do {
      try Self.translating(file) {
        _ = try Self.check(file, was: nil)
        try Self.exclusive(part, for: path)
        let from = try Self.reader(of: file)
        try Self.fill(part, for: path, from: from)
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

  /// A connection that leaves nothing behind. SQLite makes a log even for who only reads, unless it is told that nobody
  /// writes: nobody does where there is no log.
  private static func onlooker(at path: String) throws -> DatabaseQueue {
    let isOpen = ["-wal", "-journal"].contains { FileManager.default.fileExists(atPath: path + $0) }
    let still = URL(fileURLWithPath: path).absoluteString + "?immutable=1"
    // Where this build of SQLite knows no such addresses, that is a file which is not there.
    if !isOpen, let found = try? reader(of: path, at: still) { return found }
    return try reader(of: path)
  }

  /// - Parameter address: of the same file, as SQLite is to open it.
  private static func reader(of path: String, at address: String? = nil) throws -> DatabaseQueue {
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
    return try DatabaseQueue(path: address ?? path, configuration: configuration)
  }

  /// - Parameter versions: of the store that it is a copy of, where that is known.
  private static func check(_ path: String, was versions: [String]?) throws -> StoreBackup {
    guard try SQLiteStoreLocation(path: path).exists() else {
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
  /// - Parameter target: what it is to become; nobody knows it by another name.
  private static func exclusive(_ path: String, for target: String) throws {
    try StoreAccess.checkFolder(of: path)
    let file = Foundation.open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard file >= 0 else { throw unwritable(target) }
    close(file)
  }

  private static func fill(_ part: String, for target: String, from store: DatabaseQueue) throws {
    do {
      try store.inDatabase { try $0.execute(sql: "VACUUM INTO ?", arguments: [part]) }
    } catch let error as DatabaseError where error.resultCode == .SQLITE_FULL {
      // It is not the store that has no room.
      throw SQLiteStoreFailure.cannotBackUp(path: target, reason: "no space is left on its disk")
    }
  }

  /// The file and then its name reach the disk; a name that is taken stays what it is.
  fileprivate static func publish(_ part: String, at target: String) throws {
    try sync(part, O_RDWR, for: target)
    guard link(part, target) == 0 else { throw unwritable(target) }
    let folder = URL(fileURLWithPath: target).deletingLastPathComponent().path
    try sync(folder, O_RDONLY | O_DIRECTORY, for: target)
  }

  private static func sync(_ path: String, _ flags: Int32, for target: String) throws {
    let file = Foundation.open(path, flags | O_CLOEXEC)
    guard file >= 0 else { throw unwritable(target) }
    defer { close(file) }
    guard fsync(file) == 0 else { throw unwritable(target) }
  }

  private static func unwritable(_ path: String) -> SQLiteStoreFailure {
    let number = errno
    let reason =
      switch number {
      case EEXIST: "there is a file already, and none is ever replaced; name another"
      case ENOENT: "there is no such folder; make it, or name another"
      case ENOTDIR: "what stands before its name is no folder; name another"
      default: String(cString: strerror(number))
      }
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
