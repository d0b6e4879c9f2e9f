package import Foundation

// What several test targets need, and nothing else: the location of the repository, compiling a
// flow in a test, versions of a flow, seeded numbers. It contains no test and knows no test
// framework, because the fuzzer's program uses it too.

/// The files of this repository, as the tests see them: directly, or in a package of links to it
/// (`scripts/pure-package`).
package enum Repository {
  package static let root = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  /// A file by its path below the root.
  ///
  /// - Parameter path: with `shipped:` before it where the compiler asks for a document that is shipped.
  package static func read(_ path: String) -> [UInt8]? {
    let shipped = "shipped:"
    let name = path.hasPrefix(shipped) ? String(path.dropFirst(shipped.count)) : path
    return (try? Data(contentsOf: root.appending(path: name))).map { Array($0) }
  }

  /// The paths of files below a folder, sorted.
  package static func files(below folder: String, ending suffix: String) -> [String] {
    let place = root.appending(path: folder).resolvingSymlinksInPath().path
    let names = FileManager.default.enumerator(atPath: place)?.compactMap { $0 as? String } ?? []
    return names.filter { $0.hasSuffix(suffix) }.sorted().map { "\(folder)/\($0)" }
  }
}
