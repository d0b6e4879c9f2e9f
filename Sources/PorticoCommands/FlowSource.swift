import ArgumentParser
import FlowDefinition
import FlowMachine
import FlowRuntime
import Foundation
import StandardFlows
import Statechart

/// A flow as the command line names it: the path of a document, or the name of a shipped flow.
struct FlowSource {
  /// What was written.
  let argument: String
  /// The document, if there is one.
  let document: String?

  init(_ argument: String) throws {
    self.argument = argument
    document = Self.find(argument)
    guard document != nil || StandardFlow.named(argument) != nil else {
      let names = StandardFlow.all.map(\.name)
      guard !Self.isPath(argument) else {
        throw ValidationError("There is no file `\(argument)`.")
      }
      throw ValidationError(
        "There is no flow `\(argument)`.\(Spelling.question(argument, among: names))"
          + " Give the path of a flow document, or one of: \(names.joined(separator: ", ")).")
    }
  }

  /// A path as it is; a name below `Flows/` of this folder, of one above, or of the folder that the
  /// program was built in.
  private static func find(_ argument: String) -> String? {
    if isPath(argument) {
      return FileManager.default.fileExists(atPath: argument) ? argument : nil
    }
    let starts = [FileManager.default.currentDirectoryPath, executableFolder]
    for start in starts {
      var folder = URL(fileURLWithPath: start)
      for _ in 0..<6 {
        let path = folder.appendingPathComponent("Flows/\(argument)/\(argument).flow.yaml").path
        if FileManager.default.fileExists(atPath: path) { return path }
        folder.deleteLastPathComponent()
      }
    }
    return nil
  }

  private static func isPath(_ argument: String) -> Bool {
    argument.contains("/") || argument.hasSuffix(".yaml")
  }

  static var executableFolder: String {
    let program = Bundle.main.executablePath ?? CommandLine.arguments.first ?? "."
    return URL(fileURLWithPath: program).resolvingSymlinksInPath().deletingLastPathComponent().path
  }

  static func read(_ path: String) -> [UInt8]? {
    FileManager.default.contents(atPath: path).map { Array($0) }
  }

  /// The compiled flow: from the document, so that an edit counts at once, or as it was shipped.
  ///
  /// - Parameter language: the one whose texts it has; nil: all. What was shipped has all, and no document.
  func compile(language: String? = nil) throws -> [UInt8] {
    if document == nil, language != nil {
      throw ValidationError(
        "'\(argument)' was shipped with all its languages. Give the path of its document to divide them."
      )
    }
    guard let document else { return StandardFlow.named(argument)?.bytes ?? [] }
    let (flow, diagnostics) = FlowCompiler.compile(
      file: document, language: language, files: Self.read)
    guard let flow else { throw DiagnosticsFound(diagnostics) }
    return flow.bytes
  }

  /// - Parameter phones: nil: as a host has it that has no table of telephone numbers.
  func load(phones: PhoneRules? = .standard) throws -> Flow {
    try Flow(decoding: compile(), phones: phones)
  }
}

/// What is wrong with a document, as the tools print it.
struct DiagnosticsFound: Error, CustomStringConvertible {
  let diagnostics: [Diagnostic]

  init(_ diagnostics: [Diagnostic]) {
    self.diagnostics = diagnostics
  }

  var description: String {
    let count = diagnostics.count == 1 ? "1 problem" : "\(diagnostics.count) problems"
    return diagnostics.map { "\($0)\n" }.joined() + count
  }
}

/// `--set NAME=VALUE`: the flow's configuration.
struct ConfigurationOptions: ParsableArguments {
  @Option(name: .customLong("set"), help: "A value of the flow's configuration, as NAME=VALUE.")
  var settings: [String] = []

  @Option(help: "The base URL of the server: of operations, and of the configuration `server`.")
  var server: String?

  /// The chosen values as facts.
  func facts(of flow: Flow) throws -> [FactChange] {
    var changes = try settings.map { try Self.change($0, flow) }
    if let server {
      let origin = try Self.origin(server)
      let isAsked = flow.tables.calls.contains { $0.kind == .operation }
      let isNamed = flow.fact(named: Array("server".utf8)) != nil
      guard isNamed || isAsked else {
        throw ValidationError(
          "The flow has neither operations nor a configuration `server` for `--server`.")
      }
      if isNamed { changes.append(try Self.change("server=\(origin)", flow)) }
    }
    return changes
  }

  private static func origin(_ text: String) throws -> String {
    guard let url = URL(string: text), let scheme = url.scheme, ["http", "https"].contains(scheme),
      url.host?.isEmpty == false, url.query == nil, url.fragment == nil
    else {
      throw ValidationError(
        "`\(text)` is no base URL. Write such as `http://127.0.0.1:8080`.")
    }
    return text.hasSuffix("/") ? String(text.dropLast()) : text
  }

  private static func change(_ setting: String, _ flow: Flow) throws -> FactChange {
    let parts = setting.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    let rows = flow.tables.facts.enumerated().filter { $0.element.place == .configuration }
    let names = rows.map { String(decoding: flow.blob($0.element.name), as: UTF8.self) }
    guard parts.count == 2, let place = names.firstIndex(of: String(parts[0])) else {
      let known = names.isEmpty ? "it has none" : "it has: \(names.joined(separator: ", "))"
      throw ValidationError(
        "`--set \(setting)` does not name a configuration value of the flow; \(known).")
    }
    let (index, row) = (rows[place].offset, rows[place].element)
    let text = Array(parts[1].utf8)
    switch row.type {
    case .choice:
      let values = flow.tables.ids[row.choices.indices].map { flow.blob($0) }
      guard let choice = values.firstIndex(of: text) else {
        let list = values.map { String(decoding: $0, as: UTF8.self) }.joined(separator: ", ")
        throw ValidationError("`\(parts[0])` is one of: \(list).")
      }
      return FactChange(FactID(index), .number(Int64(choice)))
    case .flag:
      guard let flag = Bool(String(parts[1])) else {
        throw ValidationError("`\(parts[0])` is `true` or `false`.")
      }
      return FactChange(FactID(index), .number(flag ? 1 : 0))
    case .number:
      let isLength = flow.isLength(FactID(index))
      let length = isLength ? DurationSyntax.milliseconds(String(parts[1])) : nil
      guard let number = length ?? Int64(parts[1]) else {
        throw ValidationError(
          isLength
            ? "`\(parts[0])` is a duration such as `3s`, or a whole number of milliseconds."
            : "`\(parts[0])` is a whole number.")
      }
      return FactChange(FactID(index), .number(number))
    default: return FactChange(FactID(index), .text(text))
    }
  }
}
