import Foundation
import IdentityDomain

/// Reports of experiments for programs.
struct ReportDocument: Encodable {
  struct Report: Encodable {
    var experiment: String
    var variants: [Variant]
    var sampleRatio: SampleRatio
    var strayExposures: Int
  }

  struct Variant: Encodable {
    var variant: String
    var weight: Int
    var exposures: Int
    var goals: [Goal]
  }

  struct Goal: Encodable {
    var goal: String
    var conversions: Int
    /// With the interval at 95 %; absent without an exposure.
    var rate: Double?
    var low: Double?
    var high: Double?
  }

  struct SampleRatio: Encodable {
    /// `too_few`, `fits` or `mismatch`.
    var verdict: String
    var pValue: Double?
  }

  let time: String
  let experiments: [Report]

  init(_ reports: [ExperimentReport], at time: String) {
    self.time = time
    experiments = reports.map { report in
      Report(
        experiment: report.experiment.text,
        variants: report.rows.map { row in
          Variant(
            variant: row.variant, weight: row.weight, exposures: row.exposures,
            goals: row.goals.map { goal in
              Goal(
                goal: goal.name, conversions: goal.conversions, rate: goal.rate?.rate,
                low: goal.rate?.low, high: goal.rate?.high)
            })
        }, sampleRatio: SampleRatio(report.sampleRatio), strayExposures: report.strayExposures)
    }
  }

  var text: String {
    get throws {
      let encoder = JSONEncoder()
      encoder.keyEncodingStrategy = .convertToSnakeCase
      encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
      return String(decoding: try encoder.encode(self), as: UTF8.self) + "\n"
    }
  }
}

extension ReportDocument.SampleRatio {
  init(_ ratio: ExperimentReport.SampleRatio) {
    switch ratio {
    case .tooFew: self.init(verdict: "too_few", pValue: nil)
    case .fits(let result): self.init(verdict: "fits", pValue: result.pValue)
    case .mismatch(let result): self.init(verdict: "mismatch", pValue: result.pValue)
    }
  }
}
