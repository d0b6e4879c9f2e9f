import FlowDefinition
import FlowMachine
import FlowVerification
import Foundation
import Statechart
import TestSupport
import Testing

/// A sub-flow that is explored for itself stands in the flow around it for all that it can do.
@Suite("Sub-flows apart")
struct PartsTests {
  /// One flow explored as a whole, and with its sub-flows apart.
  struct Pair {
    let checked: Checked
    let apart: Explorer
    /// Whether the sub-flows can be explored apart; else that is said, and nothing is.
    let canStandApart: Bool

    /// - Returns: nil where an exploration is not complete by `most` states.
    init?(_ files: [String: String], most: Int = 20_000) throws {
      let text = try #require(files["test.flow.yaml"])
      guard let checked = try? Checked(text: text, files: files, most: most) else { return nil }
      self.checked = checked
      guard checked.explorer.stateCount <= most else { return nil }
      let intentions = Intentions(checked.plan)
      let domain = checked.domain
      let outcome = try Explorer.inParts(
        { () throws(DomainError) in try Explorer(domain, intentions) },
        Migration([], to: domain, shouldStop: { _, _ in false }),
        shouldStop: { states, _ in states > 4 * most })
      canStandApart = outcome != nil
      apart = outcome?.explorer ?? checked.explorer
      guard let outcome else { return }
      #expect(outcome.isComplete)
      apart.conclude()
    }

    var whole: Set<String> { names(checked.found, by: checked.explorer) }
    var parts: Set<String> { names(apart.allFound, by: apart) }

    private func names(_ found: [Violation], by explorer: Explorer) -> Set<String> {
      Set(found.map { "\($0.property) \(checked.name(of: $0, by: explorer))" })
    }
  }

  /// `PORTICO_FLOWS` asks for more flows.
  private static let wanted =
    ProcessInfo.processInfo.environment["PORTICO_FLOWS"].flatMap { Int($0) } ?? 10

  @Test("Random flows have the same findings as a whole and with their sub-flows apart")
  func agree() throws {
    var random = SeededGenerator(announcing: "parts", seed: 5)
    var compared = 0
    var tally: [String: Int] = [:]
    var refused = 0
    while compared < Self.wanted {
      let seed =
        ProcessInfo.processInfo.environment["PSEED"].flatMap { UInt64($0) } ?? random.next()
      var generator = NestedFlowGenerator(seed: seed, bringsFact: compared % 3 == 2)
      let files = generator.documents()
      guard let pair = try Pair(files, most: 5_000) else { continue }
      guard pair.canStandApart else {
        refused += 1
        continue
      }
      compared += 1
      let text = files.sorted { $0.key < $1.key }.map(\.value).joined(separator: "---\n")
      #expect(pair.parts == pair.whole, "seed \(seed)\n\(text)")
      for finding in pair.whole {
        tally[String(finding.prefix { $0 != " " }), default: 0] += 1
      }
    }
    #expect(tally.count > 3)
    #expect(refused < compared)
    print("parts: \(compared) flows, \(refused) refused; \(tally.sorted { $0.key < $1.key })")
  }

  @Test(
    "A step around a sub-flow counts only in views that meet it",
    arguments: [
      // A transition that only such a view takes; a button that only there is dead; a failure around that
      // only another view of the class has to show; what is entered and left in one step; what the
      // device tells in a sub-flow; an answer that only another context gets.
      6_167_743_141_330_112_702, 12_099_631_258_570_742_324, 8_821_522_715_046_411_140,
      12_537_228_272_268_786_521, 7_294_014_841_691_441_403, 15_246_576_404_792_288_156,
      17_708_068_627_320_519_538, 4_410_533_252_435_428_808,
    ] as [UInt64])
  func occurring(seed: UInt64) throws {
    var generator = NestedFlowGenerator(seed: seed)
    let pair = try #require(try Pair(generator.documents(), most: 50_000))
    #expect(pair.canStandApart)
    #expect(pair.parts == pair.whole)
  }

  static let outer = """
    flow: outer
    version: 1
    languages: [en]
    goals: [home]
    facts: {bound: {type: flag}}
    signals: {logout: {}}
    initial: start
    on: {logout: {to: start, do: [{clear: user}]}}
    states:
      part: {flow: part.flow.yaml, restore: here, bind: {shared: bound}, outcomes: {done: after}}
    screens:
      start: {elements: [{button: go, label: t}], on: {go: part}}
      after:
        elements: [{button: on, label: t}, {button: again, label: t}]
        on: {on: home, again: part}
      home: {elements: [{button: out, label: t}], on: {out: start}}
    texts: {en: {t: T}}
    """

  static let part = """
    flow: part
    version: 1
    languages: [en]
    outcomes: [done]
    facts: {shared: {type: flag}, seen: {type: flag}}
    initial: first
    states: {ended: {final: done}}
    screens:
      first: {elements: [{button: x, label: t}], on: {x: second}}
      second:
        elements: [{button: y, label: t}]
        on: {y: {to: ended, do: [{set: {shared: true}}, {set: {seen: true}}]}}
    texts: {en: {t: T}}
    """

  struct Fault: CustomTestStringConvertible, Sendable {
    let testDescription: String
    /// Whether it is in the sub-flow.
    let isInside: Bool
    let right: String
    let wrong: String
    let finding: String
  }

  static let faults = [
    Fault(
      testDescription: "a dead end in the sub-flow", isInside: true, right: "{x: second}",
      wrong: "{x: {to: second, when: shared is present}}", finding: "deadEnd -"),
    Fault(
      testDescription: "a dead end at the second visit only, by what the first one left",
      isInside: true, right: "{x: second}", wrong: "{x: {to: second, when: seen is absent}}",
      finding: "deadEnd -"),
    Fault(
      testDescription: "a value of the sub-flow with which the flow around it goes nowhere",
      isInside: false, right: "{on: home, again: part}",
      wrong: "{on: {to: home, when: bound is absent}, again: part}", finding: "deadEnd -"),
    Fault(
      testDescription: "a screen that only the flow around a sub-flow fails to reach",
      isInside: false, right: "outcomes: {done: after}",
      wrong: "outcomes: {done: {to: after, when: bound is absent}}",
      finding: "unreachableScreen after"),
  ]

  @Test(
    "A seeded fault is found as in the whole flow; without it nothing is found", arguments: faults)
  func seeded(_ fault: Fault) throws {
    let right = ["test.flow.yaml": Self.outer, "part.flow.yaml": Self.part]
    let sound = try #require(try Pair(right))
    #expect(sound.canStandApart)
    #expect(sound.parts == [])
    var wrong = right
    let file = fault.isInside ? "part.flow.yaml" : "test.flow.yaml"
    wrong[file] = wrong[file]?.replacingOccurrences(of: fault.right, with: fault.wrong)
    #expect(wrong != right)
    let pair = try #require(try Pair(wrong))
    #expect(pair.parts.contains(fault.finding))
    #expect(pair.parts == pair.whole)
  }

  @Test(
    "What a sub-flow reaches only when it runs alone need not be reached in the enclosing flow",
    arguments: [false, true])
  func standingAlone(hasGoals: Bool) throws {
    let part = Self.part.replacingOccurrences(
      of: "screens:\n  first: {",
      with: """
        screens:
          alone: {elements: [{button: on, label: t}], on: {on: ended}}
          first: {always: [{when: seen is present and seen is absent, to: alone}],
        """
    ).replacingOccurrences(
      of: "initial: first\n", with: "initial: first\n" + (hasGoals ? "goals: [alone]\n" : ""))
    let pair = try #require(try Pair(["test.flow.yaml": Self.outer, "part.flow.yaml": part]))
    #expect(pair.parts.contains("unreachableScreen part.alone") == !hasGoals)
    #expect(pair.parts.isEmpty == hasGoals)
    #expect(pair.parts == pair.whole)
  }

  @Test("What an outcome brings tells views apart that are alike in all else")
  func brought() throws {
    // Nothing inside reads `seen`, which one of the two ways to the last screen sets.
    let part = """
      flow: part
      version: 1
      languages: [en]
      outcomes: [done]
      facts: {seen: {type: flag}}
      initial: first
      states: {ended: {final: done}}
      screens:
        first:
          elements: [{button: y, label: t}, {button: z, label: t}]
          on: {y: last, z: {to: last, do: [{set: {seen: true}}]}}
        last: {elements: [{button: w, label: t}], on: {w: ended}}
      texts: {en: {t: T}}
      """
    let outer = """
      flow: outer
      version: 1
      languages: [en]
      goals: [home]
      facts: {bound: {type: flag}}
      initial: part
      states:
        part:
          flow: part.flow.yaml
          outcomes: {done: {to: after, do: [{set: {bound: part.seen}}]}}
      screens:
        after: {elements: [{button: on, label: t}], on: {on: {to: home, when: bound is absent}}}
        home: {elements: [{text: t}]}
      texts: {en: {t: T}}
      """
    let files = ["test.flow.yaml": outer, "part.flow.yaml": part]
    let pair = try #require(try Pair(files))
    #expect(pair.canStandApart)
    #expect(pair.parts.contains("deadEnd -"))
    #expect(pair.parts == pair.whole)
  }

  @Test("The facts around a sub-flow that it clears with all of the user's multiply nothing inside")
  func clearing() throws {
    let part = Self.part.replacingOccurrences(
      of: "{x: second}", with: "{x: {to: second, do: [{clear: user}]}}")
    func pair(_ facts: [String]) throws -> Pair {
      let outer = Self.outer
        .replacingOccurrences(
          of: "{bound: {type: flag}}",
          with:
            "{bound: {type: flag}, \(facts.map { "\($0): {type: flag}" }.joined(separator: ", "))}"
        )
        .replacingOccurrences(
          of: "start: {elements: [{button: go, label: t}], on: {go: part}}",
          with: """
            start:
                elements: [{button: go, label: t}, \(facts.map { "{button: \($0), label: t}" }.joined(separator: ", "))]
                on: {go: part, \(facts.map { "\($0): {do: [{set: {\($0): true}}]}" }.joined(separator: ", "))}
            """
        )
        .replacingOccurrences(
          of: "{on: home, again: part}",
          with:
            "{on: {to: home, when: \(facts.map { "\($0) is absent" }.joined(separator: " and "))}, again: part}"
        )
      return try #require(try Pair(["test.flow.yaml": outer, "part.flow.yaml": part]))
    }
    let (one, three) = (try pair(["a"]), try pair(["a", "b", "c"]))
    for pair in [one, three] {
      #expect(pair.canStandApart)
      #expect(pair.parts == pair.whole)
    }
    let views = [one, three].map { $0.apart.partCounts[0].views }
    #expect(views[0] == views[1])
    #expect(three.checked.explorer.stateCount > 2 * one.checked.explorer.stateCount)
  }

  @Test("The trace to a problem behind a sub-flow is one that a real machine takes")
  func realTrace() throws {
    let broken = Self.outer
      .replacingOccurrences(
        of: "{on: home, again: part}", with: "{on: {to: home, when: bound is absent}, again: part}"
      )
      .replacingOccurrences(of: "signals: {logout: {}}\n", with: "")
      .replacingOccurrences(of: "on: {logout: {to: start, do: [{clear: user}]}}\n", with: "")
    // Who leaves the sub-flow before its second screen gets home.
    let part = Self.part
      .replacingOccurrences(
        of: "[{button: x, label: t}]", with: "[{button: x, label: t}, {button: z, label: t}]"
      )
      .replacingOccurrences(of: "{x: second}", with: "{x: second, z: ended}")
    let pair = try #require(try Pair(["test.flow.yaml": broken, "part.flow.yaml": part]))
    let finding = try #require(
      pair.apart.findings(pair.checked.plan).first { $0.property == .deadEnd })
    #expect(finding.trace.count == 4)
    #expect(finding.trace.contains { $0.contains("part.second") })
    #expect(finding.script != nil)
  }

  @Test("An outcome that the enclosing flow forgets is refused before anything is explored")
  func forgotten() throws {
    let files = [
      "test.flow.yaml": Self.outer.replacingOccurrences(of: "{done: after}", with: "{}"),
      "part.flow.yaml": Self.part,
    ]
    let outcome = FlowCompiler.compileForVerification(file: "test.flow.yaml") {
      files[$0].map { Array($0.utf8) }
    }
    #expect(outcome.flow == nil)
  }
}
