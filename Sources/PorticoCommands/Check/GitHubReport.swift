import FlowDefinition

/// Workflow commands of GitHub Actions, which become annotations on the lines of a pull request.
///
/// https://docs.github.com/actions/reference/workflow-commands-for-github-actions
final class GitHubReport: CheckReport {
  private let folder: String

  /// - Parameter folder: what paths are relative to; in a workflow the clone.
  init(folder: String) { self.folder = folder }

  func add(_ check: FlowCheck) {
    for problem in check.problems { print(Self.command(problem, folder)) }
    for line in check.changes + check.notes { note(line) }
    if check.verification != nil { note(check.verdict) }
  }

  /// Lines of a log that are no commands.
  func note(_ line: String) { print(line) }
  func finish() {}

  static func command(_ problem: CheckProblem, _ folder: String) -> String {
    let properties = [
      "file=\(property(problem.file(below: folder)))", "line=\(problem.position.line)",
      "col=\(problem.position.column)", "title=\(property(problem.code))",
    ]
    return "::error \(properties.joined(separator: ","))::\(data(problem.text))"
  }

  private static func data(_ text: String) -> String {
    text.replacing("%", with: "%25").replacing("\r", with: "%0D").replacing("\n", with: "%0A")
  }

  private static func property(_ text: String) -> String {
    data(text).replacing(":", with: "%3A").replacing(",", with: "%2C")
  }
}
