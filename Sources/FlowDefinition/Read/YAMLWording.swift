import Yams

/// Says in the words of an author what libYAML says in the words of a parser.
enum YAMLWording {
  static func refusal(
    for error: any Error, text: String.UnicodeScalarView, file: String
  ) -> YAMLRefusal {
    switch error {
    case YamlError.composer(_, _, let mark, _):
      return YAMLRefusal(
        .severalDocuments, at: position(mark, file), "A second YAML document starts here",
        "Delete the `---`, or move what follows to a separate file")
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
        .tooDeep, at: position, "The nesting that starts here is too deep",
        "Close the brackets, or move the inner states to a sub-flow")
    }
    let before = Lines(of: text, upTo: position)
    if before.next == "\t" || problem.hasPrefix("found a tab") {
      return YAMLRefusal(
        .tab, at: position, "YAML does not allow a tab here", "Indent with spaces")
    }
    // A placeholder for an anchor on a line of its own reads as a text, and then the keys below are
    // too much.
    if let found = before.lastPlaceholder, position.line - found.position.line <= 1 {
      return YAMLRefusal(leftOut(found.letter, at: found.position))
    }
    let said = sayings.first { problem.hasPrefix($0.parser) }
    if lateProblems.contains(where: { problem.hasPrefix($0) }),
      let slip = YAMLSlip.find(in: text, before: position)
    {
      return YAMLRefusal(slip.code, at: slip.position, slip.problem, slip.remedy)
    }
    return YAMLRefusal(
      .badYAML, at: position, said?.problem ?? "This is not valid YAML from here on",
      said?.remedy ?? "Put text that contains any of `:#{}[],%@` in quotes")
  }

  /// What an unquoted `&`, `*` or `!` in front of a value means to YAML, and that it may not.
  static func leftOut(_ letter: Unicode.Scalar, at position: Position) -> Diagnostic {
    if letter == "!" {
      return Diagnostic(
        .tag, at: position, "YAML reads a value that starts with `!` as a tag",
        "Put the text in quotes; in a guard, write `not`")
    }
    return Diagnostic(
      .alias, at: position,
      "YAML reads a value that starts with `\(letter)` as an \(letter == "&" ? "anchor" : "alias")",
      "Put the text in quotes, or write out the repeated part")
  }

  private static func position(_ mark: Mark, _ file: String) -> Position {
    Position(file: file, line: mark.line, column: mark.column)
  }

  /// What libYAML says of a line that an earlier one has made wrong.
  private static let lateProblems = [
    "mapping values are not allowed", "could not find expected ':'",
    "did not find expected key", "did not find expected '-' indicator",
    "did not find expected ',' or ", "found unexpected end of stream",
    "found unexpected document indicator", "found unexpected ':'",
    "did not find expected <document start>",
  ]

  private static let sayings: [(parser: String, problem: String, remedy: String)] = [
    (
      "mapping values are not allowed", "A `:` is where no key is allowed",
      "Put a text that contains `: ` in quotes, and start each key on its own line"
    ),
    (
      "block sequence entries are not allowed", "A `-` is where no list can start",
      "Start the list on the next line"
    ),
    (
      "mapping keys are not allowed", "A `?` is where no key is allowed",
      "Put the text in quotes"
    ),
    (
      "could not find expected ':'", "A line of a map has no `:`",
      "Write `key: value`, or indent the line to make it part of the text above"
    ),
    (
      "did not find expected key", "This line is not part of the map above it",
      "Indent it like the other keys, and put all of a text that starts with `{`, `[` or a quote in quotes"
    ),
    (
      "did not find expected '-' indicator", "This line is not part of the list above it",
      "Start it with `-` under the others, or indent it to match what it belongs to"
    ),
    (
      "did not find expected ',' or ", "A list or a map in brackets is not closed here",
      "Add the missing `,`, `]` or `}`, or put a text with `{` or `[` in quotes"
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
      "found character that cannot start any token", "A value cannot start with this character",
      "Put the text in quotes"
    ),
    (
      "found unknown escape character", "A double-quoted text has an unknown escape",
      "Write `\\\\` for a backslash, or use single quotes"
    ),
    (
      "did not find expected hexdecimal", "An escape in a double-quoted text is missing digits",
      "For example, write `\\u00e9`, or the letter itself"
    ),
    (
      "did not find expected comment or line break",
      "`|` or `>` is followed by text on the same line",
      "Start the text on the next line"
    ),
    (
      "found unexpected ':'", "An unquoted text in brackets contains a `:`",
      "Put the text in quotes"
    ),
    (
      "found unknown directive name", "YAML reads a line that starts with `%` as a directive",
      "Put the text in quotes"
    ),
    (
      "did not find expected node content", "A value is missing here",
      "Write the value, or delete the comma"
    ),
    (
      "did not find expected <document start>", "The value is followed by more text",
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
  var lastPlaceholder: (letter: Unicode.Scalar, position: Position)?

  init(of text: String.UnicodeScalarView, upTo position: Position) {
    var counter = LineCounter(file: position.file)
    var previous: Unicode.Scalar = "\n"
    // The last one that is no space.
    var last: Unicode.Scalar = "\n"
    for scalar in text {
      if counter.position >= position {
        next = scalar
        return
      }
      let beginsToken = [" ", "\t", "\n", "\r", "[", "{", ","].contains(previous)
      let beginsValue = [":", "-", "?", "\n", "\r", "[", "{", ","].contains(last)
      if beginsToken, beginsValue, let letter = SourceText.letter(behind: scalar) {
        lastPlaceholder = (letter, counter.position)
      }
      counter.advance(over: scalar)
      previous = scalar
      if scalar != " ", scalar != "\t" { last = scalar }
    }
  }
}
