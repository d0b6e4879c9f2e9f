import Foundation
import IdentityClient

/// A folder accessible only to this user, with files that are replaced as a whole.
struct PrivateFolder: Sendable {
  private let folder: String

  init(_ folder: String) throws(SecureStoreFailure) {
    self.folder = folder
    if mkdir(folder, 0o700) != 0, errno != EEXIST { throw SecureStoreFailure(errno: errno) }
  }

  /// Whether another folder, which may not exist, has a file. Unreadable is not absent.
  static func has(_ name: String, in folder: String) throws(SecureStoreFailure) -> Bool {
    if access("\(folder)/\(name)", F_OK) == 0 { return true }
    guard errno == ENOENT || errno == ENOTDIR else { throw SecureStoreFailure(errno: errno) }
    return false
  }

  func path(_ name: String) -> String { "\(folder)/\(name)" }

  /// - Returns: nil if there is no such file.
  func read(_ name: String, most: Int) throws(SecureStoreFailure) -> [UInt8]? {
    let file = open(path(name), O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
    guard file >= 0 else {
      if errno == ENOENT { return nil }
      throw SecureStoreFailure(errno: errno)
    }
    defer { close(file) }
    var result: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 16 << 10)
    while true {
      let count = Foundation.read(file, &buffer, buffer.count)
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw SecureStoreFailure(errno: errno) }
      if count == 0 { return result }
      result += buffer[..<count]
      guard result.count <= most else { throw .corrupt }
    }
  }

  /// Afterwards the file has either the old bytes or the new ones, even after a power failure.
  func replace(_ name: String, by bytes: [UInt8]) throws(SecureStoreFailure) {
    let successor = path(name) + ".new"
    let flags = O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW
    let file = open(successor, flags, 0o600)
    guard file >= 0 else { throw SecureStoreFailure(errno: errno) }
    do throws(SecureStoreFailure) {
      try Self.write(bytes, to: file)
      guard fsync(file) == 0 else { throw SecureStoreFailure(errno: errno) }
      close(file)
    } catch {
      close(file)
      unlink(successor)
      throw error
    }
    guard rename(successor, path(name)) == 0 else { throw SecureStoreFailure(errno: errno) }
    try force()
  }

  /// Moves a file of another folder here.
  func adopt(_ name: String, from folder: String) throws(SecureStoreFailure) {
    guard rename("\(folder)/\(name)", path(name)) == 0 else {
      throw SecureStoreFailure(errno: errno)
    }
    try force()
  }

  func remove(_ name: String) throws(SecureStoreFailure) {
    guard unlink(path(name)) == 0 || errno == ENOENT else {
      throw SecureStoreFailure(errno: errno)
    }
    try force()
  }

  /// Deletes the files that were set aside under a name.
  func removeAsides(_ name: String) throws(SecureStoreFailure) {
    var number = 1
    while access(path("\(name).aside-\(number)"), F_OK) == 0 {
      try remove("\(name).aside-\(number)")
      number += 1
    }
  }

  /// Renames a file to a name that is not taken.
  func setAside(_ name: String) throws(SecureStoreFailure) {
    var number = 1
    while access(path("\(name).aside-\(number)"), F_OK) == 0 { number += 1 }
    guard rename(path(name), path("\(name).aside-\(number)")) == 0 else {
      throw SecureStoreFailure(errno: errno)
    }
    try force()
  }

  private func force() throws(SecureStoreFailure) {
    let descriptor = open(folder, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw SecureStoreFailure(errno: errno) }
    defer { close(descriptor) }
    guard fsync(descriptor) == 0 else { throw SecureStoreFailure(errno: errno) }
  }

  private static func write(_ bytes: [UInt8], to file: Int32) throws(SecureStoreFailure) {
    var written = 0
    while written < bytes.count {
      let count = bytes.withUnsafeBytes { buffer in
        Foundation.write(file, buffer.baseAddress.map { $0 + written }, buffer.count - written)
      }
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw SecureStoreFailure(errno: errno) }
      written += count
    }
  }
}

extension SecureStoreFailure {
  /// - Parameter code: the system's error.
  init(errno code: Int32) {
    switch code {
    case ENOSPC, EDQUOT: self = .full
    // The errors of a protected file before the first unlock.
    case EPERM, EACCES: self = .locked
    default: self = .broken(String(cString: strerror(code)))
    }
  }
}
