import FlowMachine
import Statechart

/// Answers of a server that come to a wanted outcome.
struct AnswerMaker {
  let flow: Flow

  /// An answer as a play script states it, without its delay.
  ///
  /// - Parameter call: the row of `calls` that the request runs.
  /// - Returns: nil where no answer comes to that.
  func statement(
    of outcome: RequestOutcome, call: Int, machine: FlowMachine, _ request: RequestID
  ) -> [String]? {
    let row = flow.tables.calls[call]
    switch outcome.failure {
    case nil:
      let body = body(flow.tables.saves[row.saves.indices].map { $0 }, outcome, isSuccess: true)
      // Where something may be saved, an answer without a body is none.
      return body.map { ["body: \($0)"] } ?? (row.saves.count > 0 ? ["body: {}"] : [])
    case FailureClass.offline: return ["offline: true"]
    case FailureClass.timeout: return unanswered(call: call)
    case FailureClass.unknown: return ["lost: true"]
    case FailureClass.interrupted: return nil
    case FailureClass.malformed:
      return row.saves.count > 0 ? ["text: no JSON"] : ["status: 302"]
    case .some(let failure):
      let saves = flow.tables.saves[flow.tables.requests[Int(request)].failureSaves.indices]
      return refusal(failure, row, Array(saves), outcome, machine, request)
    }
  }

  /// A server that does what it was asked to, and whose response never arrives. A repeated send with the same key gets the lost
  /// response, so the script has to state it.
  func unanswered(call: Int) -> [String] {
    let row = flow.tables.calls[call]
    guard row.repetition == .keyed, row.saves.count > 0 else { return ["never: true"] }
    let body = body(
      flow.tables.saves[row.saves.indices].map { $0 }, RequestOutcome(failure: nil), isSuccess: true
    )
    return ["never: true", "body: \(body ?? "{}")"]
  }

  /// A failing status, and a body with what the class asks for and what is saved.
  private func refusal(
    _ failure: UInt16, _ call: CallRow, _ saves: [SaveRow], _ outcome: RequestOutcome,
    _ machine: FlowMachine, _ request: RequestID
  ) -> [String]? {
    let own = flow.tables.classes[call.classes.indices].first {
      FailureClass.own + $0.place == failure
    }
    var tree = tree(saves, outcome, isSuccess: false)
    if let own, own.codeKind != 0 {
      let code = own.codeKind == 1 ? String(own.codeNumber) : quoted(flow.blob(own.codeText))
      tree.put(code, at: flow.tables.paths[own.path.indices].map { $0 }, in: flow)
    }
    let body = tree.isEmpty ? nil : tree.text
    let pairs = own.map { flow.tables.ids[$0.statuses.indices].map { $0 } } ?? []
    let candidates: [UInt16] = pairs.isEmpty ? [400, 409, 422, 500, 503, 418] : pairs
    for status in candidates {
      let answer = Answer.received(
        status: status, body: Text((tree.isEmpty ? "" : tree.json).utf8))
      guard machine.classify(answer, of: request).outcome.failure == failure else { continue }
      return ["status: \(status)"] + (body.map { ["body: \($0)"] } ?? [])
    }
    return nil
  }

  private func body(_ saves: [SaveRow], _ outcome: RequestOutcome, isSuccess: Bool) -> String? {
    let tree = tree(saves, outcome, isSuccess: isSuccess)
    return tree.isEmpty ? nil : tree.text
  }

  private func tree(_ saves: [SaveRow], _ outcome: RequestOutcome, isSuccess: Bool) -> JSONTree {
    var tree = JSONTree.empty
    for save in saves {
      let path = flow.tables.paths[save.path.indices].map { $0 }
      if let change = outcome.values.first(where: { $0.fact == save.fact }) {
        tree.put(json(change.value, save.fact), at: path, in: flow)
      } else if outcome.storedSecrets.contains(save.fact) {
        tree.put("simulated-secret", at: path, in: flow)
      } else if isSuccess, !save.isOptional {
        tree.put(json(plain(save.fact), save.fact), at: path, in: flow)
      }
    }
    return tree
  }

  /// Any value of a fact of which nothing matters.
  private func plain(_ fact: FactID) -> FactValue {
    switch flow.tables.facts[Int(fact)].type {
    case .flag, .number, .choice, .time: .number(0)
    case .text: .text(Text("anything".utf8))
    case .list: .text(ListValue.encode([]))
    case .json: .text(Text("{}".utf8))
    case .secret: .absent
    }
  }

  private func json(_ value: FactValue, _ fact: FactID) -> String {
    let row = flow.tables.facts[Int(fact)]
    switch (value, row.type) {
    case (.text(let text), .list): return rows(text, row)
    case (.text(let text), .json): return String(decoding: text, as: UTF8.self)
    case (.text(let text), _): return quoted(text)
    case (.number(let number), .choice):
      return quoted(flow.blob(flow.tables.ids[Int(row.choices.start) + Int(number)]))
    case (.number(let number), .flag): return number == 0 ? "false" : "true"
    case (.number(let number), _): return String(number)
    case (.absent, _): return row.type == .secret ? "simulated-secret" : "null"
    }
  }

  private func rows(_ list: Text, _ row: FactRow) -> String {
    let columns = flow.tables.columns[row.columns.indices]
    let rows = ListValue.decode(list, columns: columns.count).map { cells in
      let members = zip(columns, cells).map { column, cell in
        let value = String(decoding: cell, as: UTF8.self)
        return "\(String(decoding: flow.blob(column.name), as: UTF8.self)): "
          + (column.type == .text ? quoted(cell) : value)
      }
      return "{\(members.joined(separator: ", "))}"
    }
    return "[\(rows.joined(separator: ", "))]"
  }
}

/// A JSON body as it grows, member by member.
indirect enum JSONTree {
  case empty
  case value(String)
  case object([(name: String, value: JSONTree)])
  case array([JSONTree])

  var isEmpty: Bool { if case .empty = self { true } else { false } }

  mutating func put(_ value: String, at path: [PathRow], in flow: Flow) {
    put(value, at: path[...], flow)
  }

  private mutating func put(_ value: String, at path: ArraySlice<PathRow>, _ flow: Flow) {
    guard let step = path.first else { return self = .value(value) }
    let rest = path.dropFirst()
    if step.isIndex {
      var items: [JSONTree] = if case .array(let known) = self { known } else { [] }
      while items.count <= Int(step.operand) { items.append(.value("null")) }
      items[Int(step.operand)].put(value, at: rest, flow)
      self = .array(items)
    } else {
      let name = String(decoding: flow.blob(step.operand), as: UTF8.self)
      var members: [(name: String, value: JSONTree)] =
        if case .object(let known) = self { known } else { [] }
      let place = members.firstIndex { $0.name == name } ?? members.count
      if place == members.count { members.append((name, .empty)) }
      members[place].value.put(value, at: rest, flow)
      self = .object(members)
    }
  }

  /// In YAML's flow style.
  var text: String { spelled(key) }

  /// As a server sends it: YAML lets a key stand without quotes.
  var json: String { spelled { quoted(Text($0.utf8)) } }

  private func spelled(_ key: (String) -> String) -> String {
    switch self {
    case .empty: "{}"
    case .value(let value): value
    case .object(let members):
      "{\(members.map { "\(key($0.name)): \($0.value.spelled(key))" }.joined(separator: ", "))}"
    case .array(let items): "[\(items.map { $0.spelled(key) }.joined(separator: ", "))]"
    }
  }
}

/// A key of a YAML map, in quotes unless it is a plain word.
func key(_ name: String) -> String {
  let isWord = name.utf8.allSatisfy {
    $0 == 95 || (48...57).contains($0) || (65...90).contains($0) || (97...122).contains($0)
  }
  return isWord && !name.isEmpty ? name : quoted(Text(name.utf8))
}

/// A text in double quotes, as YAML and JSON read it.
func quoted(_ text: Text) -> String {
  var result = "\""
  for scalar in String(decoding: text, as: UTF8.self).unicodeScalars {
    switch scalar {
    case "\"": result += "\\\""
    case "\\": result += "\\\\"
    case "\n": result += "\\n"
    default:
      if scalar.value < 0x20 || scalar.value == 0x7F {
        let digits = String(scalar.value, radix: 16)
        result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      } else {
        result.unicodeScalars.append(scalar)
      }
    }
  }
  return result + "\""
}
