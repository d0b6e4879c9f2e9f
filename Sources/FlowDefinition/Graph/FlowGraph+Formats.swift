extension FlowGraph {
  /// A Mermaid state diagram.
  package var mermaid: String {
    var lines = ["stateDiagram-v2"]
    write(root, to: &lines, indent: "  ", isRoot: true)
    for overlay in overlays { lines.append("  state \"\(overlay) (overlay)\" as \(id(overlay))") }
    for edge in edges {
      let label = edge.label.isEmpty ? "" : " : " + escapedForMermaid(edge.label)
      lines.append("  \(id(edge.from)) --> \(id(edge.to))\(label)")
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private func write(
    _ node: Node, to lines: inout [String], indent: String, isRoot: Bool = false
  ) {
    guard !node.children.isEmpty else {
      lines.append(indent + declaration(of: node))
      return
    }
    lines.append(indent + "state \"\(node.name)\" as \(id(node.name)) {")
    for (index, child) in node.children.enumerated() {
      if node.isParallel, index > 0 { lines.append(indent + "  --") }
      write(child, to: &lines, indent: indent + "  ")
    }
    if let initial = node.initial { lines.append(indent + "  [*] --> \(id(initial))") }
    lines.append(indent + "}")
  }

  private func declaration(of node: Node) -> String {
    switch node.shape {
    case .history: "state \"\(node.name) (history)\" as \(id(node.name))"
    case .final: "state \"\(node.name) (final)\" as \(id(node.name))"
    case .state, .screen, .overlay, .initial: "state \"\(node.name)\" as \(id(node.name))"
    }
  }

  /// Mermaid's names have no dots.
  private func id(_ name: String) -> String {
    String(name.map { $0 == "." || $0 == " " ? "_" : $0 })
  }

  private func escapedForMermaid(_ text: String) -> String {
    text.replacing(":", with: "#58;").replacing(";", with: "#59;")
  }

  /// A Graphviz graph.
  package var dot: String {
    var lines = [
      "digraph \"\(name)\" {", "  rankdir=LR; compound=true;",
      "  node [shape=box, style=rounded, fontname=\"sans-serif\", fontsize=11];",
      "  edge [fontname=\"sans-serif\", fontsize=9];",
    ]
    writeCluster(root, to: &lines, indent: "  ")
    for overlay in overlays {
      lines.append("  \"\(overlay)\" [shape=box, style=\"rounded,dashed\"];")
    }
    for edge in edges {
      lines.append(
        "  \"\(anchor(edge.from))\" -> \"\(anchor(edge.to))\" [label=\"\(escapedForDot(edge.label))\"];"
      )
    }
    lines.append("}")
    return lines.joined(separator: "\n") + "\n"
  }

  private func writeCluster(_ node: Node, to lines: inout [String], indent: String) {
    guard !node.children.isEmpty else {
      let style =
        switch node.shape {
        case .screen: "[penwidth=1.5]"
        case .final: "[shape=doublecircle]"
        case .history: "[shape=circle, label=\"H\"]"
        case .state, .overlay, .initial: "[style=\"rounded,filled\", fillcolor=\"#f2f2f2\"]"
        }
      lines.append("\(indent)\"\(node.name)\" \(style);")
      return
    }
    lines.append("\(indent)subgraph \"cluster_\(node.name)\" {")
    lines.append("\(indent)  label=\"\(node.name)\";")
    for child in node.children { writeCluster(child, to: &lines, indent: indent + "  ") }
    if let initial = node.initial {
      lines.append("\(indent)  \"\(node.name).[*]\" [shape=point];")
      lines.append("\(indent)  \"\(node.name).[*]\" -> \"\(anchor(initial))\";")
    }
    lines.append("\(indent)}")
  }

  /// A leaf to draw an edge to: a cluster itself cannot be an end.
  private func anchor(_ name: String) -> String {
    guard let node = find(name, in: root) else { return name }
    var leaf = node
    while let first = leaf.children.first {
      leaf = leaf.children.first { $0.name == leaf.initial } ?? first
    }
    return leaf.name
  }

  private func find(_ name: String, in node: Node) -> Node? {
    if node.name == name { return node }
    for child in node.children {
      if let found = find(name, in: child) { return found }
    }
    return nil
  }

  private func escapedForDot(_ text: String) -> String {
    text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
  }
}
