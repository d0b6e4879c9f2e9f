import Statechart

extension Sketch {
  /// The chart as an SCXML document with the ECMAScript data model. It logs what `Recorder` writes
  /// down: `+entered`, `-left`, `source#transition`, notes.
  var scxml: String {
    var lines = [
      #"<scxml xmlns="http://www.w3.org/2005/07/scxml" version="1.0" datamodel="ecmascript" "#
        + #"initial="\#(root.initial.joined(separator: " "))">"#,
      " <datamodel>",
    ]
    for cell in cells {
      lines.append(
        #"  <data id="\#(cell.name)" expr="\#(cell.initial.map(String.init) ?? "null")"/>"#)
    }
    lines.append(" </datamodel>")
    for child in root.children { child.write(" ", root.name, &lines) }
    return (lines + ["</scxml>"]).joined(separator: "\n")
  }
}

extension SketchState {
  fileprivate func write(_ indent: String, _ root: String, _ lines: inout [String]) {
    let inner = indent + " "
    var head = #" id="\#(name)""#
    let element: String
    switch kind {
    case .compound:
      element = "state"
      head += #" initial="\#(initial.joined(separator: " "))""#
    case .atomic: element = "state"
    case .parallel: element = "parallel"
    case .final: element = "final"
    case .shallowHistory, .deepHistory:
      lines.append(
        #"\#(indent)<history\#(head) type="\#(kind == .deepHistory ? "deep" : "shallow")">"#
          + #"<transition target="\#(initial.joined(separator: " "))"/></history>"#)
      return
    }
    lines.append("\(indent)<\(element)\(head)>")
    lines.append(#"\#(inner)<onentry><log expr="'+\#(name)'"/></onentry>"#)
    write(enter, in: "onentry", inner, root, &lines)
    write(exit, in: "onexit", inner, root, &lines)
    lines.append(#"\#(inner)<onexit><log expr="'-\#(name)'"/></onexit>"#)
    for (place, arrow) in arrows.enumerated() {
      var head = arrow.event.map { #" event="\#($0)""# } ?? ""
      if let condition = arrow.condition { head += #" cond="\#(condition.script(root).escaped)""# }
      if !arrow.targets.isEmpty { head += #" target="\#(arrow.targets.joined(separator: " "))""# }
      if arrow.isInternal { head += #" type="internal""# }
      lines.append("\(inner)<transition\(head)>")
      lines.append(#"\#(inner) <log expr="'\#(name)#\#(place)'"/>"#)
      for step in arrow.steps { step.write(inner + " ", root, &lines) }
      lines.append("\(inner)</transition>")
    }
    for child in children { child.write(inner, root, &lines) }
    lines.append("\(indent)</\(element)>")
  }

  private func write(
    _ steps: [Step], in element: String, _ indent: String, _ root: String,
    _ lines: inout [String]
  ) {
    guard !steps.isEmpty else { return }
    lines.append("\(indent)<\(element)>")
    for step in steps { step.write(indent + " ", root, &lines) }
    lines.append("\(indent)</\(element)>")
  }
}

/// What came with the event as a number, or null. Qt hands numbers over as texts, and an empty one
/// with what it raises itself.
private let eventValue =
  "(typeof _event.data == 'undefined' || !String(_event.data) ? null : Number(_event.data))"

extension Step {
  fileprivate func write(_ indent: String, _ root: String, _ lines: inout [String]) {
    func script(_ text: String) { lines.append("\(indent)<script>\(text.escaped)</script>") }
    switch self {
    case .note(let text): lines.append(#"\#(indent)<log expr="'\#(text)'"/>"#)
    case .set(let name, let value): script("\(name) = \(value.map(String.init) ?? "null");")
    case .copy(let name, let source): script("\(name) = \(source);")
    case .setToEvent(let name): script("\(name) = \(eventValue);")
    case .add(let name, let value):
      script("if (\(name) === null) throw new Error('absent'); \(name) = \(name) + (\(value));")
    case .raise(let event): lines.append(#"\#(indent)<raise event="\#(event)"/>"#)
    case .fails: script("throw new Error('fails');")
    case .when(let condition, let steps):
      lines.append(#"\#(indent)<if cond="\#(condition.script(root).escaped)">"#)
      for step in steps { step.write(indent + " ", root, &lines) }
      lines.append("\(indent)</if>")
    case .schedule, .cancel: preconditionFailure("a common sketch has no delays")
    }
  }
}

extension Condition {
  /// - Parameter root: its state is always active, and has no name in SCXML.
  fileprivate func script(_ root: String) -> String {
    switch self {
    case .cell(let name, let comparison, let value): comparison.script(name, "\(value)")
    case .cells(let name, let comparison, let other): comparison.script(name, other)
    case .event(let comparison, let value): comparison.script(eventValue, "\(value)")
    case .absent(let name): "\(name) === null"
    case .active(let name): name == root ? "true" : "In('\(name)')"
    case .asked(let answer): "\(answer)"
    case .not(let inner): "!(\(inner.script(root)))"
    case .and(let left, let right): "(\(left.script(root))) && (\(right.script(root)))"
    case .or(let left, let right): "(\(left.script(root))) || (\(right.script(root)))"
    }
  }
}

extension Comparison {
  /// What is absent is unequal to everything, and neither less nor greater.
  fileprivate func script(_ left: String, _ right: String) -> String {
    let sign =
      switch self {
      case .equal: "==="
      case .notEqual: "!=="
      case .less: "<"
      case .lessOrEqual: "<="
      case .greater: ">"
      case .greaterOrEqual: ">="
      }
    return
      "(\(left) === null || \(right) === null ? \(self == .notEqual) : \(left) \(sign) \(right))"
  }
}

extension String {
  fileprivate var escaped: String {
    replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing("\"", with: "&quot;")
  }
}
