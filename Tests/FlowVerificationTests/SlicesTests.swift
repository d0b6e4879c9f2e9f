import FlowDefinition
import FlowMachine
import FlowVerification
import Foundation
import Statechart
import TestSupport
import Testing

/// Regions that do not influence each other are explored one after the other, and not their product.
@Suite("Regions apart")
struct SlicesTests {
  /// One flow explored as a whole, and slice by slice.
  struct Pair {
    let checked: Checked
    let apart: Explorer
    let slices: [Set<Int>]

    /// - Returns: nil where all regions depend on each other, or the whole has more states than `most`.
    init?(_ text: String, most: Int = 20_000) throws {
      guard let checked = try? Checked(text: text, most: -1) else { return nil }
      self.checked = checked
      let intentions = Intentions(checked.plan)
      guard let influence = Influence(checked.flow, intentions), !influence.slices.isEmpty,
        checked.explorer.explore(shouldStop: { states, _ in states > most })
      else { return nil }
      checked.explorer.conclude()
      slices = influence.slices
      let (apart, isComplete) = try Explorer.inSlices(
        slices, influence, checked.domain, intentions, whole: .max,
        shouldStop: { states, _ in states > 4 * most })
      #expect(isComplete)
      apart.conclude()
      self.apart = apart
    }

    var whole: Set<String> { names(checked.found) }
    var parts: Set<String> { names(apart.allFound) }

    private func names(_ found: [Violation]) -> Set<String> {
      Set(found.map { "\($0.property) \(checked.name(of: $0))" })
    }
  }

  /// `PORTICO_FLOWS` asks for more flows.
  private static let wanted =
    ProcessInfo.processInfo.environment["PORTICO_FLOWS"].flatMap { Int($0) } ?? 60

  @Test("Drawn flows with regions have the same findings as a whole and slice by slice")
  func agree() throws {
    var random = SeededGenerator(announcing: "slices", seed: 9)
    var (compared, whole, apart) = (0, 0, 0)
    var tally: [String: Int] = [:]
    while compared < Self.wanted {
      let seed = random.next()
      var generator = RegionFlowGenerator(seed: seed)
      let text = generator.document()
      guard let pair = try Pair(text, most: 5_000) else { continue }
      compared += 1
      whole += pair.checked.explorer.stateCount
      apart += pair.apart.family.reduce(0) { $0 + $1.stateCount }
      #expect(pair.parts == pair.whole, "seed \(seed), \(pair.slices)\n\(text)")
      for finding in pair.whole { tally[String(finding.prefix { $0 != " " }), default: 0] += 1 }
    }
    #expect(tally.count > 3)
    #expect(apart < whole)
    print(
      "slices: \(compared) flows, \(whole) states, \(apart) apart; \(tally.sorted { $0.key < $1.key })"
    )
  }

  @Test("A dozen regions beside the screens are proven, each with the screens alone")
  func dozen() throws {
    let checked = try Checked(text: LargeFlows.regions(12), most: -1)
    let verification = try Verification.run(checked.flow, checked.plan, budget: .init(whole: 1_000))
    #expect(verification.isComplete)
    #expect(verification.findings.map(\.problem) == [])
    #expect(verification.states < 1_000)
  }

  @Test("Regions that wait for each other are no slices, and a budget that is too small says so")
  func coupled() throws {
    let checked = try Checked(text: LargeFlows.regions(8, isCoupled: true), most: -1)
    let influence = try #require(Influence(checked.flow, Intentions(checked.plan)))
    #expect(influence.slices.isEmpty)
    let verification = try Verification.run(
      checked.flow, checked.plan, budget: .init(states: 3_000, whole: 1_000))
    #expect(!verification.isComplete)
    #expect(verification.multipliers.contains { $0.hasPrefix("region side") })
  }

  struct Fault: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let right: String
    let wrong: String
    let finding: String
  }

  static let faults = [
    Fault(
      testDescription: "a failure in one region that nothing handles",
      right: "          - {when: load2.failed, to: pause2}\n", wrong: "",
      finding: "unhandledFailure load2"),
    Fault(
      testDescription: "a transition of one region that is never taken",
      right: "rest3: {after: {1m: wait3}}",
      wrong: "rest3: {after: {1m: wait3}, always: [{when: seen3 is absent, to: wait3}]}",
      finding: "unreachableTransition rest3 always"),
    Fault(
      testDescription: "a dead end on the screens",
      right: "{button: out, label: t}], on: {out: start}",
      wrong: "{button: out, label: t}], on: {out: end}}\n  end: {elements: [{heading: t}]",
      finding: "deadEnd -"),
    Fault(
      testDescription: "a request that one region sends again as fast as it is answered",
      right: "- {when: load1.failed, to: pause1}", wrong: "- {when: load1.failed, to: wait1}",
      finding: "requestLoop load1"),
  ]

  @Test("A seeded fault is found, as in the whole; without it nothing is", arguments: faults)
  func seeded(_ fault: Fault) throws {
    let right = LargeFlows.regions(3)
    let sound = try #require(try Pair(right))
    #expect(sound.slices.count == 3)
    #expect(sound.whole == [])
    #expect(sound.parts == [])
    let wrong = right.replacingOccurrences(of: fault.right, with: fault.wrong)
    #expect(wrong != right)
    let pair = try #require(try Pair(wrong))
    #expect(pair.parts.contains(fault.finding))
    #expect(pair.parts == pair.whole)
    let finding = try #require(pair.apart.findings(pair.checked.plan).first)
    #expect(fault.finding.hasPrefix("unreachable") || !finding.trace.isEmpty)
  }

  @Test(
    "What two regions share makes one slice of them",
    arguments: [
      "{set: {seen2: true}}", "{raise: nudge}", "{request: load2}",
    ])
  func shared(_ action: String) throws {
    let text = LargeFlows.regions(3)
      .replacingOccurrences(of: "initial: start\n", with: "signals: {nudge: {}}\ninitial: start\n")
      .replacingOccurrences(
        of: "rest1: {after: {1m: wait1}}", with: "rest1: {after: {1m: wait1}, enter: [\(action)]}"
      )
      .replacingOccurrences(
        of: "wait2: {always: [{when: in(home), to: ask2}]}",
        with: "wait2: {always: [{when: in(home) and seen2 is absent, to: ask2}], on: {nudge: ask2}}"
      )
    let pair = try #require(try Pair(text))
    #expect(pair.slices.count == 2)
    #expect(pair.parts == pair.whole)
  }
}
