import FlowDefinition
import Foundation
import PorticoCommands
import Synchronization

/// With `--dev`: flows compiled from their documents, so that an edit shows in the page at once.
///
/// A document is compiled when it is first asked for, and again when a file that it was made of was
/// changed. Safe to ask from any thread; two askers wait for one another.
package final class FlowDocuments: Sendable {
  private let folder: String
  private let known = Mutex<[String: Compiled]>([:])

  private struct Compiled {
    /// What was read, and when it had been changed; nil where there was no such file.
    let files: [String: Date?]
    let outcome: Result<SiteFile, DocumentProblems>
  }

  /// - Parameter folder: holds `NAME/NAME.flow.yaml`.
  package init(folder: String) { self.folder = folder }

  /// - Returns: nil for what is no `/flows/NAME.flow` or `/flows/NAME.LANGUAGE.flow`, or has no document here.
  ///   The texts are in all languages either way.
  func file(_ path: String) -> Result<SiteFile, DocumentProblems>? {
    guard let name = Self.flowName(path) else { return nil }
    let document = "\(folder)/\(name)/\(name).flow.yaml"
    guard FileManager.default.fileExists(atPath: document) else { return nil }
    return known.withLock { known in
      if let compiled = known[document], compiled.files.allSatisfy({ Self.changed($0) == $1 }) {
        return compiled.outcome
      }
      let compiled = Self.compile(document, path)
      known[document] = compiled
      return compiled.outcome
    }
  }

  private static func flowName(_ path: String) -> Substring? {
    guard path.hasPrefix("/flows/"), path.hasSuffix(".flow") else { return nil }
    let name = path.dropFirst("/flows/".count).dropLast(".flow".count).prefix { $0 != "." }
    return isName(name) ? name : nil
  }

  /// Letters and digits only, so that it leads nowhere else.
  static func isName(_ name: Substring) -> Bool {
    let isPlain = name.utf8.allSatisfy { byte in
      (48...57).contains(byte) || (65...90).contains(byte) || (97...122).contains(byte)
    }
    return isPlain && !name.isEmpty
  }

  private static func compile(_ document: String, _ path: String) -> Compiled {
    var files: [String: Date?] = [:]
    let (flow, diagnostics) = FlowCompiler.compile(file: document) { path in
      // Before the bytes: what is changed between the two is compiled once more.
      files[path] = .some(changed(path))
      return FlowSource.read(path)
    }
    guard let flow else {
      return Compiled(files: files, outcome: .failure(DocumentProblems(diagnostics: diagnostics)))
    }
    let file = SiteFile(path: path, bytes: flow.bytes, compressed: [:])
    return Compiled(files: files, outcome: .success(file))
  }

  static func changed(_ path: String) -> Date? {
    let attributes = try? FileManager.default.attributesOfItem(atPath: path)
    return attributes?[.modificationDate] as? Date
  }
}

/// What is wrong with a document.
struct DocumentProblems: Error {
  let diagnostics: [Diagnostic]

  /// In the words of `portico compile`.
  var text: String { diagnostics.map { "\($0)\n" }.joined() }
}
