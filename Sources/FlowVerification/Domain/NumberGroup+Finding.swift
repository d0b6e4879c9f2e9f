import FlowDefinition
import FlowMachine
import Statechart

extension Relevance {
  /// The groups of all numbers and times that decide something.
  ///
  /// - Parameter declared: what the document says that comes from outside.
  func numberGroups(_ declared: [FactID: DeclaredDomain]) -> [NumberGroup] {
    var parents = flow.tables.facts.indices.map { $0 }
    func root(_ fact: Int) -> Int {
      var fact = fact
      while parents[fact] != fact { fact = parents[fact] }
      return fact
    }
    func isNumber(_ cell: UInt16) -> Bool {
      Int(cell) < parents.count && [.number, .time].contains(flow.tables.facts[Int(cell)].type)
    }
    let moves = flow.tables.assignments.filter { $0.source == .fact || $0.source == .sum }
    for row in moves where isNumber(row.fact) && isNumber(row.operand) {
      guard isRelevant[Int(row.fact)], isRelevant[Int(row.operand)] else { continue }
      parents[root(Int(row.fact))] = root(Int(row.operand))
    }
    for (first, second) in compared where isNumber(first) && isNumber(second) {
      parents[root(Int(first))] = root(Int(second))
    }
    var members: [Int: [FactID]] = [:]
    for fact in parents.indices where isRelevant[fact] && isNumber(UInt16(fact)) {
      members[root(fact), default: []].append(FactID(fact))
    }
    let values = knownValues(declared)
    let reach = reachOfOperands { values[Int($0)] }
    return members.values.sorted { $0[0] < $1[0] }.map { group(of: $0, declared, values, reach) }
  }

  private func group(
    of facts: [FactID], _ declared: [FactID: DeclaredDomain], _ values: [ClosedRange<Int64>],
    _ reach: [FactID: ClosedRange<Int64>]
  ) -> NumberGroup {
    var group = NumberGroup(facts: facts)
    let known = Set(facts)
    group.isCompared = compared.contains { known.contains($0.0) && known.contains($0.1) }
    let isOrdered = facts.contains { self.isOrdered[Int($0)] }
    for fact in facts {
      group.constants.formUnion(constants[Int(fact)])
      let row = flow.tables.facts[Int(fact)]
      if row.initial != absent { group.given.insert(row.initial) }
      switch declared[fact] {
      case .values(let values):
        for case .number(let number) in values { group.given.insert(number) }
      case .range:
        guard let range = declared[fact]?.range else { break }
        group.given.formUnion([range.lowerBound, range.upperBound])
      case nil:
        let valid = validRange(of: fact)
        if comesFromElsewhere(fact) || flow.isTyped(fact) && !valid.isBounded {
          group.open = group.open ?? fact
        } else if flow.isTyped(fact) {
          group.given.formUnion([valid.lowerBound, valid.upperBound])
        }
      }
      if let range = typedRange(of: fact) {
        group.typed = NumberGroup.joined(group.typed, range)
        if let reach = reach[fact] {
          var within = reach.clamped(to: range)
          if !NumberGroup.isTriedWhole(within), isSubmitted(fact) {
            // Beyond the bounds of the fields, the next number and the ends of all stand for the rest.
            within = within.clamped(to: validRange(of: fact))
          }
          group.given.formUnion([within.lowerBound, within.upperBound])
        }
      }
    }
    let partners = computedPartners(of: known)
    group.isCalculated =
      !partners.compared.isEmpty || facts.contains { isCalculated[Int($0)] }
    var hasSums = false
    for row in flow.tables.assignments where known.contains(row.fact) {
      switch row.source {
      case .number where row.number != absent: group.given.insert(row.number)
      case .now: group.clock = group.clock ?? row.fact
      case .sum where known.contains(row.operand) && row.number != 0:
        hasSums = true
        group.rise = max(group.rise, row.number)
        group.fall = max(group.fall, row.number == .min ? .max : -row.number)
      default: break
      }
    }
    // What comes from outside has the values that it has; what is typed or counted can come to any that it is compared with.
    let isFree = group.typed != nil || hasSums
    let compared = isFree ? partners.compared.map { ($0, offset: Int64(0)) } : []
    for (partner, offset) in compared + partners.copied {
      let range = values[Int(partner)]
      group.given.formUnion(
        [range.lowerBound, range.upperBound].map { NumberGroup.sum($0, offset) })
    }
    let isMixed = group.isCompared && !partners.copied.isEmpty
    if isOrdered || isMixed || group.isCalculated
      || hasSums && (group.isCompared || isCircular(known))
    {
      group.kind = .exact
    } else if group.isCompared {
      group.kind = .equalities
    }
    return group
  }

  /// Whether a sum can come back to the fact that it was made from: then it is a counter.
  private func isCircular(_ facts: Set<FactID>) -> Bool {
    let rows = flow.tables.assignments.filter {
      ($0.source == .fact || $0.source == .sum) && facts.contains($0.fact)
        && facts.contains($0.operand)
    }
    for sum in rows where sum.source == .sum && sum.number != 0 {
      var reached: Set<FactID> = [sum.fact]
      var open = [sum.fact]
      while let fact = open.popLast() {
        if fact == sum.operand { return true }
        for row in rows where row.operand == fact && reached.insert(row.fact).inserted {
          open.append(row.fact)
        }
      }
    }
    return false
  }

  /// The numbers that some field lets a person type for a fact; nil if no field takes it.
  func typedRange(of fact: FactID) -> ClosedRange<Int64>? {
    flow.tables.elements.filter { $0.takesText && $0.fact == fact }
      .reduce(nil) { NumberGroup.joined($0, $1.typedNumbers) }
  }

  /// Whether a fact takes values that neither the document, nor another fact, nor a person gives it.
  func comesFromElsewhere(_ fact: FactID) -> Bool {
    flow.comesFromElsewhere(fact) || eventFacts.contains { $0.contains(fact) }
  }
}

extension Flow {
  /// Whether a person types a fact.
  func isTyped(_ fact: FactID) -> Bool {
    tables.elements.contains { $0.takesText && $0.fact == fact }
  }

  /// Whether the device, the configuration, an answer, a row or a signal that saves its value gives a fact its value.
  func comesFromElsewhere(_ fact: FactID) -> Bool {
    [.device, .configuration].contains(tables.facts[Int(fact)].place)
      || tables.saves.contains { $0.fact == fact }
      || tables.picks.contains { $0.fact == fact }
      || tables.signals.contains { $0.fact == fact }
  }
}
