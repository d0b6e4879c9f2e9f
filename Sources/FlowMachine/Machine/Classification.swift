import Statechart
import WireText

/// The result of a request before it is classified.
package enum Answer: Equatable, Sendable {
  /// Any response of a server, a capability or an operation. Capabilities and operations respond
  /// like servers: 200 with a JSON body, or a failing status.
  case received(status: UInt16, body: [UInt8])
  /// It was definitely not sent.
  case notSent
  /// It may have been sent, but there was no response.
  case lost
  /// The host stopped waiting.
  case timedOut
  /// A secret that it needs could not be read or written.
  case interrupted
}

/// A classified response. The host stores the secrets first, then passes `outcome` to the machine.
package struct Classification: Equatable, Sendable {
  package var outcome: RequestOutcome
  /// Values for secret facts, from the response.
  package var secrets: [Secret]

  package struct Secret: Equatable, Sendable {
    package var fact: FactID
    package var value: [UInt8]
  }
}

extension FlowMachine {
  /// Classifies a response: the class of a failure, or the values that the request saves. Pure; the
  /// machine is unchanged.
  package func classify(_ answer: Answer, of request: RequestID) -> Classification {
    let call = flow.tables.calls[Int(memory.requests[Int(request)].call)]
    let row = flow.tables.requests[Int(request)]
    switch answer {
    case .notSent: return .failure(FailureClass.offline)
    case .lost:
      // Lost after sending, so it may or may not have taken effect.
      return .failure(call.repetition == .never ? FailureClass.unknown : FailureClass.offline)
    case .timedOut: return .failure(FailureClass.timeout)
    case .interrupted: return .failure(FailureClass.interrupted)
    case .received(let status, let body):
      let json = JSON(body)
      if let own = ownClass(call, status, json) {
        return failure(own, row, json)
      }
      switch status {
      case 200...299: return success(call, json, isTooLong: body.count > FlowLimits.answerBytes)
      case 400...499: return failure(FailureClass.refused, row, json)
      case 500...599: return failure(FailureClass.unavailable, row, json)
      default: return .failure(FailureClass.malformed)
      }
    }
  }

  private func ownClass(_ call: CallRow, _ status: UInt16, _ json: JSON?) -> UInt16? {
    for row in flow.tables.classes[call.classes.indices] {
      let pairs = flow.tables.ids[row.statuses.indices]
      var fits = pairs.isEmpty && status >= 300
      var pair = pairs.startIndex
      while pair < pairs.endIndex {
        if status >= pairs[pair], status <= pairs[pair + 1] { fits = true }
        pair += 2
      }
      guard fits, hasCode(row, json) else { continue }
      return FailureClass.own + row.place
    }
    return nil
  }

  private func hasCode(_ row: ClassRow, _ json: JSON?) -> Bool {
    guard row.codeKind != 0 else { return true }
    guard let value = json.flatMap({ find(row.path, in: $0) }) else { return false }
    return row.codeKind == 1
      ? value.integer == row.codeNumber : value.text == flow.blob(row.codeText)
  }

  private func failure(_ class: UInt16, _ row: RequestRow, _ json: JSON?) -> Classification {
    var result = Classification.failure(`class`)
    guard let json else { return result }
    for save in flow.tables.saves[row.failureSaves.indices] {
      if let json = find(save.path, in: json), let value = value(json, for: save.fact) {
        result.outcome.values.append(FactChange(save.fact, value))
      }
    }
    return result
  }

  private func success(_ call: CallRow, _ json: JSON?, isTooLong: Bool) -> Classification {
    var result = Classification(outcome: RequestOutcome(failure: nil), secrets: [])
    let saves = flow.tables.saves[call.saves.indices]
    guard !saves.isEmpty else {
      return isTooLong ? .failure(FailureClass.malformed) : result
    }
    guard let json else { return .failure(FailureClass.malformed) }
    for save in saves {
      let found = find(save.path, in: json)
      guard let found, !found.isNull else {
        guard save.isOptional else { return .failure(FailureClass.malformed) }
        continue
      }
      if flow.tables.facts[Int(save.fact)].type == .secret {
        guard let secret = found.text, !secret.isEmpty else {
          return .failure(FailureClass.malformed)
        }
        result.secrets.append(Classification.Secret(fact: save.fact, value: secret))
        result.outcome.storedSecrets.append(save.fact)
      } else {
        guard let value = value(found, for: save.fact),
          save.key == noID
            || (memory.joined(value, save, chartState.cells) ?? []).count <= FlowLimits.listRows
        else {
          return .failure(FailureClass.malformed)
        }
        result.outcome.values.append(FactChange(save.fact, value))
      }
    }
    return result
  }

  private func find(_ path: RowRange, in json: JSON) -> JSON.Value? {
    var value: JSON.Value? = json.root
    for step in flow.tables.paths[path.indices] {
      value = step.isIndex ? value?[Int(step.operand)] : value?[flow.blob(step.operand)]
    }
    return value
  }

  /// A JSON value as a fact's value, or nil if it does not fit the fact's type.
  private func value(_ json: JSON.Value, for fact: FactID) -> FactValue? {
    let row = flow.tables.facts[Int(fact)]
    switch row.type {
    case .flag: return json.flag.map { .number($0 ? 1 : 0) }
    case .number: return json.integer.map { .number($0) }
    case .time:
      let time = json.integer ?? json.text.flatMap { InternetTime.milliseconds($0) }
      return time.map { .number($0) }
    case .text:
      guard let text = json.text ?? (json.kind == .number ? Array(json.source) : nil),
        text.count <= FlowLimits.textBytes
      else { return nil }
      return .text(text)
    case .choice:
      // A number is accepted if it is the name of a choice.
      guard let text = json.text ?? (json.kind == .number ? Array(json.source) : nil) else {
        return nil
      }
      return flow.place(of: text, among: row.choices).map { .number(Int64($0)) }
    case .list: return list(json, row)
    case .json:
      guard json.source.count <= FlowLimits.textBytes else { return nil }
      return .text(Array(json.source))
    case .secret: return nil
    }
  }

  private func list(_ json: JSON.Value, _ row: FactRow) -> FactValue? {
    guard json.kind == .list else { return nil }
    let elements = json.elements
    guard elements.count <= FlowLimits.listRows else { return nil }
    var rows: [[Text]] = []
    for element in elements {
      var cells: [Text] = []
      for column in flow.tables.columns[row.columns.indices] {
        let value = element[flow.blob(column.name)]
        switch value?.kind {
        case .text: cells.append(value?.text ?? [])
        case .number, .flag: cells.append(value.map { Array($0.source) } ?? [])
        case .null, .list, .object, nil: cells.append([])
        }
      }
      rows.append(cells)
    }
    return .text(ListValue.encode(rows))
  }
}

extension Classification {
  static func failure(_ class: UInt16) -> Classification {
    Classification(outcome: RequestOutcome(failure: `class`), secrets: [])
  }
}
