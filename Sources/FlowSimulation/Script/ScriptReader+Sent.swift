import FlowMachine
import Statechart
import WireText

// What a request is expected to have been sent with.

extension ScriptReader {
  func sent(_ member: ScriptNode.Member) throws(ScriptError) -> Check {
    let request = try request(member.key, at: member.value)
    let calls = flow.tables.requests[Int(request)].calls
    let forms = flow.tables.calls[calls.indices].map { SentForm($0, in: flow) }
    return .sent(member.key.bytes, try sent(member.value, forms, within: [], of: member.key))
  }

  /// - Parameter forms: what each variant of the request has in this place.
  private func sent(
    _ node: ScriptNode, _ forms: [SentForm], within path: [Text], of owner: String
  ) throws(ScriptError) -> [SentCheck] {
    var checks: [SentCheck] = []
    for member in try members(node, "a map of parameters such as {name: value}") {
      let name = member.key.bytes
      let found = forms.compactMap { $0[name] }
      guard !found.isEmpty else {
        var known: [String] = []
        for name in forms.flatMap(\.members).map(\.name.string) where !known.contains(name) {
          known.append(name)
        }
        throw error(
          member.value,
          known.isEmpty
            ? "unknown parameter '\(member.key)': \(owner) has none"
            : "unknown parameter '\(member.key)' of \(owner); known: \(list(known))")
      }
      let maps = found.filter { !$0.members.isEmpty }
      if member.value.members != nil, !maps.isEmpty {
        checks += try sent(
          member.value, maps, within: path + [name], of: "\(owner).\(member.key)")
      } else {
        let expected = try expected(member, as: found, of: owner)
        checks.append(SentCheck(path: path + [name], expected: expected))
      }
    }
    return checks
  }

  private func expected(
    _ member: ScriptNode.Member, as forms: [SentForm], of owner: String
  ) throws(ScriptError) -> SentCheck.Expected {
    let node = member.value
    switch node.word {
    case "absent": return .absent
    case "present": return .present
    default: break
    }
    if node.isNothing { return .absent }
    var values: [Text] = []
    var mistake: ScriptError?
    for form in forms {
      do throws(ScriptError) {
        let value = try value(node, as: form, "'\(member.key)' of \(owner)")
        if !values.contains(value) { values.append(value) }
      } catch {
        mistake = mistake ?? error
      }
    }
    if values.isEmpty, let mistake { throw mistake }
    return .oneOf(values)
  }

  private func value(
    _ node: ScriptNode, as form: SentForm, _ name: String
  ) throws(ScriptError) -> Text {
    switch form {
    case .secret:
      throw error(node, "\(name) is a secret: expect `present` or `absent`")
    case .members: throw error(node, "\(name) is a map of parameters, not \(node.kindName)")
    case .text: return json(text: try text(node, "a text for \(name)").bytes)
    case .json: return sorted(json(node))
    case .fact(let fact):
      switch try value(node, of: fact) {
      case .absent: throw error(node, "expected a value for \(name)")
      case .text(let text):
        let type = flow.tables.facts[Int(fact)].type
        return type == .json || type == .list ? sorted(text) : json(text: text)
      case .number(let number): return json(number, of: fact)
      }
    }
  }

  private func json(_ number: Int64, of fact: FactID) -> Text {
    let row = flow.tables.facts[Int(fact)]
    switch row.type {
    case .flag: return (number != 0 ? "true" : "false").bytes
    case .choice:
      return json(text: flow.blob(flow.tables.ids[Int(row.choices.start) + Int(number)]))
    case .number, .time, .text, .json, .list, .secret: return "\(number)".bytes
    }
  }

  private func json(text: Text) -> Text {
    var writer = JSONWriter()
    writer.value(text)
    return writer.bytes
  }

  private func sorted(_ bytes: Text) -> Text {
    JSON(bytes).map { SentValue.sorted($0.root) } ?? bytes
  }
}
