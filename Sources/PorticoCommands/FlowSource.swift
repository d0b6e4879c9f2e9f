import ArgumentParser
import FlowDefinition
import FlowMachine
import FlowRuntime
import Foundation
import StandardFlows
import Statechart

/// A flow as the command line names it: the path of a document, or the name of a shipped flow.
package struct FlowSource {
  /// What was written.
  let argument: String
  /// The path of the document: of a file, or in the program.
  let document: String
  /// Whether the document is the program's own, since no file of a clone is at hand.
  let isInProgram: Bool

  init(_ argument: String) throws {
    self.argument = argument
    if Self.isPath(argument) {
      guard PathSpelling.isThere(argument) else {
        throw ValidationError(PathSpelling.complaint("no such file", argument))
      }
      try CannotRead.check(argument)
      (document, isInProgram) = (argument, false)
    } else if let file = Self.file(of: argument) {
      (document, isInProgram) = (file, false)
    } else if let path = ShippedDocuments.path(of: argument) {
      (document, isInProgram) = (path, true)
    } else {
      let names = StandardFlow.all.map(\.name)
      throw ValidationError(
        Spelling.complaint(
          "unknown flow", argument, among: names + PathSpelling.documents(),
          otherwise: "give the path of a flow document, or one of: "
            + names.joined(separator: ", ")))
    }
  }

  /// The document of a name below `Flows/` of this folder, of one above, or of the folder that the program
  /// was built in: in a clone an edit counts at once.
  private static func file(of name: String) -> String? {
    let starts = [FileManager.default.currentDirectoryPath, executableFolder]
    for start in starts {
      var folder = URL(fileURLWithPath: start)
      for _ in 0..<6 {
        let path = folder.appendingPathComponent("Flows/\(name)/\(name).flow.yaml").path
        if FileManager.default.fileExists(atPath: path) { return path }
        folder.deleteLastPathComponent()
      }
    }
    return nil
  }

  private static func isPath(_ argument: String) -> Bool {
    argument.contains("/") || argument.hasSuffix(".yaml") || [".", ".."].contains(argument)
  }

  static var executableFolder: String {
    let program = Bundle.main.executablePath ?? CommandLine.arguments.first ?? "."
    return URL(fileURLWithPath: program).resolvingSymlinksInPath().deletingLastPathComponent().path
  }

  /// A file, or one of the program where an extension names a shipped flow.
  package static func read(_ path: String) -> [UInt8]? {
    if let shipped = FlowCompiler.shippedFile(path) { return ShippedDocuments.read(shipped) }
    return FileManager.default.contents(atPath: path).map { Array($0) }
  }

  /// The document and what it names.
  var files: FlowCompiler.Files {
    if isInProgram { return { ShippedDocuments.read($0) } }
    return { Self.read($0) }
  }

  /// The compiled flow: from the document, or as it was shipped where that is the same.
  ///
  /// - Parameter language: the one whose texts it has; nil: all.
  func compile(language: String? = nil) throws -> [UInt8] {
    if isInProgram, language == nil, let shipped = StandardFlow.named(argument) {
      return shipped.bytes
    }
    let (flow, diagnostics) = FlowCompiler.compile(
      file: document, language: language, files: files)
    guard let flow else { throw DiagnosticsFound(diagnostics) }
    return flow.bytes
  }

  /// Which numbers its document declares for facts and configuration values.
  var domains: [FactID: DeclaredDomain] {
    FlowCompiler.compileForVerification(file: document, files: files).plan?.domains ?? [:]
  }

  /// - Parameter phones: nil: as a host has it that has no table of telephone numbers.
  func load(phones: PhoneRules? = .standard) throws -> Flow {
    try Flow(decoding: compile(), phones: phones)
  }
}
