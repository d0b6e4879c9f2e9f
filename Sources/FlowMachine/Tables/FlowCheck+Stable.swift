import Statechart

// Stable numbers: each name has one, no two of a kind share it, and the replacements of removed
// names exist.

extension FlowCheck {
  var hasSoundNumbers: Bool {
    let rows = tables.stable
    let counted = [
      (rows.states.count, chart.states.count), (rows.facts.count, tables.facts.count),
      (rows.requests.count, tables.requests.count), (rows.timers.count, tables.timers.count),
      (rows.overlays.count, tables.overlays.count), (rows.services.count, tables.services.count),
      (rows.signals.count, tables.signals.count),
      (rows.classCounts.count, tables.requests.count),
      (rows.classes.count, rows.classCounts.reduce(0) { $0 + Int($1) }),
      (rows.values.count, valueCount),
    ]
    for (count, wanted) in counted where count != wanted { return false }
    var seen = SeenNumbers()
    let areDistinct =
      seen.take(rows.states) && seen.take(rows.facts) && seen.take(rows.requests)
      && seen.take(rows.timers) && seen.take(rows.overlays) && seen.take(rows.services)
      && seen.take(rows.signals)
    guard areDistinct, hasDistinctParts(&seen) else { return false }
    return rows.fallback != 0 && rows.aliases.allSatisfy(isSound)
      && rows.versions.allSatisfy { $0.version > 0 }
  }

  private var valueCount: Int {
    tables.facts.reduce(0) { $0 + ($1.type == .choice ? Int($1.choices.count) : 0) }
  }

  /// The values of each fact and the classes of each request.
  private func hasDistinctParts(_ seen: inout SeenNumbers) -> Bool {
    var start = 0
    for row in tables.facts where row.type == .choice {
      let end = start + Int(row.choices.count)
      guard seen.take(tables.stable.values[start..<end]) else { return false }
      start = end
    }
    start = 0
    for count in tables.stable.classCounts {
      let end = start + Int(count)
      guard count <= 256, seen.take(tables.stable.classes[start..<end]) else { return false }
      start = end
    }
    return true
  }

  /// The owner of values and classes may be gone too; whether the target exists is checked when it
  /// is used.
  private func isSound(_ row: AliasRow) -> Bool {
    guard isKnown(row.target, "SF.R.ZOI_", Int(row.kind.rawValue)) else { return false }
    return switch row.kind {
    case .state: row.target != 0
    case .fact: tables.facts[Int(row.target)].type != .secret
    case .value, .request, .failureClass, .timer, .overlay, .service, .signal: true
    }
  }
}

/// Finds duplicate numbers, at a cost that depends on their count.
private struct SeenNumbers {
  private var round: [UInt32] = []
  private var current: UInt32 = 0

  mutating func take(_ numbers: some Sequence<UInt16>) -> Bool {
    current += 1
    for number in numbers {
      guard number > 0, number <= StableRows.most else { return false }
      while round.count <= Int(number) { round.append(0) }
      guard round[Int(number)] != current else { return false }
      round[Int(number)] = current
    }
    return true
  }
}
