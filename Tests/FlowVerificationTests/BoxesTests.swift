import FlowDefinition
import FlowMachine
import FlowVerification
import Foundation
import Statechart
import TestSupport
import Testing

/// States that hold sets of values stand for all combinations of them, and nothing is lost by it.
@Suite("States with sets of values")
struct BoxesTests {
  /// One flow explored with a state for each combination, and with sets.
  struct Pair {
    let checked: Checked
    let boxed: Explorer

    /// - Returns: nil where no fact can be held so, or the exploration has more states than `most`.
    init?(_ text: String, most: Int = 20_000) throws {
      guard let checked = try? Checked(text: text, most: -1) else { return nil }
      self.checked = checked
      boxed = try Explorer(checked.domain, Intentions(checked.plan))
      guard boxed.holdSets(), checked.explorer.explore(shouldStop: { states, _ in states > most })
      else { return nil }
      checked.explorer.conclude()
      boxed.begin()
      #expect(boxed.explore(shouldStop: { states, _ in states > 4 * most }))
      #expect(boxed.isSound)
      boxed.conclude()
    }

    var plain: Set<String> { names(checked.found) }
    var sets: Set<String> { names(boxed.found) }

    private func names(_ found: [Violation]) -> Set<String> {
      Set(found.map { "\($0.property) \(checked.name(of: $0))" })
    }
  }

  /// `PORTICO_FLOWS` asks for more flows.
  private static let wanted =
    ProcessInfo.processInfo.environment["PORTICO_FLOWS"].flatMap { Int($0) } ?? 60

  @Test(
    "Drawn flows that keep choices have the same findings with a state for each combination and with sets"
  )
  func agree() throws {
    var random = SeededGenerator(announcing: "boxes", seed: 13)
    var (compared, plain, boxed) = (0, 0, 0)
    var tally: [String: Int] = [:]
    while compared < Self.wanted {
      let seed = random.next()
      var generator = ChoiceFlowGenerator(seed: seed)
      let text = generator.document()
      guard let pair = try Pair(text, most: 5_000) else { continue }
      compared += 1
      plain += pair.checked.explorer.stateCount
      boxed += pair.boxed.stateCount
      #expect(pair.sets == pair.plain, "seed \(seed)\n\(text)")
      for finding in pair.plain { tally[String(finding.prefix { $0 != " " }), default: 0] += 1 }
    }
    #expect(tally.count > 3)
    #expect(boxed < plain)
    print(
      "boxes: \(compared) flows, \(plain) states, \(boxed) with sets; \(tally.sorted { $0.key < $1.key })"
    )
  }

  @Test("Two dozen kept choices are proven that are asked for one after the other")
  func dozens() throws {
    let checked = try Checked(text: LargeFlows.choices(24), most: -1)
    let verification = try Verification.run(checked.flow, checked.plan, budget: .init(whole: 2_000))
    #expect(verification.isComplete)
    #expect(verification.findings.map(\.problem) == [])
    #expect(verification.states < 2_000)
  }

  @Test("Choices that are asked for together are refused when the budget is used up")
  func coupled() throws {
    let checked = try Checked(text: LargeFlows.choices(16, isCoupled: true), most: -1)
    let verification = try Verification.run(
      checked.flow, checked.plan, budget: .init(states: 5_000, whole: 2_000))
    #expect(!verification.isComplete)
    #expect(verification.multipliers.contains { $0.hasPrefix("fact chosen") })
  }

  @Test(
    "A dead end that one of two answers leads to is found, with a trace that gives that answer",
    arguments: [
      true, false,
    ])
  func deadEnd(answer: Bool) throws {
    let text = LargeFlows.choices(5).replacingOccurrences(
      of: "on: {next4: [{when: chosen4, to: more4}, {to: review5}]}",
      with: answer
        ? "on: {next4: [{when: not chosen4, to: review5}, {to: page5}]}"
        : "on: {next4: [{when: chosen4, to: more4}, {to: page5}]}")
    // Who answers so comes back to the fourth question only by going back.
    let broken = text.replacingOccurrences(of: "back: true", with: "back: false")
    let pair = try #require(try Pair(broken))
    #expect(pair.sets.contains("deadEnd -"))
    #expect(pair.sets == pair.plain)
    let finding = try #require(
      pair.boxed.findings(pair.checked.plan).first { $0.property == .deadEnd })
    #expect(finding.trace.contains { $0.contains(answer ? "yes4" : "no4") })
    #expect(finding.script != nil)
  }
}
