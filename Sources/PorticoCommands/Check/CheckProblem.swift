import FlowDefinition
import Foundation

/// One thing that is wrong with a flow, as programs that read reports take it.
struct CheckProblem {
  static let tooManyStates = "too-many-states"
  static let tooManyValues = "too-many-values"

  /// A stable name: of a diagnostic or of a property.
  var code: String
  var position: Position
  /// Sentences: what is wrong, and what to write instead.
  var message: String
  /// The shortest way there, one line a step.
  var path: [String] = []

  /// The message behind its place, as compilers print it.
  var line: String {
    "\(position.file):\(position.line):\(position.column): error: \(code): \(message)"
  }

  /// The message with the way below it.
  var text: String { ([message] + path).joined(separator: "\n") }

  /// The file below a folder, as programs want it that know the clone; as it is where it lies elsewhere.
  func file(below folder: String) -> String {
    let start = folder.hasSuffix("/") ? folder : folder + "/"
    let path = position.file.hasPrefix("./") ? String(position.file.dropFirst(2)) : position.file
    return path.hasPrefix(start) ? String(path.dropFirst(start.count)) : path
  }
}
