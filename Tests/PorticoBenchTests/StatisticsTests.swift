import Testing

@testable import PorticoBench

@Suite("Statistics of samples")
struct StatisticsTests {
  @Test("Quantiles lie between the values around them")
  func quantiles() {
    let values: [Double] = [4, 1, 3, 2, 5]
    #expect(Statistics.median(values) == 3)
    #expect(Statistics.quantile(0, of: values) == 1)
    #expect(Statistics.quantile(1, of: values) == 5)
    #expect(Statistics.quantile(0.25, of: values) == 2)
    #expect(Statistics.quantile(0.375, of: values) == 2.5)
    #expect(Statistics.median([]).isNaN)
    #expect(Statistics.median([7]) == 7)
  }

  /// All ways to choose which of the ranks are the first sample's.
  private func chances(_ size: Int, _ total: Int) -> [Int] {
    var sums: [Int] = []
    func choose(_ next: Int, _ left: Int, _ sum: Int) {
      if left == 0 { return sums.append(sum) }
      guard next <= total else { return }
      choose(next + 1, left - 1, sum + next)
      choose(next + 1, left, sum)
    }
    choose(1, size, 0)
    return sums
  }

  @Test("The rank test approximates the probability that counting all orders gives")
  func ranks() throws {
    let sums = chances(8, 16)
    for first: [Double] in [
      [1, 2, 3, 4, 5, 6, 7, 8], [1, 3, 5, 7, 9, 11, 13, 15], [1, 2, 3, 4, 5, 6, 9, 16],
      [9, 10, 11, 12, 13, 14, 15, 8],
    ] {
      let second = (1...16).map { Double($0) }.filter { !first.contains($0) }
      let distance = abs(Int(first.reduce(0, +)) - 68)
      let exact = Double(sums.count { abs($0 - 68) >= distance }) / Double(sums.count)
      let test = try #require(RankTest(first, second))
      #expect(abs(test.probability - exact) < 0.02)
      let pairs = first.flatMap { value in second.map { value > $0 ? 1.0 : 0 } }
      #expect(abs(test.chance - pairs.reduce(0, +) / 64) < 1e-12)
    }
  }

  @Test(
    "Equal samples show no difference, separate ones a clear one; too few give no result")
  func extremes() throws {
    let ones = [Double](repeating: 1, count: 20)
    let same = try #require(RankTest(ones, ones))
    #expect(same.chance == 0.5 && same.probability == 1)
    let apart = try #require(RankTest((20..<60).map { Double($0) }, (60..<100).map { Double($0) }))
    #expect(apart.chance == 0 && apart.probability < 1e-9)
    #expect(RankTest([1, 2, 3, 4, 5, 6, 7], ones) == nil)
  }

  @Test("Samples of one distribution are called different about as often as the threshold says")
  func falseAlarms() throws {
    var generator = BenchGenerator(seed: 0xE9)
    var alarms = 0
    for _ in 0..<2_000 {
      let samples = (0..<2).map { _ in
        (0..<30).map { _ in Double(Int.random(in: 0..<200, using: &generator)) }
      }
      if try #require(RankTest(samples[0], samples[1])).probability < 0.05 { alarms += 1 }
    }
    #expect((60...140).contains(alarms), "\(alarms) of 2000")
  }

  @Test("A shift of the median lies in the interval that is found for it")
  func medians() {
    var generator = BenchGenerator(seed: 0x3ED)
    let first = (0..<300).map { _ in Double.random(in: 5..<15, using: &generator) }
    let second = first.map { $0 - 3 }
    let difference = MedianDifference(first, second, draws: 300, using: &generator)
    #expect(abs(difference.value - 3) < 1e-9)
    #expect(difference.interval.contains(3))
    #expect(!difference.interval.contains(0))
  }
}
