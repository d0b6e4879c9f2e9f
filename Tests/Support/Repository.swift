package import Foundation

// What several test targets need, and nothing else: where the repository lies, how a flow is
// compiled in a test, versions of a flow, numbers drawn from a seed. It contains no test and knows no
// test framework, because the fuzzer's program uses it too.

/// The files of this repository, as the tests see them: in it, or in a package of links to it
/// (`scripts/pure-package`).
package enum Repository {
  package static let root = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  /// A file by its path below the root.
  package static func read(_ path: String) -> [UInt8]? {
    (try? Data(contentsOf: root.appending(path: path))).map { Array($0) }
  }

  /// The paths of files below a folder, sorted.
  package static func files(below folder: String, ending suffix: String) -> [String] {
    let place = root.appending(path: folder).resolvingSymlinksInPath().path
    let names = FileManager.default.enumerator(atPath: place)?.compactMap { $0 as? String } ?? []
    return names.filter { $0.hasSuffix(suffix) }.sorted().map { "\(folder)/\($0)" }
  }
}
