/// A difference between what a test stated and what happened.
public struct FlowTestFailure: Error, Equatable, CustomStringConvertible {
  /// The file of the test, as `#fileID` names it.
  public var file: String
  /// The line of the step.
  public var line: Int
  /// What was done.
  public var step: String
  /// One sentence for each problem.
  public var problems: [String]

  init(_ file: StaticString, _ line: UInt, _ step: String, _ problems: [String]) {
    (self.file, self.line, self.step, self.problems) = ("\(file)", Int(line), step, problems)
  }

  /// The place of the step.
  public var place: String { "\(file):\(line)" }

  /// The place, the step, and the problems.
  public var description: String {
    "\(place): after \(step):\n" + problems.map { "  \($0)" }.joined(separator: "\n")
  }
}
