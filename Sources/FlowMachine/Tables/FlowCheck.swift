import Statechart

/// The numbers of the tables in `FlowError.wildReference`.
package enum FlowTable {
  package static let header: UInt8 = 20
  package static let facts: UInt8 = 21
  package static let requests: UInt8 = 22
  package static let calls: UInt8 = 23
  package static let saves: UInt8 = 24
  package static let timers: UInt8 = 25
  package static let screens: UInt8 = 26
  package static let elements: UInt8 = 27
  package static let texts: UInt8 = 28
  package static let operations: UInt8 = 29
  package static let rest: UInt8 = 30
  package static let stable: UInt8 = 31
}

/// Checks that every id in loaded tables refers to something of the right kind, so that the machine
/// never has to.
struct FlowCheck {
  let tables: FlowTables
  let chart: Chart
  /// What ids refer to, by the letters of `FlowTables.visit`.
  var rows: RowReader

  mutating func check() throws(FlowError) {
    guard rows.rowsInRanges <= FlowLimits.visitedRows else { throw .tooLarge }
    rows.limit("E", to: chart.eventCount)
    rows.limit("G", to: chart.guards.count)
    rows.limit("S", to: chart.states.count)
    rows.limit("T", to: Int(tables.textCount))
    rows.limit("]", to: chart.constants.count)
    if let table = rows.firstFlaw(ids: tables.ids) { throw .wildReference(table: table) }
    try require(isSoundHeader && hasSoundCells, FlowTable.header)
    try require(
      tables.facts.allSatisfy(isSound) && tables.computed.allSatisfy(isSound)
        && tables.computed.count <= FlowLimits.computed, FlowTable.facts)
    try require(
      tables.requests.allSatisfy { $0.calls.count > 0 && $0.retries < .max }
        && tables.classes.allSatisfy(isSound), FlowTable.requests)
    try require(tables.calls.allSatisfy { $0.kind != .http || $0.url != noID }, FlowTable.calls)
    try require(tables.paths.allSatisfy { $0.isIndex || isBlob($0.operand) }, FlowTable.saves)
    try require(tables.timers.allSatisfy { 0...Self.longest ~= $0.after }, FlowTable.timers)
    try require(
      tables.screens.allSatisfy {
        $0.state != 0 && (!$0.isDismissable || tables.dismissEvent != noID)
      }, FlowTable.screens)
    try require(
      tables.elements.allSatisfy(hasSoundFact)
        && tables.validators.allSatisfy(isSound),
      FlowTable.elements)
    try require(hasSoundTemplates && hasCompleteTexts && hasSoundTexts, FlowTable.texts)
    try require(isSoundRest, FlowTable.rest)
    try require(hasSoundNumbers, FlowTable.stable)
    try require(hasSoundOperations, FlowTable.operations)
  }

  /// The longest timer in milliseconds.
  private static let longest: Int64 = 4_000_000_000_000

  private func require(_ isSound: Bool, _ table: UInt8) throws(FlowError) {
    guard isSound else { throw .wildReference(table: table) }
  }

  private var isSoundHeader: Bool {
    tables.version > 0 && tables.stateNames.count == chart.states.count
      && tables.eventNames.count == chart.eventCount
      && tables.facts.count <= chart.initialCells.count && tables.slotCount <= 8_192
  }

  private func isSound(_ row: FactRow) -> Bool {
    let keepsBytes = row.type == .text || row.type == .list || row.type == .json
    return (keepsBytes ? row.slot < tables.slotCount : row.slot == noID)
      && (row.choiceTexts.count == 0 || row.choiceTexts.count == row.choices.count)
      && isInitial(row.initial, of: row)
  }

  private func isSound(_ row: ComputedRow) -> Bool {
    let fact = tables.facts[Int(row.fact)]
    return fact.place == .computed
      && (fact.type == .number || fact.type == .flag || fact.type == .text)
  }

  private func isSound(_ row: ClassRow) -> Bool {
    row.place < 256 && row.statuses.count % 2 == 0 && (row.codeKind != 2 || row.codeText != noID)
  }

  private var hasCompleteTexts: Bool {
    tables.texts.count == tables.languages.count * Int(tables.textCount)
      && (tables.languages.count > 0 || tables.textCount == 0)
      && tables.texts.allSatisfy { isKnown($0.count, ".FZ", Int($0.countKind)) }
  }

  private var isSoundRest: Bool {
    var isScreen = [Bool](repeating: false, count: chart.states.count)
    for row in tables.screens { isScreen[Int(row.state)] = true }
    return tables.regions.allSatisfy { chart.states[$0.state].kind == .compound }
      && tables.assignments.allSatisfy(isSound)
      && tables.roots.allSatisfy { isScreen[Int($0.state)] }
      && tables.textTests.allSatisfy {
        $0.isLiteral
          ? (hasText($0.fact) || isList($0.fact)) && isBlob($0.operand)
          : hasText($0.fact) && hasText($0.operand)
      }
      && tables.restores.allSatisfy { $0.state != 0 && $0.target != 0 }
  }

  /// Whether an id is valid, by the letter at a position in a list of letters.
  func isKnown(_ id: UInt16, _ letters: StaticString, _ place: Int) -> Bool {
    rows.isKnown(id, letters.utf8Start[place])
  }

  func isBlob(_ id: BlobID) -> Bool { Int(id) < tables.blobs.count }
  private func isSound(_ validator: ValidatorRow) -> Bool {
    switch validator.rule {
    case .same: isFact(validator.fact)
    case .pattern:
      tables.blobs.indices.contains(Int(clamping: validator.value))
        && PatternTable.isSound(tables.blobs[Int(validator.value)])
    default: true
    }
  }

  func isFact(_ id: FactID) -> Bool { Int(id) < tables.facts.count }
  func hasText(_ id: FactID) -> Bool {
    isFact(id) && tables.facts[Int(id)].type == .text
  }
  private func isList(_ id: FactID) -> Bool {
    isFact(id) && tables.facts[Int(id)].type == .list
  }
  /// A cell that belongs to no fact.
  func isOwnCell(_ id: CellID) -> Bool {
    Int(id) < chart.initialCells.count && Int(id) >= tables.facts.count
  }
}
