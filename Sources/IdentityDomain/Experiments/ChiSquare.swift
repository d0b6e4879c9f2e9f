import Foundation

/// Pearson's chi-square test of counts against shares.
package enum ChiSquare {
  /// The statistic of observed counts, and the probability of one at least as large.
  package struct Result: Hashable, Sendable {
    package let statistic: Double
    package let degreesOfFreedom: Int
    /// From 0 to 1.
    package let pValue: Double
  }

  /// - Parameter shares: positive weights on any scale, one for each count.
  /// - Returns: nil for fewer than two counts, or if a count of fewer than five is expected, for
  ///   which the distribution does not hold (Cochran 1954).
  package static func test(counts: [Int], shares: [Double]) -> Result? {
    guard counts.count == shares.count, counts.count > 1 else { return nil }
    let total = Double(counts.reduce(0, +))
    let whole = shares.reduce(0, +)
    let expected = shares.map { total * $0 / whole }
    guard expected.allSatisfy({ $0 >= 5 }) else { return nil }
    let statistic = zip(counts, expected).reduce(0) { sum, pair in
      sum + (Double(pair.0) - pair.1) * (Double(pair.0) - pair.1) / pair.1
    }
    return Result(
      statistic: statistic, degreesOfFreedom: counts.count - 1,
      pValue: upperTail(statistic, degreesOfFreedom: counts.count - 1))
  }

  /// The probability of a value of at least `statistic`.
  ///
  /// For whole degrees of freedom the incomplete gamma function is a finite sum over `exp` and
  /// `erfc` of the C library (Abramowitz and Stegun 26.4.4, 26.4.5), so no series is needed.
  package static func upperTail(_ statistic: Double, degreesOfFreedom: Int) -> Double {
    guard statistic > 0 else { return 1 }
    let half = statistic / 2
    let isOdd = degreesOfFreedom % 2 == 1
    var sum = isOdd ? erfc(half.squareRoot()) : exp(-half)
    // The first further term, and the following ones by their ratio.
    var order = isOdd ? 1.5 : 2
    var term = isOdd ? exp(-half) * (half / .pi).squareRoot() * 2 : exp(-half) * half
    for _ in 0..<max(0, (degreesOfFreedom - 1) / 2) {
      sum += term
      term *= half / order
      order += 1
    }
    return min(1, sum)
  }
}

/// A success rate with Wilson's score interval at 95 % (Wilson 1927), which unlike the usual one
/// stays within 0 and 1 and is valid for few trials and for rates near the ends.
package struct ConversionRate: Hashable, Sendable {
  package let rate: Double
  package let low: Double
  package let high: Double

  /// - Returns: nil if there are no trials.
  package init?(_ successes: Int, of trials: Int) {
    guard trials > 0 else { return nil }
    let z = 1.959_963_984_540_054
    let count = Double(trials)
    rate = Double(successes) / count
    let scale = 1 + z * z / count
    let middle = (rate + z * z / (2 * count)) / scale
    let reach =
      z * (rate * (1 - rate) / count + z * z / (4 * count * count)).squareRoot() / scale
    // The exact bounds, which rounding would miss.
    low = successes == 0 ? 0 : max(0, middle - reach)
    high = successes == trials ? 1 : min(1, middle + reach)
  }
}
