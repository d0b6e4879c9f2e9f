/// A slip of the pen that libYAML notices only later: it goes on reading as long as it can, and refuses a line that
/// nothing is wrong with.
///
/// This parses no YAML. It looks at the lines above the refused place as a person would, and only where libYAML has
/// refused the document.
struct YAMLSlip {
  var position: Position
  var problem: String
  var remedy: String

  /// What is likely to have led to a refusal; nil where the refused place says it best itself.
  ///
  /// - Parameters:
  ///   - text: the document, as libYAML has read it.
  ///   - place: where libYAML gave up.
  static func find(in text: String.UnicodeScalarView, before place: Position) -> YAMLSlip? {
    var lines = YAMLLines(file: place.file)
    lines.read(text, upTo: place.line)
    return lines.openQuote ?? lines.missingSpace ?? lines.oddIndentation
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
}

/// The lines of a document up to one of them, with what is open there.
private struct YAMLLines {
  let file: String
  /// The last line, and the last one before it that says anything.
  private var last: Line?
  private var previous: Line?
  /// How far the maps and lists that are open in front of the last line are indented, and in which line each of them
  /// begins.
  private var levels: [(indent: Int, line: Int)] = []
  /// Those that the last line has ended.
  private var ended: (indent: Int, line: Int)?
  /// The last quote that is open beyond its line, or that a later line has closed.
  private var quote: (position: Position, isClosedIn: Int?)?

  struct Line {
    var number: Int
    var indent: Int
    var text: String.UnicodeScalarView
  }

  init(file: String) {
    self.file = file
  }

  mutating func read(_ text: String.UnicodeScalarView, upTo end: Int) {
    var number = 1
    var state = Scan()
    var current = String.UnicodeScalarView()
    func isEnd(_ scalar: Unicode.Scalar) -> Bool { scalar == "\n" || scalar == "\r" }
    var endsWithReturn = false
    for scalar in text {
      if endsWithReturn, scalar == "\n" {
        endsWithReturn = false
        continue
      }
      endsWithReturn = scalar == "\r"
      guard isEnd(scalar) else {
        current.append(scalar)
        continue
      }
      take(current, number, &state)
      number += 1
      current = String.UnicodeScalarView()
      if number > end { return }
    }
    take(current, number, &state)
  }

  /// What is open where a line begins.
  private struct Scan {
    var quote: (letter: Unicode.Scalar, position: Position)?
    var brackets = 0
  }

  private mutating func take(
    _ text: String.UnicodeScalarView, _ number: Int, _ state: inout Scan
  ) {
    let isInside = state.quote != nil || state.brackets > 0
    scan(text, number, &state)
    let indent = text.prefix { $0 == " " }.count
    let said = text.dropFirst(indent)
    guard let first = said.first, first != "#" else { return }
    previous = last
    last = Line(number: number, indent: indent, text: String.UnicodeScalarView(said))
    guard !isInside else { return }
    ended = nil
    while let level = levels.last, level.indent > indent {
      ended = level
      levels.removeLast()
    }
    guard levels.last?.indent != indent else {
      ended = nil
      return openItems(of: said, at: indent, in: number)
    }
    // A line that matches no level is judged while it is the last one.
    if ended == nil { levels.append((indent, number)) }
    openItems(of: said, at: indent, in: number)
  }

  /// What follows `- ` is a level of its own.
  private mutating func openItems(
    of text: String.UnicodeScalarView.SubSequence, at indent: Int, in number: Int
  ) {
    var (rest, indent) = (text, indent)
    while rest.first == "-", rest.dropFirst().first == " " {
      let spaces = rest.dropFirst().prefix { $0 == " " }.count
      indent += 1 + spaces
      rest = rest.dropFirst(1 + spaces)
      levels.append((indent, number))
    }
  }

  /// Follows quotes and brackets through a line.
  private mutating func scan(
    _ text: String.UnicodeScalarView, _ number: Int, _ state: inout Scan
  ) {
    var beginsValue = true
    var previous: Unicode.Scalar = " "
    var isEscaped = false
    for (column, scalar) in text.enumerated() {
      defer { previous = scalar }
      if let open = state.quote {
        if isEscaped {
          isEscaped = false
        } else if scalar == "\\", open.letter == "\"" {
          isEscaped = true
        } else if scalar == open.letter {
          if open.position.line < number { quote = (open.position, number) }
          state.quote = nil
          beginsValue = false
        }
        continue
      }
      switch scalar {
      case " ": continue
      case "#" where previous == " ": return
      case "\"", "'":
        if beginsValue {
          state.quote = (scalar, Position(file: file, line: number, column: column + 1))
        }
        beginsValue = false
      case "[", "{":
        if beginsValue { state.brackets += 1 }
      case "]", "}":
        if state.brackets > 0 { state.brackets -= 1 }
        beginsValue = false
      case ":": beginsValue = true
      case ",": beginsValue = state.brackets > 0
      case "-": beginsValue = beginsValue && previous == " "
      default: beginsValue = false
      }
    }
    if let open = state.quote { quote = (open.position, nil) }
  }
}

// MARK: What is wrong

extension YAMLLines {
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
    YAMLSlip.missingSpace(
      in: line.text, at: Position(file: file, line: line.number, column: line.indent + 1))
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
      position: Position(file: file, line: line.number, column: line.indent + 1),
      problem:
        "This line is indented by \(spaces(line.indent)), and line \(number), which it seems to belong beside, by \(spaces(other))",
      remedy:
        "Indent both alike, or put all of a text that starts with `{`, `[` or a quote in quotes")
  }

  private func spaces(_ count: Int) -> String { count == 1 ? "1 space" : "\(count) spaces" }
}
