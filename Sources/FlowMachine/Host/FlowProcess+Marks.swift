import Statechart

// A keyed request keeps its idempotency key while its input stays the same. Of a secret the machine knows only that it
// was typed, so it is told whether that is the secret which the request has sent: the host marks both, and the marks are
// compared here. What was sent stands in secure storage as its mark alone, so that the intent outlives a kill.

/// What is known of the mark of a secret that was sent.
enum SecretMark: Equatable, Sendable {
  case none
  /// It is in secure storage, and was not read yet.
  case stored
  case known(Text)

  typealias Value = (fact: FactID, value: Text)
}

extension FlowProcess {
  /// Tells the machine that a secret was typed, and whether it is the one that was sent.
  mutating func compare(_ text: Text, typedInto element: ElementID, as fact: FactID) {
    guard marks[Int(fact)] != .none else { return plan(.typeSecret(element, isValid: true)) }
    turn.typed = (element, fact, text)
    turn.plan(.compare)
  }

  /// Reads the mark of what was sent, if it is not known yet, and then marks what was typed.
  mutating func compareTyped() -> HostStep? {
    guard let (element, fact, text) = turn.typed else { return nil }
    let name = flow.markName(of: fact)
    switch marks[Int(fact)] {
    case .none:
      plan(.typeSecret(element, isValid: true))
      return nil
    case .stored:
      turn.awaited = .storedMark(fact)
      turn.plan(.compare)
      return HostStep(nil, .readSecrets([name]))
    case .known:
      turn.awaited = .typedMark
      return HostStep(nil, .markSecret(text, name))
    }
  }

  /// Marks a secret before it is sealed: both are written together.
  mutating func mark(_ value: Text, of fact: FactID, with seal: SecretChange) -> HostAction {
    turn.seal = seal
    turn.sealMark = nil
    turn.awaited = .sealMark(fact)
    turn.plan(.storeSeal)
    return .markSecret(value, flow.markName(of: fact))
  }

  mutating func storeSeal() -> HostAction? {
    guard let seal = turn.seal else { return nil }
    turn.seal = nil
    return write(seal)
  }

  /// Writes a seal, with its mark if there is one.
  mutating func write(_ seal: SecretChange) -> HostAction {
    let mark = turn.sealMark
    turn.sealMark = nil
    turn.awaited = .seal(seal.name, mark)
    guard let mark else { return .writeSecrets([seal]) }
    return .writeSecrets([seal, SecretChange(flow.markName(of: mark.fact), mark.value)])
  }

  /// - Returns: whether the result was that of a mark.
  mutating func receiveMark(_ awaited: Turn.Awaited, _ result: HostResult) -> Bool {
    var value: Text?
    if case .secrets(let values) = result { value = values.first ?? nil }
    switch awaited {
    case .storedMark(let fact): marks[Int(fact)] = value.map { .known($0) } ?? .none
    case .sealMark(let fact): turn.sealMark = value.map { (fact, $0) }
    case .typedMark:
      guard let (element, fact, _) = turn.typed else { break }
      turn.typed = nil
      let isRepeated = value.map { marks[Int(fact)] == .known($0) } ?? false
      plan(.typeSecret(element, isValid: true, isRepeated: isRepeated))
    default: return false
    }
    return true
  }

  /// The marks that no intent needs any more, which are erased next.
  mutating func forgottenMarks() -> [SecretName] {
    var names: [SecretName] = []
    for fact in marks.indices
    where marks[fact] != .none && !machine.mayRepeat(FactID(fact)) {
      marks[fact] = .none
      names.append(flow.markName(of: FactID(fact)))
    }
    return names
  }
}
