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

/// Checks that every id in loaded tables points at something of the right kind, so that the machine
/// never has to.
struct FlowCheck {
  let tables: FlowTables
  let chart: Chart

  func check() throws(FlowError) {
    guard rowsToVisit <= FlowLimits.visitedRows else { throw .tooLarge }
    try require(isSoundHeader, FlowTable.header)
    try require(hasSoundCells, FlowTable.header)
    for row in tables.facts { try require(isSound(row), FlowTable.facts) }
    for row in tables.columns { try require(isBlob(row.name), FlowTable.facts) }
    for row in tables.requests { try require(isSound(row), FlowTable.requests) }
    for row in tables.calls { try require(isSound(row), FlowTable.calls) }
    for row in tables.headers {
      try require(isBlob(row.name) && isTemplate(row.value), FlowTable.calls)
    }
    for row in tables.saves {
      try require(isFact(row.fact) && fits(row.path, tables.paths.count), FlowTable.saves)
    }
    for row in tables.paths {
      try require(row.isIndex || isBlob(row.operand), FlowTable.saves)
    }
    for row in tables.classes { try require(isSound(row), FlowTable.requests) }
    for row in tables.simulated { try require(isBlob(row.body), FlowTable.requests) }
    for row in tables.timers { try require(isSound(row), FlowTable.timers) }
    for row in tables.screens { try require(isSound(row), FlowTable.screens) }
    for row in tables.overlays { try require(isSound(row), FlowTable.screens) }
    for row in tables.elements { try require(isSound(row), FlowTable.elements) }
    try checkElementParts()
    try require(hasSoundTemplates, FlowTable.texts)
    try checkTexts()
    try require(hasSoundTexts, FlowTable.texts)
    try checkRest()
    try require(hasSoundNumbers, FlowTable.stable)
    try checkOperations()
  }

  func require(_ isSound: Bool, _ table: UInt8) throws(FlowError) {
    guard isSound else { throw .wildReference(table: table) }
  }

  private var isSoundHeader: Bool {
    isBlob(tables.name) && tables.version > 0
      && tables.stateNames.count == chart.states.count
      && tables.eventNames.count == chart.eventCount
      && tables.stateNames.allSatisfy(isBlob) && tables.eventNames.allSatisfy(isBlob)
      && isCell(tables.overlayCountCell) && isEvent(tables.backEvent, orNone: true)
      && isEvent(tables.dismissEvent, orNone: true)
      && isState(tables.main) && tables.facts.count <= chart.initialCells.count
      && tables.slotCount <= 8_192
  }

  private func isSound(_ row: FactRow) -> Bool {
    let keepsBytes = row.type == .text || row.type == .list || row.type == .json
    return isBlob(row.name) && fits(row.choices, tables.ids.count)
      && tables.ids[row.choices.indices].allSatisfy(isBlob)
      && fits(row.columns, tables.columns.count)
      && (keepsBytes ? row.slot < tables.slotCount : row.slot == noID)
      && isBlob(row.initialText, orNone: true)
      && isEvent(row.changedEvent, orNone: true) && hasSoundTexts(row)
      && isInitial(row.initial, of: row)
  }

  private func hasSoundTexts(_ row: FactRow) -> Bool {
    // An empty range has a place too, which has to be in the table.
    guard fits(row.choiceTexts, tables.ids.count) else { return false }
    guard row.choiceTexts.count > 0 else { return true }
    return row.choiceTexts.count == row.choices.count
      && tables.ids[row.choiceTexts.indices].allSatisfy { isText($0) }
  }

  private func isSound(_ row: RequestRow) -> Bool {
    isBlob(row.name) && isOwnCell(row.cell) && fits(row.calls, tables.calls.count)
      && row.calls.count > 0 && row.retries < .max && fits(row.failureSaves, tables.saves.count)
      && isGuard(row.unless)
      && (row.overlay == noID || Int(row.overlay) < tables.overlays.count)
      && (row.timeoutFact == noID || isFact(row.timeoutFact))
  }

  private func isSound(_ row: CallRow) -> Bool {
    isGuard(row.condition) && isBlob(row.name) && isTemplate(row.url, orNone: row.kind != .http)
      && fits(row.headers, tables.headers.count) && isTemplate(row.body, orNone: true)
      && fits(row.saves, tables.saves.count) && fits(row.classes, tables.classes.count)
      && fits(row.simulated, tables.simulated.count)
  }

  private func isSound(_ row: ClassRow) -> Bool {
    isBlob(row.name) && row.place < 256 && fits(row.statuses, tables.ids.count)
      && row.statuses.count % 2 == 0
      && fits(row.path, tables.paths.count) && row.codeKind <= 2
      && isBlob(row.codeText, orNone: row.codeKind != 2)
  }

  private func isSound(_ row: TimerRow) -> Bool {
    isBlob(row.name, orNone: true) && isOwnCell(row.cell) && row.after >= 0
      && row.after <= 4_000_000_000_000 && (row.until == noID || isFact(row.until))
      && (row.afterFact == noID || isFact(row.afterFact))
  }

  private func checkTexts() throws(FlowError) {
    let isComplete = tables.texts.count == tables.languages.count * Int(tables.textCount)
    try require(isComplete && tables.languages.allSatisfy { isBlob($0) }, FlowTable.texts)
    try require(tables.languages.count > 0 || tables.textCount == 0, FlowTable.texts)
    for row in tables.texts {
      let isCounted =
        switch row.countKind {
        case 0: true
        case 1: isFact(row.count)
        case 2: Int(row.count) < tables.timers.count
        default: false
        }
      let hasForms = row.forms.count == 6 && row.forms.allSatisfy { isTemplate($0, orNone: true) }
      try require(isCounted && hasForms && isTemplate(row.forms[5]), FlowTable.texts)
    }
  }

  private func checkRest() throws(FlowError) {
    let table = FlowTable.rest
    for row in tables.regions {
      try require(isState(row.state) && fits(row.requests, tables.ids.count), table)
      for request in tables.ids[row.requests.indices] {
        try require(Int(request) < tables.requests.count, table)
      }
      let kind = chart.states[row.state].kind
      try require(kind == .compound, table)
    }
    for row in tables.signals {
      let hasFact = row.fact == noID || isFact(row.fact)
      try require(isBlob(row.name) && isEvent(row.event, orNone: false) && hasFact, table)
    }
    for service in tables.services { try require(isBlob(service), table) }
    for row in tables.assignments { try require(isSound(row), table) }
    var isScreen = [Bool](repeating: false, count: chart.states.count)
    for row in tables.screens { isScreen[Int(row.state)] = true }
    for row in tables.roots { try require(isState(row.state) && isScreen[Int(row.state)], table) }
    for row in tables.tells {
      try require(isBlob(row.name) && isTemplate(row.body, orNone: true), table)
    }
    for row in tables.textTests {
      let isSound = row.isLiteral ? isBlob(row.operand) : hasText(row.operand)
      try require(hasText(row.fact) && isSound, table)
    }
    for row in tables.restores {
      try require(isState(row.state) && isState(row.target), table)
      try require(row.state != 0 && row.target != 0, table)
    }
    for state in tables.barriers { try require(isState(state), table) }
  }

  func isBlob(_ id: BlobID) -> Bool { Int(id) < tables.blobs.count }
  func isBlob(_ id: BlobID, orNone: Bool) -> Bool { isBlob(id) || (orNone && id == noID) }
  func isFact(_ id: FactID) -> Bool { Int(id) < tables.facts.count }
  func hasText(_ id: FactID) -> Bool {
    isFact(id) && tables.facts[Int(id)].type == .text
  }
  func isState(_ id: StateID) -> Bool { Int(id) < chart.states.count }
  func isCell(_ id: CellID) -> Bool { Int(id) < chart.initialCells.count }
  /// A cell that is no fact's.
  func isOwnCell(_ id: CellID) -> Bool { isCell(id) && Int(id) >= tables.facts.count }
  func isEvent(_ id: EventID, orNone: Bool) -> Bool {
    Int(id) < chart.eventCount || (orNone && id == noID)
  }
  func isGuard(_ id: UInt16) -> Bool { id == noID || Int(id) < chart.guards.count }
  func isTemplate(_ id: TemplateID, orNone: Bool = false) -> Bool {
    Int(id) < tables.templates.count || (orNone && id == noID)
  }
  func isText(_ id: TextID, orNone: Bool = false) -> Bool {
    id < tables.textCount || (orNone && id == noID)
  }
  func fits(_ range: RowRange, _ count: Int) -> Bool { range.indices.upperBound <= count }
}
