import FlowMachine
import Statechart

extension Relevance {
  /// What a computed fact follows from, matters as it does itself.
  ///
  /// - Returns: whether there was one that has not been read before.
  mutating func readComputed() -> Bool {
    var hasRead = false
    // A fact uses only those before it.
    for row in flow.tables.computed.reversed() where isRelevant[Int(row.fact)] {
      if isComputedRead[Int(row.fact)] { continue }
      hasRead = true
      for value in flow.tables.computed where value.fact == row.fact { read(value) }
      isComputedRead[Int(row.fact)] = true
    }
    return hasRead
  }

  private mutating func read(_ row: ComputedRow) {
    read(row.condition, event: noID)
    // A text is there, whatever is inserted in it.
    guard flow.tables.facts[Int(row.fact)].type != .text else { return }
    for segment in flow.tables.segments[flow.tables.templates[Int(row.template)].indices] {
      let fact = Int(segment.operand)
      switch segment.kind {
      case .fact:
        readValue(of: segment.operand)
        asksPresence[fact] = true
        isCalculated[fact] = true
      case .flag:
        readValue(of: segment.operand)
        constants[fact].insert(1)
        singled[fact].insert(1)
      default: break
      }
    }
  }

  /// Computed numbers that a group of facts is compared with or takes values from.
  func computedPartners(
    of facts: Set<FactID>
  ) -> (compared: [FactID], copied: [(FactID, offset: Int64)]) {
    let isComputed: (FactID) -> Bool = { flow.tables.facts[Int($0)].place == .computed }
    var pairs: [(FactID, FactID)] = []
    for (first, second) in compared {
      if facts.contains(first) { pairs.append((first, second)) }
      if facts.contains(second) { pairs.append((second, first)) }
    }
    let copied = flow.tables.assignments.filter {
      ($0.source == .fact || $0.source == .sum) && facts.contains($0.fact) && isComputed($0.operand)
    }
    return (
      pairs.map(\.1).filter(isComputed),
      copied.map { ($0.operand, offset: $0.source == .sum ? $0.number : 0) }
    )
  }
}
