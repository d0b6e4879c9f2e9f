import FlowDefinition

extension Diagnostic {
  /// With the reason, if a file that the document names exists and cannot be read: the compiler is only told
  /// that it has no bytes.
  var reasoned: Diagnostic {
    guard let path = unreadable, PathSpelling.isThere(path) else { return self }
    do throws(CannotRead) {
      try CannotRead.check(path)
      return self
    } catch {
      var told = self
      told.unreadable = nil
      told.problem += ": \(error.reason)"
      told.remedy = "Write the path of a file that can be read"
      return told
    }
  }
}
