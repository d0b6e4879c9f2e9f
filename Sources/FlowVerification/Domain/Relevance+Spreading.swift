import FlowMachine
import Statechart

extension Relevance {
  /// What is copied into a fact that matters, matters as that one does.
  mutating func spread() {
    let isCircular = circularSums
    var isSettled = false
    while !isSettled {
      isSettled = !readComputed()
      for (first, second) in compared where max(Int(first), Int(second)) < literals.count {
        let both = literals[Int(first)].union(literals[Int(second)])
        if both.count == literals[Int(first)].count, both.count == literals[Int(second)].count {
          continue
        }
        isSettled = false
        literals[Int(first)] = both
        literals[Int(second)] = both
      }
      for (place, row) in flow.tables.assignments.enumerated()
      where (row.source == .fact || row.source == .sum) && row.fact != row.operand {
        let target = Int(row.fact)
        let source = Int(row.operand)
        guard isRelevant[target] else { continue }
        // A sum that goes in a circle asks for every value: see `NumberGroup`.
        let offset = row.source == .sum && !isCircular[place] ? row.number : 0
        let wanted = Set(constants[target].map { $0 &- offset })
        let isKnown =
          isRelevant[source] && wanted.isSubset(of: constants[source])
          && literals[target].isSubset(of: literals[source])
          && (!isComparedWithOther[target] || isComparedWithOther[source])
          && (!isCounter[target] || isCounter[source])
          && decidesByValue[source] && (!asksPresence[target] || asksPresence[source])
          && (!decidesByValidity[target] || decidesByValidity[source])
        // With more of them the fact is refused.
        guard !isKnown, constants[source].count <= Domain.mostValues else { continue }
        isSettled = false
        isRelevant[source] = true
        constants[source].formUnion(wanted)
        literals[source].formUnion(literals[target])
        if isComparedWithOther[target] { isComparedWithOther[source] = true }
        if isCounter[target] { isCounter[source] = true }
        if asksPresence[target] { asksPresence[source] = true }
        decidesByValue[source] = true
        if decidesByValidity[target] { decidesByValidity[source] = true }
      }
    }
  }
}

extension Relevance {
  /// By assignment, whether it is a sum that can come back to the fact that it was made from.
  private var circularSums: [Bool] {
    let rows = flow.tables.assignments
    return rows.map { sum in
      guard sum.source == .sum else { return false }
      var reached: Set<FactID> = [sum.fact]
      var open = [sum.fact]
      while let fact = open.popLast() {
        if fact == sum.operand { return true }
        for row in rows
        where (row.source == .fact || row.source == .sum) && row.operand == fact
          && reached.insert(row.fact).inserted
        {
          open.append(row.fact)
        }
      }
      return false
    }
  }
}

extension Relevance {
  /// Takes over what decides something in a later version of the flow.
  ///
  /// - Returns: for numbers and texts the values that are told apart there.
  mutating func adopt(_ next: Domain) -> [FactID: [FactValue]] {
    var values: [FactID: [FactValue]] = [:]
    for (index, row) in flow.tables.facts.enumerated() {
      guard let fact = next.flow.fact(named: flow.blob(row.name)), next.isRelevant[Int(fact)],
        next.flow.tables.facts[Int(fact)].type == row.type
      else { continue }
      readValue(of: CellID(index))
      isOnlyChanged[index] = false
      asksPresence[index] = true
      switch row.type {
      case .flag, .choice: isComparedWithOther[index] = true
      case .number, .time, .text, .list, .json: values[FactID(index)] = next.values[Int(fact)]
      case .secret: break
      }
    }
    return values
  }
}
