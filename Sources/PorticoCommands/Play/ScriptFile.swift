import ArgumentParser
import FlowDefinition
import FlowMachine
import FlowSimulation
import Foundation

/// A play script in a file.
enum ScriptFile {
  /// Reads a script for a flow.
  ///
  /// - Parameter source: where earlier versions of the flow are looked for.
  /// - Throws: everything that is wrong with it, each with its place.
  static func read(_ path: String, for flow: Flow, of source: FlowSource) throws -> PlayScript {
    guard PathSpelling.isThere(path) else {
      throw ValidationError(PathSpelling.complaint("no such script", path))
    }
    try CannotRead.check(path)
    guard let bytes = FlowSource.read(path) else {
      throw ScriptProblems(path: path, problems: ["\(path): the script cannot be read"])
    }
    let tree = YAMLTree.read(bytes: bytes, file: path)
    guard let root = tree.root, tree.diagnostics.isEmpty else {
      throw DiagnosticsFound(tree.diagnostics)
    }
    let (script, errors) = PlayScript.read(node(root), for: flow) { number in
      do throws(LockedVersion.Refusal) {
        return .flow(
          try LockedVersion.flow(
            number, of: source.document, phones: flow.phones, files: source.files))
      } catch {
        return .refused(error.description)
      }
    }
    guard let script else {
      throw ScriptProblems(path: path, problems: errors.map { "\(path): \($0)" })
    }
    if !script.language.isEmpty,
      let complaint = LanguageChoice.complaint(
        "unknown language", String(decoding: script.language, as: UTF8.self), of: flow)
    {
      throw ScriptProblems(path: path, problems: ["\(path): \(complaint)"])
    }
    return script
  }

  private static func node(_ yaml: YAMLNode) -> ScriptNode {
    let content: ScriptNode.Content =
      switch yaml.content {
      case .scalar(let scalar): .scalar(scalar.text, isQuoted: scalar.style != .plain)
      case .sequence(let items): .list(items.map { node($0) })
      case .mapping(let pairs):
        .map(
          pairs.map {
            ScriptNode.Member($0.key.value, line: $0.key.position.line, node($0.value))
          })
      }
    return ScriptNode(content, line: yaml.position.line)
  }
}

/// What is wrong with a script, as the tools print it.
struct ScriptProblems: WrongInput, CustomStringConvertible {
  let path: String
  let problems: [String]

  var description: String { problems.joined(separator: "\n") }
}
