import FlowVerification

/// How much of one flow may be explored.
package struct CheckLimits {
  var states: Int
  var seconds: Int

  /// - Parameters:
  ///   - states: the most of them.
  ///   - seconds: the longest time.
  package init(states: Int, seconds: Int) {
    self.states = states
    self.seconds = seconds
  }

  var budget: Verification.Budget { Verification.Budget(states: states) }
}
