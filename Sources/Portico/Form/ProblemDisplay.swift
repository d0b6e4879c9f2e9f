/// When a field says what is wrong with it: not while somebody is still typing it for the first time.
package struct ProblemDisplay: Equatable, Sendable {
  private var problem: String
  private var hasFocus = false
  private var isRevealed = true

  package init(_ problem: String = "") { self.problem = problem }

  /// What is drawn below the field; empty for nothing.
  package var shown: String { isRevealed || !hasFocus ? problem : "" }

  /// The flow says this of the value now.
  package mutating func take(_ problem: String) {
    self.problem = problem
    // Once it was right, what is typed next is being typed for the first time again.
    if problem.isEmpty, hasFocus { isRevealed = false }
  }

  /// The field got the focus.
  package mutating func focus() {
    hasFocus = true
    isRevealed = !problem.isEmpty
  }

  /// The field lost the focus.
  ///
  /// - Returns: the problem that is drawn since, to be said to people who do not see it; nil if there is none.
  package mutating func leave() -> String? {
    let wasShown = shown
    hasFocus = false
    isRevealed = true
    return problem.isEmpty || problem == wasShown ? nil : problem
  }

  /// The form was sent, and every field says what is wrong.
  package mutating func reveal() { isRevealed = true }
}
