/// A slip of the pen that libYAML notices only later: it goes on reading as long as it can, and refuses a line that
/// nothing is wrong with.
///
/// This parses no YAML. It looks at the lines above the refused place as a person would, and only where libYAML has
/// refused the document.
struct YAMLSlip {
  var position: Position
  var problem: String
  var remedy: String
  var code = DiagnosticCode.badYAML

  /// What is likely to have led to a refusal; nil where the refused place says it best itself.
  ///
  /// - Parameters:
  ///   - text: the document, as libYAML has read it.
  ///   - place: where libYAML gave up.
  static func find(in text: String.UnicodeScalarView, before place: Position) -> YAMLSlip? {
    var lines = YAMLLines(upTo: place)
    lines.read(text)
    return lines.oddCharacter ?? lines.openQuote ?? lines.stray ?? lines.missingSpace
      ?? lines.openBracket ?? lines.oddIndentation
  }

  /// The slip in a text that was meant as `key: value`.
  ///
  /// - Parameter start: where the text begins.
  static func missingSpace(in text: String.UnicodeScalarView, at start: Position) -> YAMLSlip? {
    let key = text.prefix {
      $0.properties.isAlphabetic || ("0"..."9").contains($0) || "._-".unicodeScalars.contains($0)
    }
    let rest = text.dropFirst(key.count)
    guard !key.isEmpty, rest.first == ":", let next = rest.dropFirst().first,
      ![" ", "/", ":"].contains(next)
    else { return nil }
    let hasKeyLater = zip(rest.dropFirst(), rest.dropFirst(2)).contains { $0 == ":" && $1 == " " }
    guard !hasKeyLater else { return nil }
    var position = start
    position.column += key.count + 1
    return YAMLSlip(
      position: position, problem: "A space is missing after `\(String(key)):`",
      remedy: "Write `\(String(key)): ` and then the value")
  }

  /// The slip in a text that was meant as `- entry`.
  static func missingSpaceAfterDash(
    in text: String.UnicodeScalarView, at start: Position
  ) -> YAMLSlip? {
    guard text.first == "-", let next = text.dropFirst().first,
      next.properties.isAlphabetic || next == "{" || next == "["
    else { return nil }
    var position = start
    position.column += 1
    return YAMLSlip(
      position: position, problem: "A space is missing after the `-` of an entry",
      remedy: "Write `- ` and then the entry")
  }
}

extension YAMLLines {
  /// An invisible character, or a typographic quote, where the structure of the line is; inside a text both can be right.
  var oddCharacter: YAMLSlip? {
    [previous, last].compactMap { $0 }.lazy.compactMap { oddCharacter(in: $0) }.first
  }

  private func oddCharacter(in line: Line) -> YAMLSlip? {
    var quote: Unicode.Scalar?
    var before: Unicode.Scalar = " "
    let end = line.text.count - 1
    for (offset, scalar) in line.text.enumerated() {
      defer { before = scalar }
      if let open = quote {
        if scalar == open { quote = nil }
        continue
      }
      if scalar == "#", before == " " { return nil }
      let followsStructure = " ,[]{}:-\"'".unicodeScalars.contains(before)
      if followsStructure, scalar == "\"" || scalar == "'" {
        quote = scalar
        continue
      }
      guard let odd = OddCharacter(scalar), followsStructure || odd.isInvisible && offset == end
      else { continue }
      return YAMLSlip(
        position: Position(
          file: place.file, line: line.number, column: line.indent + offset + 1),
        problem: odd.problem, remedy: odd.remedy,
        code: odd.isInvisible ? .badCharacter : .badYAML)
    }
    return nil
  }

  /// A comma or a closing bracket where no bracket is open.
  var stray: YAMLSlip? {
    guard let refused, let scalar = refused.scalar, refused.open.isEmpty else { return nil }
    switch scalar {
    case ",":
      return YAMLSlip(
        position: place, problem: "A `,` separates entries in brackets only, and none is open here",
        remedy: "Delete it")
    case "]", "}":
      let other = scalar == "]" ? "[" : "{"
      return YAMLSlip(
        position: place, problem: "This `\(scalar)` closes nothing",
        remedy: "Delete it, or add the missing `\(other)` before it")
    default: return nil
    }
  }

  /// A bracket that an earlier line has left open, so that the next key stands inside it.
  var openBracket: YAMLSlip? {
    guard let refused, refused.scalar == nil || refused.scalar == ":",
      let open = refused.open.last, open.position.line < place.line
    else { return nil }
    let closing = open.letter == "[" ? "]" : "}"
    return YAMLSlip(
      position: open.position,
      problem: "The `\(open.letter)` that starts here is not closed before line \(place.line)",
      remedy:
        "Add the missing `\(closing)`, or a `,` before the next entry; a text that starts with `\(open.letter)` goes in quotes"
    )
  }

  /// A quote that was meant to end in its line, and has taken in what follows up to the next one.
  var openQuote: YAMLSlip? {
    guard let quote, let last, quote.isClosedIn ?? last.number == last.number else { return nil }
    return YAMLSlip(
      position: quote.position, problem: "The quote that starts here is not closed in its line",
      remedy: "Close it, or put a text that contains a quote in quotes of the other kind")
  }

  /// `key:value`, which is a text to YAML.
  var missingSpace: YAMLSlip? {
    [last, previous].compactMap { $0 }.lazy.compactMap { missingSpace(in: $0) }.first
  }

  private func missingSpace(in line: Line) -> YAMLSlip? {
    let start = Position(file: place.file, line: line.number, column: line.indent + 1)
    return YAMLSlip.missingSpace(in: line.text, at: start)
      ?? YAMLSlip.missingSpaceAfterDash(in: line.text, at: start)
  }

  /// A line that stands between two levels.
  var oddIndentation: YAMLSlip? {
    guard let last else { return nil }
    if let ended {
      return indentation(last, ended.indent, ended.line)
    }
    // Deeper than the line above, which has a value already.
    guard let previous, last.indent > previous.indent, levels.last?.line == last.number,
      let end = previous.text.last(where: { $0 != " " }), ![":", "|", ">", "-"].contains(end)
    else { return nil }
    return indentation(last, previous.indent, previous.number)
  }

  private func indentation(_ line: Line, _ other: Int, _ number: Int) -> YAMLSlip {
    YAMLSlip(
      position: Position(file: place.file, line: line.number, column: line.indent + 1),
      problem:
        "This line is indented by \(spaces(line.indent)), and line \(number), which it seems to belong beside, by \(spaces(other))",
      remedy:
        "Indent both alike, or put all of a text that starts with `{`, `[` or a quote in quotes")
  }

  private func spaces(_ count: Int) -> String { count == 1 ? "1 space" : "\(count) spaces" }
}
