import FlowMachine
import Statechart

// Facts that follow from others: each value becomes a row, after the rows of what it uses.

extension Compilation {
  private struct Computed {
    var fact: FactID
    var declaration: FactDeclaration
    var scope: Scope
  }

  func writeComputedFacts() {
    let all = scopes.flatMap { scope in
      scope.document.facts.compactMap { declaration -> Computed? in
        guard !declaration.values.isEmpty, let fact = scope.facts[declaration.name.value],
          builder.tables.facts[Int(fact)].place == .computed
        else { return nil }
        return Computed(fact: fact, declaration: declaration, scope: scope)
      }
    }
    let known = Dictionary(all.map { ($0.fact, $0) }) { first, _ in first }
    var isDone: Set<FactID> = []
    var open: [FactID] = []
    func write(_ computed: Computed) {
      guard !isDone.contains(computed.fact) else { return }
      if open.contains(computed.fact) { return reportCircle(computed) }
      open.append(computed.fact)
      for word in computed.declaration.values.flatMap(\.words) {
        if let next = computed.scope.facts[word].flatMap({ known[$0] }) { write(next) }
      }
      open.removeLast()
      if isDone.insert(computed.fact).inserted { writeRows(of: computed) }
    }
    for computed in all { write(computed) }
  }

  private func reportCircle(_ computed: Computed) {
    let name = computed.declaration.name
    report(
      .cyclicFact, at: name.position, "\(quoted(name.value)) is computed from itself",
      "Break the circle: compute one of its facts without the others")
  }

  private func writeRows(of computed: Computed) {
    var range: ClosedRange<Int64>?
    for value in computed.declaration.values {
      guard builder.tables.computed.count < FlowLimits.computed else {
        report(
          .tooMany, at: computed.declaration.name.position,
          "The flow with its sub-flows has more than \(FlowLimits.computed) computed values",
          "Remove some")
        return
      }
      let condition = factGuard(value.condition, computed.scope)
      switch value.kind {
      case .number(let expression):
        let reader = ExpressionReader(expression, value.condition, computed.scope)
        guard let (segments, interval) = number(expression.value, reader) else { continue }
        range =
          range.map {
            min($0.lowerBound, interval.lowerBound)...max($0.upperBound, interval.upperBound)
          }
          ?? interval
        append(computed.fact, condition, segments)
      case .flag(let expression):
        let holds = factGuard(expression, computed.scope)
        if value.condition == nil {
          append(computed.fact, holds, [flagConstant(true)])
          append(computed.fact, noID, [flagConstant(false)])
        } else {
          // What holds beside the condition, and then the condition alone.
          let both = chart.addGuard(
            self.condition(value.condition, computed.scope).and(
              self.condition(expression, computed.scope)
            ).steps)
          append(computed.fact, both, [flagConstant(true)])
          append(computed.fact, condition, [flagConstant(false)])
        }
      case .text(let source):
        refuseTimers(in: source)
        append(computed.fact, condition, template(source, computed.scope, .jsonText))
      }
    }
    if let range { computedRanges[computed.fact] = range }
  }

  private func flagConstant(_ flag: Bool) -> SegmentRow {
    SegmentRow(.constant, constant(flag ? 1 : 0))
  }

  private func append(_ fact: FactID, _ condition: UInt16, _ segments: [SegmentRow]) {
    append(fact, condition, builder.template(segments))
  }

  private func append(_ fact: FactID, _ condition: UInt16, _ template: TemplateID) {
    builder.tables.computed.append(
      ComputedRow(fact: fact, condition: condition, template: template))
  }

  // MARK: Guards and texts

  /// A guard that reads facts alone: whenever one of them changes, the fact is computed again.
  private func factGuard(_ expression: Located<GuardExpression>?, _ scope: Scope) -> UInt16 {
    guard let expression else { return noID }
    if let word = expression.value.otherWord(isSecret: { isSecret($0, scope) }) {
      report(
        .wrongType, at: GuardSite(expression, in: scope).name(word).position,
        "A computed fact can depend only on facts: not on states, overlays, requests, events or secrets, nor on whether a field is valid",
        "Test this where the value is used, or save it in a fact")
      return noID
    }
    return freeGuard(expression, scope)
  }

  private func isSecret(_ name: String, _ scope: Scope) -> Bool {
    scope.facts[name].map { builder.tables.facts[Int($0)].type == .secret } ?? false
  }

  /// Of a computed text only that it is there is asked: which texts it can be, no proof could say.
  func isComputedText(_ name: Name, _ fact: FactID) -> Bool {
    let row = builder.tables.facts[Int(fact)]
    guard row.place == .computed, row.type == .text else { return false }
    report(
      .wrongType, at: name.position,
      "\(quoted(name.value)) is a computed text, which can be shown and sent, but not compared or copied",
      "Compare the facts that it is computed from, or insert it where it is needed")
    return true
  }

  private func refuseTimers(in source: Name) {
    for case .reference(let name, let position) in (try? TemplateParser.parse(source)) ?? []
    where name.hasSuffix(".left") {
      report(
        .wrongType, at: position, "A computed fact can depend only on facts, and this is a timer",
        "Show the timer in the text of an element")
    }
  }
}

extension ComputedValue {
  /// The names that it uses.
  var words: [String] {
    let guarded = condition?.value.factWords ?? []
    return switch kind {
    case .number(let expression): guarded + expression.value.words.map(\.text)
    case .flag(let expression): guarded + expression.value.factWords
    case .text(let source):
      guarded
        + ((try? TemplateParser.parse(source)) ?? []).compactMap {
          if case .reference(let name, _) = $0 { name } else { nil }
        }
    }
  }
}

extension NumberExpression {
  var words: [GuardWord] {
    switch self {
    case .literal: []
    case .name(let word): [word]
    case .count(let flags): flags
    case .operation(_, let left, let right, _): left.words + right.words
    }
  }
}

extension GuardExpression {
  /// The facts that it reads.
  fileprivate var factWords: [String] {
    switch self {
    case .flag(let word), .presence(let word, _): [word.text]
    case .compare(let word, _, let operand):
      if case .name(let other) = operand { [word.text, other.text] } else { [word.text] }
    case .not(let inner): inner.factWords
    case .and(let left, let right), .or(let left, let right): left.factWords + right.factWords
    case .event, .status, .inState, .shown: []
    }
  }

  /// A word that reads something else than a fact with a value.
  fileprivate func otherWord(isSecret: (String) -> Bool) -> GuardWord? {
    switch self {
    case .flag(let word), .compare(let word, _, _): return isSecret(word.text) ? word : nil
    case .presence(let word, let presence):
      return presence == .valid || isSecret(word.text) ? word : nil
    case .not(let inner): return inner.otherWord(isSecret: isSecret)
    case .and(let left, let right), .or(let left, let right):
      return left.otherWord(isSecret: isSecret) ?? right.otherWord(isSecret: isSecret)
    case .status(let word, _, _), .inState(let word), .shown(let word): return word
    case .event: return GuardWord("", at: 0)
    }
  }
}
