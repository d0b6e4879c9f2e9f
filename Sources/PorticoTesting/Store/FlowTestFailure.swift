/// A difference between what a test stated and what happened.
public struct FlowTestFailure: Error, Equatable, CustomStringConvertible {
  /// The line of the test.
  public var place: String
  /// What was done.
  public var step: String
  /// One sentence for each problem.
  public var problems: [String]

  /// The place, the step, and the problems.
  public var description: String {
    "\(place): after \(step):\n" + problems.map { "  \($0)" }.joined(separator: "\n")
  }
}
