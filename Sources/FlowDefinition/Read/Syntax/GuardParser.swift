/// Reads the language of `when`, see "Guards" in the language reference.
///
/// Recursive descent with two bounds, on how deep parentheses and `not` nest and on how many
/// conditions are chained, so that what walks the tree later recurses no deeper than a small stack
/// allows.
package struct GuardParser {
  package static let mostLevels = 32
  package static let mostConditions = 128

  /// Words with a meaning of their own: no fact and no configuration value can be called so.
  package static let words = [
    "and", "or", "not", "is", "in", "shown", "event", "true", "false", "now",
  ]

  private var lexer: GuardLexer
  private var current: GuardLexer.Placed
  private var level = 0
  private var conditions = 0

  package static func parse(_ text: String) throws(SyntaxError) -> GuardExpression {
    var parser = try GuardParser(text)
    let expression = try parser.disjunction()
    guard parser.current.token == .end else {
      throw SyntaxError(
        at: parser.current.offset, "The guard is complete before \(parser.currentWord)",
        parser.meant(in: text) ?? "Join two conditions with `and` or `or`")
    }
    return expression
  }

  /// What to write where the guard is complete too soon, if it looks like what other languages have.
  private func meant(in text: String) -> String? {
    let words = text.prefix(current.offset).split(separator: " ")
    let near = [words.last.map { "`\($0)`" }, currentWord].compactMap { $0?.lowercased() }
    if let word = near.first(where: { ["`and`", "`or`", "`not`"].contains($0) }) {
      return "Write \(word) in small letters"
    }
    return ["`present`", "`absent`"].contains(currentWord) ? "Write `is` before it" : nil
  }

  private init(_ text: String) throws(SyntaxError) {
    lexer = GuardLexer(text)
    current = try lexer.next()
  }

  private mutating func disjunction() throws(SyntaxError) -> GuardExpression {
    var left = try conjunction()
    while try take(word: "or") { left = .or(left, try conjunction()) }
    return left
  }

  private mutating func conjunction() throws(SyntaxError) -> GuardExpression {
    var left = try negation()
    while try take(word: "and") { left = .and(left, try negation()) }
    return left
  }

  private mutating func negation() throws(SyntaxError) -> GuardExpression {
    level += 1
    defer { level -= 1 }
    guard level <= GuardParser.mostLevels else {
      throw SyntaxError(
        at: current.offset, "The guard nests deeper than \(GuardParser.mostLevels) levels",
        "Remove parentheses and double `not`")
    }
    if try take(word: "not") { return .not(try negation()) }
    guard current.token == .open else { return try condition() }
    try advance()
    let inner = try disjunction()
    guard current.token == .close else {
      throw SyntaxError(
        at: current.offset, "A parenthesis is not closed before \(currentWord)", "Add `)`")
    }
    try advance()
    return inner
  }

  private mutating func condition() throws(SyntaxError) -> GuardExpression {
    let offset = current.offset
    conditions += 1
    guard conditions <= GuardParser.mostConditions else {
      throw SyntaxError(
        at: offset, "The guard has more than \(GuardParser.mostConditions) conditions",
        "Split it over several transitions")
    }
    guard case .name(let name) = current.token else {
      throw SyntaxError(
        at: offset, "A condition cannot begin with \(currentWord)",
        "Begin it with a name: `name`, `name == 3`, `name is present`, `request.failed`")
    }
    try advance()
    switch name {
    case "in", "shown":
      let argument = try argument(of: name)
      return name == "in" ? .inState(argument) : .shown(argument)
    case "event":
      guard case .comparison(let comparison) = current.token else {
        throw SyntaxError(
          at: current.offset, "`event` is a value, but is not compared with anything here",
          "Write a comparison such as `event == 3`")
      }
      try advance()
      return .event(comparison, try operand())
    case _ where GuardParser.words.contains(name):
      throw SyntaxError(
        at: offset, "`\(name)` cannot begin a condition",
        "Begin it with a name: `name`, `name == 3`, `name is present`, `request.failed`")
    default:
      return try condition(on: name, at: offset)
    }
  }

  private mutating func condition(
    on name: String, at offset: Int
  ) throws(SyntaxError) -> GuardExpression {
    let word = GuardWord(name, at: offset)
    if case .comparison(let comparison) = current.token {
      try advance()
      return .compare(word, comparison, try operand())
    }
    if try take(word: "is") { return .presence(word, try presence(of: word)) }
    guard let dot = name.lastIndex(of: ".") else {
      guard current.token != .open || !["count", "min", "max"].contains(name) else {
        throw SyntaxError(
          at: offset, "A guard cannot compute, and `\(name)(…)` is a number",
          name == "count"
            ? "Ask whether a list `is empty`; to count flags, declare a fact with `type: number` and `value: count(…)`, and compare it"
            : "Declare a fact with `type: number` and `value: \(name)(…)`, and compare it")
      }
      guard current.token != .open else {
        throw SyntaxError(
          at: offset, "`\(name)` takes no parentheses",
          "Write `in(state)`, `shown(overlay)` or `request.failed(class)`")
      }
      return .flag(word)
    }
    guard let status = GuardExpression.Status(rawValue: String(name[name.index(after: dot)...]))
    else {
      return .flag(word)
    }
    let subject = GuardWord(String(name[..<dot]), at: offset)
    guard current.token == .open else {
      return .status(subject, status, failureClass: nil)
    }
    guard status == .failed else {
      throw SyntaxError(
        at: current.offset, "Only `failed` has a class", "Write `\(subject.text).failed(class)`")
    }
    return .status(subject, status, failureClass: try argument(of: name))
  }

  private mutating func presence(
    of subject: GuardWord
  ) throws(SyntaxError) -> GuardExpression.Presence {
    guard case .name(let word) = current.token,
      let presence = GuardExpression.Presence(rawValue: word)
    else {
      if case .name(let word) = current.token, GuardExpression.Status(rawValue: word) != nil {
        throw SyntaxError(
          at: current.offset, "`is` is followed by the status `\(word)`",
          "Write `\(subject.text).\(word)`")
      }
      let words = GuardExpression.Presence.allCases.map(\.rawValue)
      throw SyntaxError(
        at: current.offset, "`is` is followed by \(currentWord)",
        "Write \(quoted(oneOf: words)); compare values with `==`")
    }
    try advance()
    return presence
  }

  private mutating func operand() throws(SyntaxError) -> GuardExpression.Operand {
    let operand: GuardExpression.Operand
    switch current.token {
    case .number(let number): operand = .literal(.number(number))
    case .text(let text): operand = .literal(.text(text))
    case .name("true"): operand = .literal(.flag(true))
    case .name("false"): operand = .literal(.flag(false))
    case .name(let name) where !GuardParser.words.contains(name):
      operand = .name(GuardWord(name, at: current.offset))
    case .end:
      throw SyntaxError(
        at: current.offset, "The guard ends where a value is expected",
        "Write a name, a number, `true`, `false` or `'text'`")
    default:
      throw SyntaxError(
        at: current.offset, "A value is expected instead of \(currentWord)",
        "Write a name, a number, `true`, `false` or `'text'`")
    }
    try advance()
    return operand
  }

  /// The one name in parentheses that follows.
  private mutating func argument(of word: String) throws(SyntaxError) -> GuardWord {
    let remedy = "Write `\(word)(name)`"
    guard current.token == .open else {
      throw SyntaxError(
        at: current.offset, "`\(word)` is followed by \(currentWord) instead of `(`", remedy)
    }
    try advance()
    guard case .name(let name) = current.token else {
      throw SyntaxError(
        at: current.offset, "A name is expected in the parentheses instead of \(currentWord)",
        remedy)
    }
    let argument = GuardWord(name, at: current.offset)
    try advance()
    guard current.token == .close else {
      throw SyntaxError(
        at: current.offset, "A parenthesis is not closed before \(currentWord)", remedy)
    }
    try advance()
    return argument
  }

  private mutating func take(word: String) throws(SyntaxError) -> Bool {
    guard current.token == .name(word) else { return false }
    try advance()
    return true
  }

  private mutating func advance() throws(SyntaxError) {
    current = try lexer.next()
  }

  private var currentWord: String {
    switch current.token {
    case .name(let name): quoted(name)
    case .number(let number): "`\(number)`"
    case .text(let text): quoted("'\(text)'")
    case .comparison(let comparison): "`\(comparison.rawValue)`"
    case .open: "`(`"
    case .close: "`)`"
    case .end: "the end"
    }
  }
}
