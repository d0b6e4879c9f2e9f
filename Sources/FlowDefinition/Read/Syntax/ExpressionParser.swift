/// Parses an expression of numbers, see "Computed facts" in the language reference.
///
///     sum     = product { ("+" | "-") product }
///     product = factor { ("*" | "/" | "%") factor }
///     factor  = number | name | "-" factor | "(" sum ")" | function "(" arguments ")"
package struct ExpressionParser {
  package static let mostLevels = 32
  package static let mostTerms = 128

  private let scalars: [Unicode.Scalar]
  private var offset = 0
  private var level = 0
  private var terms = 0

  package static func parse(_ text: String) throws(SyntaxError) -> NumberExpression {
    var parser = ExpressionParser(text)
    let expression = try parser.sum()
    parser.skipSpace()
    guard parser.offset == parser.scalars.count else {
      throw SyntaxError(
        at: parser.offset, "The expression is complete before \(parser.rest)",
        "Join two values with `+`, `-`, `*`, `/` or `%`")
    }
    return expression
  }

  private init(_ text: String) {
    scalars = Array(text.unicodeScalars)
  }

  private mutating func sum() throws(SyntaxError) -> NumberExpression {
    var left = try product()
    while let (sign, place) = take(oneOf: "+-") {
      left = .operation(sign == "+" ? .add : .subtract, left, try product(), at: place)
    }
    return left
  }

  private mutating func product() throws(SyntaxError) -> NumberExpression {
    var left = try factor()
    while let (sign, place) = take(oneOf: "*/%") {
      let operation: NumberExpression.Operation =
        sign == "*" ? .multiply : sign == "/" ? .divide : .remainder
      left = .operation(operation, left, try factor(), at: place)
    }
    return left
  }

  private mutating func factor() throws(SyntaxError) -> NumberExpression {
    level += 1
    defer { level -= 1 }
    guard level <= Self.mostLevels else {
      throw SyntaxError(
        at: offset, "The expression nests deeper than \(Self.mostLevels) levels",
        "Compute a part of it in another fact")
    }
    terms += 1
    guard terms <= Self.mostTerms else {
      throw SyntaxError(
        at: offset, "The expression has more than \(Self.mostTerms) values",
        "Compute a part of it in another fact")
    }
    if let (_, place) = take(oneOf: "-") {
      if case .literal(let number) = try factor() { return .literal(-number) }
      throw SyntaxError(
        at: place, "`-` stands before something that is no number", "Write `0 - …`")
    }
    if let (_, place) = take(oneOf: "(") {
      let inner = try sum()
      guard take(oneOf: ")") != nil else {
        throw SyntaxError(at: place, "This parenthesis is not closed", "Add `)`")
      }
      return inner
    }
    skipSpace()
    let place = offset
    let word = takeWord()
    if word.isEmpty {
      throw SyntaxError(
        at: place, place == scalars.count ? "A value is missing" : "\(rest) is not a value",
        "Write a number, the name of a fact, or a value in parentheses")
    }
    if word.first?.isNumber == true {
      guard let number = NumberSyntax.whole(word) else {
        throw SyntaxError(
          at: place, "\(quoted(word)) is not a 64-bit whole number", "Write digits only")
      }
      return .literal(number)
    }
    guard take(oneOf: "(") == nil else { return try function(word, at: place) }
    guard NameSyntax.isReference(word), !GuardParser.words.contains(word) else {
      throw SyntaxError(
        at: place, "\(quoted(word)) is not a name", "Write the name of a fact, or a number")
    }
    return .name(GuardWord(word, at: place))
  }

  private mutating func function(
    _ name: String, at place: Int
  ) throws(SyntaxError) -> NumberExpression {
    var arguments: [(value: NumberExpression, at: Int)] = []
    repeat {
      skipSpace()
      let start = offset
      arguments.append((try sum(), start))
    } while take(oneOf: ",") != nil
    guard take(oneOf: ")") != nil else {
      throw SyntaxError(
        at: place, "The arguments of `\(name)` are not closed",
        "Add `)`; if the expression is in `{}` and has a comma, put it in quotes")
    }
    switch name {
    case "min", "max":
      let operation: NumberExpression.Operation = name == "min" ? .least : .greatest
      return arguments.dropFirst().reduce(arguments[0].value) {
        .operation(operation, $0, $1.value, at: place)
      }
    case "count":
      var flags: [GuardWord] = []
      for argument in arguments {
        guard case .name(let flag) = argument.value else {
          throw SyntaxError(
            at: argument.at,
            "`count` counts flags that are true, or the rows of a list, and this is no name",
            "Write `count(flag, flag)` or `count(list)`")
        }
        flags.append(flag)
      }
      return .count(flags)
    default:
      let guess = Suggestion.nearest(to: name, among: ["min", "max", "count"])
      throw SyntaxError(
        at: place, "\(quoted(name)) is not a function",
        guess.map { "Write `\($0)`" } ?? "Write `min`, `max` or `count`")
    }
  }

  // MARK: Characters

  private mutating func skipSpace() {
    while offset < scalars.count, scalars[offset] == " " || scalars[offset] == "\n" { offset += 1 }
  }

  private mutating func take(oneOf signs: String) -> (sign: Unicode.Scalar, at: Int)? {
    skipSpace()
    guard offset < scalars.count, signs.unicodeScalars.contains(scalars[offset]) else { return nil }
    offset += 1
    return (scalars[offset - 1], offset - 1)
  }

  private mutating func takeWord() -> String {
    let word = scalars[offset...].prefix {
      $0.isASCII && NameSyntax.isNamePart(UInt8($0.value)) || $0 == "."
    }
    offset += word.count
    return String(String.UnicodeScalarView(word))
  }

  private var rest: String {
    offset < scalars.count ? quoted(String(scalars[offset])) : "the end"
  }
}
