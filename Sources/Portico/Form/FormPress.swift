/// A press on the button of a form, until it is known what came of it.
///
/// What was pressed may be refused at once, since a field is empty, or later by the server. Either way the first problem
/// gets the focus, and all of them are announced in one go. Typing ends the wait: who goes on typing is not interrupted.
package struct FormPress: Equatable, Sendable {
  /// Where the focus goes and what is said.
  package struct Reveal: Equatable, Sendable {
    /// The id of the first element with a problem.
    package let first: Int
    /// Every problem with its label.
    package let announcement: String
  }

  private enum State: Equatable { case none, sent, taken }

  private var state = State.none

  package init() {}

  /// The button was pressed.
  package mutating func press() { state = .sent }

  /// Something was typed.
  package mutating func type() { state = .none }

  /// The flow has taken the press, and this is what the screen shows since.
  package mutating func finish(_ screen: Screen) -> Reveal? {
    guard state == .sent else { return nil }
    state = .taken
    return take(screen)
  }

  /// The screen has changed.
  ///
  /// - Returns: nil if no press waits for an outcome, or nothing is wrong.
  package mutating func take(_ screen: Screen) -> Reveal? {
    let problems = screen.problems
    guard state == .taken, let first = problems.first else { return nil }
    state = .none
    return Reveal(
      first: first.id, announcement: problems.map(\.announcement).joined(separator: " "))
  }
}
