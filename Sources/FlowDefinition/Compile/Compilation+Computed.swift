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
    let rows = computed.declaration.values.flatMap { self.rows(of: $0, computed.scope) }
    guard builder.tables.computed.count + rows.count <= FlowLimits.computed else {
      report(
        .tooMany, at: computed.declaration.name.position,
        "The flow with its sub-flows has more than \(FlowLimits.computed) computed values; one of a flag counts as two",
        "Remove some")
      return
    }
    builder.tables.computed += rows.map {
      ComputedRow(fact: computed.fact, condition: $0.condition, template: $0.template)
    }
    if rows.contains(where: { countsRows($0.template) }) { rowCounts.insert(computed.fact) }
    let ranges = rows.compactMap(\.range)
    guard let least = ranges.map(\.lowerBound).min(), let most = ranges.map(\.upperBound).max()
    else { return }
    computedRanges[computed.fact] = least...most
  }

  /// Whether an expression counts the rows of a list, by itself or by a fact in it.
  private func countsRows(_ template: TemplateID) -> Bool {
    guard template != noID else { return false }
    let tables = builder.tables
    return tables.segments[tables.templates[Int(template)].indices].contains { segment in
      switch segment.kind {
      case .fact: rowCounts.contains(segment.operand)
      case .flag: tables.facts[Int(segment.operand)].type == .list
      default: false
      }
    }
  }

  private struct Row {
    var condition: UInt16
    var template: TemplateID
    /// Of a number.
    var range: ClosedRange<Int64>?
  }

  private func rows(of value: ComputedValue, _ scope: Scope) -> [Row] {
    let condition = factGuard(value.condition, scope)
    switch value.kind {
    case .number(let expression):
      let reader = ExpressionReader(expression, value.condition, scope)
      guard let (segments, range) = number(expression.value, reader) else { return [] }
      return [Row(condition: condition, template: builder.template(segments), range: range)]
    case .flag(let expression):
      refuseOthers(in: expression, scope)
      let both = self.condition(value.condition, scope).and(self.condition(expression, scope))
      // True while it holds as well, and false while only the guard beside it does.
      return [
        Row(condition: chart.addGuard(both.steps), template: constantTemplate(1)),
        Row(condition: condition, template: constantTemplate(0)),
      ]
    case .text(let source):
      refuseTimers(in: source)
      return [Row(condition: condition, template: template(source, scope, .jsonText))]
    }
  }

  private func constantTemplate(_ number: Int64) -> TemplateID {
    builder.template([SegmentRow(.constant, constant(number))])
  }

  // MARK: Guards and texts

  /// A guard that reads facts alone: whenever one of them changes, the fact is computed again.
  private func factGuard(_ expression: Located<GuardExpression>?, _ scope: Scope) -> UInt16 {
    if let expression { refuseOthers(in: expression, scope) }
    return freeGuard(expression, scope)
  }

  private func refuseOthers(in expression: Located<GuardExpression>, _ scope: Scope) {
    guard let word = expression.value.otherWord(isSecret: { isSecret($0, scope) }) else { return }
    report(
      .wrongType, at: GuardSite(expression, in: scope).name(word).position,
      "A computed fact can depend only on facts: not on states, overlays, requests, events or secrets, nor on whether a field is valid",
      "Test this where the value is used, or save it in a fact")
  }

  private func isSecret(_ name: String, _ scope: Scope) -> Bool {
    scope.facts[name].map { builder.tables.facts[Int($0)].type == .secret } ?? false
  }

  /// Of a computed text or a number of rows only that it is there is asked: which it can be, no proof could say.
  func isOnlyShown(_ name: Name, _ fact: FactID) -> Bool {
    if rowCounts.contains(fact) {
      report(
        .wrongType, at: name.position,
        "\(quoted(name.value)) counts the rows of a list, so it can be shown and sent, but not compared or copied",
        "Test whether the list `is empty`, or save a number that the response gives")
      return true
    }
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
