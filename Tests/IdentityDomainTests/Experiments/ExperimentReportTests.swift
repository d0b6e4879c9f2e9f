import IdentityDomain
import TestSupport
import Testing

@Suite("What an experiment showed")
struct ExperimentReportTests {
  /// statistic, degrees of freedom, upper tail: the quantiles of printed tables, and exact values of
  /// the closed forms.
  static let tails: [(Double, Int, Double)] = [
    (0, 1, 1), (3.841458820694124, 1, 0.05), (6.634896601021213, 1, 0.01),
    (10.827566170662733, 1, 0.001), (5.991464547107979, 2, 0.05), (13.815510557964274, 2, 0.001),
    (7.814727903251179, 3, 0.05), (16.26623619623813, 3, 0.001), (9.487729036781154, 4, 0.05),
    (11.070497693516351, 5, 0.05), (18.307038053275146, 10, 0.05),
    (24.995790139728616, 15, 0.05), (37.69729821835383, 15, 0.001), (1, 15, 0.9999997464),
  ]

  @Test("The chi-square tail has the tabulated values", arguments: tails)
  func tail(_ statistic: Double, _ degrees: Int, _ wanted: Double) {
    let found = ChiSquare.upperTail(statistic, degreesOfFreedom: degrees)
    #expect(abs(found - wanted) < 1e-7, "\(found)")
  }

  @Test("The tail falls with the statistic, and rises with the degrees of freedom")
  func monotone() {
    for degrees in 1...20 {
      let values = (0...400).map {
        ChiSquare.upperTail(Double($0) / 4, degreesOfFreedom: degrees)
      }
      #expect(zip(values, values.dropFirst()).allSatisfy { $0 >= $1 })
      #expect(values.allSatisfy { (0...1).contains($0) })
      #expect(
        ChiSquare.upperTail(7, degreesOfFreedom: degrees)
          < ChiSquare.upperTail(7, degreesOfFreedom: degrees + 1))
    }
  }

  @Test("Wilson's interval: known values, never outside 0 and 1, always around the rate")
  func wilson() throws {
    let known = try #require(ConversionRate(81, of: 263))
    #expect(abs(known.low - 0.2553) < 5e-5 && abs(known.high - 0.3662) < 5e-5, "\(known)")
    #expect(ConversionRate(0, of: 0) == nil)
    for trials in 1...60 {
      for successes in 0...trials {
        let rate = try #require(ConversionRate(successes, of: trials))
        #expect(0 <= rate.low && rate.low <= rate.rate)
        #expect(rate.rate <= rate.high && rate.high <= 1)
        let mirrored = try #require(ConversionRate(trials - successes, of: trials))
        #expect(abs(mirrored.low - (1 - rate.high)) < 1e-12)
      }
    }
  }

  @Test("Of 2,000 simulated experiments, 92 to 98 % have the true rate inside the interval")
  func coverage() throws {
    var random = SeededGenerator(announcing: "ExperimentReportTests.coverage", seed: 21)
    var inside = 0
    for _ in 0..<2_000 {
      let successes = (0..<200).filter { _ in random.chance(10) }.count
      let rate = try #require(ConversionRate(successes, of: 200))
      if rate.low <= 0.1, 0.1 <= rate.high { inside += 1 }
    }
    #expect((1_840...1_960).contains(inside), "\(inside)")
  }

  private func report(_ a: Int, _ b: Int, weights: (Int, Int) = (1, 1)) throws -> ExperimentReport {
    var declaration = declared("colour", [("a", weights.0), ("b", weights.1)])
    declaration.goals = ["bought", "seen"]
    return ExperimentReport(
      try experiment(declaration),
      [
        ParticipationCount(variant: "b", exposures: b, goals: ["bought": b / 2, "gone": 3]),
        ParticipationCount(variant: "a", exposures: a, goals: [:]),
        ParticipationCount(variant: "old", exposures: 7, goals: [:]),
      ])
  }

  @Test("Rows are in the order of the definition, with every goal, and strays are counted")
  func rows() throws {
    let report = try report(1_000, 1_010)
    #expect(report.rows.map(\.variant) == ["a", "b"])
    #expect(report.rows.map(\.exposures) == [1_000, 1_010])
    #expect(report.rows.map { $0.goals.map(\.conversions) } == [[0, 0], [505, 0]])
    #expect(report.rows[1].goals[0].rate?.rate == 0.5)
    #expect(report.strayExposures == 7)
    guard case .fits(let result) = report.sampleRatio else {
      Issue.record("\(report.sampleRatio)")
      return
    }
    #expect(result.pValue > 0.8)
  }

  @Test("A sample ratio is flagged below one in a thousand, and not above")
  func sampleRatio() throws {
    // (b - a)^2 / 2000 over 10.83 is the threshold.
    guard case .mismatch(let bad) = try report(926, 1_074).sampleRatio else {
      Issue.record("148 more are no mismatch")
      return
    }
    #expect(bad.pValue < 0.001 && bad.degreesOfFreedom == 1)
    guard case .fits(let good) = try report(927, 1_073).sampleRatio else {
      Issue.record("146 more are a mismatch")
      return
    }
    #expect(good.pValue >= 0.001)
    guard case .fits = try report(100, 900, weights: (1, 9)).sampleRatio else {
      Issue.record("the weights are not looked at")
      return
    }
    #expect(try report(4, 5).sampleRatio == .tooFew)
    #expect(try report(0, 0).sampleRatio == .tooFew)
    #expect(try report(0, 0).rows[0].goals[0].rate == nil)
  }
}
