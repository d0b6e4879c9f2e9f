import FlowMachine
import FlowRuntime
import Statechart
import WireText

extension ScriptReader {
  func name<ID>(
    _ name: String, at node: ScriptNode, _ kind: String, _ known: [Text],
    _ find: (Text) -> ID?
  ) throws(ScriptError) -> ID {
    guard let id = find(name.bytes) else {
      throw error(node, unknown(kind, name, among: known.map(\.string).filter { !$0.isEmpty }))
    }
    return id
  }

  func request(_ name: String, at node: ScriptNode) throws(ScriptError) -> RequestID {
    let known = flow.tables.requests.map { flow.blob($0.name) }
    return try self.name(name, at: node, "request", known) { flow.request(named: $0) }
  }

  func overlay(_ name: String, at node: ScriptNode) throws(ScriptError) -> OverlayID {
    let known = flow.tables.overlays.map { flow.blob($0.name) }
    return try self.name(name, at: node, "overlay", known) { flow.overlay(named: $0) }
  }

  func signal(_ name: String, at node: ScriptNode) throws(ScriptError) -> SignalID {
    let known = flow.tables.signals.map { flow.blob($0.name) }
    return try self.name(name, at: node, "signal", known) { flow.signal(named: $0) }
  }

  func state(_ name: String, at node: ScriptNode) throws(ScriptError) -> StateID {
    let known = flow.tables.stateNames.map { flow.blob($0) }
    return try self.name(name, at: node, "state", known) { flow.state(named: $0) }
  }

  func screen(_ name: String, at node: ScriptNode) throws(ScriptError) -> StateID {
    let known = flow.tables.screens.map { flow.stateName($0.state) }
    return try self.name(name, at: node, "screen", known) { name in
      known.contains(name) ? flow.state(named: name) : nil
    }
  }

  func service(_ name: String, at node: ScriptNode) throws(ScriptError) -> Text {
    let known = flow.tables.services.map { flow.blob($0) }
    return try self.name(name, at: node, "service", known) { known.contains($0) ? $0 : nil }
  }

  /// An element's id, anywhere in the flow.
  func element(
    _ name: String, at node: ScriptNode, _ inputs: [ElementInput] = []
  ) throws(ScriptError) -> Text {
    var known: [Text] = []
    for row in flow.tables.elements where inputs.isEmpty || inputs.contains(row.kind.input) {
      let id = flow.blob(row.id)
      if !id.isEmpty, !known.contains(id) { known.append(id) }
    }
    if !known.contains(name.bytes),
      let other = flow.tables.elements.first(where: { flow.blob($0.id) == name.bytes })
    {
      let step = Self.step(for: other.kind.input).map { "; write `\($0)`" } ?? ""
      throw error(node, "'\(name)' is a \(other.kind)\(step)")
    }
    let first = ElementKind.allCases.first { inputs.contains($0.input) }
    let kind = first.map { "\($0)" } ?? "element"
    return try self.name(name, at: node, kind, known) { known.contains($0) ? $0 : nil }
  }

  /// The step that gives an element its input.
  private static func step(for input: ElementInput) -> String? {
    switch input {
    case .none: nil
    case .tap: "tap"
    case .text: "type"
    case .option, .options: "choose"
    case .flag: "toggle"
    }
  }

  func fact(
    _ name: String, at node: ScriptNode, _ places: [FactPlace] = []
  ) throws(ScriptError) -> FactID {
    let known = flow.tables.facts.filter { places.isEmpty || places.contains($0.place) }
      .map { flow.blob($0.name) }
    let kind = places == [.configuration] ? "configuration value" : "fact"
    return try self.name(name, at: node, kind, known) { name in
      known.contains(name) ? flow.fact(named: name) : nil
    }
  }

  /// A map of facts at one place to their values.
  func facts(
    _ node: ScriptNode, at place: FactPlace, _ what: String
  ) throws(ScriptError) -> [FactChange] {
    try members(node, "a map of \(what) such as {name: value}").map {
      member throws(ScriptError) in
      let fact = try fact(member.key, at: member.value, [place])
      return FactChange(fact, try value(member.value, of: fact))
    }
  }

  /// What an earlier installation left in secure storage.
  func secrets(_ node: ScriptNode) throws(ScriptError) -> [PlayScript.Secret] {
    try members(node, "a map of secrets such as {token: abc}").map { member throws(ScriptError) in
      PlayScript.Secret(
        fact: try fact(member.key, at: member.value, [.secure]),
        value: try text(member.value, "a secret").bytes)
    }
  }

  /// What an earlier launch left in the app's preferences.
  func preferences(_ node: ScriptNode) throws(ScriptError) -> [PlayScript.Preference] {
    try members(node, "a map of preferences such as {country: DE}").map {
      member throws(ScriptError) in
      let fact = try fact(member.key, at: member.value, [.preferences])
      let json = json(member.value)
      guard flow.factValue(json, of: fact) != nil else {
        throw error(member.value, "'\(member.key)' cannot have this value")
      }
      return PlayScript.Preference(fact: fact, json: json)
    }
  }

  /// A fact's value in the form of scripts.
  func value(_ node: ScriptNode, of fact: FactID) throws(ScriptError) -> FactValue {
    if node.isNothing || node.word == "absent" { return .absent }
    let row = flow.tables.facts[Int(fact)]
    switch row.type {
    case .flag: if let flag = node.flag { return .number(flag ? 1 : 0) }
    case .number where row.place == .configuration && flow.isLength(fact):
      if let length = node.milliseconds ?? node.number { return .number(length) }
      throw error(node, "expected a duration such as 500ms or 3s, not \(node.kindName)")
    case .number, .time: if let number = node.number { return .number(number) }
    case .text: if let text = node.text { return .text(text.bytes) }
    case .choice:
      let names = flow.tables.ids[row.choices.indices].map { flow.blob($0) }
      guard let text = node.text else { break }
      guard let place = names.firstIndex(of: text.bytes) else {
        throw error(node, unknown("value", text, among: names.map(\.string)))
      }
      return .number(Int64(place))
    case .json: return .text(json(node))
    case .list:
      if let value = flow.factValue(json(node), of: fact) { return value }
    case .secret:
      throw error(node, "'\(flow.blob(row.name).string)' is a secret, whose value no fact contains")
    }
    throw error(node, "\(node.kindName) is not a valid \(row.type), the fact's type")
  }

  /// The node as JSON: JSON's own words keep their meaning, everything else is a text.
  func json(_ node: ScriptNode) -> [UInt8] {
    var bytes: [UInt8] = []
    write(node, to: &bytes)
    return bytes
  }

  private func write(_ node: ScriptNode, to bytes: inout [UInt8]) {
    switch node.content {
    case .scalar(let text, let isQuoted):
      let isLiteral = !isQuoted && JSON(text.bytes) != nil && text.first != "\""
      if node.isNothing {
        bytes += "null".utf8
      } else if isLiteral {
        bytes += text.utf8
      } else {
        write(text, to: &bytes)
      }
    case .list(let items):
      bytes.append(UInt8(ascii: "["))
      for (index, item) in items.enumerated() {
        if index > 0 { bytes.append(UInt8(ascii: ",")) }
        write(item, to: &bytes)
      }
      bytes.append(UInt8(ascii: "]"))
    case .map(let members):
      bytes.append(UInt8(ascii: "{"))
      for (index, member) in members.enumerated() {
        if index > 0 { bytes.append(UInt8(ascii: ",")) }
        write(member.key, to: &bytes)
        bytes.append(UInt8(ascii: ":"))
        write(member.value, to: &bytes)
      }
      bytes.append(UInt8(ascii: "}"))
    }
  }

  private func write(_ text: String, to bytes: inout [UInt8]) {
    bytes.append(UInt8(ascii: "\""))
    JSONWriter.escape(text.bytes, to: &bytes)
    bytes.append(UInt8(ascii: "\""))
  }
}
