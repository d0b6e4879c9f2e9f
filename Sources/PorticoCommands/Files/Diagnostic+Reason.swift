import FlowDefinition
import Foundation

extension Diagnostic {
  /// With the reason, where a file that the document names is there and cannot be read: the compiler is told
  /// only that it has no bytes.
  var reasoned: Diagnostic {
    guard code == .unreadableFile,
      let match = problem.firstMatch(of: /^(?:The (?:base|sub-flow|file)) `(.+)` cannot be read$/)
    else { return self }
    let folder = (position.file as NSString).deletingLastPathComponent
    let path = folder.isEmpty ? String(match.1) : "\(folder)/\(match.1)"
    guard PathSpelling.isThere(path) else { return self }
    do throws(CannotRead) {
      try CannotRead.check(path)
      return self
    } catch {
      var told = self
      told.problem += ": \(error.reason)"
      told.remedy = "Write the path of a file that can be read"
      return told
    }
  }
}
