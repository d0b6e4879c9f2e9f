extension FlowGraph {
  /// The widest that a picture gets, in points: 1,600 pixels of a screen. Graphviz makes what is wider smaller.
  package static let mostWidth = 1_200

  /// A Graphviz graph. Layout and drawing are Graphviz's.
  package var dot: String {
    var lines = [
      "digraph \"\(name.escapedForDot)\" {",
      "  graph [rankdir=TB, compound=true, nodesep=0.15, ranksep=0.3, pad=0.3, newrank=true,",
      "    size=\"\(Double(Self.mostWidth) / 72),400\", bgcolor=white, fontname=\"\(DotStyle.font)\",",
      "    tooltip=\"\(name.escapedForDot)\", labelloc=t, label=<\(legend)>];",
      "  node [shape=plain, fontname=\"\(DotStyle.font)\", fontsize=10, fontcolor=\"\(DotStyle.ink)\"];",
      "  edge [fontname=\"\(DotStyle.font)\", fontsize=8, arrowsize=0.7, color=\"\(DotStyle.line)\",",
      "    fontcolor=\"\(DotStyle.soft)\"];",
    ]
    let happyNodes = Set(edges.filter { $0.kind == .happy }.flatMap { [$0.from, $0.to] })
    write(root, to: &lines, indent: "  ", happyNodes)
    let backwards = backEdges
    for (index, edge) in edges.enumerated() {
      lines.append("  " + line(of: edge, isBackwards: backwards.contains(index)))
    }
    lines += regionsBelowEachOther
    lines.append("}")
    return lines.joined(separator: "\n") + "\n"
  }

  private func write(
    _ node: Node, to lines: inout [String], indent: String, _ happyNodes: Set<String>
  ) {
    guard !node.children.isEmpty else {
      if node.kind == .container { return }
      // What has one group is drawn in one line.
      let group = happyNodes.contains(node.name) ? ", group=happy" : ""
      lines.append(
        "\(indent)\"\(node.name.escapedForDot)\" [\(DotNode(node).attributes)\(group)];")
      return
    }
    guard node.kind != .container else {
      for child in node.children { write(child, to: &lines, indent: indent, happyNodes) }
      return
    }
    lines.append("\(indent)subgraph \"cluster_\(node.name.escapedForDot)\" {")
    lines.append("\(indent)  \(DotNode(node).clusterAttributes);")
    for child in node.children { write(child, to: &lines, indent: indent + "  ", happyNodes) }
    lines.append("\(indent)}")
  }

  private func line(of edge: Edge, isBackwards: Bool) -> String {
    let style = DotStyle(edge.kind)
    var attributes = [
      "color=\"\(style.color)\"", "fontcolor=\"\(style.color)\"", "style=\"\(style.line)\"",
      "weight=\(style.weight)",
    ]
    if style.width != 1 { attributes.append("penwidth=\(style.width)") }
    if edge.isNoted {
      return
        "\"\(edge.from.escapedForDot)\" -> \"\(edge.to.escapedForDot)\" [style=invis, weight=0];"
    }
    if edge.returns {
      attributes += isBackwards ? ["dir=both", "arrowhead=odot"] : ["dir=both", "arrowtail=odot"]
    } else if isBackwards {
      attributes.append("dir=back")
    }
    if !edge.labels.isEmpty {
      let text = edge.labels.joined(separator: "\n").escapedForDot
      attributes.append(
        "label=<\(DotText.lines(of: edge.labels, most: edge.kind == .happy ? 1 : 3))>")
      attributes.append("tooltip=\"\(text)\", labeltooltip=\"\(text)\"")
    }
    let (from, to) = (anchor(edge.from), anchor(edge.to))
    // An edge cannot end at a border of what it stays inside of.
    if from.isInside, !contains(edge.from, edge.to) {
      attributes.append("\(isBackwards ? "lhead" : "ltail")=\"cluster_\(edge.from.escapedForDot)\"")
    }
    if to.isInside, !contains(edge.to, edge.from) {
      attributes.append("\(isBackwards ? "ltail" : "lhead")=\"cluster_\(edge.to.escapedForDot)\"")
    }
    let ends = isBackwards ? (to.name, from.name) : (from.name, to.name)
    return "\"\(ends.0.escapedForDot)\" -> \"\(ends.1.escapedForDot)\" "
      + "[\(attributes.joined(separator: ", "))];"
  }

  /// A leaf to draw an edge to: Graphviz has edges between leaves only, and cuts them at a border.
  private func anchor(_ name: String) -> (name: String, isInside: Bool) {
    guard var leaf = nodes.first(where: { $0.name == name }) else { return (name, false) }
    while !leaf.children.isEmpty {
      let inside = leaf.children.flatMap(\.withDescendants)
      guard let next = inside.first(where: { $0.name == leaf.initial }) ?? leaf.children.first
      else { break }
      leaf = next
    }
    return (leaf.name, leaf.name != name)
  }

  /// The edges that lead back to a state on the way to them. Graphviz draws along all others from top to bottom,
  /// and would choose itself which to turn round: perhaps one of the happy path.
  private var backEdges: Set<Int> {
    var outgoing: [String: [(index: Int, target: String)]] = [:]
    for (index, edge) in edges.enumerated() {
      outgoing[anchor(edge.from).name, default: []].append((index, anchor(edge.to).name))
    }
    var found: Set<Int> = []
    var visited: Set<String> = []
    let starts = nodes.filter { $0.kind == .start }.map(\.name)
    for start in starts + edges.map({ anchor($0.from).name }) where visited.insert(start).inserted {
      var way = [(name: start, next: 0)]
      var isOnWay: Set<String> = [start]
      while let last = way.last {
        guard let edges = outgoing[last.name], last.next < edges.count else {
          isOnWay.remove(last.name)
          way.removeLast()
          continue
        }
        way[way.count - 1].next += 1
        let (index, target) = edges[last.next]
        if isOnWay.contains(target) {
          found.insert(index)
        } else if visited.insert(target).inserted {
          way.append((target, 0))
          isOnWay.insert(target)
        }
      }
    }
    return found
  }

  private func contains(_ outer: String, _ inner: String) -> Bool {
    nodes.first { $0.name == outer }?.withDescendants.contains { $0.name == inner } ?? false
  }

  /// A flow is higher than wide: so there is room for all regions at one side of the screens.
  private var regionsBelowEachOther: [String] {
    let regions = nodes.filter { $0.kind == .region }
    return zip(regions, regions.dropFirst()).flatMap { region, next in
      region.withDescendants.filter(\.children.isEmpty).map { leaf in
        "  \"\(leaf.name.escapedForDot)\" -> \"\(next.name.escapedForDot).[*]\" [style=invis, weight=0];"
      }
    }
  }

  // MARK: Title and legend

  private var legend: String {
    let kinds = Edge.Kind.allCases.filter { kind in edges.contains { $0.kind == kind } }
    let lines = kinds.map { kind in
      let style = DotStyle(kind)
      return
        "<FONT POINT-SIZE=\"10\" COLOR=\"\(style.color)\">\(style.sample) \(style.meaning)</FONT>"
    }
    let badges = nodes.flatMap(\.badges).map(DotBadge.init)
    let meanings = DotBadge.Meaning.allCases.filter { meaning in
      badges.contains { $0.meaning == meaning }
    }
    let notes =
      edges.contains(where: \.isNoted)
      ? ["<FONT POINT-SIZE=\"10\" COLOR=\"\(DotStyle.failure)\">⚠ overlay: failing requests</FONT>"]
      : []
    let cells = (lines + notes + meanings.map(\.explained)).map { "<TD>\($0)</TD>" }
    let summary = DotText.wrapped(summary ?? "", width: 90, most: 2)
      .map(\.escapedForHTML).joined(separator: "<BR/>")
    return "<TABLE BORDER=\"0\" CELLSPACING=\"0\" CELLPADDING=\"2\">"
      + "<TR><TD><FONT POINT-SIZE=\"20\"><B>\(name.escapedForHTML)</B></FONT></TD></TR>"
      + (summary.isEmpty ? "" : "<TR><TD><FONT POINT-SIZE=\"11\">\(summary)</FONT></TD></TR>")
      + "<TR><TD><TABLE BORDER=\"0\" CELLSPACING=\"6\" CELLPADDING=\"1\"><TR>"
      + "\(cells.joined())</TR></TABLE></TD></TR></TABLE>"
  }
}
