import Foundation

/// Which file lies at a path, whatever it is called.
struct FilePlace: Hashable, Sendable {
  private let device: UInt64
  private let number: UInt64

  /// Returns nil if no file lies there, or if this user is not allowed to look.
  init?(_ path: String) {
    var facts = stat()
    guard stat(path, &facts) == 0 else { return nil }
    device = UInt64(truncatingIfNeeded: facts.st_dev)
    number = UInt64(truncatingIfNeeded: facts.st_ino)
  }
}
