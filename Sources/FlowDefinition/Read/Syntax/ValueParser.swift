/// Literals, and what `set` puts into a fact.
package enum ValueParser {
  /// A flag, a whole number or a text. What is in quotes is a text whatever it looks like.
  package static func literal(_ text: String, isPlain: Bool) throws(SyntaxError) -> Literal {
    guard isPlain else { return .text(text) }
    if text == "true" || text == "false" { return .flag(text == "true") }
    if let number = NumberSyntax.whole(text) { return .number(number) }
    if NumberSyntax.looksLikeNumber(text) {
      throw SyntaxError(
        "\(quoted(text)) is not a 64-bit whole number",
        "Write digits only, or put it in quotes if it is a text")
    }
    return .text(text)
  }

  /// `true`, `3`, `'text'`, `name`, `now`, `now + 15m`, `event`, `name + 3`, `name - 3`.
  package static func value(_ text: String, isPlain: Bool) throws(SyntaxError) -> ValueExpression {
    switch try literal(text, isPlain: isPlain) {
    case .text(let word) where isPlain:
      return try expression(word)
    case let literal:
      return .literal(literal)
    }
  }

  private static func expression(_ text: String) throws(SyntaxError) -> ValueExpression {
    if text == "now" { return .now }
    if text == "event" { return .event }
    if NameSyntax.isReference(text) { return .name(text) }
    let words = text.split(separator: " ")
    if words.count == 3, words[0] == "now", words[1] == "+",
      let milliseconds = DurationSyntax.milliseconds(String(words[2]))
    {
      return .fromNow(milliseconds)
    }
    if words.count == 3, words[0] != "now", words[0] != "event", NameSyntax.isReference(words[0]),
      words[1] == "+" || words[1] == "-", let number = NumberSyntax.whole(words[2]), number != .min
    {
      return .sum(String(words[0]), words[1] == "+" ? number : -number)
    }
    throw SyntaxError(
      "\(quoted(text)) is not a value",
      "Write `'…'` for a text, or a number, `true`, `false`, a name, `now`, `now + 15m`, `event` or `name + 1`"
    )
  }
}
