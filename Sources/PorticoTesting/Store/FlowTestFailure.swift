/// What a test did not state, or stated otherwise than it is.
public struct FlowTestFailure: Error, Equatable, CustomStringConvertible {
  /// The line of the test.
  public var place: String
  /// What was done.
  public var step: String
  /// A sentence for each thing that is wrong.
  public var problems: [String]

  /// The place, the step, and what is wrong with it.
  public var description: String {
    "\(place): after \(step):\n" + problems.map { "  \($0)" }.joined(separator: "\n")
  }
}
