/// A word of a guard and where it stands in it. Two are equal if they are the same word, wherever
/// they stand.
package struct GuardWord: Hashable, Sendable, ExpressibleByStringLiteral {
  package var text: String
  /// Unicode scalars from the start of the guard.
  package var offset: Int

  package init(_ text: String, at offset: Int) {
    self.text = text
    self.offset = offset
  }

  package init(stringLiteral text: String) {
    self.init(text, at: 0)
  }

  package static func == (left: GuardWord, right: GuardWord) -> Bool {
    left.text == right.text
  }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(text)
  }
}

/// A guard as written, see "Guards" in the language reference.
package indirect enum GuardExpression: Hashable, Sendable {
  package enum Comparison: String, CaseIterable, Sendable {
    case equal = "=="
    case notEqual = "!="
    case less = "<"
    case lessOrEqual = "<="
    case greater = ">"
    case greaterOrEqual = ">="
  }
  /// The right side of a comparison. A bare name may be a choice or another fact: the compiler
  /// knows.
  package enum Operand: Hashable, Sendable {
    case literal(Literal)
    case name(GuardWord)
  }
  package enum Presence: String, CaseIterable, Sendable {
    case present, absent, unreadable, valid, empty
  }
  package enum Status: String, CaseIterable, Sendable {
    case idle, running, succeeded, failed, settled, elapsed
  }

  /// A flag that is true.
  case flag(GuardWord)
  case compare(GuardWord, Comparison, Operand)
  /// The value that came with the event.
  case event(Comparison, Operand)
  case presence(GuardWord, Presence)
  /// Status of a request or timer; the class of a failure may be named.
  case status(GuardWord, Status, failureClass: GuardWord?)
  case inState(GuardWord)
  case shown(GuardWord)
  case not(GuardExpression)
  case and(GuardExpression, GuardExpression)
  case or(GuardExpression, GuardExpression)
}

/// The value of a computed number, see "Computed facts" in the language reference.
package indirect enum NumberExpression: Hashable, Sendable {
  package enum Operation: String, CaseIterable, Sendable {
    case add = "+"
    case subtract = "-"
    case multiply = "*"
    case divide = "/"
    case remainder = "%"
    case least = "min"
    case greatest = "max"
  }

  case literal(Int64)
  case name(GuardWord)
  /// How many of these flags are true.
  case count([GuardWord])
  /// Where the sign or the function stands: Unicode scalars from the start of the expression.
  case operation(Operation, NumberExpression, NumberExpression, at: Int)
}

/// The right side of `set`.
package enum ValueExpression: Hashable, Sendable {
  case literal(Literal)
  /// A choice, a fact or a configuration value.
  case name(String)
  case now
  /// Milliseconds from now.
  case fromNow(Int64)
  case event
  case sum(String, Int64)
}
