import Foundation
import IdentityDomain
import Testing

@testable import ServerCommands

@Suite("Reports of experiments on the command line") struct ReportTests {
  private func catalog(_ weights: [(String, Int)], goals: [String]) throws -> Experiment {
    let catalog = try ExperimentCatalog([
      ExperimentDeclaration(
        id: "colour", salt: "s", variants: weights.map { .init(name: $0.0, weight: $0.1) },
        state: "running", goals: goals)
    ])
    return try #require(catalog.experiments.first)
  }

  private func report(
    _ counts: [(String, Int, Int)], weights: [(String, Int)] = [("red", 1), ("blue", 1)]
  ) throws -> ExperimentReport {
    ExperimentReport(
      try catalog(weights, goals: ["bought"]),
      counts.map {
        ParticipationCount(variant: $0.0, exposures: $0.1, goals: ["bought": $0.2])
      })
  }

  @Test("A table for people has aligned columns, and rates with their interval")
  func table() throws {
    let text = ReportTable([try report([("red", 100, 10), ("blue", 97, 0), ("green", 3, 1)])]).text
    #expect(
      text == """
        experiment colour
        variant  weight  exposed  bought               rate (95 %)
        red           1      100      10  10.0 % (5.5 % to 17.4 %)
        blue          1       97       0    0.0 % (0.0 % to 3.8 %)
        sample ratio: matches the weights (p = 0.8307)
        3 exposed to variants that are no longer defined, not shown in any row

        """)
  }

  @Test("What cannot be computed is omitted, and what does not fit is pointed out")
  func ratios() throws {
    let few = ReportTable([try report([("red", 3, 1)])]).text
    #expect(few.contains("too few exposures to judge") && few.contains(/blue +1 +0 +0 +-\n/))
    let bad = ReportTable([try report([("red", 1000, 1), ("blue", 500, 1)])]).text
    #expect(bad.contains("DOES NOT MATCH") && bad.contains("p = 0.0000"))
    #expect(ReportTable([]).text == "There are no experiments.\n")
  }

  @Test("The report as JSON omits what cannot be computed")
  func document() throws {
    let text = try ReportDocument(
      [try report([("red", 1000, 250), ("green", 2, 0)])], at: "2026-11-21T08:30:00.000Z"
    ).text
    let object = try #require(
      try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
    #expect(object["time"] as? String == "2026-11-21T08:30:00.000Z")
    let experiments = try #require(object["experiments"] as? [[String: Any]])
    let colour = try #require(experiments.first)
    #expect(colour["experiment"] as? String == "colour")
    #expect(colour["stray_exposures"] as? Int == 2)
    #expect((colour["sample_ratio"] as? [String: Any])?["verdict"] as? String == "mismatch")
    let variants = try #require(colour["variants"] as? [[String: Any]])
    #expect(variants.map { $0["variant"] as? String } == ["red", "blue"])
    let goals = variants.compactMap { ($0["goals"] as? [[String: Any]])?.first }
    #expect(goals[0]["rate"] as? Double == 0.25 && goals[0]["conversions"] as? Int == 250)
    #expect(goals[1]["rate"] == nil)
  }

  @Test("An unknown experiment is refused with the names of those that exist")
  func unknown() throws {
    let all = try ExperimentsCommand.ReportCommand.chosen(nil, from: .standard)
    #expect(all.map(\.id.text) == ["onboarding"])
    #expect(throws: ServeRefusal("there is no experiment 'x'; choose one of: onboarding")) {
      try ExperimentsCommand.ReportCommand.chosen("x", from: .standard)
    }
  }
}
