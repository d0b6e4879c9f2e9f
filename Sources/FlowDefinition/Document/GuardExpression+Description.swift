extension GuardExpression: CustomStringConvertible {
  /// The guard as the language writes it.
  package var description: String {
    switch self {
    case .flag(let word): word.text
    case .compare(let word, let comparison, let operand):
      "\(word.text) \(comparison.rawValue) \(operand)"
    case .event(let comparison, let operand): "event \(comparison.rawValue) \(operand)"
    case .presence(let word, let presence): "\(word.text) is \(presence.rawValue)"
    case .status(let word, let status, let failureClass):
      "\(word.text).\(status.rawValue)" + (failureClass.map { "(\($0.text))" } ?? "")
    case .inState(let word): "in(\(word.text))"
    case .shown(let word): "shown(\(word.text))"
    case .not(let inner): "not " + inner.bracketed
    case .and(let left, let right): "\(left.bracketed) and \(right.bracketed)"
    case .or(let left, let right): "\(left) or \(right)"
    }
  }

  private var bracketed: String {
    switch self {
    case .or: "(\(self))"
    case .and, .not, .flag, .compare, .event, .presence, .status, .inState, .shown: "\(self)"
    }
  }
}

extension GuardExpression.Operand: CustomStringConvertible {
  package var description: String {
    switch self {
    case .name(let word): word.text
    case .literal(.text(let text)): "'\(text)'"
    case .literal(let literal): JSONText.plain(literal)
    }
  }
}
