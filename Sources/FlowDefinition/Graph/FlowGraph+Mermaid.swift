extension FlowGraph {
  /// A Mermaid flowchart, for places that draw one out of text.
  package var mermaid: String {
    var lines = ["flowchart TD"]
    write(root, to: &lines, indent: "  ")
    let places = Dictionary(
      uniqueKeysWithValues: nodes.enumerated().map { ($1.name, "n\($0)") })
    for edge in edges {
      guard let from = places[edge.from], let to = places[edge.to] else { continue }
      let text = edge.labels.map(\.escapedForMermaid).joined(separator: "<br>")
      let arrow = edge.arrow + (text.isEmpty ? "" : "|\"\(text)\"|")
      lines.append("  \(from) \(arrow) \(to)")
    }
    lines += [
      "  classDef goal stroke:\(DotStyle.happy),stroke-width:3px",
      "  classDef overlay stroke:\(DotStyle.overlay),stroke-dasharray:4",
      "  classDef subflow fill:#f5f1fb,stroke:#8250df",
    ]
    for (index, node) in nodes.enumerated() {
      if let style = node.mermaidClass { lines.append("  class n\(index) \(style)") }
    }
    let happy = edges.indices.filter { edges[$0].kind == .happy }.map(String.init)
    let failures = edges.indices.filter { edges[$0].kind == .failure }.map(String.init)
    for (indices, color) in [(happy, DotStyle.happy), (failures, DotStyle.failure)]
    where !indices.isEmpty {
      lines.append("  linkStyle \(indices.joined(separator: ",")) stroke:\(color)")
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private func write(_ node: Node, to lines: inout [String], indent: String) {
    let id = "n\(nodes.firstIndex { $0.name == node.name } ?? 0)"
    guard !node.children.isEmpty else {
      if node.kind != .container { lines.append(indent + id + node.mermaidShape) }
      return
    }
    guard node.kind != .container else {
      for child in node.children { write(child, to: &lines, indent: indent) }
      return
    }
    lines.append("\(indent)subgraph \(id)[\"\(node.shortName.escapedForMermaid)\"]")
    for child in node.children { write(child, to: &lines, indent: indent + "  ") }
    lines.append("\(indent)end")
  }
}

extension FlowGraph.Edge {
  fileprivate var arrow: String {
    switch kind {
    case .happy: "==>"
    case .step, .overlay: "-->"
    case .failure, .dismissal, .restore: returns ? "<-.->" : "-.->"
    }
  }
}

extension FlowGraph.Node {
  fileprivate var mermaidClass: String? {
    if badges.contains(.goal) { return "goal" }
    return kind == .overlay ? "overlay" : kind == .subflow ? "subflow" : nil
  }

  fileprivate var mermaidShape: String {
    let words = badges.map { badge in
      switch badge {
      case .goal: "goal"
      case .protected: "protected"
      case .modal: "modal"
      case .final: "final"
      case .outcome(let name): "outcome \(name)"
      case .resumes: "resumes here"
      }
    }
    let title = title.map { "<br>" + $0.escapedForMermaid } ?? ""
    let note = words.isEmpty ? "" : "<br>(\(words.joined(separator: ", ").escapedForMermaid))"
    let label = "\"\(shortName.escapedForMermaid)\(title)\(note)\""
    return switch kind {
    case .start: "((\" \"))"
    case .everywhere: "([\"any state\"])"
    case .relaunch: "([\"relaunch\"])"
    case .history: "((\"H\"))"
    case .screen, .overlay: "(\(label))"
    case .subflow: "[[\(label)]]"
    case .state, .group, .container, .region: "[\(label)]"
    }
  }
}

extension String {
  fileprivate var escapedForMermaid: String {
    replacing("\"", with: "#quot;").replacing("<", with: "#lt;").replacing(">", with: "#gt;")
      .replacing(";", with: "#59;")
  }
}
