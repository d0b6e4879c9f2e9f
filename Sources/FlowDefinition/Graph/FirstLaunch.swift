import FlowMachine

/// What a document says of the first launch after an installation on which all goes well: nothing is stored
/// yet, the configuration has its defaults, and requests succeed.
///
/// The happy path follows the steps that are possible then, and a picture of a screen shows what is on it then.
struct FirstLaunch {
  private let document: FlowDocument
  /// Facts that somebody else may have filled: the host, or a flow around this one.
  private let foreign: Set<String>
  /// The facts by their names here.
  private let facts: [String: FactID]

  init(_ scope: Scope) {
    document = scope.document
    facts = scope.facts
    var foreign = Set(document.facts.filter { $0.place == .device }.map(\.name.value))
    if let reference = scope.reference {
      foreign.formUnion(reference.bindings.map(\.inner.value))
      foreign.formUnion(reference.inputs.map(\.name.value))
    }
    self.foreign = foreign
  }

  /// - Parameter known: what was set since.
  /// - Returns: nil where it depends on what a person or the device does.
  func value(of expression: GuardExpression, _ known: Knowledge = Knowledge()) -> Bool? {
    expression.value { atom in
      switch atom {
      case .flag(let word): literal(of: word.text, known).map { $0 == .flag(true) }
      case .compare(let word, let comparison, let operand):
        compare(word.text, comparison, operand, known)
      case .presence(let word, let presence):
        isPresent(word.text, known).flatMap { presence.holds($0) }
      case .status(_, let status, _):
        switch status {
        case .succeeded, .settled: true
        case .failed: false
        case .idle, .running, .elapsed: nil
        }
      case .shown: false
      case .event, .inState, .not, .and, .or: nil
      }
    }
  }

  /// Whether an element is shown.
  ///
  /// - Parameter known: what was set since.
  /// - Returns: nil where it depends on what a person or the device does.
  func isShown(_ element: ElementDeclaration, _ known: Knowledge = Knowledge()) -> Bool? {
    let agreements = element.shownGuards.map { shown in
      value(of: shown.expression.value, known).map { $0 == shown.holds }
    }
    if agreements.contains(false) { return false }
    return agreements.contains(nil) ? nil : true
  }

  /// The value of a fact or of the configuration; an absent flag is false. Nil: unknown or absent.
  private func literal(of name: String, _ known: Knowledge) -> Literal? {
    switch facts[name].flatMap({ known.facts[$0] }) {
    case .literal(let literal): return literal
    case .something: return nil
    case .absent: return isFlag(name) ? .flag(false) : nil
    case nil: break
    }
    if let setting = document.configuration.first(where: { $0.name.value == name }) {
      return setting.initial.value
    }
    guard !foreign.contains(name), let fact = document.facts.first(where: { $0.name.value == name })
    else { return nil }
    return fact.initial?.value ?? (fact.kind == .flag ? .flag(false) : nil)
  }

  private func isFlag(_ name: String) -> Bool {
    document.facts.first { $0.name.value == name }?.kind == .flag
  }

  private func isPresent(_ name: String, _ known: Knowledge) -> Bool? {
    if let value = facts[name].flatMap({ known.facts[$0] }) { return value != .absent }
    guard !foreign.contains(name), let fact = document.facts.first(where: { $0.name.value == name })
    else { return nil }
    return fact.initial != nil
  }

  private func compare(
    _ name: String, _ comparison: GuardExpression.Comparison, _ operand: GuardExpression.Operand,
    _ known: Knowledge
  ) -> Bool? {
    if isPresent(name, known) == false { return comparison == .notEqual }
    guard let found = literal(of: name, known) else { return nil }
    let other: Literal
    switch operand {
    case .literal(let literal): other = literal
    // A choice is written like a name.
    case .name(let word): other = .text(word.text)
    }
    return switch comparison {
    case .equal: found == other
    case .notEqual: found != other
    case .less, .lessOrEqual, .greater, .greaterOrEqual: nil
    }
  }
}

extension GuardExpression.Presence {
  fileprivate func holds(_ isPresent: Bool) -> Bool? {
    switch self {
    case .present: isPresent
    case .absent: !isPresent
    case .unreadable: false
    case .empty: isPresent ? nil : false
    case .valid: isPresent ? nil : false
    }
  }
}

extension GuardExpression {
  /// What follows for the guard from what is known of its conditions; nil where it depends on the others.
  func value(_ known: (GuardExpression) -> Bool?) -> Bool? {
    switch self {
    case .not(let inner): return inner.value(known).map { !$0 }
    case .and(let left, let right):
      let sides = [left.value(known), right.value(known)]
      return sides.contains(false) ? false : sides == [true, true] ? true : nil
    case .or(let left, let right):
      let sides = [left.value(known), right.value(known)]
      return sides.contains(true) ? true : sides == [false, false] ? false : nil
    case .flag, .compare, .event, .presence, .status, .inState, .shown: return known(self)
    }
  }

  /// Whether it cannot hold unless a request has failed.
  var needsFailure: Bool {
    value { atom in
      guard case .status(_, .failed, _) = atom else { return nil }
      return false
    } == false
  }

  /// The requests whose success, or end, it asks for.
  var successes: [String] {
    switch self {
    case .status(let word, .succeeded, _), .status(let word, .settled, _): [word.text]
    case .and(let left, let right), .or(let left, let right): left.successes + right.successes
    case .not, .status, .flag, .compare, .event, .presence, .inState, .shown: []
    }
  }

  /// The requests whose failure it asks for, with the class where it names one.
  var failures: [(request: String, failureClass: String?)] {
    switch self {
    case .status(let word, .failed, let failureClass): [(word.text, failureClass?.text)]
    case .and(let left, let right), .or(let left, let right): left.failures + right.failures
    case .not, .status, .flag, .compare, .event, .presence, .inState, .shown: []
    }
  }
}
