import Foundation
import GRDB
import IdentityDomain

/// What is wrong with the file, and what to do. The texts name paths and tables, never what is
/// stored.
package enum SQLiteStoreFailure: Error, Hashable, Sendable, CustomStringConvertible {
  /// A later version of the server wrote to it.
  case newerVersion(path: String, unknown: [String])
  /// It lacks what the list of its migrations tells of.
  case halfMigrated(path: String, missing: String)
  /// What lies in it cannot be brought up to date; it is as it was.
  case cannotMigrate(path: String, migration: String, reason: String)
  /// A database of something else.
  case foreignFile(path: String)
  /// A backup: it must not be used before `restore` made it safe.
  case backup(path: String)
  case notABackup(path: String)
  /// Its rows went to another store.
  case retired(path: String)
  /// Another process has it open.
  case inUse(path: String)
  /// A store or another file lies where one is to be made, and a server may have it open.
  case taken(path: String)
  /// Its file is not there any more, though another process has it open.
  case movedWhileOpen(path: String)
  /// Another file, or none, lies where the file was that this process has open.
  case lostFile(path: String)
  /// A log whose store is not there, and that nobody has open.
  case leftOver(path: String)
  /// What another engine does.
  case notHere(String)
  /// Other users may change the file, or one that belongs to it.
  /// - Parameter mode: the permission bits of the file, such as 0o666.
  case writableByOthers(path: String, mode: UInt32)
  /// Other users may put a file of theirs in its place.
  case folderWritableByOthers(path: String, mode: UInt32)
  /// Another user put a file there that SQLite would take for a part of the store.
  case foreignPart(path: String, owner: UInt32, storeOwner: UInt32)
  /// A backup would replace something, or lie where it cannot.
  case cannotBackUp(path: String, reason: String)
  case cannotOpen(path: String, reason: String)
  /// The file, or a folder on the way to it, is closed to this user.
  case noAccess(path: String)
  case readOnly(path: String)
  case full(path: String)
  case corrupt(path: String, reason: String)
  /// Another process kept the file locked.
  case busy(path: String)
  /// A stored record that cannot be read: somebody else wrote it.
  case unreadableRecord(table: String)
  /// A value of another kind than its column's: a fault of the program.
  case unstorableValue(reason: String)
  /// A body of `read` tried to write: a fault of the program.
  case wroteWhileReading(operation: String)
  case failed(path: String, code: Int32, reason: String)

  package var description: String {
    switch self {
    case .newerVersion(let path, let unknown):
      "\(path) was written by a newer version (\(unknown.joined(separator: ", "))); start that "
        + "version, or restore a copy from before the change"
    case .halfMigrated(let path, let missing):
      "\(path) lacks '\(missing)', though its list of migrations says otherwise; somebody else "
        + "changed it: restore a copy"
    case .cannotMigrate(let path, let migration, let reason):
      "\(path) cannot be brought to \(migration) (\(reason)) and is as it was; somebody else "
        + "changed it: restore a copy"
    case .foreignFile(let path):
      "\(path) is a database, but not one of this server; name another file"
    case .backup(let path):
      "\(path) is a backup, which does not know what happened since; make a store of it with "
        + "'portico restore'"
    case .notABackup(let path):
      "\(path) was not made by 'portico backup'; name a file that was"
    case .retired(let path):
      "\(path) was copied to another store by 'portico store copy', and users have gone on there; start the "
        + "server with that store"
    case .inUse(let path):
      "\(path) is open in another process; stop the server, so that nothing is written meanwhile"
    case .taken(let path):
      "\(path) is there already, and a server may have it open; stop the server, and move the file away together "
        + "with its -wal and -shm, or name another one: nothing is ever replaced"
    case .movedWhileOpen(let path):
      "\(path) was moved or removed while a server has it open; stop the server, leave \(path)-wal where it is "
        + "until then, and run this again"
    case .lostFile(let path):
      "\(path) was moved, removed or replaced while this server has it open, so what is written is not found there; put "
        + "the file back with its -wal, and if it was removed, copy both from /proc/\(getpid())/fd before you stop the "
        + "server"
    case .leftOver(let path):
      "\(path) is left of a store whose own file is not there; if you moved that file, put this one beside it, for "
        + "writes may be only in here; else move it away"
    case .notHere(let text): text
    case .writableByOthers(let path, let mode):
      "\(path) can be changed by other users (mode \(Self.text(mode))), and with it every account; "
        + "run: chmod go-w '\(path)'"
    case .folderWritableByOthers(let path, let mode):
      "\(path) is open to all users (mode \(Self.text(mode))), who could replace the store in it; run: "
        + "chmod o-w '\(path)', or keep the store in a folder of mode 0700"
    case .foreignPart(let path, let owner, let storeOwner):
      "\(path) belongs to user \(owner), the store to user \(storeOwner), so somebody else put it "
        + "there; stop the server and move it away"
    case .cannotBackUp(let path, let reason): "\(path) cannot be written: \(reason)"
    case .cannotOpen(let path, let reason):
      "\(path) cannot be opened (\(reason)); its folder must exist and this user must be "
        + "allowed to write there"
    case .noAccess(let path):
      "\(StoreAccess.closedPart(of: path)) is closed to this user (\(StoreAccess.user)), so the store at \(path) cannot "
        + "be read; run this as the user of the server, or give this user the right to it"
    case .readOnly(let path):
      "\(path) cannot be written; give this user the right to write the file and its folder, "
        + "on a file system that is not mounted read-only"
    case .full(let path):
      "there is no room for \(path) to grow; free space on its disk. What was acknowledged is "
        + "kept, and reads go on"
    case .corrupt(let path, let reason):
      "\(path) is damaged (\(reason)); stop the server, keep the file with its -wal, and restore "
        + "a copy"
    case .busy(let path):
      "another process kept \(path) locked; end it, or wait until its work is done"
    case .unreadableRecord(let table):
      "a record of the table '\(table)' cannot be read; it was not written by this server: "
        + "restore a copy"
    case .unstorableValue(let reason):
      "a value has no place in its column (\(reason)); nothing was changed"
    case .wroteWhileReading(let operation):
      "the operation '\(operation)' only reads and tried to write; make it a transaction"
    case .failed(let path, let code, let reason):
      "\(path) failed with SQLite's code \(code) (\(reason)); see sqlite.org/rescode.html"
    }
  }

  private static func text(_ mode: UInt32) -> String { "0\(String(mode, radix: 8))" }
}

extension SQLiteStoreFailure: StoreError {
  package var plainReason: String? {
    switch self {
    case .full: "no space is left for the store"
    case .busy, .inUse: "another process kept the store locked"
    case .readOnly: "the store is read-only"
    case .cannotOpen, .noAccess: "the file of the store cannot be opened"
    case .corrupt, .halfMigrated: "the store is damaged"
    case .unreadableRecord: "a record of the store cannot be read"
    case .unstorableValue: "a value has no place in its column"
    case .wroteWhileReading: "an operation that only reads tried to write"
    case .failed(_, let code, _):
      // The lowest byte is the primary code; 10 is SQLITE_IOERR.
      "\(code & 0xFF == 10 ? "the disk of the store reports an error" : "the store failed") (SQLite's code \(code))"
    default: "the store cannot be used"
    }
  }

  package var isUnavailable: Bool {
    switch self {
    case .newerVersion, .halfMigrated, .cannotMigrate, .foreignFile, .backup, .notABackup,
      .retired, .inUse, .taken, .movedWhileOpen, .lostFile, .leftOver, .notHere, .writableByOthers,
      .folderWritableByOthers, .foreignPart, .cannotBackUp, .cannotOpen, .noAccess, .readOnly,
      .full, .corrupt,
      .busy, .failed:
      true
    case .unreadableRecord, .unstorableValue, .wroteWhileReading: false
    }
  }
}

extension SQLiteStoreFailure {
  /// What an error of the database means; another error stays as it is. SQL and arguments are left
  /// out: they hold what is stored.
  static func of(_ error: any Error, path: String) -> any Error {
    guard let error = error as? DatabaseError else { return error }
    let reason = error.message ?? error.resultCode.description
    // SQLite names the column and its kind, and not the value.
    if error.extendedResultCode == .SQLITE_CONSTRAINT_DATATYPE {
      return Self.unstorableValue(reason: reason)
    }
    return switch error.resultCode {
    case .SQLITE_BUSY, .SQLITE_LOCKED: Self.busy(path: path)
    case .SQLITE_FULL: Self.full(path: path)
    case .SQLITE_READONLY, .SQLITE_PERM: Self.readOnly(path: path)
    case .SQLITE_CANTOPEN where access(path, R_OK) != 0 && errno == EACCES:
      Self.noAccess(path: path)
    case .SQLITE_CANTOPEN, .SQLITE_AUTH: Self.cannotOpen(path: path, reason: reason)
    case .SQLITE_CORRUPT, .SQLITE_NOTADB, .SQLITE_FORMAT:
      Self.corrupt(path: path, reason: reason)
    default: Self.failed(path: path, code: error.extendedResultCode.rawValue, reason: reason)
    }
  }
}
