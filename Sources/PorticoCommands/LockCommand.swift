import ArgumentParser
import FlowDefinition
import Foundation

/// `portico lock`: gives the persisted names of a flow their numbers, before a version is shipped.
struct LockCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "lock",
    abstract: "Lock the persisted names of a flow's current version.",
    discussion: """
      Writes NAME.flow.lock next to the document, with the number under which snapshots on devices store \
      each screen, fact, request and so on. A number never changes and is never reused for another name. \
      Copies the documents of the version to versions/N, so that later versions can be checked against \
      it. Commit both. For a shipped flow outside a clone, it only reports.
      """)

  @Argument(help: "The path of a flow document, or the name of a shipped flow.")
  var flow: String

  @Flag(help: "Replace the locked shape of a version that was never shipped.")
  var unshipped = false

  func run() throws {
    let source = try FlowSource(flow)
    let (locking, diagnostics) = FlowLocking.make(
      file: source.document, in: FileManager.default.currentDirectoryPath, replaces: unshipped,
      neighbors: source.isInProgram ? [] : Self.locks(beside: source.document), files: source.files)
    guard let locking else { throw DiagnosticsFound(diagnostics) }
    for change in try locking.changes(of: source.document, files: source.files) { print(change) }
    // A shipped document was locked before it came into the program, and there nothing is written.
    if !source.isInProgram { try Self.write(locking, source.files) }
    print(
      "\(locking.lockFile): version \(locking.version), \(locking.added.count) new \(locking.added.count == 1 ? "name" : "names"), "
        + "\(locking.retired.count) retired")
  }

  private static func write(_ locking: FlowLocking, _ files: FlowCompiler.Files) throws {
    // Read before anything is replaced: a document may lie where a copy goes.
    let copies = try locking.copies.map { copy in
      guard let bytes = files(copy.source) else {
        throw ValidationError(PathSpelling.complaint("no such file", copy.source))
      }
      return (copy.target, bytes)
    }
    for (target, bytes) in copies {
      try OutputFile.makeFolder(OutputFile.folder(of: target))
      try OutputFile.write(bytes, to: target)
    }
    try OutputFile.write(locking.text, to: locking.lockFile)
    for path in locking.obsolete { try OutputFile.remove(path) }
  }

  /// The lock files in the folder of a document.
  private static func locks(beside document: String) -> [String] {
    let folder = OutputFile.folder(of: document)
    let names = try? FileManager.default.contentsOfDirectory(atPath: folder.isEmpty ? "." : folder)
    return (names ?? []).filter { $0.hasSuffix(".lock") }.sorted()
      .map { folder.isEmpty ? $0 : "\(folder)/\($0)" }
  }
}
