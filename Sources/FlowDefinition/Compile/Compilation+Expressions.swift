import FlowMachine
import Statechart

/// Where an expression stands, and what its guard says of the facts in it.
struct ExpressionReader {
  let scope: Scope
  private let start: Name
  private let bounds: [GuardExpression]

  init(
    _ expression: Located<NumberExpression>, _ condition: Located<GuardExpression>?,
    _ scope: Scope
  ) {
    self.scope = scope
    start = Name("", at: expression.position, isVerbatim: expression.isVerbatim)
    bounds = condition?.value.conjuncts ?? []
  }

  func name(_ word: GuardWord) -> Name {
    Name(word.text, at: position(word.offset), isVerbatim: start.isVerbatim)
  }

  func position(_ offset: Int) -> Position { start.position(ofOffset: offset) }

  /// A range without what the guard excludes; the range itself if nothing is left.
  func narrowed(_ range: ClosedRange<Int64>, of name: String) -> ClosedRange<Int64> {
    var (low, high) = (range.lowerBound, range.upperBound)
    for case .compare(let word, let comparison, .literal(.number(let number))) in bounds
    where word.text == name {
      switch comparison {
      case .equal: (low, high) = (max(low, number), min(high, number))
      case .less where number > .min: high = min(high, number - 1)
      case .lessOrEqual: high = min(high, number)
      case .greater where number < .max: low = max(low, number + 1)
      case .greaterOrEqual: low = max(low, number)
      case .notEqual where number == low && low < .max: low += 1
      case .notEqual where number == high && high > .min: high -= 1
      case .less, .greater, .notEqual: break
      }
    }
    return low <= high ? low...high : range
  }
}

extension GuardExpression {
  /// The conditions that hold whenever it does.
  fileprivate var conjuncts: [GuardExpression] {
    if case .and(let left, let right) = self { left.conjuncts + right.conjuncts } else { [self] }
  }
}

// Expressions in postfix order, with the range of their values: none may leave 64 bits or divide by zero.

extension Compilation {
  /// What every implementation of JSON keeps exact (RFC 8259, section 6): a number without a domain
  /// is taken to be in it.
  private static let exactNumbers: ClosedRange<Int64> = -(1 << 53 - 1)...(1 << 53 - 1)

  func number(
    _ expression: NumberExpression, _ reader: ExpressionReader
  ) -> (segments: [SegmentRow], range: ClosedRange<Int64>)? {
    switch expression {
    case .literal(let number):
      return ([SegmentRow(.constant, constant(number))], number...number)
    case .name(let word):
      guard let fact = fact(reader.name(word), reader.scope, of: [.number]) else { return nil }
      let range = range(of: fact)
      return ([SegmentRow(.fact, fact)], reader.narrowed(range, of: word.text))
    case .count(let words):
      if words.count == 1, let list = list(words[0], reader) {
        return ([SegmentRow(.flag, list)], 0...Int64(FlowLimits.listRows))
      }
      let flags = words.compactMap { fact(reader.name($0), reader.scope, of: [.flag]) }
      guard flags.count == words.count else { return nil }
      let add = SegmentRow(.arithmetic, Arithmetic.add.rawValue)
      let segments = flags.enumerated().flatMap { place, flag in
        [SegmentRow(.flag, flag)] + (place == 0 ? [] : [add])
      }
      return (segments, 0...Int64(flags.count))
    case .operation(let operation, let left, let right, let place):
      guard let first = number(left, reader), let second = number(right, reader) else {
        return nil
      }
      if operation == .divide || operation == .remainder, second.range.contains(0) {
        report(
          .divisionByZero, at: reader.position(place), "This can divide by zero",
          divisorRemedy(right))
        return nil
      }
      guard let range = operation.range(first.range, second.range) else {
        report(
          .overflow, at: reader.position(place), "The result can have more than 64 bits",
          overflowRemedy(expression, reader))
        return nil
      }
      let row = SegmentRow(.arithmetic, operation.inMachine.rawValue)
      return (first.segments + second.segments + [row], range)
    }
  }

  private func list(_ word: GuardWord, _ reader: ExpressionReader) -> FactID? {
    guard let fact = reader.scope.facts[word.text],
      builder.tables.facts[Int(fact)].type == .list
    else { return nil }
    return self.fact(reader.name(word), reader.scope)
  }

  private func range(of fact: FactID) -> ClosedRange<Int64> {
    if let range = computedRanges[fact] { return range }
    switch declaredDomains[fact] {
    case .range(let range): return max(range.lowerBound, .min + 1)...max(range.upperBound, .min + 1)
    case .values(let values):
      let numbers = values.compactMap { if case .number(let number) = $0 { number } else { nil } }
      guard let least = numbers.min(), let most = numbers.max() else { return Self.exactNumbers }
      return least...most
    case nil: return Self.exactNumbers
    }
  }

  private func divisorRemedy(_ divisor: NumberExpression) -> String {
    if case .literal = divisor { return "Write another divisor" }
    guard case .name(let word) = divisor else {
      return "Divide by `max(…, 1)`, or give its facts a `domain` that excludes zero"
    }
    return
      "Write `when: \(word.text) != 0` beside the value, give `\(word.text)` a `domain` without zero, or divide by `max(\(word.text), 1)`"
  }

  private func overflowRemedy(_ expression: NumberExpression, _ reader: ExpressionReader) -> String
  {
    let open = expression.words.map(\.text).filter { word in
      guard let fact = reader.scope.facts[word] else { return false }
      return computedRanges[fact] == nil && declaredDomains[fact] == nil
    }
    guard let first = open.first else { return "Limit the `domain` of its facts" }
    return "Give \(quoted(first)) a `domain` such as `{least: 0, most: 1000}`"
  }
}

extension NumberExpression.Operation {
  var inMachine: Arithmetic {
    switch self {
    case .add: .add
    case .subtract: .subtract
    case .multiply: .multiply
    case .divide: .divide
    case .remainder: .remainder
    case .least: .least
    case .greatest: .greatest
    }
  }

  /// The range of the results; nil if one of them has more than 64 bits.
  func range(
    _ left: ClosedRange<Int64>, _ right: ClosedRange<Int64>
  ) -> ClosedRange<Int64>? {
    if self == .remainder {
      // Less than the divisor, with the sign of the dividend, and no further from zero than it.
      let most = Int64(clamping: max(right.lowerBound.magnitude, right.upperBound.magnitude) - 1)
      return max(min(left.lowerBound, 0), -most)...min(max(left.upperBound, 0), most)
    }
    // Each operation is monotonic in both, on either side of zero.
    let ends = [left.lowerBound, left.upperBound].flatMap { first in
      [right.lowerBound, right.upperBound].map { inMachine.value(first, $0) }
    }
    guard !ends.contains(absent), let least = ends.min(), let most = ends.max() else { return nil }
    return least...most
  }
}
