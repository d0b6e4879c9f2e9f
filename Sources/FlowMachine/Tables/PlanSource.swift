import Statechart

/// What the plan of a call depends on.
struct PlanSource: BitwiseCopyable, Sendable {
  /// The maximum number of cells to compare; beyond it, making the plan is cheaper.
  private static let most = 8

  /// The cells that the plan is made from, in `FlatRows.planCells`.
  var start = 0
  var count = 0
  /// Whether it depends on these cells alone: on no text, no secret, no time.
  var isKnown = true

  /// - Parameter cells: the cells are appended to it.
  init(of call: CallRow, _ tables: FlowTables, _ cells: inout [CellID]) {
    start = cells.count
    if call.url != noID { note(call.url, tables, &cells) }
    for header in tables.headers[call.headers.indices] { note(header.value, tables, &cells) }
    if call.body != noID { note(call.body, tables, &cells) }
    count = cells.count - start
  }

  private mutating func note(
    _ template: TemplateID, _ tables: FlowTables, _ cells: inout [CellID]
  ) {
    for segment in tables.segments[tables.templates[Int(template)].indices] where isKnown {
      switch segment.kind {
      case .literal, .constant, .flag, .arithmetic: break
      case .fact, .percentFact, .jsonFact, .date, .dateTime:
        let row = tables.facts[Int(segment.operand)]
        isKnown = row.slot == noID && row.type != .secret && cells.count - start < Self.most
        cells.append(segment.operand)
      case .secondsLeft: isKnown = false
      case .jsonTemplate: note(segment.operand, tables, &cells)
      case .jsonMember, .formMember:
        note(tables.headers[Int(segment.operand)].value, tables, &cells)
      }
    }
  }
}
