import Statechart

/// What decides the plan of a call.
struct PlanSource: BitwiseCopyable, Sendable {
  /// The most cells that are compared rather than that a plan is made.
  private static let most = 8

  /// The cells that the plan is made from, in `FlatRows.planCells`.
  var start = 0
  var count = 0
  /// Nothing but these cells decides: no text, no secret, no time.
  var isKnown = true

  /// - Parameter cells: where the cells are appended.
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
      case .literal: break
      case .fact, .percentFact, .jsonFact:
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
