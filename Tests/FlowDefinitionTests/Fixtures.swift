import FlowDefinition
import Foundation
import TestSupport

/// The files that the tests read and compare.
enum Fixtures {
  static let folder = URL(filePath: #filePath).deletingLastPathComponent()
  static let golden = folder.appending(path: "Golden")
  static let documents = folder.appending(path: "Documents")
  /// True if the tests are to write the files that they compare with.
  static let writesExpected =
    ProcessInfo.processInfo.environment["PORTICO_WRITE_EXPECTED"] != nil
  static let complete = documents.appending(path: "complete.flow.yaml")
  static let `extension` = documents.appending(path: "extension.flow.yaml")

  static func text(_ path: String) throws -> String {
    try String(contentsOf: Repository.root.appending(path: path), encoding: .utf8)
  }

  static func bytes(_ url: URL) throws -> [UInt8] {
    [UInt8](try Data(contentsOf: url))
  }

  /// Reads a document with the texts that lie beside it; positions carry its name alone.
  static func read(
    _ url: URL, limits: YAMLTree.Limits = YAMLTree.Limits()
  ) throws -> (document: FlowDocument?, diagnostics: [Diagnostic]) {
    let folder = url.deletingLastPathComponent()
    return FlowReader.read(
      bytes: try bytes(url), file: url.lastPathComponent, limits: limits,
      files: { try? bytes(folder.appending(path: $0)) })
  }
}

extension Fixtures {
  /// What the compiler says about a document in a folder; positions carry file names alone.
  static func compile(_ url: URL) -> [Diagnostic] {
    let folder = url.deletingLastPathComponent()
    return FlowCompiler.compile(file: url.lastPathComponent) {
      try? bytes(folder.appending(path: $0))
    }.diagnostics
  }
}

/// What a timer does over a kill, under an overlay and in the background.
func words(_ policy: TimerPolicy?) -> String {
  policy.map { "\($0.kill) \($0.overlay) \($0.background)" } ?? ""
}

/// Reads a document that is written in the test, with a header of its own.
func read(_ body: String) -> (document: FlowDocument?, diagnostics: [Diagnostic]) {
  FlowReader.read(text: "flow: test\nversion: 1\n" + body, file: "test.flow.yaml")
}
