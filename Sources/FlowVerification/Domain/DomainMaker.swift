import FlowDefinition
import FlowMachine
import Statechart

/// Makes the values of a `Domain`.
struct DomainMaker {
  let flow: Flow
  let relevance: Relevance
  let declared: [FactID: DeclaredDomain]
  let groups: [NumberGroup]

  init(_ flow: Flow, _ relevance: Relevance, _ declared: [FactID: DeclaredDomain]) {
    self.flow = flow
    self.relevance = relevance
    self.declared = declared
    groups = relevance.numberGroups(declared)
  }

  /// The present values of a fact that are told apart, as they can come from outside.
  func values(of fact: FactID) throws(DomainError) -> [FactValue] {
    if isNumber(fact) { return try numbers(of: fact).map { .number($0) } }
    if case .values(let values) = declared[fact] { return values }
    return try toldValues(of: fact)
  }

  /// The same without a word from the document.
  func toldValues(of fact: FactID) throws(DomainError) -> [FactValue] {
    let row = flow.tables.facts[Int(fact)]
    switch row.type {
    case .flag, .choice:
      let count = row.type == .flag ? 2 : Int64(row.choices.count)
      return numbers(of: fact, in: 0...max(count - 1, 0)).map { .number($0) }
    case .number, .time: return try numbers(of: fact).map { .number($0) }
    case .text: return try texts(of: fact).map { .text($0) }
    case .json: return [.text(Text("{}".utf8))]
    case .list: return try lists(of: fact)
    case .secret: return []
    }
  }

  /// The present values that a person can give to each fact that has an element for it.
  ///
  /// - Parameter values: those that come from outside.
  func typedValues(_ values: [[FactValue]]) throws(DomainError) -> [[FactValue]] {
    var typed = values
    for row in flow.tables.elements where row.takesValue {
      for fact in flow.tables.valueFacts(of: row) where relevance.isRelevant[Int(fact)] {
        typed[Int(fact)] =
          isNumber(fact)
          ? try typedNumbers(of: fact).map { .number($0) } : try toldValues(of: fact)
      }
    }
    return typed
  }

  /// Of a small range the values that are compared, and one of the others.
  func numbers(of fact: FactID, in range: ClosedRange<Int64>) -> [Int64] {
    guard !relevance.isComparedWithOther[Int(fact)] else { return Array(range) }
    let wanted = relevance.constants[Int(fact)].filter { range.contains($0) }
    guard let other = range.first(where: { !wanted.contains($0) }) else { return wanted.sorted() }
    return (wanted + [other]).sorted()
  }

  /// An empty list, one for each row that a picker can tell from others, and one with all of them.
  func lists(of fact: FactID) throws(DomainError) -> [FactValue] {
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
  static let mostRows = 32

  /// What of a list's column is told apart by the facts that pickers fill from it.
  func cells(of list: FactID, _ column: Int) throws(DomainError) -> [Text] {
    var cells: [Text] = []
    for row in flow.tables.elements where row.kind == .picker && row.list == list {
      var filled = flow.tables.picks[row.sets.indices].filter { Int($0.column) == column }.map(
        \.fact)
      if Int(row.valueColumn) == column { filled.append(row.fact) }
      // Which rows have an action.
      if row.isAction, Int(row.detailColumn) == column {
        for text in [Text("false".utf8), Text("true".utf8)] where !cells.contains(text) {
          cells.append(text)
        }
      }
      for fact in filled where relevance.isRelevant[Int(fact)] {
        for value in try values(of: fact) {
          let text = spelled(value, flow.tables.facts[Int(fact)])
          if !cells.contains(text) { cells.append(text) }
        }
        // What is no number, or no value of the choice, makes the fact absent.
        switch flow.tables.facts[Int(fact)].type {
        case .number, .choice: if !cells.contains([]) { cells.append([]) }
        default: break
        }
      }
    }
    return cells.isEmpty ? [Text("row".utf8)] : cells
  }

  /// A value as a list's row holds it.
  func spelled(_ value: FactValue, _ row: FactRow) -> Text {
    switch (value, row.type) {
    case (.text(let text), _): text
    case (.number(let number), .flag): Text((number == 0 ? "false" : "true").utf8)
    case (.number(let number), .choice):
      flow.blob(flow.tables.ids[Int(row.choices.start) + Int(number)])
    case (.number(let number), _): Text(String(number).utf8)
    case (.absent, _): []
    }
  }

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
