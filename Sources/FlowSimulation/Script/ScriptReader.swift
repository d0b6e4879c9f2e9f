package import FlowMachine

extension PlayScript {
  /// Reads a script for a flow, which defines all its names.
  ///
  /// - Parameter versions: for scripts that begin with an earlier version.
  /// - Returns: the script, or everything that is wrong with it.
  package static func read(
    _ node: ScriptNode, for flow: Flow,
    versions: @escaping Versions = { .refused("version \($0) is not at hand here") }
  ) -> (script: PlayScript?, errors: [ScriptError]) {
    var reader = ScriptReader(flow, versions)
    let script = reader.script(node)
    return reader.errors.isEmpty ? (script, []) : (nil, reader.errors)
  }
}

/// Reads a script; an error in one step does not hide errors in the next.
struct ScriptReader {
  /// The version that the app has at the step that is read.
  var flow: Flow
  /// The version of the document.
  let present: Flow
  let versions: PlayScript.Versions
  /// Whether the app has an earlier version at first.
  var beginsEarlier = false
  var errors: [ScriptError] = []
  private var step: Int?

  init(_ flow: Flow, _ versions: @escaping PlayScript.Versions) {
    (self.flow, present) = (flow, flow)
    self.versions = versions
  }

  static let headKeys = [
    "title", "proves", "configuration", "device", "sheets", "secrets", "preferences", "reset",
    "language", "seed", "begins", "version", "steps",
  ]

  mutating func script(_ node: ScriptNode) -> PlayScript? {
    guard let members = node.members else {
      note(error(node, "a script must be a map with the keys \(list(Self.headKeys))"))
      return nil
    }
    var script = PlayScript(
      title: "", proves: [], facts: [], language: [], seed: 1, steps: [])
    var steps: ScriptNode?
    // All other keys have the names of that version.
    if let version = members.first(where: { $0.key == "version" })?.value {
      attempt { reader throws(ScriptError) in script.installed = try reader.begin(version) }
      guard errors.isEmpty else { return nil }
    }
    for member in members {
      attempt { reader throws(ScriptError) in
        switch member.key {
        case "title": script.title = try reader.text(member.value, "the title")
        case "proves":
          script.proves = try reader.listOrOne(member.value).map { node throws(ScriptError) in
            try reader.text(node, "the id of a requirement")
          }
        case "configuration":
          script.facts += try reader.facts(member.value, at: .configuration, "configuration")
        case "device": script.facts += try reader.facts(member.value, at: .device, "device")
        case "sheets":
          script.sheets = try reader.listOrOne(member.value).map { node throws(ScriptError) in
            try reader.text(node, "the id of a provider")
          }
        case "secrets": script.secrets = try reader.secrets(member.value)
        case "preferences": script.preferences = try reader.preferences(member.value)
        case "reset":
          let name = try reader.text(member.value, "a request")
          _ = try reader.request(name, at: member.value)
          script.reset = name.bytes
        case "language": script.language = try reader.text(member.value, "a language tag").bytes
        case "seed":
          guard let seed = member.value.number, seed >= 0 else {
            throw reader.error(member.value, "the seed must be a non-negative number")
          }
          script.seed = UInt64(seed)
        case "begins":
          let text = try reader.text(member.value, "a moment")
          guard let moment = InternetTime.milliseconds(text.bytes) else {
            throw reader.error(
              member.value,
              "'\(text)' is not a moment; write one as in `begins: 2026-02-28T23:59:00Z`")
          }
          script.begins = moment
        case "version": break
        case "steps": steps = member.value
        default:
          throw reader.error(
            member, reader.unknown("key", member.key, among: Self.headKeys))
        }
      }
    }
    guard let items = steps?.items, !items.isEmpty else {
      note(error(steps ?? node, "'steps' must be a list of steps such as `- launch`"))
      return nil
    }
    for (index, item) in items.enumerated() {
      step = index + 1
      attempt { reader throws(ScriptError) in
        let (action, refusal) = try reader.action(item)
        script.steps.append(
          PlayStep(number: index + 1, line: item.line, action: action, refusal: refusal))
      }
    }
    step = nil
    return script
  }

  private mutating func attempt(_ body: (inout ScriptReader) throws(ScriptError) -> Void) {
    do throws(ScriptError) {
      try body(&self)
    } catch {
      note(error)
    }
  }

  private mutating func note(_ error: ScriptError) { errors.append(error) }

  // MARK: Messages

  func error(_ node: ScriptNode, _ problem: String) -> ScriptError {
    ScriptError(step: step, line: node.line, problem: problem)
  }

  /// At a key.
  func error(_ member: ScriptNode.Member, _ problem: String) -> ScriptError {
    ScriptError(step: step, line: member.line, problem: problem)
  }

  func unknown(_ kind: String, _ name: String, among known: [String]) -> String {
    known.isEmpty
      ? "unknown \(kind) '\(name)': the flow has none"
      : "unknown \(kind) '\(name)'; known: \(list(known))"
  }

  func list(_ names: [String]) -> String { names.joined(separator: ", ") }

  // MARK: Simple values

  func text(_ node: ScriptNode, _ what: String) throws(ScriptError) -> String {
    guard let text = node.text else {
      throw error(node, "expected \(what) as a text, not \(node.kindName)")
    }
    return text
  }

  func flag(_ node: ScriptNode, _ what: String) throws(ScriptError) -> Bool {
    guard let flag = node.flag else {
      throw error(node, "expected true or false for \(what), not \(node.kindName)")
    }
    return flag
  }

  func duration(_ node: ScriptNode) throws(ScriptError) -> Int64 {
    guard let milliseconds = node.milliseconds else {
      throw error(node, "expected a duration such as 500ms or 3s, not \(node.kindName)")
    }
    return milliseconds
  }

  func count(_ node: ScriptNode, _ what: String) throws(ScriptError) -> Int {
    guard let number = node.number, number >= 0, number < 1 << 31 else {
      throw error(node, "expected a count for \(what), not \(node.kindName)")
    }
    return Int(number)
  }

  func members(_ node: ScriptNode, _ what: String) throws(ScriptError) -> [ScriptNode.Member] {
    guard let members = node.members, !members.isEmpty else {
      let found = node.members == nil ? node.kindName : "an empty map"
      throw error(node, "expected \(what), not \(found)")
    }
    return members
  }

  func listOrOne(_ node: ScriptNode) throws(ScriptError) -> [ScriptNode] {
    node.items ?? [node]
  }

  func texts(_ node: ScriptNode, _ what: String) throws(ScriptError) -> [String] {
    guard let items = node.items else {
      throw error(node, "expected a list of \(what) such as [a, b], not \(node.kindName)")
    }
    return try items.map { node throws(ScriptError) in try text(node, what) }
  }
}
