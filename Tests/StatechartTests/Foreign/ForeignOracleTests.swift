import Foundation
import Statechart
import TestSupport
import Testing

/// The engine beside a foreign implementation of SCXML. `Sketch.common` says what is left out.
///
/// `PORTICO_CHARTS` is the number of charts, `PORTICO_SEED` where they begin.
@Suite(
  "The engine beside Qt SCXML",
  .enabled(
    if: ForeignOracle.path != nil,
    "PORTICO_SCXML_ORACLE is not set; `make test` and `make soak` build the program and set it"))
struct ForeignOracleTests {
  private static let batch = 250

  private struct Disagreement {
    var example: ChartCase
    var what: String
  }

  @Test("After each event, random charts are in the same states, reached by the same steps")
  func randomCharts() async throws {
    let path = try #require(ForeignOracle.path)
    try #require(
      FileManager.default.isExecutableFile(atPath: path),
      """
      PORTICO_SCXML_ORACLE is '\(path)', which is no program: scripts/install-tools test installs \
      Qt SCXML, Tests/ForeignOracle/build FOLDER builds FOLDER/oracle
      """)
    let oracle = ForeignOracle(program: URL(fileURLWithPath: path))
    let count =
      ProcessInfo.processInfo.environment["PORTICO_CHARTS"].flatMap { Int($0) } ?? 300
    var random = SeededGenerator(announcing: "charts beside Qt SCXML", seed: 20_261_121)
    var (chartCount, stepCount, leftOutCount, overCount) = (0, 0, 0, 0)
    while chartCount < count {
      var cases: [ChartCase] = []
      while cases.count < min(Self.batch, count - chartCount) {
        guard let example = Self.draw(&random).comparable() else {
          leftOutCount += 1
          continue
        }
        stepCount += example.events.count + 1
        if try example.expectation().last?.isOver == true { overCount += 1 }
        cases.append(example)
      }
      chartCount += cases.count
      guard let first = try await Self.disagreements(oracle, cases).first else { continue }
      let small = try await Self.shrunk(first, oracle)
      Issue.record(
        "\(small.what)\n\(small.example.sketch)\n\(small.example.sketch.scxml)\n\(small.example.events)"
      )
      return
    }
    print(
      "charts beside Qt SCXML: \(chartCount) charts, \(stepCount) steps, \(overCount) came to "
        + "their end, \(leftOutCount) left out")
    #expect(overCount > 0 && leftOutCount < chartCount)
  }

  private static func draw(_ random: inout SeededGenerator) -> ChartCase {
    var drawing = RandomSketch(seed: random.next())
    let sketch = drawing.draw().common(&random)
    let events = (0..<10).map { _ in
      (
        name: random.pick(RandomSketch.outsideEvents),
        value: random.chance(30) ? nil : Int64(random.below(4))
      )
    }
    return ChartCase(sketch: sketch, events: events)
  }

  /// The cases that the two do not agree on; with all that both could be asked about.
  private static func disagreements(
    _ oracle: ForeignOracle, _ cases: [ChartCase]
  ) async throws -> [Disagreement] {
    let answers = try await oracle.answers(to: cases)
    var result: [Disagreement] = []
    for (example, lines) in zip(cases, answers) {
      for (index, step) in try example.expectation().enumerated() {
        let line = index < lines.count ? lines[index] : "nothing more"
        guard let what = step.disagreement(with: line) else { continue }
        let place = index == 0 ? "the start" : "event \(index)"
        result.append(Disagreement(example: example, what: "after \(place): \(what)"))
        break
      }
    }
    if answers.count < cases.count, result.isEmpty {
      result.append(
        Disagreement(example: cases[max(answers.count - 1, 0)], what: "Qt does not come to rest"))
    }
    return result
  }

  /// The smallest case found by leaving parts out on which the two still disagree.
  private static func shrunk(
    _ found: Disagreement, _ oracle: ForeignOracle
  ) async throws -> Disagreement {
    var best = found
    for _ in 0..<100 {
      let smaller = best.example.smaller.filter { (try? $0.expectation()) != nil }
        .compactMap { $0.comparable() }
      guard let next = try await disagreements(oracle, smaller).first(where: isReal) else { break }
      best = next
    }
    return best
  }

  /// A document that was made illegal by leaving something out proves nothing.
  private static func isReal(_ found: Disagreement) -> Bool { !found.what.contains("refused") }
}
