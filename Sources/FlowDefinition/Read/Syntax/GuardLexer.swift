/// Splits a guard into its words and signs.
struct GuardLexer {
  enum Token: Hashable {
    /// Names with dots between.
    case name(String)
    case number(Int64)
    case text(String)
    case comparison(GuardExpression.Comparison)
    case open
    case close
    case end
  }

  struct Placed {
    var token: Token
    var offset: Int
  }

  private let scalars: [Unicode.Scalar]
  private var offset = 0

  init(_ text: String) {
    scalars = Array(text.unicodeScalars)
  }

  mutating func next() throws(SyntaxError) -> Placed {
    while offset < scalars.count, scalars[offset] == " " || scalars[offset] == "\n" { offset += 1 }
    let start = offset
    return Placed(token: try token(), offset: start)
  }

  private mutating func token() throws(SyntaxError) -> Token {
    guard offset < scalars.count else { return .end }
    let scalar = scalars[offset]
    switch scalar {
    case "(":
      offset += 1
      return .open
    case ")":
      offset += 1
      return .close
    case "'":
      return try text()
    case "=", "!", "<", ">":
      return try comparison()
    case "-", "0"..."9":
      return try number()
    case "a"..."z", "A"..."Z":
      return try name()
    case "\"":
      throw SyntaxError(at: offset, "A text in a guard is in double quotes", "Use single quotes")
    case "&", "|":
      throw SyntaxError(
        at: offset, "`\(scalar)` is not a guard operator",
        "Write `\(scalar == "&" ? "and" : "or")`")
    default:
      if let odd = OddCharacter(scalar) {
        throw SyntaxError(
          at: offset, odd.problem, odd.isInvisible ? odd.remedy : "Write a single quote, `'`")
      }
      throw SyntaxError(
        at: offset, "\(quoted(String(scalar))) has no meaning in a guard",
        "Write names, `and`, `or`, `not`, comparisons and parentheses")
    }
  }

  private mutating func text() throws(SyntaxError) -> Token {
    let start = offset
    var text = String.UnicodeScalarView()
    offset += 1
    while offset < scalars.count {
      let scalar = scalars[offset]
      offset += 1
      if scalar != "'" {
        text.append(scalar)
      } else if offset < scalars.count, scalars[offset] == "'" {
        text.append(scalar)
        offset += 1
      } else {
        return .text(String(text))
      }
    }
    throw SyntaxError(at: start, "A text is not closed", "Add the closing `'`")
  }

  private mutating func comparison() throws(SyntaxError) -> Token {
    let start = offset
    let sign = scalars[offset...].prefix { "=!<>".unicodeScalars.contains($0) }
    offset += sign.count
    let spelled = String(String.UnicodeScalarView(sign))
    if let comparison = GuardExpression.Comparison(rawValue: spelled) {
      return .comparison(comparison)
    }
    let remedy =
      switch spelled {
      case "=": "Write `==`"
      case "!": "Write `not`"
      default: "Write one of `==`, `!=`, `<`, `<=`, `>`, `>=`"
      }
    throw SyntaxError(at: start, "\(quoted(spelled)) is not a comparison", remedy)
  }

  private mutating func number() throws(SyntaxError) -> Token {
    let start = offset
    let spelled = scalars[offset...].prefix { isWordPart($0) || $0 == "-" || $0 == "." }
    offset += spelled.count
    let word = String(String.UnicodeScalarView(spelled))
    guard let number = NumberSyntax.whole(word) else {
      throw SyntaxError(
        at: start, "\(quoted(word)) is not a 64-bit whole number", "Write digits only")
    }
    return .number(number)
  }

  private mutating func name() throws(SyntaxError) -> Token {
    let start = offset
    let spelled = scalars[offset...].prefix { isWordPart($0) || $0 == "." }
    offset += spelled.count
    let word = String(String.UnicodeScalarView(spelled))
    guard NameSyntax.isReference(word) else {
      throw SyntaxError(
        at: start, "\(quoted(word)) is not a name",
        "Write letters from a to z, digits and `_`, at most \(NameSyntax.most) of them, with dots between names"
      )
    }
    return .name(word)
  }

  private func isWordPart(_ scalar: Unicode.Scalar) -> Bool {
    scalar.isASCII && NameSyntax.isNamePart(UInt8(scalar.value))
  }
}
