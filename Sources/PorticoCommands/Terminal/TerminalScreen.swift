import FlowMachine
import Portico

/// A screen as lines for a terminal, and what each number on it stands for.
struct TerminalScreen {
  /// What a person can do by typing a number.
  enum Choice: Equatable {
    case input(Input)
    /// Needs a text behind the number.
    case field(ElementID, isSecret: Bool)
  }

  private(set) var lines: [String] = []
  private(set) var choices: [Choice] = []
  /// Whether there is a way back from what is on top.
  private(set) var hasBack = false
  private let style: Style
  /// In columns.
  private let width: Int
  /// The secrets that the screen shows to their owner.
  private let secrets: [ElementID: Text]
  /// The words around the screen, in its language.
  private let words: FrameWords

  /// Whether escape sequences may be used.
  enum Style { case plain, colours }

  init(
    _ screen: ScreenValue, style: Style, secrets: [ElementID: Text] = [:],
    words: FrameWords = .english, width: Int = 64
  ) {
    self.style = style
    self.width = width
    self.secrets = secrets
    self.words = words
    if let root = screen.root {
      add(dim("below it: \(text(root.view))" + (root.showsContent ? "" : ", without its content")))
    }
    guard let top = screen.overlays.last ?? screen.screen else {
      add(dim("…"))
      return
    }
    if let under = screen.overlays.isEmpty ? nil : screen.screen {
      add(dim("over \(text(under.name))"))
    }
    draw(top)
  }

  private mutating func draw(_ surface: ScreenValue.Surface) {
    let whole = text(surface.title).isEmpty ? text(surface.name) : text(surface.title)
    let title = whole.count <= width - 6 ? whole : whole.prefix(max(width - 7, 1)) + "…"
    let rule = String(repeating: "─", count: max(width - title.count - 4, 2))
    add("╭─ \(bold(title)) \(rule)")
    add("│")
    for (element, actions) in surface.elementsWithActions { draw(element, actions) }
    add("│")
    add("╰" + String(repeating: "─", count: width - 1))
    hasBack = surface.hasBack
    if hasBack { add("  \(key("b")) \(text(Array(words.back.utf8)))") }
  }

  /// - Parameter actions: the buttons in its rows.
  private mutating func draw(_ element: ScreenValue.Element, _ actions: [ScreenValue.Element]) {
    let label = text(element.text)
    switch element.kind.input {
    case .text: drawField(element, label)
    case .option: drawOptions(element, label, actions)
    case .options: drawChoices(element, label)
    case .flag:
      let isOn = element.value == .flag(true)
      line(element, "[\(isOn ? "x" : " ")] \(label)", .input(.set(element.id, .flag(!isOn))))
    case .tap where element.kind == .link: line(element, "\(label) →", .input(.tap(element.id)))
    case .tap:
      let mark = element.isBusy ? "[ \(label) … ]" : "[ \(label) ]"
      line(element, bold(mark), .input(.tap(element.id)))
    case .none: drawShown(element, label)
    }
    if !element.problem.isEmpty { add("│     ! \(text(element.problem))") }
  }

  private mutating func drawShown(_ element: ScreenValue.Element, _ label: String) {
    switch element.kind {
    case .heading: add("│  \(bold(label))")
    case .notice:
      for line in wrapped("\(Self.mark(ofTone: element.style)) \(label)") { add("│  \(line)") }
    case .steps:
      let steps = element.steps
      let dots =
        String(repeating: "●", count: Int(steps.reached))
        + String(repeating: "○", count: Int(max(steps.count, steps.reached) - steps.reached))
      add("│  \(dots) \(dim(label))")
    case .avatar: add("│  (\(element.initials.isEmpty ? "☻" : text(element.initials))) \(label)")
    case .progress where element.style == ElementKind.skeletonStyle:
      for width in [24, 32, 18] { add("│  \(dim(String(repeating: "░", count: width)))") }
      add("│  \(dim(label))")
    case .image: add("│  \(dim("[\(text(element.appName))]"))")
    case .progress:
      guard case .text(let percent) = element.value, let percent = Int(text(percent)) else {
        return add("│  \(dim("◌ \(label)"))")
      }
      let full = percent / 5
      let bar = String(repeating: "█", count: full) + String(repeating: "░", count: 20 - full)
      add("│  \(bar) \(percent) % \(dim(label))")
    case .secret: drawSecret(element, label)
    default: for line in wrapped(label) { add("│  \(line)") }
    }
  }

  private static func mark(ofTone tone: UInt8) -> String {
    ["ℹ", "✓", "!", "✗"][Int(min(tone, 3))]
  }

  private mutating func drawSecret(_ element: ScreenValue.Element, _ label: String) {
    guard let secret = secrets[element.id] else { return }
    add("│  \(label):")
    guard element.style == ElementKind.qrStyle, let code = QRCode(secret) else {
      for line in secret.split(separator: UInt8(ascii: "\n")) {
        add("│    \(bold(text(Text(line))))")
      }
      return
    }
    // Two rows a line; light modules are drawn, since terminals are dark more often than light.
    let isLight = { (row: Int, column: Int) in
      guard 0..<code.size ~= row, 0..<code.size ~= column else { return true }
      return !code[row, column]
    }
    for row in stride(from: -2, to: code.size + 2, by: 2) {
      let line = (-2..<(code.size + 2)).map { column in
        switch (isLight(row, column), isLight(row + 1, column)) {
        case (true, true): "█"
        case (true, false): "▀"
        case (false, true): "▄"
        case (false, false): " "
        }
      }
      add("│  " + line.joined())
    }
  }

  private mutating func drawChoices(_ element: ScreenValue.Element, _ label: String) {
    let chosen = element.value.chosen
    if !label.isEmpty { add("│  \(label)") }
    for (place, option) in element.options.enumerated() {
      let isOn = chosen.contains(place)
      line(
        element, "[\(isOn ? "x" : " ")] \(text(option.text))",
        .input(.set(element.id, .mark(place, !isOn))))
    }
  }

  private mutating func drawField(_ element: ScreenValue.Element, _ label: String) {
    let value =
      switch element.value {
      case .text(let typed): text(typed)
      case .secret: "••••••••"
      default: ""
      }
    let lines = wrapped("\(label): \(value)▁")
    line(element, lines[0], .field(element.id, isSecret: element.isSecret))
    for more in lines.dropFirst() { add("│     \(more)") }
    if !element.hint.isEmpty { add("│     \(dim(text(element.hint)))") }
  }

  private mutating func drawOptions(
    _ element: ScreenValue.Element, _ label: String, _ actions: [ScreenValue.Element]
  ) {
    if !label.isEmpty { add("│  \(label)") }
    for (place, option) in element.options.enumerated() {
      let mark = element.value == .choice(place) ? "(•)" : "( )"
      let detail = option.detail.isEmpty ? "" : "  " + dim(text(option.detail))
      line(
        element, "\(mark) \(text(option.text))\(detail)", .input(.set(element.id, .option(place))))
      for action in actions where !action.options[place].text.isEmpty {
        line(
          action, "  [ \(text(action.options[place].text)) ]",
          .input(.set(action.id, .option(place))))
      }
    }
  }

  /// A line that can be used, with its number, or a dimmed one that cannot be now. That keeps its number, so that the others
  /// do not move while somebody types one.
  private mutating func line(_ element: ScreenValue.Element, _ words: String, _ choice: Choice) {
    choices.append(choice)
    add(
      element.isEnabled
        ? "│  \(key("\(choices.count)")) \(words)"
        : "│     \(dim(words))")
  }

  private mutating func add(_ line: String) {
    lines.append(line)
  }

  private func wrapped(_ text: String) -> [String] {
    let width = max(width - 6, 8)
    var lines: [String] = []
    var line = ""
    for word in text.split(separator: " ") {
      if !line.isEmpty, line.count + word.count + 1 > width {
        lines.append(line)
        line = ""
      }
      line += (line.isEmpty ? "" : " ") + word
    }
    return line.isEmpty ? lines : lines + [line]
  }

  /// Text for a terminal: controls could move the cursor or worse.
  private func text(_ bytes: Text) -> String {
    String(
      String.UnicodeScalarView(
        String(decoding: bytes, as: UTF8.self).unicodeScalars.filter {
          $0.properties.generalCategory != .control
        }))
  }

  private func bold(_ text: String) -> String { styled(text, "1") }
  private func dim(_ text: String) -> String { styled(text, "2") }
  private func key(_ text: String) -> String { styled(" \(text) ", "7") }
  private func styled(_ text: String, _ code: String) -> String {
    style == .colours ? "\u{1B}[\(code)m\(text)\u{1B}[0m" : text
  }
}
