import FlowMachine
import Statechart

/// Numbers and times of a flow that reach each other: by a copy, a sum or a comparison.
///
/// How many of their values have to be told apart depends on what happens to all of them: decision
/// 5 has the argument for each kind.
struct NumberGroup {
  enum Kind {
    /// Compared with constants only, and copied: one value for each interval between constants.
    case intervals
    /// Also asked to be equal to each other: in each interval more values than there are facts.
    case equalities
    /// Counted, or ordered among each other: every value from the first to the last.
    case exact
  }

  let facts: [FactID]
  var kind = Kind.intervals
  /// What they are compared with.
  var constants: Set<Int64> = []
  /// What the document itself gives them, and says that comes from outside.
  var given: Set<Int64> = []
  /// By how much they change in one step, upwards and downwards.
  var rise: Int64 = 0
  var fall: Int64 = 0
  var isCompared = false
  /// Read by an expression, or compared with the value of one: no value acts like another.
  var isCalculated = false
  /// One that is set to the present time.
  var clock: FactID?
  /// The numbers that can be typed for one of them; nil if none is typed.
  var typed: ClosedRange<Int64>?
  /// One that takes values from outside of which the document says nothing.
  var open: FactID?

  /// Whether anything asks for more than whether they are there.
  var isAsked: Bool { isCompared || isCalculated || !constants.isEmpty }
}

extension NumberGroup {
  /// The values that an exact group is kept by, and between which it has to stay.
  struct Window {
    var values: ClosedRange<Int64>
    /// Beyond these, a value cannot be told from others that act differently.
    var least: Int64
    var most: Int64
    /// Numbers outside that can be typed: of all those below and above, one each.
    var beyond: [Int64] = []
  }

  /// The numbers that somebody can type who goes just past what the document gives and compares.
  func near(_ window: Window) -> ClosedRange<Int64> {
    let all = given.union(constants)
    let low = Self.sum(all.min() ?? 0, -1)
    let high = Self.sum(all.max() ?? 0, 1)
    return max(low, window.values.lowerBound)...min(high, window.values.upperBound)
  }

  /// - Throws: which fact needs a `domain`, or has too many values.
  func window() throws(DomainError) -> Window {
    if let open { throw .unbounded(open) }
    let all = given.union(constants)
    var (low, high) = (all.min() ?? 0, all.max() ?? 0)
    var (least, most) = (low, high)
    if !isCompared, !isCalculated, fall == 0, let last = constants.max() {
      // What only grows has passed its last comparison for good.
      high = Self.sum(last, 1)
      low = min(low, high)
      (least, most) = (low, .max)
    } else if !isCompared, !isCalculated, rise == 0, let first = constants.min() {
      low = Self.sum(first, -1)
      high = max(low, high)
      (least, most) = (.min, high)
    } else {
      let step = max(rise, fall)
      let room = max(Int64(Domain.mostValues) - Self.sum(high, -low), 0) / 2
      let margin = min(step > 1 << 16 ? room : 8 * step, room)
      low = Self.sum(low, -margin)
      high = Self.sum(high, margin)
      (least, most) = (low, high)
    }
    let (span, isTooLong) = high.subtractingReportingOverflow(low)
    guard !isTooLong, span < Int64(Domain.mostValues) else {
      throw .tooManyValues(facts[0], count: isTooLong ? .max : Int(clamping: span))
    }
    var beyond: [Int64] = []
    if let typed {
      if typed.lowerBound < least { beyond.append(typed.lowerBound) }
      if typed.upperBound > most { beyond.append(typed.upperBound) }
    }
    return Window(values: low...high, least: least, most: most, beyond: beyond)
  }

  /// Every number that a fact can hold: the least of all stands for none.
  static let all: ClosedRange<Int64> = (.min + 1)...(.max)

  /// Whether a range is so short that each of its numbers can be tried.
  static func isTriedWhole(_ range: ClosedRange<Int64>) -> Bool {
    sum(range.upperBound, -range.lowerBound) < Domain.mostValues / 4
  }

  /// Beside the constants, `count` values of each interval between them, as far as it has so many.
  func representatives(_ count: Int, in range: ClosedRange<Int64>? = nil) -> Set<Int64> {
    let range = range ?? Self.all
    let cuts = constants.filter { range.contains($0) }.sorted()
    var values = Set(cuts)
    guard let first = cuts.first else {
      values.formUnion(
        Self.run(
          from: range.lowerBound == .min + 1 ? 1 : range.lowerBound, count, to: range.upperBound))
      return values
    }
    for step in 1...Int64(max(count, 1))
    where first - range.lowerBound >= step || range.lowerBound < 0 {
      let (value, isTooLow) = first.subtractingReportingOverflow(step)
      if !isTooLow, value >= range.lowerBound { values.insert(value) }
    }
    for (place, cut) in cuts.enumerated() {
      let end = place + 1 < cuts.count ? cuts[place + 1] - 1 : range.upperBound
      guard cut < end else { continue }
      values.formUnion(Self.run(from: cut + 1, count, to: end))
    }
    return values
  }

  private static func run(from first: Int64, _ count: Int, to last: Int64) -> [Int64] {
    var values: [Int64] = []
    var next = first
    while values.count < count, next <= last {
      values.append(next)
      guard next < .max else { break }
      next += 1
    }
    return values
  }

  /// The least range that holds both.
  static func joined(
    _ first: ClosedRange<Int64>?, _ second: ClosedRange<Int64>
  ) -> ClosedRange<Int64> {
    guard let first else { return second }
    return min(first.lowerBound, second.lowerBound)...max(first.upperBound, second.upperBound)
  }

  /// A sum that stays among the numbers there are.
  static func sum(_ number: Int64, _ other: Int64) -> Int64 {
    let (sum, isOver) = number.addingReportingOverflow(other)
    return isOver ? (other < 0 ? .min + 1 : .max) : max(sum, .min + 1)
  }
}
