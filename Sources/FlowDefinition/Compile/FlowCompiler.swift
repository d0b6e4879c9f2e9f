package import FlowMachine
import Statechart

/// A flow as devices load it.
package struct CompiledFlow: Sendable {
  package var bytes: [UInt8]
  package var tables: FlowTables
}

/// Turns a document, with the sub-flows and texts that it names, into tables.
package enum FlowCompiler {
  /// The bytes of a file by its path; nil if there is none.
  package typealias Files = (_ path: String) -> [UInt8]?

  /// Compiles a flow.
  ///
  /// - Parameters:
  ///   - file: the document's path; diagnostics carry it, and other files are looked for beside it.
  ///   - files: reads a file.
  /// - Returns: the compiled flow if nothing is wrong, and else what is, in the order of the documents.
  package static func compile(
    file: String, files: @escaping Files
  ) -> (flow: CompiledFlow?, diagnostics: [Diagnostic]) {
    let compilation = Compilation(files: files)
    let flow = compilation.run(file)
    let diagnostics = compilation.diagnostics.sorted
    return (diagnostics.isEmpty ? flow : nil, diagnostics)
  }
}

/// One run of the compiler. Its parts stand in `Compilation+….swift`, in the order in which they run.
final class Compilation {
  let files: FlowCompiler.Files
  var diagnostics = Diagnostics()
  var builder = TableBuilder()
  var chart = ChartDefinition()
  /// All states by number.
  var states: [PlannedState] = []
  var scopes: [Scope] = []
  /// The documents that are being read, the outermost first: a flow must not contain itself.
  var openFiles: [String] = []
  /// Texts in the order of their ids.
  var textKeys: [(scope: Scope, key: String)] = []
  var textIDs: [String: TextID] = [:]
  /// For each state the requests that its exit releases.
  var ownedRequests: [StateID: Set<RequestID>] = [:]
  /// Timers that begin with a state, in the order of declaration.
  var stateTimers: [StateID: [TimerID]] = [:]
  var visibilityTimers: [StateID: TimerID] = [:]

  init(files: @escaping FlowCompiler.Files) {
    self.files = files
  }

  func run(_ file: String) -> CompiledFlow? {
    guard let bytes = files(file) else {
      report(
        .unreadableFile, at: Position(file: file, line: 1, column: 1),
        "The file cannot be read", "Give the path of a flow document")
      return nil
    }
    guard let document = read(bytes, file) else { return nil }
    openFiles = [file]
    let root = plan(document, file: file)
    number(root)
    guard diagnostics.isEmpty else { return nil }
    declareNames()
    guard diagnostics.isEmpty else { return nil }
    writeHeader(document)
    for scope in scopes { writeRequests(of: scope) }
    for scope in scopes { writeOverlays(of: scope) }
    for state in states { writeState(state) }
    writeTexts(languages: document.languages)
    guard diagnostics.isEmpty else { return nil }
    return finish(at: document.name.position)
  }

  func read(_ bytes: [UInt8], _ file: String) -> FlowDocument? {
    let folder = Paths.folder(of: file)
    let reading = FlowReader.read(bytes: bytes, file: file) { [files] in
      files(Paths.join(folder, $0))
    }
    diagnostics.report(reading.diagnostics)
    return reading.document
  }

  func report(
    _ code: DiagnosticCode, at position: Position, _ problem: String, _ remedy: String
  ) {
    diagnostics.report(code, at: position, problem, remedy)
  }

  /// The binary form, loaded once as a device would.
  private func finish(at position: Position) -> CompiledFlow? {
    guard builder.largestCount <= ChartLimits.rows else {
      report(
        .tooLarge, at: position, "The compiled flow has more parts than ids can name",
        "Divide the flow, or its texts, into smaller ones")
      return nil
    }
    do {
      chart.eventCount = builder.tables.eventNames.count
      builder.tables.chart = try chart.encoded()
      let bytes = builder.tables.encoded()
      _ = try Flow(decoding: bytes)
      return CompiledFlow(bytes: bytes, tables: builder.tables)
    } catch {
      report(
        .tooLarge, at: position, "The compiled flow cannot be loaded (\(error))",
        "Keep within the limits of the language reference")
      return nil
    }
  }
}

/// Paths as documents write them: relative, with `/`.
enum Paths {
  static func folder(of path: String) -> String {
    path.lastIndex(of: "/").map { String(path[..<$0]) } ?? ""
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
