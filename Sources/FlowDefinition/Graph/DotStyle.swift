/// How an edge of a kind looks, and what the legend says of it.
struct DotStyle {
  static let font = "Helvetica,Arial,sans-serif"
  static let ink = "#1f2328"
  static let soft = "#57606a"
  static let line = "#6e7781"
  static let happy = "#1a7f37"
  static let failure = "#cf222e"
  static let overlay = "#9a6700"
  static let restore = "#0969da"

  var color: String
  var line: String
  var width: Double = 1
  var weight: Int
  /// The line in the legend.
  var sample: String
  var meaning: String

  init(_ kind: FlowGraph.Edge.Kind) {
    switch kind {
    case .happy:
      (color, line, width, weight) = (Self.happy, "bold", 3, 100)
      (sample, meaning) = ("━━▶", "happy path")
    case .step:
      (color, line, weight) = (Self.line, "solid", 2)
      (sample, meaning) = ("──▶", "step")
    case .failure:
      (color, line, weight) = (Self.failure, "dashed", 1)
      (sample, meaning) = ("- -▶", "failure (○ the screen shows again)")
    case .overlay:
      (color, line, weight) = (Self.overlay, "solid", 1)
      (sample, meaning) = ("──▶", "overlay")
    case .dismissal:
      (color, line, weight) = (Self.overlay, "dashed", 1)
      (sample, meaning) = ("- -▶", "dismissal")
    case .restore:
      (color, line, weight) = (Self.restore, "dotted", 1)
      (sample, meaning) = ("··▶", "relaunch")
    }
  }
}

/// A badge: a word with a sign, in a colour.
struct DotBadge {
  enum Meaning: CaseIterable {
    case goal, protected, outcome, final, modal, resumes

    var sign: String {
      switch self {
      case .goal: "★"
      case .protected: "◆"
      case .outcome, .final: "■"
      case .modal: "▣"
      case .resumes: "↺"
      }
    }

    var color: String {
      switch self {
      case .goal: DotStyle.happy
      case .protected: "#0550ae"
      case .outcome, .final: "#8250df"
      case .modal: DotStyle.soft
      case .resumes: DotStyle.restore
      }
    }

    /// For the legend.
    var explained: String {
      let words =
        switch self {
        case .goal: "goal"
        case .protected: "protected: needs a session"
        case .outcome: "outcome of the flow"
        case .final: "final"
        case .modal: "modal"
        case .resumes: "a relaunch comes back here"
        }
      return DotBadge.text(sign + " " + words, color, size: 10)
    }
  }

  let meaning: Meaning
  private let word: String

  init(_ badge: FlowGraph.Node.Badge) {
    switch badge {
    case .goal: (meaning, word) = (.goal, " goal")
    case .protected: (meaning, word) = (.protected, " protected")
    case .modal: (meaning, word) = (.modal, " modal")
    case .final: (meaning, word) = (.final, " final")
    case .outcome(let name): (meaning, word) = (.outcome, " \(name)")
    case .resumes: (meaning, word) = (.resumes, "")
    }
  }

  var text: String { Self.text(meaning.sign + word, meaning.color, size: 8) }

  private static func text(_ text: String, _ color: String, size: Int) -> String {
    "<FONT POINT-SIZE=\"\(size)\" COLOR=\"\(color)\">\(text.escapedForHTML)</FONT>"
  }
}

/// Text in little space.
enum DotText {
  /// The labels of an edge, each in at most two lines; all stand in the tooltip.
  ///
  /// - Parameter most: how many of them there is room for.
  static func lines(of labels: [String], most: Int) -> String {
    var lines = labels.prefix(most).flatMap { wrapped($0, width: 22, most: 2) }
    if labels.count > most { lines.append("and \(labels.count - most) more") }
    // A space keeps it off the line beside it.
    return lines.map { "&#160;\($0.escapedForHTML)&#160;<BR ALIGN=\"LEFT\"/>" }.joined()
  }

  /// - Returns: at most `most` lines of about `width` characters; what does not fit becomes `…`.
  static func wrapped(_ text: String, width: Int, most: Int) -> [String] {
    var lines: [String] = []
    var line = ""
    for word in text.split(separator: " ").map(String.init) {
      if line.isEmpty || line.count + word.count < width {
        line += line.isEmpty ? word : " " + word
      } else {
        lines.append(line)
        line = word
      }
    }
    if !line.isEmpty { lines.append(line) }
    let isCut = lines.count > most
    lines = lines.prefix(most).map { $0.count > width + 4 ? $0.prefix(width + 3) + "…" : $0 }
    if isCut, let last = lines.last, !last.hasSuffix("…") { lines[lines.count - 1] = last + " …" }
    return lines
  }
}

extension String {
  /// Inside quotes of Graphviz's language.
  var escapedForDot: String {
    replacing("\\", with: "\\\\").replacing("\"", with: "\\\"").replacing("\n", with: "\\n")
  }

  /// Inside its HTML-like labels.
  var escapedForHTML: String {
    replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
      .replacing("\"", with: "&quot;")
  }
}
