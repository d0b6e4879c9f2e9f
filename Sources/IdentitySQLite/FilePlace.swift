import Foundation

/// Which file lies at a path, whatever it is called.
struct FilePlace: Hashable, Sendable {
  private let device: UInt64
  private let number: UInt64

  /// Nil where there is none, or where this user may not look.
  init?(_ path: String) {
    var facts = stat()
    guard stat(path, &facts) == 0 else { return nil }
    device = UInt64(truncatingIfNeeded: facts.st_dev)
    number = UInt64(truncatingIfNeeded: facts.st_ino)
  }
}
