import Foundation

/// Computes statistics of samples. Pure: the same samples give the same figures.
enum Statistics {
  /// - Returns: NaN without values.
  static func median(_ values: [Double]) -> Double { quantile(0.5, of: values) }

  /// Interpolates linearly between the two nearest values.
  /// - Parameter share: 0 to 1.
  static func quantile(_ share: Double, of values: [Double]) -> Double {
    guard !values.isEmpty else { return .nan }
    let sorted = values.sorted()
    let place = min(max(share, 0), 1) * Double(sorted.count - 1)
    let below = Int(place.rounded(.down))
    let above = min(below + 1, sorted.count - 1)
    return sorted[below] + (sorted[above] - sorted[below]) * (place - Double(below))
  }
}

/// Mann and Whitney's rank sum test: whether values of one sample tend to be larger than those of
/// the other, whatever their distribution. Times have a long tail, so their means say little.
struct RankTest: Equatable {
  /// The probability that a value of the first sample is larger than one of the second, ties
  /// counted half; 0.5 if they cannot be distinguished.
  let chance: Double
  /// The two-sided probability of a difference of this size between samples of one distribution, by
  /// the normal approximation with ties and a continuity correction.
  let probability: Double

  /// - Returns: nil unless both have at least eight values; for fewer, the approximation is
  ///   invalid.
  init?(_ first: [Double], _ second: [Double]) {
    guard min(first.count, second.count) >= 8 else { return nil }
    let all = (first.map { ($0, true) } + second.map { ($0, false) }).sorted { $0.0 < $1.0 }
    var rankSum = 0.0
    var ties = 0.0
    var start = 0
    while start < all.count {
      var end = start
      while end < all.count, all[end].0 == all[start].0 { end += 1 }
      // Equal values share the mean of their ranks, which count from 1.
      let rank = Double(start + end + 1) / 2
      let size = Double(end - start)
      ties += size * size * size - size
      rankSum += rank * Double(all[start..<end].count { $0.1 })
      start = end
    }
    let (m, n) = (Double(first.count), Double(second.count))
    let u = rankSum - m * (m + 1) / 2
    chance = u / (m * n)
    let total = m + n
    let variance = m * n / 12 * (total + 1 - ties / (total * (total - 1)))
    let distance = max(0, abs(u - m * n / 2) - 0.5)
    probability = variance > 0 ? erfc(distance / variance.squareRoot() / 2.0.squareRoot()) : 1
  }
}

/// A bootstrap interval for the difference of two medians.
struct MedianDifference: Equatable {
  let value: Double
  /// The 2.5th and 97.5th percentile of the resampled differences.
  let interval: ClosedRange<Double>

  init(
    _ first: [Double], _ second: [Double], draws: Int = 1_000,
    using generator: inout some RandomNumberGenerator
  ) {
    value = Statistics.median(first) - Statistics.median(second)
    var differences: [Double] = []
    for _ in 0..<draws {
      let redrawn = [first, second].map { sample in
        Statistics.median(
          sample.indices.map { _ in sample[Int.random(in: sample.indices, using: &generator)] })
      }
      differences.append(redrawn[0] - redrawn[1])
    }
    let low = Statistics.quantile(0.025, of: differences)
    interval = low...max(low, Statistics.quantile(0.975, of: differences))
  }
}

/// A small seeded generator for orders and names, so that a run can be repeated (SplitMix64).
struct BenchGenerator: RandomNumberGenerator {
  private var state: UInt64
  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}
