/// Paths as documents write them: relative, with `/`.
package enum Paths {
  static func folder(of path: String) -> String {
    path.lastIndex(of: "/").map { String(path[..<$0]) } ?? ""
  }

  static func name(of path: String) -> String {
    path.lastIndex(of: "/").map { String(path[path.index(after: $0)...]) } ?? path
  }

  /// Joins two paths and resolves `.` and `..` where that is possible.
  static func join(_ folder: String, _ path: String) -> String {
    let whole = path.hasPrefix("/") || folder.isEmpty ? path : "\(folder)/\(path)"
    var parts: [Substring] = []
    for part in whole.split(separator: "/") where part != "." {
      if part == "..", let last = parts.last, last != ".." {
        parts.removeLast()
      } else if part != ".." || !whole.hasPrefix("/") {
        parts.append(part)
      }
    }
    return (whole.hasPrefix("/") ? "/" : "") + parts.joined(separator: "/")
  }
}

// An extension may name a shipped flow: its document is the one that the version of the extension
// was locked with, beside it, or the program's own.
extension Paths {
  /// Stands before the path of a shipped document.
  private static let shipped = "shipped:"
  private static let root = "Flows/"
  /// The folder of the copies that a version keeps.
  private static let copies = "shipped/"

  /// The shipped flows, as the program has them.
  package static let shippedNames = [
    "entry", "account", "phone", "market", "bootstrap", "onboarding", "settings",
  ]

  static func isShipped(_ path: String) -> Bool { path.hasPrefix(shipped) }

  /// The path of a shipped document below the root of the repository; nil for another path.
  static func shippedFile(_ path: String) -> String? { path.after(shipped) }

  /// Where a version keeps a shipped document; nil for another path.
  static func shippedPath(_ path: String) -> String? {
    path.after(shipped + root).map { copies + $0 }
  }

  /// The paths at which a base may lie, the first choice first.
  static func bases(_ base: String, of file: String) -> [String] {
    let folder = folder(of: file)
    guard !base.contains("/"), !base.hasSuffix(".yaml") else { return [join(folder, base)] }
    let document = "\(base)/\(base).flow.yaml"
    return [join(folder, copies + document), shipped + root + document]
  }
}

extension FlowCompiler {
  /// The path of a shipped document, below the root of the repository, for which a compilation asks;
  /// nil where it asks for a file.
  package static func shippedFile(_ path: String) -> String? { Paths.shippedFile(path) }
}
