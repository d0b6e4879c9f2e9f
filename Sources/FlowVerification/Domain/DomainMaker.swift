import FlowMachine
import Statechart

/// Makes the values of a `Domain`.
struct DomainMaker {
  let flow: Flow
  let relevance: Relevance
  let declared: [FactID: [FactValue]]

  // MARK: Facts

  /// The present values of a fact that are told apart, as they can come from outside.
  func values(of fact: FactID) throws(DomainError) -> [FactValue] {
    if let declared = declared[fact] { return declared }
    return try toldValues(of: fact)
  }

  /// The same without a word from the document.
  private func toldValues(of fact: FactID) throws(DomainError) -> [FactValue] {
    let row = flow.tables.facts[Int(fact)]
    switch row.type {
    case .flag, .choice:
      let count = row.type == .flag ? 2 : Int64(row.choices.count)
      return numbers(of: fact, in: 0...max(count - 1, 0)).map { .number($0) }
    case .number, .time: return try plainNumbers(of: fact).map { .number($0) }
    case .text: return texts(of: fact).map { .text($0) }
    case .json: return [.text(Text("{}".utf8))]
    case .list: return try lists(of: fact)
    case .secret: return []
    }
  }

  /// Of a small range the values that are compared, and one of the others.
  private func numbers(of fact: FactID, in range: ClosedRange<Int64>) -> [Int64] {
    guard !relevance.isComparedWithOther[Int(fact)] else { return Array(range) }
    let wanted = relevance.constants[Int(fact)].filter { range.contains($0) }
    guard let other = range.first(where: { !wanted.contains($0) }) else { return wanted.sorted() }
    return (wanted + [other]).sorted()
  }

  private func plainNumbers(of fact: FactID) throws(DomainError) -> [Int64] {
    guard !relevance.isComparedWithOther[Int(fact)] else { throw .unbounded(fact) }
    let constants = relevance.constants[Int(fact)].sorted()
    guard let first = constants.first, let last = constants.last else { return [1] }
    if relevance.isCounter[Int(fact)] {
      guard last - first < Int64(Domain.mostValues) else {
        throw .tooManyValues(fact, count: Int(clamping: last - first))
      }
      return Array((first - 1)...(last + 1))
    }
    var values: Set<Int64> = []
    for constant in constants {
      values.formUnion([constant - 1, constant, constant + 1])
    }
    return values.sorted()
  }

  private func texts(of fact: FactID) -> [Text] {
    var texts = relevance.literals[Int(fact)].sorted { $0.lexicographicallyPrecedes($1) }
    // Beside what is asked for by its letters: one of each kind, two where they are compared.
    let most = relevance.isComparedWithOther[Int(fact)] ? 2 : 1
    let others = Self.candidates.filter { !texts.contains($0) }
    guard relevance.decidesByValidity[Int(fact)] else { return texts + others.prefix(most) }
    for isWanted in [true, false] {
      texts += others.lazy.filter { isValid($0, fact) == isWanted }.prefix(most)
    }
    return texts
  }

  /// Whether a text holds by the validators of all fields that take it.
  private func isValid(_ text: Text, _ fact: FactID) -> Bool {
    flow.tables.elements.filter { $0.kind == .field && $0.fact == fact }.allSatisfy { row in
      flow.tables.validators[row.validators.indices].allSatisfy {
        $0.rule == .same || Validation.holds($0.rule, value: $0.value, other: [], text)
      }
    }
  }

  /// Texts that between them satisfy what validators ask.
  private static let candidates: [Text] = {
    var texts = ["anything", "something else", "ada@example.org", "+4930123456", "x"]
    texts += (1...16).map { String(repeating: "4", count: $0) }
    texts += (1...64).map { String(repeating: "m", count: $0) + "@" }
    return texts.map { Text($0.utf8) }
  }()

  /// An empty list, one for each row that a picker can tell from others, and one with all of them.
  private func lists(of fact: FactID) throws(DomainError) -> [FactValue] {
    var rows: [[Text]] = [[]]
    for column in 0..<Int(flow.tables.facts[Int(fact)].columns.count) {
      let cells = try cells(of: fact, column)
      rows = rows.flatMap { row in cells.map { row + [$0] } }
      guard rows.count <= Self.mostRows else {
        throw .tooManyValues(fact, count: rows.count)
      }
    }
    let single = rows.count > 1 ? rows.map { [$0] } : []
    return ([[]] + single + [rows]).map { .text(ListValue.encode($0)) }
  }

  /// Rows that are told apart in one list at most.
  private static let mostRows = 32

  /// What of a list's column is told apart by the facts that pickers fill from it.
  private func cells(of list: FactID, _ column: Int) throws(DomainError) -> [Text] {
    var cells: [Text] = []
    for row in flow.tables.elements where row.kind == .picker && row.list == list {
      var filled = flow.tables.picks[row.sets.indices].filter { Int($0.column) == column }.map(
        \.fact)
      if Int(row.valueColumn) == column { filled.append(row.fact) }
      for fact in filled where relevance.isRelevant[Int(fact)] {
        for value in try values(of: fact) {
          let text = spelled(value, flow.tables.facts[Int(fact)].type)
          if !cells.contains(text) { cells.append(text) }
        }
      }
    }
    return cells.isEmpty ? [Text("row".utf8)] : cells
  }

  /// A value as a list's row holds it.
  private func spelled(_ value: FactValue, _ type: FactType) -> Text {
    switch value {
    case .text(let text): text
    case .number(let number):
      Text((type == .flag ? (number == 0 ? "false" : "true") : String(number)).utf8)
    case .absent: []
    }
  }

  // MARK: Cells

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

  private func keep(
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
    let codes = (0..<count).map {
      UInt8(
        truncatingIfNeeded: 1 + (numbers.firstIndex(of: $0) ?? numbers.firstIndex(of: other) ?? 0))
    }
    return .init(cell: cell, values: numbers, codes: codes)
  }

  /// The status that stands for one: failures that nothing tells apart are one, and what nothing
  /// reads is as good as idle.
  private func stand(in row: RequestRow, for status: Int64) -> Int64 {
    let statuses = self.statuses(of: row)
    if statuses.contains(status) { return status }
    guard status >= RequestStatus.failed else { return RequestStatus.idle }
    return statuses.last { $0 >= RequestStatus.failed && !isCompared(row.cell, $0) }
      ?? statuses.last { $0 >= RequestStatus.failed } ?? RequestStatus.idle
  }

  private func isCompared(_ cell: CellID, _ value: Int64) -> Bool {
    relevance.isComparedWithOther[Int(cell)] || relevance.constants[Int(cell)].contains(value)
  }

  /// What the flow itself can come to, whatever the document says that comes from outside.
  private func ownValues(_ fact: FactID, _ row: FactRow) throws(DomainError) -> [FactValue] {
    guard declared[fact] != nil else { return [] }
    let isNumber = row.type == .number || row.type == .time
    if isNumber, relevance.isComparedWithOther[Int(fact)] { return [] }
    return try toldValues(of: fact)
  }

  private func initialValues(_ row: FactRow) -> [FactValue] {
    guard row.initial != absent else { return [] }
    return [row.slot == noID ? .number(row.initial) : .text(flow.blob(row.initialText))]
  }

  // MARK: Forms

  /// The forms whose fields decide by nothing but holding all together. A field's fact that stands
  /// in several forms, or is not always shown, is a form for itself.
  func forms() -> [Projection.Form] {
    let tables = flow.tables
    let ranges = (tables.screens.map(\.elements) + tables.overlays.map(\.elements)).filter {
      tables.elements[$0.indices].contains { $0.submits }
    }
    var uses: [FactID: Int] = [:]
    for row in tables.elements where row.kind == .field { uses[row.fact, default: 0] += 1 }
    var forms: [Projection.Form] = []
    for range in ranges {
      let fields = tables.elements[range.indices].filter { $0.kind == .field && isPlain($0) }
      let isOwn: (ElementRow) -> Bool = {
        uses[$0.fact] == 1 && $0.shown == noID && $0.enabled == noID
      }
      let members = fields.filter(isOwn).compactMap { member(of: $0) }
      if !members.isEmpty { forms.append(Projection.Form(members: members)) }
      for field in fields where !isOwn(field) && !forms.contains(where: { $0.holds(field.fact) }) {
        if let member = member(of: field) { forms.append(Projection.Form(members: [member])) }
      }
    }
    return forms
  }

  /// Whether of a field's fact nothing matters but that it holds.
  private func isPlain(_ row: ElementRow) -> Bool {
    let fact = Int(row.fact)
    let type = flow.tables.facts[fact].type
    let isFree =
      type == .secret ? !relevance.isStorable[fact] : type == .text && declared[row.fact] == nil
    return isFree && relevance.decidesByValidity[fact] && !relevance.decidesByValue[fact]
      && !relevance.isComparedWithOther[fact]
  }

  private func member(of row: ElementRow) -> Projection.Form.Member? {
    let fact = flow.tables.facts[Int(row.fact)]
    guard fact.type == .text else {
      // A secret that may be empty decides nothing.
      let rules = flow.tables.validators[row.validators.indices].map(\.rule)
      guard rules.contains(.required) else { return nil }
      return .init(fact: row.fact, slot: noID, valid: [], invalid: [])
    }
    let isEmptyValid = isValid([], row.fact)
    let known = texts(of: row.fact)
    let valid = known.filter { isValid($0, row.fact) }
    let invalid = isEmptyValid ? known.first { !isValid($0, row.fact) } : []
    guard let invalid, isEmptyValid || !valid.isEmpty else { return nil }
    return .init(
      fact: row.fact, slot: fact.slot, valid: isEmptyValid ? [] : valid, invalid: invalid)
  }

  // MARK: Requests

  /// The statuses of a request that are told apart, ascending: those that nothing reads count as
  /// idle.
  private func statuses(of row: RequestRow) -> [Int64] {
    let constants = relevance.constants[Int(row.cell)]
    var statuses: Set<Int64> = [RequestStatus.idle, RequestStatus.running]
    // Who asks for idle tells it from everything that came of the request, and `settled` asks for
    // what is at least `succeeded`.
    let isEndTold = constants.contains {
      $0 == RequestStatus.idle || $0 >= RequestStatus.succeeded
    }
    if row.isOnce || isEndTold { statuses.insert(RequestStatus.succeeded) }
    if row.overlay != noID || isEndTold {
      for call in row.calls.indices {
        statuses.formUnion(failures(of: row, call).map { RequestStatus.failed + Int64($0) })
      }
    }
    return statuses.sorted()
  }

  /// Whether anything follows from a request: one that nothing reads, shows or saves is as good as
  /// never started.
  func hasConsequence(_ row: RequestRow) -> Bool {
    let tables = flow.tables
    let saves =
      tables.saves[row.failureSaves.indices]
      + row.calls.indices.flatMap { tables.saves[tables.calls[$0].saves.indices] }
    return relevance.isRelevant[Int(row.cell)] || row.overlay != noID || row.isOnce || row.isFinal
      || saves.contains { relevance.isRelevant[Int($0.fact)] }
  }

  func failures() -> [Domain.CallID: [UInt16]] {
    var result: [Domain.CallID: [UInt16]] = [:]
    for row in flow.tables.requests {
      for call in row.calls.indices { result[call] = failures(of: row, call) }
    }
    return result
  }

  /// Of the classes that a call can fail with: those that some guard tells from the others, and one
  /// of the others.
  private func failures(of row: RequestRow, _ call: Int) -> [UInt16] {
    let constants = relevance.constants[Int(row.cell)]
    let possible = possibleFailures(of: flow.tables.calls[call])
    let isTold: (UInt16) -> Bool = { constants.contains(RequestStatus.failed + Int64($0)) }
    var chosen = possible.filter {
      isTold($0) && RequestStatus.failed + Int64($0) != RequestStatus.failed
    }
    // `failed` itself is the number of `offline`: every guard on any failure compares with it.
    if possible.contains(FailureClass.offline) { chosen.append(FailureClass.offline) }
    if let other = possible.first(where: { !isTold($0) }) { chosen.append(other) }
    return chosen.sorted()
  }

  private func possibleFailures(of call: CallRow) -> [UInt16] {
    var classes = [
      FailureClass.offline, FailureClass.timeout, FailureClass.unavailable, FailureClass.refused,
      FailureClass.malformed,
    ]
    if call.repetition == .never {
      // What was lost after sending, or not answered in time, is not known.
      classes.removeAll { $0 == FailureClass.timeout }
      classes.append(FailureClass.unknown)
    }
    classes.append(FailureClass.interrupted)
    classes += flow.tables.classes[call.classes.indices].map { FailureClass.own + $0.place }
    return classes
  }

  // MARK: Events

  /// The numbers of an event that are told apart; none where nothing looks at them.
  func eventValues(_ event: EventID, _ values: [[FactValue]]) -> [Int64] {
    var numbers: Set<Int64> = []
    for constant in relevance.eventConstants[Int(event)] {
      numbers.formUnion([constant - 1, constant, constant + 1])
    }
    let isGiven = !relevance.eventFacts[Int(event)].isEmpty
    for fact in relevance.eventFacts[Int(event)] {
      for case .number(let number) in values[Int(fact)] { numbers.insert(number) }
    }
    return isGiven && numbers.isEmpty ? [1] : numbers.sorted()
  }
}
