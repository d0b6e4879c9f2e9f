import FlowMachine
import Statechart
import WireText

extension ScriptReader {
  static let checks = [
    "screen", "overlays", "states", "back", "backStack", "facts", "stored", "secrets", "requests",
    "arrived", "effects", "keys", "sent", "status", "texts", "noTexts", "shown", "enabled", "busy",
    "values",
    "problems", "root", "content", "services", "toasts", "opened", "told", "running", "within",
  ]

  func expectation(_ node: ScriptNode) throws(ScriptError) -> PlayAction {
    var checks: [Check] = []
    var within: Int64 = 0
    for member in try members(node, "an expectation such as {screen: name}") {
      if member.key == "within" {
        within = try duration(member.value)
      } else {
        checks += try self.checks(member.key, member.value)
      }
    }
    guard !checks.isEmpty else { throw error(node, "'within' needs an expectation beside it") }
    return .expect(checks, within: within)
  }

  private func checks(_ key: String, _ node: ScriptNode) throws(ScriptError) -> [Check] {
    guard Self.checks.contains(key) else {
      throw error(node, unknown("expectation", key, among: Self.checks))
    }
    if let counted = Check.Counted(rawValue: key) {
      return try each(node) { member throws(ScriptError) in
        _ = try request(member.key, at: member.value)
        return .count(member.key.bytes, counted, try count(member.value, member.key))
      }
    }
    switch key {
    case "screen": return [.screen(try screenOrNone(node))]
    case "root": return [.root(try screenOrNone(node))]
    case "content": return [.content(try flag(node, key))]
    case "overlays":
      return [
        .overlays(
          try names(node, "overlays") { name, node throws(ScriptError) in
            flow.blob(flow.tables.overlays[Int(try overlay(name, at: node))].name)
          })
      ]
    case "back": return [.back(try flag(node, key))]
    case "running": return [.running(try flag(node, key))]
    case "backStack":
      return [
        .backStack(
          try names(node, "screens") { name, node throws(ScriptError) in
            flow.stateName(try screen(name, at: node))
          })
      ]
    case "services":
      return [
        .services(
          try names(node, "services") { name, node throws(ScriptError) in
            try service(name, at: node)
          })
      ]
    case "texts": return [.texts(try texts(node, "texts"))]
    case "noTexts": return [.noTexts(try textsOfFlow(node))]
    case "toasts": return [.toasts(try texts(node, "texts"))]
    case "opened": return [.opened(try texts(node, "URLs"))]
    case "told": return [.told(try texts(node, "names").map(\.bytes))]
    default: return try each(node) { member throws(ScriptError) in try check(key, member, node) }
    }
  }

  /// Texts that the flow has in some language: what it never shows is not missed, however it is spelled.
  private func textsOfFlow(_ node: ScriptNode) throws(ScriptError) -> [String] {
    let texts = try texts(node, "texts")
    for text in texts where !flow.canShow(text) {
      throw error(node, "no text of the flow reads '\(text)'")
    }
    return texts
  }

  /// A screen's name, or `none`.
  private func screenOrNone(_ node: ScriptNode) throws(ScriptError) -> Text? {
    let name = try text(node, "a screen")
    if name == "none", flow.state(named: name.bytes) == nil { return nil }
    return flow.stateName(try screen(name, at: node))
  }

  /// Checks of named items.
  private func check(
    _ key: String, _ member: ScriptNode.Member, _ node: ScriptNode
  ) throws(ScriptError) -> Check {
    let value = member.value
    func id() throws(ScriptError) -> Text { try element(member.key, at: value) }
    switch key {
    case "facts":
      let fact = try fact(member.key, at: value)
      return .fact(fact, try expected(value, of: fact))
    case "stored":
      let fact = try fact(member.key, at: value, [.preferences])
      return .stored(fact, try expected(value, of: fact))
    case "secrets":
      let fact = try fact(member.key, at: value, [.secure])
      return .secret(fact, isThere: try oneOf(["present": true, "absent": false], value))
    case "states":
      let state = try state(member.key, at: value)
      return .state(flow.stateName(state), isActive: try flag(value, member.key))
    case "status":
      let request = try request(member.key, at: value)
      return .status(request, try status(value, of: request))
    case "sent": return try sent(member)
    case "shown": return .shown(try id(), try flag(value, member.key))
    case "enabled": return .enabled(try id(), try flag(value, member.key))
    case "busy": return .busy(try id(), try flag(value, member.key))
    case "values":
      return .value(try id(), value.isNothing ? "" : try text(value, "a value"))
    case "problems":
      return .problem(try id(), value.isNothing ? "" : try text(value, "a message"))
    default: throw error(node, unknown("expectation", key, among: Self.checks))
    }
  }

  private func each(
    _ node: ScriptNode, _ body: (ScriptNode.Member) throws(ScriptError) -> Check
  ) throws(ScriptError) -> [Check] {
    try members(node, "a map of names to expectations").map(body)
  }

  private func names(
    _ node: ScriptNode, _ what: String,
    _ find: (String, ScriptNode) throws(ScriptError) -> Text
  ) throws(ScriptError) -> [Text] {
    guard let items = node.items else {
      throw error(node, "expected a list of \(what); [] for none")
    }
    return try items.map { item throws(ScriptError) in
      try find(try text(item, what), item)
    }
  }

  private func expected(
    _ node: ScriptNode, of fact: FactID
  ) throws(ScriptError) -> Check.Expected {
    switch node.word {
    case "absent": return .absent
    case "present": return .present
    default: return .value(try value(node, of: fact))
    }
  }

  private func status(_ node: ScriptNode, of request: RequestID) throws(ScriptError) -> Text {
    var classes = FailureClass.names.map { Text(ascii: $0).string }
    for call in flow.tables.calls[flow.tables.requests[Int(request)].calls.indices] {
      classes += flow.tables.classes[call.classes.indices].map { flow.blob($0.name).string }
    }
    let known = ["idle", "running", "succeeded", "failed"] + classes.map { "failed.\($0)" }
    guard let text = node.text, known.contains(text) else {
      throw error(node, unknown("status", node.text ?? node.kindName, among: known))
    }
    return text.bytes
  }
}
