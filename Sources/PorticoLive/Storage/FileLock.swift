import Foundation
package import IdentityClient

/// A lock between processes: one open file, locked by `flock`, which the system releases when the
/// process ends, however it ends.
final class FileLock: Sendable {
  private let descriptor: Int32

  init(_ path: String) throws(SecureStoreFailure) {
    descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard descriptor >= 0 else { throw SecureStoreFailure(errno: errno) }
  }

  deinit { if descriptor >= 0 { close(descriptor) } }

  /// Waits for the others; each holds it only for a few file operations.
  func take() throws(SecureStoreFailure) {
    while flock(descriptor, LOCK_EX) != 0 {
      guard errno == EINTR else { throw SecureStoreFailure(errno: errno) }
    }
  }

  /// - Returns: false if another process holds it.
  func tryTake() throws(SecureStoreFailure) -> Bool {
    while flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
      if errno == EWOULDBLOCK { return false }
      guard errno == EINTR else { throw SecureStoreFailure(errno: errno) }
    }
    return true
  }

  func release() { flock(descriptor, LOCK_UN) }
}

/// A lock between the threads of all processes of an app. Its holder may take it again.
final class SharedLock: @unchecked Sendable {
  // Unchecked: `depth` is read and written only by the holder of `threads`.
  private let threads = NSRecursiveLock()
  private let processes: FileLock
  private var depth = 0

  init(_ path: String) throws(SecureStoreFailure) { processes = try FileLock(path) }

  /// - Throws: what `body` throws, or why the other processes cannot be kept out.
  func exclusively<Value>(
    _ body: () throws(SecureStoreFailure) -> Value
  ) throws(SecureStoreFailure) -> Value {
    threads.lock()
    defer { threads.unlock() }
    if depth == 0 { try processes.take() }
    depth += 1
    defer {
      depth -= 1
      if depth == 0 { processes.release() }
    }
    return try body()
  }
}

/// The lock under which one process at a time renews the session (CMP-2), in the folder that the
/// processes of an app share.
package final class FileRenewalLock: RenewalLock {
  private let lock: FileLock

  /// - Parameter folder: that of the secure storage.
  package init(folder: String) throws(SecureStoreFailure) {
    lock = try FileLock(try PrivateFolder(folder).path("renewal.lock"))
  }

  package func tryTake() throws(SecureStoreFailure) -> Bool { try lock.tryTake() }

  package func release() { lock.release() }
}
