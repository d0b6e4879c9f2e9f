import FlowDefinition
import FlowMachine
import FlowSimulation
import Foundation
import Statechart
import Testing

/// Flows and scripts for the tests: the shipped ones, and made-up ones.
enum Stages {
  /// The repository, or where the tests see it.
  static let root = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()

  static let onboarding = Result {
    try load(root.appendingPathComponent("Flows/onboarding/onboarding.flow.yaml").path)
  }
  static let wallet = Result {
    try load(root.appendingPathComponent("Tests/Flows/wallet.flow.yaml").path)
  }

  private static func load(_ path: String) throws -> Flow {
    try compile(path) { path in
      FileManager.default.contents(atPath: path).map { [UInt8]($0) }
    }
  }

  static func compile(_ text: String) throws -> Flow {
    try compile("test.flow.yaml") { $0 == "test.flow.yaml" ? [UInt8](text.utf8) : nil }
  }

  private static func compile(
    _ path: String, _ files: @escaping FlowCompiler.Files
  ) throws -> Flow {
    let (compiled, diagnostics) = FlowCompiler.compile(file: path, files: files)
    guard let compiled else { throw Wrong(problems: diagnostics.map(\.description)) }
    return try Flow(decoding: compiled.bytes)
  }

  static func read(
    _ text: String, for flow: Flow
  ) throws -> (script: PlayScript?, errors: [ScriptError]) {
    let (root, diagnostics) = YAMLTree.read(bytes: [UInt8](text.utf8), file: "test.play.yaml")
    guard let root, diagnostics.isEmpty else {
      throw Wrong(problems: diagnostics.map(\.description))
    }
    return PlayScript.read(ScriptNode(root), for: flow)
  }

  static func script(_ text: String, for flow: Flow) throws -> PlayScript {
    let (script, errors) = try read(text, for: flow)
    guard let script else { throw Wrong(problems: errors.map(\.description)) }
    return script
  }

  /// Plays steps and gives back what went wrong.
  static func play(_ steps: String, on flow: Flow) throws -> String? {
    try Player(script("steps:\n" + steps, for: flow), flow).run()?.description
  }

  struct Wrong: Error {
    var problems: [String]
  }
}
