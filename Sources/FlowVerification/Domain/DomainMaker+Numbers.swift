import FlowDefinition
import FlowMachine
import Statechart

extension DeclaredDomain {
  /// Of a range the numbers that a fact can hold: the least of all numbers stands for none.
  var range: ClosedRange<Int64>? {
    guard case .range(let range) = self else { return nil }
    return range.lowerBound == .min
      ? (.min + 1)...max(range.upperBound, .min + 1) : range
  }
}

// Numbers and times: how many of their values count, by the group that they belong to.

extension DomainMaker {
  func isNumber(_ fact: FactID) -> Bool {
    [.number, .time].contains(flow.tables.facts[Int(fact)].type)
  }

  private func group(of fact: FactID) -> NumberGroup {
    groups.first { $0.facts.contains(fact) } ?? NumberGroup(facts: [fact])
  }

  /// The numbers that can come from outside, one for each that is told apart.
  func numbers(of fact: FactID) throws(DomainError) -> [Int64] {
    let group = group(of: fact)
    if let clock = group.clock, group.isAsked { throw .clock(clock) }
    if case .values(let values) = declared[fact] {
      return values.compactMap { if case .number(let number) = $0 { number } else { nil } }
    }
    let range = declared[fact]?.range
    switch group.kind {
    case .intervals: return ends(of: relevance.constants[Int(fact)], in: range).sorted()
    case .equalities:
      let values = group.representatives(group.facts.count + 1, in: range)
      return values.union(range == nil ? group.given : []).sorted()
    case .exact:
      let window = try group.window()
      guard let range else { return Array(window.values) }
      // The window is no shorter than the range.
      return Array(range)
    }
  }

  /// The numbers that a person can type, one for each that is told apart: a declared domain says what
  /// a server or the device gives, and keeps nobody from typing another number.
  func typedNumbers(of fact: FactID) throws(DomainError) -> [Int64] {
    let group = group(of: fact)
    if let clock = group.clock, group.isAsked { throw .clock(clock) }
    let range = relevance.typedRange(of: fact)
    let isLimited = range.map { $0 != NumberGroup.all } ?? false
    switch group.kind {
    case .intervals:
      return ends(of: relevance.constants[Int(fact)], in: isLimited ? range : nil).sorted()
    case .equalities:
      let values = group.representatives(group.facts.count + 1, in: range).union(group.given)
      return values.sorted()
    case .exact:
      let window = try group.window()
      return (Array(group.near(window)) + window.beyond).sorted()
    }
  }

  /// The ends of the intervals between constants, and one value of those that have no end.
  private func ends(of constants: Set<Int64>, in range: ClosedRange<Int64>?) -> Set<Int64> {
    var values: Set<Int64> = constants.isEmpty && range == nil ? [1] : []
    for constant in constants {
      values.formUnion([NumberGroup.sum(constant, -1), constant, NumberGroup.sum(constant, 1)])
    }
    guard let range else { return values }
    // An interval that the range meets, but whose ends lie outside of it, has an end of the range.
    values = values.filter { range.contains($0) }
    values.insert(range.lowerBound)
    if !constants.isEmpty { values.insert(range.upperBound) }
    return values
  }

  /// The numbers by which a fact is kept: those from outside, and what the flow itself can come to.
  func keptNumbers(of fact: FactID) throws(DomainError) -> [Int64] {
    let group = group(of: fact)
    let row = flow.tables.facts[Int(fact)]
    switch group.kind {
    case .intervals:
      var values = ends(of: relevance.constants[Int(fact)], in: nil)
      values.formUnion(try numbers(of: fact))
      values.formUnion(try typedNumbers(of: fact))
      if row.initial != absent { values.insert(row.initial) }
      return values.sorted()
    case .equalities:
      var values = group.representatives(group.facts.count + 1).union(group.given)
      for member in group.facts {
        values.formUnion(try numbers(of: member))
        values.formUnion(try typedNumbers(of: member))
      }
      return values.sorted()
    case .exact:
      let window = try group.window()
      return (Array(window.values) + window.beyond).sorted()
    }
  }

  /// Cells that must stay within bounds, for beyond them their values cannot be told apart.
  func bounds() throws(DomainError) -> [Domain.Bounds] {
    var bounds: [Domain.Bounds] = []
    for group in groups where group.kind == .exact {
      if let clock = group.clock, group.isAsked { throw .clock(clock) }
      let window = try group.window()
      for fact in group.facts {
        bounds.append(
          Domain.Bounds(
            cell: fact, least: window.least, most: window.most, beyond: window.beyond))
      }
    }
    return bounds
  }
}
