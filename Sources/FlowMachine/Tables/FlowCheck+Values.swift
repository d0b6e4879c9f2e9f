import Statechart

// What cells and texts may hold; the machine reads them without checking again.

extension FlowCheck {
  /// Every cell belongs to one item and has the initial value that the machine expects.
  var hasSoundCells: Bool {
    var isTaken = [Bool](repeating: false, count: chart.initialCells.count)
    for (index, row) in tables.facts.enumerated() {
      guard chart.initialCells[index] == row.initial else { return false }
      isTaken[index] = true
    }
    let owned =
      tables.requests.map { $0.cell } + tables.timers.map { $0.cell }
      + tables.overlays.map { $0.cell } + [tables.overlayCountCell]
    for cell in owned {
      guard isOwnCell(cell), !isTaken[Int(cell)], chart.initialCells[Int(cell)] == 0 else {
        return false
      }
      isTaken[Int(cell)] = true
    }
    var isKept = [Bool](repeating: false, count: Int(tables.slotCount))
    for row in tables.facts where row.slot != noID {
      guard row.slot < tables.slotCount, !isKept[Int(row.slot)] else { return false }
      isKept[Int(row.slot)] = true
    }
    return true
  }

  /// Whether a fact can have an initial value. An absent fact has no text, and no text exceeds the
  /// limit; a record that says otherwise is refused.
  func isInitial(_ value: Int64, of row: FactRow) -> Bool {
    guard row.initialText == noID || (value != absent && isHoldable(row.initialText)) else {
      return false
    }
    return switch row.type {
    case .text: value == absent || value == 1
    case .flag, .number, .choice, .time, .secret, .list, .json: canHold(value, row)
    }
  }

  /// Whether a blob can be a fact's value.
  private func isHoldable(_ blob: BlobID) -> Bool {
    tables.blobs[Int(blob)].count <= FlowLimits.textBytes
  }

  /// Whether a number, or `absent`, is valid in a fact's cell.
  private func canHold(_ value: Int64, _ row: FactRow) -> Bool {
    guard value != absent else { return true }
    return switch row.type {
    case .flag: value == 0 || value == 1
    case .choice: value >= 0 && value < Int64(row.choices.count)
    case .number, .time: true
    case .text, .secret, .list, .json: false
    }
  }

  func isSound(_ row: AssignmentRow) -> Bool {
    let fact = tables.facts[Int(row.fact)]
    let isNumber = fact.type == .number || fact.type == .time
    switch row.source {
    case .number: return canHold(row.number, fact)
    case .event: return true
    case .now: return isNumber && (row.number == absent || row.number.magnitude < 1 << 50)
    case .text: return fact.type == .text && isBlob(row.operand) && isHoldable(row.operand)
    case .fact, .sum:
      guard isFact(row.operand) else { return false }
      let source = tables.facts[Int(row.operand)]
      guard row.source == .fact else {
        return isNumber && (source.type == .number || source.type == .time)
      }
      return source.type == fact.type && source.choices.count <= fact.choices.count
        && source.columns.count == fact.columns.count
    }
  }
}
