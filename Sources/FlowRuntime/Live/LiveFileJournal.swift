import FlowMachine
import Foundation

/// A journal in a file of its own folder: readable only by this user, owned by one process at a
/// time, excluded from backups.
///
/// Beside the journal are its lock, for an instant its successor, and what was set aside.
package final class LiveFileJournal: JournalStorage, Sendable {
  package let path: String
  private let folder: String
  /// Held as long as this object exists; the system releases it when the process ends, however it
  /// ends.
  private let lock: Int32

  /// The largest journal that is read: the successor of a full one, with some margin.
  private static let mostBytes = 2 * (FlowLimits.snapshotBytes + Journal.compactionBytes)

  /// Opens the journal of one flow.
  ///
  /// - Parameters:
  ///   - folder: created if it does not exist, inside an existing folder.
  ///   - name: the flow's name.
  /// - Throws: `ownedElsewhere` if another process runs the flow.
  package init(folder: String, name: String) throws(StorageFailure) {
    self.folder = folder
    path = "\(folder)/\(name).journal"
    if mkdir(folder, 0o700) != 0, errno != EEXIST { throw Self.failure(errno) }
    lock = open("\(path).lock", O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard lock >= 0 else { throw Self.failure(errno) }
    // The object is complete from here on, so `deinit` closes the lock even if this throws.
    guard flock(lock, LOCK_EX | LOCK_NB) == 0 else {
      throw errno == EWOULDBLOCK ? .ownedElsewhere : Self.failure(errno)
    }
  }

  deinit {
    guard lock >= 0 else { return }
    // A child process that another thread has just forked may hold the file open a moment longer.
    flock(lock, LOCK_UN)
    close(lock)
  }

  package func read() throws(StorageFailure) -> [UInt8] {
    let file = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
    guard file >= 0 else {
      if errno == ENOENT { return [] }
      throw Self.failure(errno)
    }
    defer { close(file) }
    var result: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 64 << 10)
    while true {
      let count = Foundation.read(file, &buffer, buffer.count)
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw Self.failure(errno) }
      if count == 0 { return result }
      result += buffer[..<count]
      guard result.count <= Self.mostBytes else { throw .broken("the journal is too large") }
    }
  }

  package func append(_ frame: [UInt8], isForced: Bool) throws(StorageFailure) {
    let isNew = access(path, F_OK) != 0
    let file = open(path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard file >= 0 else { throw Self.failure(errno) }
    defer { close(file) }
    try Self.write(frame, to: file)
    if isNew { Self.keepOutOfBackups(path) }
    guard isForced else { return }
    try Self.force(file)
    // The name of a new file is durable only when its folder has been synced.
    if isNew { try forceFolder() }
  }

  package func replace(by frame: [UInt8]) throws(StorageFailure) {
    let successor = "\(path).new"
    let flags = O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW
    let file = open(successor, flags, 0o600)
    guard file >= 0 else { throw Self.failure(errno) }
    do throws(StorageFailure) {
      try Self.write(frame, to: file)
      try Self.force(file)
      close(file)
    } catch {
      close(file)
      unlink(successor)
      throw error
    }
    Self.keepOutOfBackups(successor)
    guard rename(successor, path) == 0 else { throw Self.failure(errno) }
    try forceFolder()
  }

  package func setAside() throws(StorageFailure) {
    var number = 1
    while access("\(path).aside-\(number)", F_OK) == 0 { number += 1 }
    guard rename(path, "\(path).aside-\(number)") == 0 || errno == ENOENT else {
      throw Self.failure(errno)
    }
    try forceFolder()
  }

  private func forceFolder() throws(StorageFailure) {
    let descriptor = open(folder, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw Self.failure(errno) }
    defer { close(descriptor) }
    try Self.force(descriptor)
  }

  private static func write(_ bytes: [UInt8], to file: Int32) throws(StorageFailure) {
    var written = 0
    while written < bytes.count {
      let count = bytes.withUnsafeBytes { buffer in
        Foundation.write(file, buffer.baseAddress.map { $0 + written }, buffer.count - written)
      }
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw failure(errno) }
      written += count
    }
  }

  private static func force(_ descriptor: Int32) throws(StorageFailure) {
    #if canImport(Darwin)
    // On macOS, fsync leaves the bytes in the drive's cache.
    if fcntl(descriptor, F_FULLFSYNC) == 0 { return }
    #endif
    guard fsync(descriptor) == 0 else { throw failure(errno) }
  }

  /// A run restored from a backup would use keys that another device has used meanwhile.
  private static func keepOutOfBackups(_ path: String) {
    #if canImport(Darwin)
    var values = URLResourceValues()
    values.isExcludedFromBackup = true
    var url = URL(fileURLWithPath: path)
    try? url.setResourceValues(values)
    #endif
  }

  private static func failure(_ code: Int32) -> StorageFailure {
    switch code {
    case ENOSPC, EDQUOT: .full
    // The errors of a protected file before the first unlock.
    case EPERM, EACCES: .locked
    default: .broken(String(cString: strerror(code)))
    }
  }
}
