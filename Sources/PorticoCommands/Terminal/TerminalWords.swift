import FlowMachine
import Portico

// What the terminal says of what was typed.

extension Refusal {
  /// Nil where the screen says what is missing.
  var words: String? {
    switch self {
    case .incomplete: nil
    case .notOnScreen, .notOnTop, .late: "That is not on the screen any more."
    case .disabled: "That can’t be used now."
    case .noBack: "There is no way back from here."
    case .unhandled: "Nothing happens here by that."
    case .wrongValue: "That is no value for this field."
    }
  }
}

extension PasswordStrength {
  var words: String {
    switch self {
    case .veryWeak: "very easy to guess"
    case .weak: "easy to guess"
    case .fair: "could be stronger"
    case .strong: "strong"
    case .veryStrong: "very strong"
    }
  }
}
