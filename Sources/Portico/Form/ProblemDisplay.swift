/// When a field shows its problem: not while somebody is still typing the first value.
package struct ProblemDisplay: Equatable, Sendable {
  private var problem: String
  private var hasFocus = false
  private var isRevealed = true

  package init(_ problem: String = "") { self.problem = problem }

  /// What is drawn below the field; empty for nothing.
  package var shown: String { isRevealed || !hasFocus ? problem : "" }

  /// The flow's current verdict on the value.
  package mutating func take(_ problem: String) {
    self.problem = problem
    // Once the value was valid, the next typing counts as a first value again.
    if problem.isEmpty, hasFocus { isRevealed = false }
  }

  /// The field got the focus.
  package mutating func focus() {
    hasFocus = true
    isRevealed = !problem.isEmpty
  }

  /// The field lost the focus.
  ///
  /// - Returns: the problem that has just appeared, to be announced, or nil.
  package mutating func leave() -> String? {
    let wasShown = shown
    hasFocus = false
    isRevealed = true
    return problem.isEmpty || problem == wasShown ? nil : problem
  }

  /// The form was sent, and every field says what is wrong.
  package mutating func reveal() { isRevealed = true }
}
