import Foundation
import IdentityDomain

/// Reports of experiments for people at a terminal.
struct ReportTable {
  private let reports: [ExperimentReport]

  init(_ reports: [ExperimentReport]) { self.reports = reports }

  var text: String {
    reports.isEmpty
      ? "There are no experiments.\n" : reports.map(Self.text).joined(separator: "\n")
  }

  private static func text(_ report: ExperimentReport) -> String {
    let goals = report.rows.first?.goals.map(\.name) ?? []
    var table = [["variant", "weight", "exposed"] + goals.flatMap { [$0, "rate (95 %)"] }]
    for row in report.rows {
      table.append(
        ["\(row.variant)", "\(row.weight)", "\(row.exposures)"]
          + row.goals.flatMap { ["\($0.conversions)", rate($0.rate)] })
    }
    let widths = table[0].indices.map { column in table.map { $0[column].count }.max() ?? 0 }
    let lines = table.map { cells in
      cells.enumerated().map { column, cell in
        let gap = String(repeating: " ", count: widths[column] - cell.count)
        // Numbers below each other.
        return column == 0 ? cell + gap : gap + cell
      }.joined(separator: "  ")
    }
    var end = ["sample ratio: \(Self.ratio(report.sampleRatio))"]
    if report.strayExposures > 0 {
      end.append(
        "\(report.strayExposures) exposed to variants that are no longer defined, not shown in any row"
      )
    }
    return (["experiment \(report.experiment.text)"] + lines + end)
      .map { line in String(line.reversed().drop { $0 == " " }.reversed()) + "\n" }.joined()
  }

  private static func rate(_ rate: ConversionRate?) -> String {
    guard let rate else { return "-" }
    return "\(percent(rate.rate)) (\(percent(rate.low)) to \(percent(rate.high)))"
  }

  private static func percent(_ share: Double) -> String {
    String(format: "%.1f %%", locale: Locale(identifier: "en_US_POSIX"), share * 100)
  }

  private static func ratio(_ ratio: ExperimentReport.SampleRatio) -> String {
    func p(_ result: ChiSquare.Result) -> String {
      String(format: "p = %.4f", locale: Locale(identifier: "en_US_POSIX"), result.pValue)
    }
    return switch ratio {
    case .tooFew: "too few exposures to judge"
    case .fits(let result): "matches the weights (\(p(result)))"
    case .mismatch(let result):
      "DOES NOT MATCH the weights (\(p(result))): exposures are being lost or duplicated, or the "
        + "weights have changed; do not compare the rates"
    }
  }
}
