import FlowDefinition
import FlowMachine
import Statechart

// How far a number that is typed makes a difference where expressions use it: from what their values are
// compared with back to it, as intervals.

extension Relevance {
  /// For each fact the numbers between which it changes how a computed one compares, without where that goes beyond all
  /// numbers; nil where no expression uses it.
  ///
  /// - Parameter values: what is known of the values of each fact.
  func reachOfOperands(_ values: (FactID) -> ClosedRange<Int64>) -> [FactID: ClosedRange<Int64>] {
    var reach: [FactID: ClosedRange<Int64>] = [:]
    for (fact, row) in flow.tables.facts.enumerated() where row.place == .computed {
      let asked = constants[fact].flatMap { [NumberGroup.sum($0, -1), NumberGroup.sum($0, 1)] }
      for number in asked {
        reach[FactID(fact)] = NumberGroup.joined(reach[FactID(fact)], number...number)
      }
    }
    for (first, second) in compared {
      for (one, other) in [(first, second), (second, first)] {
        guard flow.tables.facts[Int(one)].place == .computed else { continue }
        reach[one] = NumberGroup.joined(reach[one], values(other))
      }
    }
    // A fact uses only those before it.
    for row in flow.tables.computed.reversed() {
      guard let wanted = reach[row.fact] else { continue }
      for (fact, range) in expression(row.template).reach(wanted, values) {
        reach[fact] = NumberGroup.joined(reach[fact], range)
      }
    }
    return reach
  }

  /// What is known of the values of numbers that stand beside other ones, in an expression or in a comparison.
  ///
  /// - Parameter declared: what the document says that comes from outside.
  func knownValues(_ declared: [FactID: DeclaredDomain]) -> [ClosedRange<Int64>] {
    var known = flow.tables.facts.indices.map { given(FactID($0), declared) }
    // A fact uses only those before it.
    for row in flow.tables.computed where flow.tables.facts[Int(row.fact)].type == .number {
      let range = expression(row.template).range { known[Int($0)] }
      known[Int(row.fact)] = declared[row.fact]?.range.map { range.clamped(to: $0) } ?? range
    }
    return known
  }

  /// What is known of the values of a fact that is not computed.
  private func given(
    _ fact: FactID, _ declared: [FactID: DeclaredDomain]
  ) -> ClosedRange<Int64> {
    if let range = declared[fact]?.range { return range }
    var numbers = constants[Int(fact)]
    if case .values(let values) = declared[fact] {
      for case .number(let number) in values { numbers.insert(number) }
    }
    let row = flow.tables.facts[Int(fact)]
    if row.initial != absent { numbers.insert(row.initial) }
    for given in flow.tables.assignments where given.fact == fact && given.source == .number {
      numbers.insert(given.number)
    }
    numbers.remove(absent)
    let valid = validRange(of: fact)
    if flow.isTyped(fact), valid.isBounded {
      numbers.formUnion([valid.lowerBound, valid.upperBound])
    }
    return (numbers.min() ?? 0)...(numbers.max() ?? 0)
  }

  private func expression(_ template: TemplateID) -> Expression {
    var stack: [Expression] = []
    for segment in flow.tables.segments[flow.tables.templates[Int(template)].indices] {
      switch segment.kind {
      case .constant: stack.append(.constant(flow.chart.constants[segment.operand]))
      case .fact: stack.append(.fact(segment.operand))
      case .flag: stack.append(.count)
      case .arithmetic:
        guard let right = stack.popLast(), let left = stack.popLast(),
          let operation = Arithmetic(rawValue: segment.operand)
        else { return .count }
        stack.append(.operation(operation, left, right))
      default: return .count
      }
    }
    return stack.last ?? .count
  }

  /// Whether each button beside a field for a fact submits it, and so leads on with valid values only.
  func isSubmitted(_ fact: FactID) -> Bool {
    let surfaces = flow.tables.screens.map(\.elements) + flow.tables.overlays.map(\.elements)
    return surfaces.allSatisfy { range in
      let rows = flow.tables.elements[range.indices]
      return !rows.contains { $0.takesText && $0.fact == fact }
        || rows.allSatisfy { $0.kind != .button || $0.submits }
    }
  }

  /// The validators that keep what is typed for a fact within bounds, wherever it is typed.
  func validRange(of fact: FactID) -> ClosedRange<Int64> {
    let fields = flow.tables.elements.filter { $0.takesText && $0.fact == fact }
    func bound(_ rule: ValidatorRule) -> [Int64]? {
      let bounds = fields.map { row in
        flow.tables.validators[row.validators.indices].first { $0.rule == rule }?.value
      }
      return bounds.contains(nil) ? nil : bounds.compactMap { $0 }
    }
    let least = bound(.least)?.min().map { NumberGroup.sum($0, -1) } ?? NumberGroup.all.lowerBound
    let most = bound(.most)?.max().map { NumberGroup.sum($0, 1) } ?? NumberGroup.all.upperBound
    return least <= most ? least...most : NumberGroup.all
  }
}

/// A number that follows from others.
private indirect enum Expression {
  case constant(Int64)
  case fact(FactID)
  /// A flag, or how many rows a list has.
  case count
  case operation(Arithmetic, Expression, Expression)

  /// Between which numbers each fact in it decides whether its value is within a range.
  func reach(
    _ wanted: ClosedRange<Int64>, _ known: (FactID) -> ClosedRange<Int64>
  ) -> [(FactID, ClosedRange<Int64>)] {
    switch self {
    case .constant, .count: return []
    case .fact(let fact): return [(fact, wanted)]
    case .operation(let operation, let left, let right):
      let (one, other) = (left.range(known), right.range(known))
      return left.reach(operation.left(wanted, other), known)
        + right.reach(operation.right(wanted, one), known)
    }
  }

  func range(_ known: (FactID) -> ClosedRange<Int64>) -> ClosedRange<Int64> {
    switch self {
    case .constant(let number): return number...number
    case .fact(let fact): return known(fact)
    case .count: return 0...1
    case .operation(let operation, let left, let right):
      return operation.range(left.range(known), right.range(known))
    }
  }
}

extension Arithmetic {
  /// Between which numbers the value is.
  fileprivate func range(
    _ left: ClosedRange<Int64>, _ right: ClosedRange<Int64>
  ) -> ClosedRange<Int64> {
    switch self {
    case .add, .subtract, .multiply, .least, .greatest: hull(left, right) { value($0, $1) }
    case .divide: quotients(left, right)
    case .remainder:
      NumberGroup.joined(hull(right, 0...0) { number, _ in number }, 0...0).mirrored
    }
  }

  /// Between which numbers the left operand decides whether the value is within a range.
  fileprivate func left(
    _ wanted: ClosedRange<Int64>, _ right: ClosedRange<Int64>
  ) -> ClosedRange<Int64> {
    switch self {
    case .add: hull(wanted, right) { Arithmetic.subtract.value($0, $1) }
    case .subtract: hull(wanted, right) { Arithmetic.add.value($0, $1) }
    case .multiply: quotients(wanted, right).widened
    case .divide:
      hull(wanted.widened, right) { Arithmetic.multiply.value($0, $1) }
    case .remainder: NumberGroup.joined(hull(right, 0...0) { number, _ in number }, -1...1)
    case .least, .greatest: wanted
    }
  }

  fileprivate func right(
    _ wanted: ClosedRange<Int64>, _ left: ClosedRange<Int64>
  ) -> ClosedRange<Int64> {
    switch self {
    case .add, .multiply, .least, .greatest: self.left(wanted, left)
    case .subtract: hull(left, wanted) { Arithmetic.subtract.value($0, $1) }
    case .divide, .remainder: NumberGroup.joined(left, -1...1)
    }
  }
}

extension ClosedRange<Int64> {
  /// Whether it ends on both sides.
  var isBounded: Bool {
    lowerBound > NumberGroup.all.lowerBound && upperBound < NumberGroup.all.upperBound
  }

  /// With the opposite of each number.
  fileprivate var mirrored: ClosedRange<Int64> {
    let greatest = Swift.max(upperBound, NumberGroup.sum(0, -lowerBound))
    return NumberGroup.sum(0, -greatest)...greatest
  }

  /// One more at both ends: a quotient is rounded.
  fileprivate var widened: ClosedRange<Int64> {
    NumberGroup.sum(lowerBound, -1)...NumberGroup.sum(upperBound, 1)
  }
}

/// The least range that holds the quotients of two others: the largest come of the divisors that are nearest to 0.
private func quotients(
  _ one: ClosedRange<Int64>, _ other: ClosedRange<Int64>
) -> ClosedRange<Int64> {
  let value = { Arithmetic.divide.value($0, $1) }
  let inner = [Int64(1), -1].filter { other.contains($0) }.map { hull(one, $0...$0, value) }
  return inner.reduce(hull(one, other, value)) { NumberGroup.joined($0, $1) }
}

/// The least range that holds what comes of the ends of two others. What has no value makes no difference.
private func hull(
  _ one: ClosedRange<Int64>, _ other: ClosedRange<Int64>, _ value: (Int64, Int64) -> Int64
) -> ClosedRange<Int64> {
  var result: ClosedRange<Int64>?
  for left in [one.lowerBound, one.upperBound] {
    for right in [other.lowerBound, other.upperBound] {
      let number = value(left, right)
      if number != absent { result = NumberGroup.joined(result, number...number) }
    }
  }
  return result ?? 0...0
}
