/// Paths as documents write them: relative, with `/`.
enum Paths {
  static func folder(of path: String) -> String {
    path.lastIndex(of: "/").map { String(path[..<$0]) } ?? ""
  }

  static func name(of path: String) -> String {
    path.lastIndex(of: "/").map { String(path[path.index(after: $0)...]) } ?? path
  }

  /// Joins two paths and resolves `.` and `..` where that is possible.
  static func join(_ folder: String, _ path: String) -> String {
    guard !path.hasPrefix("/"), !folder.isEmpty else { return path }
    var parts = folder.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
    for part in path.split(separator: "/").map(String.init) where part != "." {
      if part == "..", let last = parts.last, last != "..", !last.isEmpty {
        parts.removeLast()
      } else {
        parts.append(part)
      }
    }
    return parts.joined(separator: "/")
  }
}
