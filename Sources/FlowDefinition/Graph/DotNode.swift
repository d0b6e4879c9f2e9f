import FlowMachine

/// A node as Graphviz draws it: screens as small pictures, in its HTML-like labels.
struct DotNode {
  private let node: FlowGraph.Node

  /// In characters.
  private static let width = 24
  /// How many elements a small screen shows.
  private static let mostParts = 9

  init(_ node: FlowGraph.Node) {
    self.node = node
  }

  var attributes: String {
    let tooltip = "tooltip=\"\(description.escapedForDot)\""
    switch node.kind {
    case .start:
      return "shape=circle, style=filled, fillcolor=\"\(DotStyle.happy)\", label=\"\", width=0.16, "
        + "color=\"\(DotStyle.happy)\", tooltip=\"the first launch\""
    case .everywhere: return pill("any state", DotStyle.soft)
    case .relaunch: return pill("relaunch", DotStyle.restore)
    case .history:
      return
        "shape=circle, label=\"H\", width=0.25, fixedsize=true, color=\"\(DotStyle.line)\", \(tooltip)"
    case .screen, .overlay: return "label=<\(screen)>, \(tooltip)"
    case .subflow: return "label=<\(box)>, \(tooltip)"
    case .state, .group, .container, .region: return "label=<\(plain)>, \(tooltip)"
    }
  }

  /// Of what is drawn with its states inside.
  var clusterAttributes: String {
    let (fill, line) =
      switch node.kind {
      case .subflow: ("#f9f6fd", "#8250df")
      case .region: ("#f6f8fa", "#afb8c1")
      default: ("#fcfcfd", "#afb8c1")
      }
    let kind =
      switch node.kind {
      case .subflow: "sub-flow \(node.flow ?? "")"
      case .region: "beside the screens"
      default: ""
      }
    let label =
      "<B>\(node.shortName.escapedForHTML)</B>"
      + (kind.isEmpty || node.flow == node.shortName ? "" : "&#160; \(kind.escapedForHTML)")
      + node.badges.map { "&#160; " + DotBadge($0).text }.joined()
    return "graph [style=\"rounded,filled\", fillcolor=\"\(fill)\", color=\"\(line)\", labelloc=t, "
      + "labeljust=l, fontsize=10, label=<\(label)>, tooltip=\"\(description.escapedForDot)\"]"
  }

  private func pill(_ label: String, _ color: String) -> String {
    "shape=box, style=\"rounded,dashed\", height=0.2, margin=\"0.08,0.02\", fontsize=9, "
      + "label=\"\(label)\", color=\"\(color)\", fontcolor=\"\(color)\", tooltip=\"\(label)\""
  }

  /// For a pointer that rests on it.
  private var description: String {
    let requests =
      node.requests.isEmpty ? [] : ["requests: " + node.requests.joined(separator: ", ")]
    return (["\(node.name) (\(node.kind.rawValue))"] + requests).joined(separator: "\n")
  }

  // MARK: States, sub-flows

  private var plain: String {
    table(
      border: "#8c959f", fill: "#f6f8fa", isDashed: false,
      rows: [row("<B>\(short(node.shortName))</B>")] + requestRows + noteRows + badgeRows)
  }

  private var box: String {
    let count = node.foldedScreens ?? 0
    let flow = node.flow.flatMap { $0 == node.shortName ? nil : short($0) }
    let screens = count == 0 ? nil : count == 1 ? "1 screen" : "\(count) screens"
    let words = [flow, screens].compactMap(\.self).joined(separator: ", ")
    let small = "<FONT POINT-SIZE=\"8\" COLOR=\"\(DotStyle.soft)\">▸ \(words)</FONT>"
    return table(
      border: "#8250df", fill: "#f5f1fb", isDashed: false, width: 2,
      rows: [row("<B>\(short(node.shortName))</B>")] + (words.isEmpty ? [] : [row(small)])
        + badgeRows)
  }

  private var requestRows: [String] {
    node.requests.isEmpty ? [] : [row(small("⇄ " + node.requests.joined(separator: ", ")))]
  }

  private var noteRows: [String] {
    node.notes.map { note in
      let lines = DotText.wrapped("⚠ \(note)", width: Self.width + 4, most: 2).map(\.escapedForHTML)
      return row(
        "<FONT POINT-SIZE=\"8\" COLOR=\"\(DotStyle.failure)\">\(lines.joined(separator: "<BR/>"))</FONT>"
      )
    }
  }

  private var badgeRows: [String] {
    guard !node.badges.isEmpty else { return [] }
    return [row(node.badges.map { DotBadge($0).text }.joined(separator: "&#160; "))]
  }

  // MARK: Screens

  private var screen: String {
    let isOverlay = node.kind == .overlay
    let (bar, line) = isOverlay ? ("#fff1d6", DotStyle.overlay) : ("#dbe7f6", "#57606a")
    let title = DotText.wrapped(node.title ?? node.shortName, width: Self.width, most: 2)
      .map(\.escapedForHTML).joined(separator: "<BR/>")
    var rows = ["<TR><TD BGCOLOR=\"\(bar)\"><B>\(title)</B></TD></TR>"]
    // A heading that repeats the title says nothing new.
    let parts = node.parts.filter { $0.kind != .heading || $0.text != node.title }
    rows += parts.prefix(Self.mostParts).map { row(picture(of: $0)) }
    if parts.count > Self.mostParts { rows.append(row(small("…"))) }
    let requests = node.requests.isEmpty ? "" : " ⇄ " + node.requests.joined(separator: ", ")
    rows.append(row(small(node.shortName + requests)))
    let isGoal = node.badges.contains(.goal)
    return table(
      border: isGoal ? DotStyle.happy : line, fill: "white", isDashed: isOverlay,
      width: isGoal ? 2.5 : 1, rows: rows + noteRows + badgeRows)
  }

  private func picture(of part: FlowGraph.Part) -> String {
    switch part.kind.input {
    case .none: return shown(part)
    case .tap where part.kind == .link:
      return
        "<FONT POINT-SIZE=\"8\" COLOR=\"\(DotStyle.restore)\"><U>\(short(part.text))</U></FONT>"
    case .tap: return button(part)
    case .option where ["buttons", "actions"].contains(part.style): return button(part)
    case .text: return box(part, "")
    case .option where part.kind == .picker: return box(part, " ☰")
    case .flag: return "<FONT POINT-SIZE=\"8\">\(short(part.text)) ◉</FONT>"
    default: return box(part, " ▾")
    }
  }

  /// What only displays something.
  private func shown(_ part: FlowGraph.Part) -> String {
    switch part.kind {
    case .heading:
      let lines = DotText.wrapped(part.text, width: Self.width, most: 2).map(\.escapedForHTML)
      return "<FONT POINT-SIZE=\"9\"><B>\(lines.joined(separator: "<BR/>"))</B></FONT>"
    case .progress: return small("◌ " + part.text)
    case .notice: return small("❙ " + part.text)
    case .steps: return small("●○ " + part.text)
    case .avatar: return small("☻ " + part.text)
    case .secret:
      return frame("COLOR=\"#8c959f\" STYLE=\"DASHED\"", ">\(short(part.text))")
    case .image:
      return frame("BGCOLOR=\"#eaeef2\" COLOR=\"#eaeef2\"", ">▨ \(short(part.text))")
    default: return small(part.text)
    }
  }

  private func button(_ part: FlowGraph.Part) -> String {
    let text = short(part.text)
    switch part.style {
    case "plain":
      return "<FONT POINT-SIZE=\"8\" COLOR=\"\(DotStyle.restore)\">\(text)</FONT>"
    case "destructive":
      return "<FONT POINT-SIZE=\"8\" COLOR=\"\(DotStyle.failure)\"><B>\(text)</B></FONT>"
    default:
      let color = part.kind.input == .tap ? "#24292f" : "#57606a"
      return frame(
        "STYLE=\"ROUNDED\" BGCOLOR=\"\(color)\" COLOR=\"\(color)\"", " COLOR=\"white\">\(text)")
    }
  }

  private func box(_ part: FlowGraph.Part, _ mark: String) -> String {
    frame("COLOR=\"#8c959f\"", " COLOR=\"\(DotStyle.soft)\">\(short(part.text))\(mark)")
  }

  private func frame(_ attributes: String, _ inside: String) -> String {
    "<TABLE BORDER=\"1\" CELLBORDER=\"0\" CELLSPACING=\"0\" CELLPADDING=\"2\" \(attributes)><TR>"
      + "<TD WIDTH=\"104\"><FONT POINT-SIZE=\"8\"\(inside)</FONT></TD></TR></TABLE>"
  }

  // MARK: Tables

  private func table(
    border: String, fill: String, isDashed: Bool, width: Double = 1, rows: [String]
  ) -> String {
    "<TABLE BORDER=\"\(Int(width.rounded(.up)))\" CELLBORDER=\"0\" CELLSPACING=\"1\" CELLPADDING=\"2\" "
      + "STYLE=\"ROUNDED\(isDashed ? ",DASHED" : "")\" COLOR=\"\(border)\" BGCOLOR=\"\(fill)\">"
      + "\(rows.joined())</TABLE>"
  }

  private func row(_ inside: String) -> String { "<TR><TD>\(inside)</TD></TR>" }

  private func small(_ text: String) -> String {
    let lines = DotText.wrapped(text, width: Self.width + 4, most: 2).map(\.escapedForHTML)
    return
      "<FONT POINT-SIZE=\"8\" COLOR=\"\(DotStyle.soft)\">\(lines.joined(separator: "<BR/>"))</FONT>"
  }

  private func short(_ text: String) -> String {
    DotText.wrapped(text, width: Self.width, most: 1).joined().escapedForHTML
  }
}
