import Foundation

/// Whether another process has a store open, by the locks that SQLite takes. Nothing is changed, and locks of this
/// process are not seen.
enum StoreHolder {
  /// Each connection in WAL mode keeps a shared lock on this byte of the file `-shm` (`UNIX_SHM_DMS` in SQLite's
  /// os_unix.c).
  private static let logByte = 128

  /// Whether the log beside a path belongs to a store that is open, also where the store's own file was moved away.
  static func holdsLog(of path: String) -> Bool {
    let file = Foundation.open(path + "-shm", O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { return false }
    defer { close(file) }
    var lock = flock()
    lock.l_type = Int16(F_WRLCK)
    lock.l_start = off_t(logByte)
    lock.l_len = 1
    return fcntl(file, F_GETLK, &lock) == 0 && lock.l_type != Int16(F_UNLCK)
  }
}
