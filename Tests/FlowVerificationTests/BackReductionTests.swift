import FlowVerification
import Testing

/// The back stack stands in a state only where something may still lead back to what lies on it.
@Suite struct BackReductionTests {
  typealias Pair = ReductionTests.Pair

  /// Three pages that lead to each other, and a fourth one behind one of them.
  static func pages(_ behind: String, on: String = "last") -> String {
    """
    flow: pages
    version: 1
    languages: [en]
    goals: [end]
    facts: {seen: {type: flag}}
    initial: first
    screens:
      first:
        elements: [{button: second, label: t}, {button: third, label: t}]
        on: {second: second, third: third}
      second:
        elements: [{button: first, label: t}, {button: third, label: t}]
        always: [{when: seen, to: trap}]
        on: {first: first, third: third}
      third:
        elements: [{button: first, label: t}, {button: second, label: t}, {button: on, label: t}]
        on: {first: first, second: second, on: \(on)}
      last:
        enter: [{set: {seen: true}}]
        \(behind)elements: [{button: home, label: t}]
        on: {home: end}
      trap: {elements: [{heading: t}]}
      end: {elements: [{heading: t}]}
    texts: {en: {t: T}}
    """
  }

  /// What is wrong without a way back: nothing leads to the trap.
  static let unreached: Set = [
    "unreachableScreen trap", "unreachableTransition second always",
  ]

  @Test("ENT-4: pages from which nothing leads back are one state each, however they were reached")
  func dead() throws {
    let pair = try #require(try Pair(Self.pages(""), most: 10_000))
    #expect(pair.findings(pair.whole) == Self.unreached)
    #expect(pair.findings(pair.reduced) == Self.unreached)
    #expect(pair.reduced.stateCount == 5)
    #expect(pair.whole.stateCount > 5)
  }

  @Test("ENT-4: from a page that offers back, everything behind the earlier pages is found")
  func live() throws {
    let pair = try #require(try Pair(Self.pages("back: true\n    "), most: 10_000))
    #expect(pair.findings(pair.whole).contains("deadEnd -"))
    #expect(pair.findings(pair.reduced) == pair.findings(pair.whole))
    #expect(pair.reduced.stateCount > 5)
  }

  @Test("ENT-4: a back stack that is cleared before anything leads back is part of no state")
  func forgotten() throws {
    let forgetting = Self.pages(
      "back: true\n    ", on: "{to: last, do: [{forget: back}]}")
    let pair = try #require(try Pair(forgetting, most: 10_000))
    #expect(pair.findings(pair.whole) == Self.unreached)
    #expect(pair.findings(pair.reduced) == Self.unreached)
    #expect(pair.reduced.stateCount == 5)
  }

  @Test("ENT-4: a back stack that is cleared only under a condition is part of the state")
  func forgottenPerhaps() throws {
    let forgetting = Self.pages(
      "back: true\n    ", on: "{to: last, do: [{forget: back, when: seen}]}")
    let pair = try #require(try Pair(forgetting, most: 10_000))
    #expect(pair.findings(pair.whole).contains("deadEnd -"))
    #expect(pair.findings(pair.reduced) == pair.findings(pair.whole))
  }

  @Test("ENT-4: back into a sub-flow with regions reads what they read when they are entered again")
  func regions() throws {
    let text = """
      flow: sides
      version: 1
      languages: [en]
      goals: [end]
      facts: {seen: {type: flag}}
      initial: part
      states:
        part: {flow: part.flow.yaml, bind: {seen: seen}, barrier: false, outcomes: {away: away, left: end}}
      screens:
        away:
          back: true
          elements: [{button: look, label: t}, {button: home, label: t}]
          on: {look: {do: [{set: {seen: true}}]}, home: end}
        end: {elements: [{heading: t}]}
      texts: {en: {t: T}}
      """
    let part = """
      flow: part
      version: 1
      languages: [en]
      inputs: [seen]
      outcomes: [away, left]
      facts: {seen: {type: flag}}
      initial: page
      regions:
        watch:
          initial: watching
          states:
            watching: {always: [{when: seen, to: stuck}]}
            stuck: {}
      screens:
        page:
          elements: [{button: next, label: t}, {button: leave, label: t, when: not in(stuck)}]
          on: {next: away, leave: left}
      states: {away: {final: away}, left: {final: left}}
      texts: {en: {t: T}}
      """
    let checked = try Checked(text: text, files: ["part.flow.yaml": part])
    #expect(checked.report == [])
  }
}
