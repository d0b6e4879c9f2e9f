/// The lines of a document up to one of them, with what is open there: quotes, brackets, maps and lists, as a person sees
/// them. For `YAMLSlip`.
struct YAMLLines {
  /// Where libYAML gave up.
  let place: Position
  /// What stands there, and the brackets that are open in front of it.
  private(set) var refused: (scalar: Unicode.Scalar?, open: [Bracket])?
  /// The last line, and the last one before it that says anything.
  private(set) var last: Line?
  private(set) var previous: Line?
  /// How far the maps and lists that are open in front of the last line are indented, and in which line each of them
  /// begins.
  private(set) var levels: [(indent: Int, line: Int)] = []
  /// Those that the last line has ended.
  private(set) var ended: (indent: Int, line: Int)?
  /// The last quote that is open beyond its line, or that a later line has closed.
  private(set) var quote: (position: Position, isClosedIn: Int?)?

  struct Bracket {
    var letter: Unicode.Scalar
    var position: Position
  }

  struct Line {
    var number: Int
    var indent: Int
    var text: String.UnicodeScalarView
  }

  init(upTo place: Position) {
    self.place = place
  }

  mutating func read(_ text: String.UnicodeScalarView) {
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
      if number > place.line { return }
    }
    take(current, number, &state)
  }

  /// What is open where a line begins.
  private struct Scan {
    var quote: (letter: Unicode.Scalar, position: Position)?
    var brackets: [Bracket] = []
  }

  private mutating func take(
    _ text: String.UnicodeScalarView, _ number: Int, _ state: inout Scan
  ) {
    let isInside = state.quote != nil || !state.brackets.isEmpty
    scan(text, number, &state)
    if number == place.line, refused == nil { refused = (nil, state.brackets) }
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
      if number == place.line, column + 1 == place.column {
        refused = (scalar, state.brackets)
      }
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
          state.quote = (scalar, Position(file: place.file, line: number, column: column + 1))
        }
        beginsValue = false
      case "[", "{":
        if beginsValue {
          let position = Position(file: place.file, line: number, column: column + 1)
          state.brackets.append(Bracket(letter: scalar, position: position))
        }
      case "]", "}":
        if !state.brackets.isEmpty { state.brackets.removeLast() }
        beginsValue = false
      case ":": beginsValue = true
      case ",": beginsValue = !state.brackets.isEmpty
      case "-": beginsValue = beginsValue && previous == " "
      default: beginsValue = false
      }
    }
    if let open = state.quote { quote = (open.position, nil) }
  }
}
