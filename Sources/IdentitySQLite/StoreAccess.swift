import Foundation

/// Whether another user of the machine could change what a store says; asked before anything of it is
/// opened, by whatever opens it.
///
/// Who writes the file is everybody: puts in accounts, sessions and keys, or takes them away.
enum StoreAccess {
  /// What belongs to a store: SQLite reads these as part of it when it finds them.
  private static let ends = ["", "-wal", "-shm", "-journal"]

  /// Checks a store, or a backup, that is there, or the place of one that is yet to be made.
  ///
  /// - Throws: `SQLiteStoreFailure` where group or others may write the file or one that belongs to it,
  ///   where one of these was put there by another user, or where others may replace files in the
  ///   folder.
  static func check(_ path: String) throws(SQLiteStoreFailure) {
    // SQLite follows links, and keeps its other files beside what they lead to.
    let resolved = resolved(path)
    for place in resolved == path ? [path] : [path, resolved] {
      try checkFolder(of: place)
      let owner = facts(place)?.st_uid ?? geteuid()
      for end in ends {
        guard let facts = facts(place + end), !isFolder(facts) else { continue }
        if bits(facts) & 0o022 != 0 {
          throw .writableByOthers(path: place + end, mode: bits(facts))
        }
        if facts.st_uid != owner {
          throw .foreignPart(path: place + end, owner: facts.st_uid, storeOwner: owner)
        }
      }
    }
  }

  /// Where others may rename and remove, they may put their own file in the place of ours. In a folder
  /// with the sticky bit they may not.
  static func checkFolder(of path: String) throws(SQLiteStoreFailure) {
    let folder = URL(fileURLWithPath: path).deletingLastPathComponent().path
    guard let facts = facts(folder), bits(facts) & 0o002 != 0, bits(facts) & 0o1000 == 0 else {
      return
    }
    throw .folderWritableByOthers(path: folder, mode: bits(facts))
  }

  /// The place of a store that is yet to be made.
  /// - Throws: `SQLiteStoreFailure` where this user can make none there.
  static func requireRoom(for path: String) throws(SQLiteStoreFailure) {
    try check(path)
    let folder = URL(fileURLWithPath: path).deletingLastPathComponent().path
    guard access(folder, W_OK | X_OK) == 0 else {
      throw .cannotOpen(path: path, reason: String(cString: strerror(errno)))
    }
  }

  /// What keeps this user from a file: the first folder on the way that it may not enter, or the file.
  static func closedPart(of path: String) -> String {
    let whole = URL(fileURLWithPath: path).path
    var folder = ""
    for part in whole.split(separator: "/").dropLast() {
      folder += "/\(part)"
      if access(folder, X_OK) != 0 { return folder }
    }
    return path
  }

  static var user: String {
    let name = NSUserName()
    return name.isEmpty ? "\(geteuid())" : name
  }

  static func resolved(_ path: String) -> String {
    guard let found = realpath(path, nil) else { return path }
    defer { free(found) }
    return String(cString: found)
  }

  private static func facts(_ path: String) -> stat? {
    var facts = stat()
    return stat(path, &facts) == 0 ? facts : nil
  }

  private static func isFolder(_ facts: stat) -> Bool { facts.st_mode & S_IFMT == S_IFDIR }

  private static func bits(_ facts: stat) -> UInt32 { UInt32(facts.st_mode) & 0o7777 }
}
