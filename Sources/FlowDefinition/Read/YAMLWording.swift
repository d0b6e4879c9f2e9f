import Yams

/// Says in the words of an author what libYAML says in the words of a parser.
enum YAMLWording {
  static func refusal(
    for error: any Error, text: String.UnicodeScalarView, file: String
  ) -> YAMLRefusal {
    switch error {
    case YamlError.composer(_, _, let mark, _):
      return YAMLRefusal(
        .severalDocuments, at: position(mark, file), "A second document begins here",
        "Delete the `---`, or move what follows into a file of its own")
    case YamlError.scanner(_, let problem, let mark, _),
      YamlError.parser(_, let problem, let mark, _):
      return refusal(for: problem, at: position(mark, file), text: text)
    default:
      return YAMLRefusal(
        .badYAML, at: Position(file: file, line: 1, column: 1), "The file cannot be read as YAML",
        "Look for an unclosed quote or bracket")
    }
  }

  private static func refusal(
    for problem: String, at position: Position, text: String.UnicodeScalarView
  ) -> YAMLRefusal {
    if problem.hasPrefix("Maximum nesting level") {
      return YAMLRefusal(
        .tooDeep, at: position, "What begins here nests deeper than any flow",
        "Close the brackets, or take the inner states out into a sub-flow")
    }
    let before = Lines(of: text, upTo: position)
    if before.next == "\t" || problem.hasPrefix("found a tab") {
      return YAMLRefusal(
        .tab, at: position, "A tab stands where YAML wants spaces", "Indent with spaces")
    }
    // A stand-in for an anchor on a line of its own reads as a text, and then the keys below are
    // too much.
    if let found = before.lastStandIn, position.line - found.position.line <= 1 {
      return YAMLRefusal(leftOut(found.letter, at: found.position))
    }
    let said = sayings.first { problem.hasPrefix($0.parser) }
    return YAMLRefusal(
      .badYAML, at: position, said?.problem ?? "From here on this is no YAML",
      said?.remedy ?? "Put text that holds any of `:#{}[],%@` in quotes")
  }

  /// What an unquoted `&`, `*` or `!` in front of a value means to YAML, and that it may not.
  static func leftOut(_ letter: Unicode.Scalar, at position: Position) -> Diagnostic {
    if letter == "!" {
      return Diagnostic(
        .tag, at: position, "A value that begins with `!` is a tag to YAML",
        "Put the text in quotes, and in a guard write `not`")
    }
    return Diagnostic(
      .alias, at: position,
      "A value that begins with `\(letter)` is an \(letter == "&" ? "anchor" : "alias") to YAML",
      "Put the text in quotes, or write out what is repeated")
  }

  private static func position(_ mark: Mark, _ file: String) -> Position {
    Position(file: file, line: mark.line, column: mark.column)
  }

  private static let sayings: [(parser: String, problem: String, remedy: String)] = [
    (
      "mapping values are not allowed", "A `:` stands where no key can be",
      "Put a text that holds `: ` in quotes, and begin each key on a line of its own"
    ),
    (
      "block sequence entries are not allowed", "A `-` stands where no list can begin",
      "Begin the list on the next line"
    ),
    (
      "mapping keys are not allowed", "A `?` stands where no key can be",
      "Put the text in quotes"
    ),
    (
      "could not find expected ':'", "A line of a map has no `:`",
      "Write `key: value`, or indent the line so that it belongs to the text above"
    ),
    (
      "did not find expected key", "This line does not belong to the map above it",
      "Indent it as the other keys, and put a text that begins with `{`, `[` or a quote wholly in quotes"
    ),
    (
      "did not find expected '-' indicator", "This line does not belong to the list above it",
      "Begin it with `-` under the others, or indent it as what it belongs to"
    ),
    (
      "did not find expected ',' or ", "A list or a map in brackets is not closed here",
      "Write the missing `,`, `]` or `}`, or put a text with `{` or `[` in quotes"
    ),
    (
      "found unexpected end of stream", "The file ends inside a quoted text",
      "Close the quote"
    ),
    (
      "found unexpected document indicator", "The document ends inside a quoted text",
      "Close the quote"
    ),
    (
      "found character that cannot start any token", "No value can begin with this character",
      "Put the text in quotes"
    ),
    (
      "found unknown escape character", "A text in double quotes has an unknown escape",
      "Write `\\\\` for a backslash, or use single quotes"
    ),
    (
      "did not find expected hexdecimal", "An escape in double quotes lacks digits",
      "Write such as `\\u00e9`, or the letter itself"
    ),
    (
      "did not find expected comment or line break", "After `|` or `>` a text follows on the line",
      "Begin the text on the next line"
    ),
    (
      "found unexpected ':'", "A `:` stands in a text in brackets that has no quotes",
      "Put the text in quotes"
    ),
    (
      "found unknown directive name", "A line that begins with `%` is a directive to YAML",
      "Put the text in quotes"
    ),
    (
      "did not find expected node content", "A value is missing here",
      "Write the value, or delete the comma"
    ),
    (
      "did not find expected <document start>", "After the end of the value something follows",
      "Put the whole text in quotes"
    ),
  ]
}

extension YAMLRefusal {
  fileprivate init(_ diagnostic: Diagnostic) {
    self.diagnostic = diagnostic
  }
}

/// What stands at and before a place of the text.
private struct Lines {
  var next: Unicode.Scalar?
  var lastStandIn: (letter: Unicode.Scalar, position: Position)?

  init(of text: String.UnicodeScalarView, upTo position: Position) {
    var counter = LineCounter(file: position.file)
    var previous: Unicode.Scalar = "\n"
    for scalar in text {
      if counter.position >= position {
        next = scalar
        return
      }
      let beginsToken = [" ", "\t", "\n", "\r", "[", "{", ","].contains(previous)
      if beginsToken, let letter = SourceText.letter(behind: scalar) {
        lastStandIn = (letter, counter.position)
      }
      counter.advance(over: scalar)
      previous = scalar
    }
  }
}
