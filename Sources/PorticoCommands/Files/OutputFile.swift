import Foundation

/// What a command writes to a path that a person gave.
///
/// A regular file is replaced as a whole, so that nobody reads half of it. What is anything else, such as a
/// pipe or a device, is written to and stays what it is; so do symbolic links.
package enum OutputFile {
  package static func write(_ text: String, to path: String) throws(CannotWrite) {
    try write(Array(text.utf8), to: path)
  }

  package static func write(_ bytes: [UInt8], to path: String) throws(CannotWrite) {
    var about = stat()
    guard stat(path, &about) == 0 else {
      guard errno == ENOENT else { throw CannotWrite(path: path, code: errno) }
      var link = stat()
      // A link to what is not there yet.
      if lstat(path, &link) == 0 { return try put(bytes, path, named: path) }
      return try replace(path, with: bytes, mode: 0o666 & ~mask, named: path)
    }
    switch about.st_mode & S_IFMT {
    case S_IFDIR: throw CannotWrite(path: path, code: EISDIR)
    case S_IFREG where !isOfSystem(path):
      guard access(path, W_OK) == 0 else { throw CannotWrite(path: path, code: errno) }
      let file = URL(fileURLWithPath: path).resolvingSymlinksInPath().path
      do {
        try replace(file, with: bytes, mode: about.st_mode & 0o7777, named: path)
      } catch  where [EACCES, EPERM, EROFS].contains(error.code) {
        // Its folder takes no new file, but the file itself can be written.
        try put(bytes, path, named: path)
      }
    default: try put(bytes, path, named: path)
    }
  }

  /// Creates a folder, and those around it.
  package static func makeFolder(_ path: String) throws(CannotWrite) {
    var isFolder: ObjCBool = false
    if FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) {
      guard isFolder.boolValue else { throw CannotWrite(path: path, code: ENOTDIR) }
      return
    }
    let around = folder(of: path)
    if !around.isEmpty { try makeFolder(around) }
    guard mkdir(path, 0o777) == 0 || errno == EEXIST else {
      throw CannotWrite(path: path, code: errno)
    }
  }

  /// The folder that a path lies in; empty where the path names none, and for the root.
  package static func folder(of path: String) -> String {
    let end = path.lastIndex { $0 != "/" }
    guard let end, let slash = path[...end].lastIndex(of: "/") else { return "" }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  package static func remove(_ path: String) throws(CannotWrite) {
    guard unlink(path) == 0 || errno == ENOENT else { throw CannotWrite(path: path, code: errno) }
  }

  /// `/dev/stdout` may be a regular file, to which something else writes too.
  private static func isOfSystem(_ path: String) -> Bool {
    path.hasPrefix("/dev/") || path.hasPrefix("/proc/")
  }

  /// What a new file may not have, of its permissions.
  private static let mask: mode_t = {
    let mask = umask(0)
    umask(mask)
    return mask
  }()

  /// - Parameter name: the path as it was given.
  private static func replace(
    _ path: String, with bytes: [UInt8], mode: mode_t, named name: String
  ) throws(CannotWrite) {
    let other = "\(path).\(getpid()).new"
    let file = open(other, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard file >= 0 else { throw CannotWrite(path: name, code: errno) }
    var failure = all(bytes, to: file)
    if failure == nil, fchmod(file, mode) != 0 { failure = errno }
    if close(file) != 0, failure == nil { failure = errno }
    if failure == nil, rename(other, path) != 0 { failure = errno }
    guard let failure else { return }
    unlink(other)
    throw CannotWrite(path: name, code: failure)
  }

  private static func put(
    _ bytes: [UInt8], _ path: String, named name: String
  ) throws(CannotWrite) {
    let file = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o666)
    guard file >= 0 else { throw CannotWrite(path: name, code: errno) }
    var failure = all(bytes, to: file)
    if close(file) != 0, failure == nil { failure = errno }
    if let failure { throw CannotWrite(path: name, code: failure) }
  }

  /// - Returns: why not all of them could be written.
  private static func all(_ bytes: [UInt8], to file: Int32) -> Int32? {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Foundation.write(file, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return errno }
      rest = rest.dropFirst(count)
    }
    return nil
  }
}
