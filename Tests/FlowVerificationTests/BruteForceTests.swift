import FlowMachine
import TestSupport
import FlowVerification
import Foundation
import Statechart
import Testing

@Suite("The exploration and a brute force search")
struct BruteForceTests {
  /// `PORTICO_FLOWS` asks for more flows, `PORTICO_STATES` for larger ones.
  private static func wanted(_ name: String, _ usual: Int) -> Int {
    ProcessInfo.processInfo.environment[name].flatMap { Int($0) } ?? usual
  }

  @Test("Shortest counterexamples agree with a brute force search on random flows")
  func agree() throws {
    let flows = Self.wanted("PORTICO_FLOWS", 100)
    let most = Self.wanted("PORTICO_STATES", 80)
    var random = SeededGenerator(announcing: "brute force", seed: 3)
    var tally: [Property: Int] = [:]
    var compared = 0
    var steps = 0
    var complete = 0
    while compared < flows {
      let seed = random.next()
      var generator = FlowGenerator(seed: seed)
      let text = generator.document()
      guard let checked = try? Checked(text: text, most: -1) else { continue }
      let brute = try BruteForce(checked, most: most, mostCircles: 6)
      guard brute.circles < 6,
        checked.explorer.explore(shouldStop: { states, _ in states > 2 * most })
      else { continue }
      checked.explorer.conclude()
      compared += 1
      steps += brute.stepCount
      if brute.isComplete { complete += 1 }
      let problems = Comparison(checked, brute).problems
      #expect(problems == [], "seed \(seed), \(brute.count) states\n\(text)")
      for property in brute.lengths.keys { tally[property.kind, default: 0] += 1 }
    }
    let words = tally.map { "\($0) \($1)" }.sorted().joined(separator: ", ")
    print("brute force: \(compared) flows, \(complete) completely, \(steps) steps; \(words)")
  }
}

extension Property {
  /// Without the place of a declared one.
  fileprivate var kind: Property {
    if case .declared = self { return .declared(0) }
    return self
  }
}

/// What both searches say of one flow, where they differ.
private struct Comparison {
  var problems: [String] = []

  init(_ checked: Checked, _ brute: BruteForce) {
    var lengths: [Property: Int] = [:]
    for violation in checked.found {
      let whole: [Property] = [
        .unreachableScreen, .unreachableTransition, .unprotectedData, .hiddenElement,
      ]
      guard !whole.contains(violation.property) else { continue }
      let length = checked.explorer.length(to: violation.place) ?? 0
      lengths[violation.property] = min(lengths[violation.property] ?? .max, length)
    }
    let hasTold = checked.flow.tables.facts.contains { $0.place == .device }
    for property in Set(lengths.keys).union(brute.lengths.keys) {
      let (ours, theirs) = (lengths[property], brute.lengths[property])
      guard ours != theirs else { continue }
      // One state can stand for nodes that know more of the failure.
      if property == .waitForSuccess, ours != nil, theirs != nil { continue }
      // A state stands for all that the device can have told: the way says it where it matters.
      if hasTold, let ours, let theirs, ours > theirs { continue }
      // What is longer than the search went, or is known of the whole only, it cannot say.
      if !brute.isComplete, theirs == nil,
        Self.isOfTheWhole(property) || ours! >= brute.completeLength
      {
        continue
      }
      if !brute.isComplete, let theirs, theirs > brute.completeLength { continue }
      problems.append(
        "\(property): \(ours.map { "\($0)" } ?? "fine"), brute force says "
          + (theirs.map { "\($0)" } ?? "fine"))
    }
    guard brute.isComplete else { return }
    let untaken = Set(
      checked.found.filter { $0.property == .unreachableTransition }.map(\.subject))
    let missed = Set(0..<checked.flow.chart.transitions.count).subtracting(brute.taken)
    if untaken != missed { problems.append("untaken: \(untaken), brute force says \(missed)") }
    let unshown = Set(checked.found.filter { $0.property == .unreachableScreen }.map(\.subject))
    let shown = brute.shown
    var expected = Set(
      checked.flow.tables.screens.map(\.state).filter { !shown.states.contains($0) }.map { Int($0) }
    )
    for overlay in checked.flow.tables.overlays.indices
    where !shown.overlays.contains(OverlayID(overlay)) {
      expected.insert(checked.flow.chart.states.count + overlay)
    }
    if unshown != expected { problems.append("unshown: \(unshown), brute force says \(expected)") }
    let hidden = Set(checked.found.filter { $0.property == .hiddenElement }.map(\.subject))
    let seen = hidden.intersection(brute.shownElements)
    if !seen.isEmpty { problems.append("hidden: brute force saw \(seen)") }
  }

  private static func isOfTheWhole(_ property: Property) -> Bool {
    switch property {
    case .deadEnd, .droppedSuccess, .unhandledFailure, .unstableRestore, .declared, .unsentRequest,
      .requestLoop, .waitForDevice, .waitForSuccess, .idleButton:
      true
    default: false
    }
  }
}
