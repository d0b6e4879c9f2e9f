import Statechart

// A keyed request keeps its idempotency key while its input stays the same. Of a secret the machine knows only that it
// was typed, so it is told whether that is the secret which the request has sent: the host marks both, and the marks are
// compared here. Of what was sent secure storage has the mark alone, so that the intent outlives a kill.

extension FlowProcess {
  /// Tells the machine that a valid secret was typed, and whether it is the one that was sent.
  mutating func compareTyped(in element: ElementID, _ fact: FactID) {
    guard marks[Int(fact)] != nil else { return plan(.typeSecret(element, isValid: true)) }
    turn.typed = element
    turn.plan(.compare)
  }

  /// Reads the mark of what was sent, if it is not known yet, and then marks what was typed.
  mutating func compare() -> HostStep? {
    let fact = flow.tables.elements[Int(turn.typed)].fact
    let name = flow.markName(of: fact)
    guard let mark = marks[Int(fact)], let typed = typedSecrets[Int(fact)] else {
      plan(.typeSecret(turn.typed, isValid: true))
      return nil
    }
    guard mark.isEmpty else {
      turn.awaited = .typedMark
      return HostStep(nil, .markSecret(typed, name))
    }
    turn.awaited = .storedMark
    turn.plan(.compare)
    return HostStep(nil, .readSecrets([name]))
  }

  /// Without a mark a secret counts as changed, so nothing is tried again.
  mutating func receiveMark(_ awaited: Turn.Awaited, _ result: HostResult) {
    var mark: Text?
    if case .secrets(let values) = result { mark = values.first ?? nil }
    switch awaited {
    case .storedMark: marks[Int(flow.tables.elements[Int(turn.typed)].fact)] = mark
    case .sealMark: turn.mark = mark
    case .typedMark:
      let sent = marks[Int(flow.tables.elements[Int(turn.typed)].fact)]
      plan(.typeSecret(turn.typed, isValid: true, isRepeated: mark != nil && mark == sent))
    default: break
    }
  }

  /// Notes which marks are in secure storage that an intent needs.
  mutating func noteMarks(_ names: [SecretName]) {
    for fact in marks.indices
    where machine.mayRepeat(FactID(fact)) && names.contains(flow.markName(of: FactID(fact))) {
      marks[fact] = []
    }
  }

  func isNeeded(mark name: SecretName) -> Bool {
    flow.fact(named: name.fact).map { machine.mayRepeat($0) } ?? false
  }

  /// A seal was written, or could not be.
  mutating func noteMark(isWritten: Bool) {
    if isWritten, turn.sealed != noID, turn.mark != nil { marks[Int(turn.sealed)] = turn.mark }
    turn.mark = nil
    turn.sealed = noID
  }

  /// The marks that no intent needs any more, which are erased next.
  mutating func forgottenMarks() -> [SecretName] {
    var names: [SecretName] = []
    for fact in marks.indices where marks[fact] != nil && !machine.mayRepeat(FactID(fact)) {
      marks[fact] = nil
      names.append(flow.markName(of: FactID(fact)))
    }
    return names
  }
}
