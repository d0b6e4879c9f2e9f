import Foundation

/// What somebody may have meant by a path at which nothing lies.
package enum PathSpelling {
  /// One line that says that there is no file, and which one was meant.
  ///
  /// - Parameter problem: such as `no file`.
  package static func complaint(_ problem: String, _ path: String) -> String {
    "\(problem) '\(path)'\(question(path))"
  }

  /// `; did you mean …?`, or nothing.
  ///
  /// - Parameter prefix: what stands before the path where it is written, such as `sqlite:`.
  package static func question(_ path: String, behind prefix: String = "") -> String {
    meant(by: path).map { "; did you mean '\(prefix)\($0)'?" } ?? ""
  }

  /// Whether something lies there, be it only a symbolic link that leads nowhere.
  package static func isThere(_ path: String) -> Bool {
    var about = stat()
    return lstat(path, &about) == 0
  }

  /// - Returns: the path of something that lies there, each part of it as typed or a few slips away; nil where
  ///   nothing was mistyped.
  static func meant(by path: String) -> String? {
    guard !isThere(path) else { return nil }
    var found = path.hasPrefix("/") ? "/" : ""
    for part in path.split(separator: "/").map(String.init) {
      let folder = found.isEmpty ? "." : found
      let next = found + part
      if FileManager.default.fileExists(atPath: next) {
        found = next + "/"
      } else if let name = name(near: part, among: names(in: folder)) {
        found += name + "/"
      } else {
        return nil
      }
    }
    return found.isEmpty ? nil : String(found.dropLast())
  }

  /// The flow documents of this folder, for who leaves out the ending.
  package static func documents() -> [String] {
    names(in: ".").filter { $0.hasSuffix(".flow.yaml") }
  }

  private static func names(in folder: String) -> [String] {
    let names = try? FileManager.default.contentsOfDirectory(atPath: folder)
    return (names ?? []).filter { !$0.hasPrefix(".") }.sorted()
  }

  /// Endings are alike, so it is what stands before them that has to be near.
  private static func name(near typed: String, among names: [String]) -> String? {
    let stem = stem(of: typed)
    let same = names.filter { Self.stem(of: $0) == stem }
    if !same.isEmpty { return same.count == 1 ? same[0] : Spelling.meant(by: typed, among: same) }
    let near = Spelling.meant(by: stem, among: names.map { Self.stem(of: $0) })
    let candidates = names.filter { Self.stem(of: $0) == near }
    return candidates.count == 1 ? candidates[0] : Spelling.meant(by: typed, among: candidates)
  }

  private static func stem(of name: String) -> String {
    String(name.prefix { $0 != "." })
  }
}
