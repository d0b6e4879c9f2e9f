import FlowMachine
import Statechart

// Which cells are kept, and how; forms as wholes.

extension DomainMaker {
  func kept(
    _ values: [[FactValue]], without forms: [Projection.Form]
  ) throws(DomainError) -> [Projection.Kept] {
    var kept: [Projection.Kept] = []
    let grouped = Set(forms.flatMap { $0.members.map(\.fact) })
    for (fact, row) in flow.tables.facts.enumerated()
    where relevance.isRelevant[fact] && !grouped.contains(FactID(fact)) {
      let cell = CellID(fact)
      if row.type == .secret {
        // Stored, unreadable, typed, and typed and submitted.
        kept.append(.init(cell: cell, values: [1, 2, 3, 3], codes: [0, 1, 2, 3]))
        continue
      }
      if isNumber(cell) {
        let numbers = try keptNumbers(of: cell)
        guard numbers.count <= Domain.mostValues else {
          throw .tooManyValues(cell, count: numbers.count)
        }
        kept.append(.init(cell: cell, values: numbers))
        continue
      }
      var numbers: [Int64] = []
      var texts: [Text] = []
      for value in try values[fact] + ownValues(CellID(fact), row) + initialValues(row) {
        switch value {
        case .number(let number) where !numbers.contains(number): numbers.append(number)
        case .text(let text) where !texts.contains(text): texts.append(text)
        case .number, .text, .absent: break
        }
      }
      guard max(numbers.count, texts.count) <= Domain.mostValues else {
        throw .tooManyValues(cell, count: max(numbers.count, texts.count))
      }
      kept.append(keep(cell, row, numbers.sorted(), texts))
    }
    for row in flow.tables.requests where hasConsequence(row) {
      let statuses = self.statuses(of: row)
      let codes = (0...RequestStatus.failed + Int64(FailureClass.last)).map { status in
        UInt8(truncatingIfNeeded: 1 + (statuses.firstIndex(of: stand(in: row, for: status)) ?? 0))
      }
      kept.append(.init(cell: row.cell, values: statuses, codes: codes))
    }
    for row in flow.tables.timers {
      kept.append(.init(cell: row.cell, values: [0, 1, 2], codes: [1, 2, 3]))
    }
    for row in flow.tables.overlays {
      kept.append(.init(cell: row.cell, values: [0, 1], codes: [1, 2]))
    }
    return kept
  }

  func keep(
    _ cell: CellID, _ row: FactRow, _ numbers: [Int64], _ texts: [Text]
  ) -> Projection.Kept {
    guard row.slot == noID else {
      let known = texts.enumerated().map { (text: $1, code: UInt8($0 + 1)) }
      return .init(cell: cell, slot: row.slot, texts: texts, known: known)
    }
    guard row.type == .flag || row.type == .choice else {
      return .init(cell: cell, values: numbers)
    }
    let other = numbers.first { !isCompared(cell, $0) } ?? 0
    let count = row.type == .flag ? 2 : Int64(row.choices.count)
    let isOtherAbsent = isLikeAbsent(cell)
    let codes = (0..<count).map { number -> UInt8 in
      if isOtherAbsent, !isCompared(cell, number) { return 0 }
      return UInt8(
        truncatingIfNeeded: 1
          + (numbers.firstIndex(of: number) ?? numbers.firstIndex(of: other) ?? 0))
    }
    return .init(cell: cell, values: numbers, codes: codes)
  }

  /// The status that stands for one: failures that nothing tells apart are one, and what nothing
  /// reads is as good as idle.
  func stand(in row: RequestRow, for status: Int64) -> Int64 {
    let statuses = self.statuses(of: row)
    if statuses.contains(status) { return status }
    guard status >= RequestStatus.failed else { return RequestStatus.idle }
    return statuses.last { $0 >= RequestStatus.failed && !isSingled(row, $0) }
      ?? statuses.last { $0 >= RequestStatus.failed } ?? RequestStatus.idle
  }

  /// Whether a value that is compared with nothing is as good as none: it is only asked whether the
  /// fact equals others.
  func isLikeAbsent(_ cell: CellID) -> Bool {
    let fact = Int(cell)
    return !relevance.asksPresence[fact] && !relevance.isComparedWithOther[fact]
      && !relevance.isCounter[fact] && !relevance.decidesByValidity[fact]
  }

  func isCompared(_ cell: CellID, _ value: Int64) -> Bool {
    relevance.isComparedWithOther[Int(cell)] || relevance.constants[Int(cell)].contains(value)
  }

  /// What the flow itself can come to, whatever the document says that comes from outside.
  func ownValues(_ fact: FactID, _ row: FactRow) throws(DomainError) -> [FactValue] {
    declared[fact] == nil ? [] : try toldValues(of: fact)
  }

  func initialValues(_ row: FactRow) -> [FactValue] {
    guard row.initial != absent else { return [] }
    return [row.slot == noID ? .number(row.initial) : .text(flow.blob(row.initialText))]
  }

  /// The forms whose fields decide by nothing but holding all together. A field's fact that stands
  /// in several forms, or is not always shown, is a form for itself.
  func forms() throws(DomainError) -> [Projection.Form] {
    let tables = flow.tables
    let ranges = (tables.screens.map(\.elements) + tables.overlays.map(\.elements)).filter {
      tables.elements[$0.indices].contains { $0.submits }
    }
    var uses: [FactID: Int] = [:]
    for row in tables.elements where row.takesText { uses[row.fact, default: 0] += 1 }
    var forms: [Projection.Form] = []
    for range in ranges {
      let fields = tables.elements[range.indices].filter { $0.takesText && isPlain($0) }
      let isOwn: (ElementRow) -> Bool = {
        uses[$0.fact] == 1 && $0.shown == noID && $0.enabled == noID
      }
      var members: [Projection.Form.Member] = []
      for field in fields where isOwn(field) {
        if let member = try member(of: field) { members.append(member) }
      }
      if !members.isEmpty { forms.append(Projection.Form(members: members)) }
      for field in fields where !isOwn(field) && !forms.contains(where: { $0.holds(field.fact) }) {
        if let member = try member(of: field) { forms.append(Projection.Form(members: [member])) }
      }
    }
    return forms
  }

  /// Whether of a field's fact nothing matters but that it holds.
  func isPlain(_ row: ElementRow) -> Bool {
    let fact = Int(row.fact)
    let type = flow.tables.facts[fact].type
    let isFree =
      type == .secret ? !relevance.isStorable[fact] : type == .text && declared[row.fact] == nil
    // Fields that check a text in different ways can answer differently.
    return isFree && checkedFields(of: row.fact).count == 1
      && relevance.decidesByValidity[fact] && !relevance.decidesByValue[fact]
      && !relevance.isComparedWithOther[fact]
  }

  func member(of row: ElementRow) throws(DomainError) -> Projection.Form.Member? {
    let fact = flow.tables.facts[Int(row.fact)]
    guard fact.type == .text else {
      // A secret that may be empty decides nothing.
      let rules = flow.tables.validators[row.validators.indices].map(\.rule)
      guard rules.contains(.required), canBeValid(row) else { return nil }
      return .init(fact: row.fact, slot: noID, valid: [], invalid: [])
    }
    let isEmptyValid = isValid([], row.fact)
    let known = try texts(of: row.fact).filter { row.lets($0) }
    let valid = known.filter { isValid($0, row.fact) }
    let invalid = isEmptyValid ? known.first { !isValid($0, row.fact) } : []
    guard let invalid, isEmptyValid || !valid.isEmpty else { return nil }
    return .init(
      fact: row.fact, slot: fact.slot, valid: isEmptyValid ? [] : valid, invalid: invalid)
  }
}
