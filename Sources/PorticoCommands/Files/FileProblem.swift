import Foundation

/// Why a file can be neither read nor written, in plain words.
package enum FileProblem {
  /// - Parameter code: what the system said.
  package static func words(_ code: Int32, _ path: String) -> String {
    switch code {
    case EACCES, EPERM: "permission denied"
    case EISDIR: "it is a folder"
    case ENOENT: "there is no folder '\(folder(of: path))'"
    case ENOTDIR: "'\(firstFile(in: path))' is not a folder"
    case ELOOP: "its symbolic links lead in a circle"
    case ENAMETOOLONG: "the name is too long"
    case ENOSPC, EDQUOT: "no space is left on the device"
    case EROFS: "the file system is read-only"
    case EEXIST: "something else is in its place"
    default: String(cString: strerror(code)).lowercased()
    }
  }

  private static func folder(of path: String) -> String {
    let folder = OutputFile.folder(of: path)
    return folder.isEmpty ? "." : folder
  }

  /// The first part of a path that is there and is no folder.
  private static func firstFile(in path: String) -> String {
    var found = path.hasPrefix("/") ? "/" : ""
    for part in path.split(separator: "/") {
      found += part
      var isFolder: ObjCBool = false
      if FileManager.default.fileExists(atPath: found, isDirectory: &isFolder), !isFolder.boolValue
      {
        return found
      }
      found += "/"
    }
    return folder(of: path)
  }
}

/// A file or a folder could not be written.
package struct CannotWrite: StatusFailure, CustomStringConvertible {
  let path: String
  let code: Int32

  package var status: ExitStatus {
    switch code {
    case ENOSPC, EDQUOT, EIO, EFBIG, EPIPE: .outputLost
    default: .cannotCreate
    }
  }
  package var description: String {
    "cannot write '\(path)': \(FileProblem.words(code, path))"
  }
}

/// A file that is there could not be read.
package struct CannotRead: StatusFailure, CustomStringConvertible {
  let path: String
  let code: Int32

  package var status: ExitStatus { .noInput }
  package var description: String { "cannot read '\(path)': \(reason)" }
  var reason: String {
    code == ENOENT ? "it is a link to what is not there" : FileProblem.words(code, path)
  }

  /// - Throws: `CannotRead` where what is there cannot be opened, or is a folder.
  package static func check(_ path: String) throws(CannotRead) {
    var about = stat()
    guard stat(path, &about) == 0 else { throw CannotRead(path: path, code: errno) }
    if about.st_mode & S_IFMT == S_IFDIR { throw CannotRead(path: path, code: EISDIR) }
    guard access(path, R_OK) == 0 else { throw CannotRead(path: path, code: errno) }
  }
}
