import FlowDefinition
import FlowMachine
import FlowSimulation
import TestSupport

/// Flows and scripts for the tests: the shipped ones, and made-up ones.
enum Stages {
  static let onboarding = TestFlow.onboarding
  static let wallet = TestFlow.wallet

  /// - Parameter document: the path of the flow's, for scripts that begin with an earlier version.
  static func read(
    _ text: String, for flow: Flow, at document: String = "",
    files: @escaping FlowCompiler.Files = Repository.read
  ) throws -> (script: PlayScript?, errors: [ScriptError]) {
    let (root, diagnostics) = YAMLTree.read(bytes: [UInt8](text.utf8), file: "test.play.yaml")
    guard let root, diagnostics.isEmpty else {
      throw TestFlow.NotCompiled(diagnostics.map(\.description))
    }
    return PlayScript.read(ScriptNode(root), for: flow) { number in
      do throws(LockedVersion.Refusal) {
        return .flow(
          try LockedVersion.flow(number, of: document, phones: flow.phones, files: files))
      } catch {
        return .refused(error.description)
      }
    }
  }

  static func script(
    _ text: String, for flow: Flow, at document: String = "",
    files: @escaping FlowCompiler.Files = Repository.read
  ) throws -> PlayScript {
    let (script, errors) = try read(text, for: flow, at: document, files: files)
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
