/// A press on a form's button, until its outcome is known.
///
/// The press may be refused at once, because a field is empty, or later by the server. Either way the first problem gets
/// the focus, and all problems are announced together. Typing ends the wait, so that nobody is interrupted while typing.
package struct FormPress: Equatable, Sendable {
  /// Where the focus goes and what is said.
  package struct Reveal: Equatable, Sendable {
    /// The id of the first element with a problem.
    package let first: Int
    /// Every problem with its label.
    package let announcement: String
  }

  /// Which of the entry's inputs the press is; nil if none waits for its outcome.
  private var sent: Int?

  package init() {}

  /// The button was pressed.
  ///
  /// - Parameter input: which of the entry's inputs it is (`AppEntry.press`).
  package mutating func press(_ input: Int) { sent = input }

  /// Something was typed.
  package mutating func type() { sent = nil }

  /// The screen has changed, or the flow has taken inputs.
  ///
  /// - Parameter taken: how many of the entry's inputs the screen comes after (`AppEntry.inputsTaken`).
  /// - Returns: nil if no press waits for an outcome, or nothing is wrong.
  package mutating func take(_ screen: Screen, after taken: Int) -> Reveal? {
    let problems = screen.problems
    guard let sent, sent <= taken, let first = problems.first else { return nil }
    self.sent = nil
    return Reveal(
      first: first.id, announcement: problems.map(\.announcement).joined(separator: " "))
  }
}
