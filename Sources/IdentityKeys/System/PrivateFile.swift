import Foundation

/// Reads files with secrets, which must belong to this user and be inaccessible to all others.
package enum PrivateFile {
  /// What is wrong with the file; nothing of its contents.
  package enum Failure: Error, Hashable, Sendable {
    case unreadable(reason: String)
    case notAFile
    case foreignOwner(owner: UInt32, user: UInt32)
    /// - Parameter mode: the permission bits of the file, such as 0o644.
    case openToOthers(mode: UInt32)
  }

  /// - Parameter most: the maximum number of bytes to read; pass one more than you accept, to
  ///   detect that the file is too long.
  package static func bytes(of path: String, most: Int) throws(Failure) -> [UInt8] {
    let file = try OpenedFile(path, most: most)
    let user = geteuid()
    guard file.owner == user else { throw .foreignOwner(owner: file.owner, user: user) }
    // 0400 is inaccessible to others as well.
    guard file.mode & 0o7177 == 0 else { throw .openToOthers(mode: file.mode) }
    return file.bytes
  }
}

/// A file as it was when it was opened. Attributes are those of the file, not of the name, so they
/// cannot change in between. Does not wait for a pipe.
package struct OpenedFile: Sendable {
  package let bytes: [UInt8]
  /// The permission bits.
  package let mode: UInt32
  package let owner: UInt32

  /// - Parameter most: the maximum number of bytes to read.
  package init(_ path: String, most: Int) throws(PrivateFile.Failure) {
    let file = Foundation.open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard file >= 0 else { throw Self.unreadable() }
    defer { close(file) }
    var facts = stat()
    guard fstat(file, &facts) == 0 else { throw Self.unreadable() }
    guard facts.st_mode & S_IFMT == S_IFREG else { throw .notAFile }
    var bytes = [UInt8](repeating: 0, count: most)
    var count = 0
    while count < bytes.count {
      let more = bytes.withUnsafeMutableBytes { buffer in
        read(file, buffer.baseAddress.map { $0 + count }, buffer.count - count)
      }
      if more < 0 && errno == EINTR { continue }
      guard more >= 0 else { throw Self.unreadable() }
      if more == 0 { break }
      count += more
    }
    self.bytes = Array(bytes[..<count])
    mode = UInt32(facts.st_mode & 0o7777)
    owner = facts.st_uid
  }

  private static func unreadable() -> PrivateFile.Failure {
    .unreadable(reason: String(cString: strerror(errno)))
  }
}

extension PrivateFile.Failure {
  /// What is wrong, where, and how to fix it.
  /// - Parameter name: what the file is, such as "the service account".
  package func text(of name: String, path: String) -> String {
    switch self {
    case .unreadable(let reason):
      "\(name) cannot be read from \(path) (\(reason)); give a file that this user can read"
    case .notAFile: "\(path) is not a file, so it does not contain \(name)"
    case .foreignOwner(let owner, let user):
      "\(path) belongs to user \(owner), who could change \(name), but the server runs as "
        + "user \(user); change its owner (chown \(user) '\(path)')"
    case .openToOthers(let mode):
      "\(path) has mode 0\(String(mode, radix: 8)), so others may have read \(name); set its mode to 0600 "
        + "(chmod 600 '\(path)'), and if it was exposed, have a new one issued"
    }
  }
}
