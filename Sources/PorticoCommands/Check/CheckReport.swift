/// Says what came of checks, in one of the forms.
protocol CheckReport: AnyObject {
  /// One flow was checked.
  func add(_ check: FlowCheck)
  /// Something beside what was found.
  func note(_ line: String)
  /// There are no more flows.
  func finish() throws
}

/// For people and editors; every line with a place begins with it.
final class TextReport: CheckReport {
  private let isTerminal: Bool

  /// - Parameter isTerminal: whether a person reads it, not a program.
  init(isTerminal: Bool) { self.isTerminal = isTerminal }

  func add(_ check: FlowCheck) {
    for line in check.lines { print(line) }
    guard check.verification != nil else { return }
    let mark = isTerminal ? (check.isSound ? "✓ " : "✗ ") : ""
    print(mark + check.verdict)
  }

  func note(_ line: String) { print(line) }
  func finish() {}
}
