import FlowDefinition
import FlowMachine
import FlowVerification
import Foundation
import Statechart
import TestSupport
import Testing

/// What nothing can read any more is dropped, and no finding with it.
@Suite("What is dropped from states")
struct ReductionTests {
  /// One flow explored with all its facts everywhere, and without what nothing reads.
  struct Pair {
    let checked: Checked
    let whole: Explorer
    let reduced: Explorer

    /// - Parameter most: states after which an exploration stops.
    /// - Returns: nil where one is not complete by then.
    init?(_ text: String, most: Int, hasProperties: Bool = true) throws {
      guard let checked = try? Checked(text: text, most: -1) else { return nil }
      self.checked = checked
      var intentions = Intentions(checked.plan)
      if !hasProperties { intentions.properties = [] }
      let all = try Domain(
        checked.flow, conditions: Intentions(checked.plan).conditions,
        declared: checked.plan.domains, keepsChanged: true)
      whole = try Explorer(all, intentions, keepsAll: true)
      reduced = try Explorer(checked.domain, intentions)
      for explorer in [whole, reduced] {
        explorer.begin()
        guard explorer.explore(shouldStop: { states, _ in states > most }) else { return nil }
        explorer.conclude()
      }
    }

    func findings(_ explorer: Explorer) -> Set<String> {
      Set(explorer.found.map { "\($0.property) \(checked.name(of: $0, by: explorer))" })
    }
  }

  /// `PORTICO_FLOWS` asks for more flows.
  private static let wanted =
    ProcessInfo.processInfo.environment["PORTICO_FLOWS"].flatMap { Int($0) } ?? 50

  @Test("Random flows have the same findings with and without what is dropped")
  func agree() throws {
    var random = SeededGenerator(announcing: "reduction", seed: 11)
    var (compared, whole, reduced) = (0, 0, 0)
    while compared < Self.wanted {
      let seed = random.next()
      var generator = FlowGenerator(seed: seed)
      let text = generator.document()
      guard let pair = try Pair(text, most: 500, hasProperties: compared % 3 == 0) else {
        continue
      }
      compared += 1
      whole += pair.whole.stateCount
      reduced += pair.reduced.stateCount
      #expect(
        pair.findings(pair.reduced) == pair.findings(pair.whole), "seed \(seed)\n\(text)")
    }
    #expect(reduced < whole)
    print("reduction: \(compared) flows, \(whole) states, \(reduced) without what is dropped")
  }

  /// Two facts that are told, and read at once after a kill only.
  static let decided = """
    flow: decided
    version: 1
    languages: [en]
    goals: [resting]
    facts:
      left: {type: flag, place: device}
      right: {type: choice, values: [a, b, c], place: device}
    initial: waiting
    restore: deciding
    states:
      deciding:
        always:
          - {when: left and right == b, to: both}
          - {when: left and right == c, to: other}
          - {to: waiting}
    screens:
      waiting: {elements: [{button: again, label: t}, {button: rest, label: t}], on: {again: deciding, rest: resting}}
      both: {elements: [{heading: t}, {button: on, label: t}], on: {on: resting}}
      other: {elements: [{heading: t}, {button: on, label: t}], on: {on: resting}}
      resting: {elements: [{heading: t}, {button: home, label: t}], on: {home: waiting}}
    texts: {en: {t: T}}
    """

  @Test("A relaunch explores every combination of device facts, although no state stores them")
  func combinations() throws {
    let pair = try #require(try Pair(Self.decided, most: 10_000))
    #expect(pair.findings(pair.whole) == [])
    #expect(pair.findings(pair.reduced) == [])
    #expect(pair.reduced.stateCount < pair.whole.stateCount)
  }

  @Test("A real machine takes every path that depends on device facts")
  func ways() throws {
    let pair = try #require(try Pair(Self.decided, most: 10_000))
    #expect(pair.reduced.cover().left == [])
  }

  /// A fact of which only its changes count, once and again.
  static let changing = """
    flow: changing
    version: 1
    languages: [en]
    goals: [end]
    facts: {network: {type: flag, place: device}}
    initial: first
    screens:
      first: {elements: [{button: on, label: t}], on: {changed.network: second, on: second}}
      second: {elements: [{heading: t}], on: {changed.network: third}}
      third: {elements: [{heading: t}], on: {changed.network: end}}
      end: {elements: [{heading: t}]}
    texts: {en: {t: T}}
    """

  @Test("Changes of a fact that nothing reads add no states, and a real machine takes each")
  func changes() throws {
    let pair = try #require(try Pair(Self.changing, most: 1_000))
    #expect(pair.findings(pair.whole) == [])
    #expect(pair.findings(pair.reduced) == [])
    #expect(pair.reduced.stateCount == 4)
    #expect(pair.whole.stateCount > 4)
    #expect(pair.reduced.cover().left == [])
  }

  /// What the device tells is read only behind an answer, and a timer counts in front only.
  static let late = """
    flow: late
    version: 1
    languages: [en]
    goals: [fast, middle, slow]
    facts:
      network: {type: flag, place: device}
      level: {type: choice, values: [low, middle, high], place: device}
    requests: {load: {app: load, repeat: safe}}
    initial: start
    states:
      deciding:
        always:
          - {when: network, to: fast}
          - {when: level == high, to: middle}
          - {to: slow}
    screens:
      start: {backTarget: false, elements: [{button: go, label: t}], on: {go: asking}}
      asking:
        backTarget: false
        enter: [{request: load}]
        elements: [{heading: t}]
        always: [{when: load.settled, to: deciding}]
      fast: {backTarget: false, elements: [{heading: t}, {button: on, label: t}], on: {on: start}}
      middle: {backTarget: false, elements: [{heading: t}, {button: on, label: t}], on: {on: start}}
      slow:
        backTarget: false
        elements: [{heading: t}]
        timers: {pause: {after: 5s, background: stands}}
        always: [{when: pause.elapsed, to: start}]
    texts: {en: {t: T}}
    """

  @Test("A device fact that only a later step reads is part of no earlier state")
  func late() throws {
    let pair = try #require(try Pair(Self.late, most: 1_000))
    #expect(pair.findings(pair.whole) == [])
    #expect(pair.findings(pair.reduced) == [])
    // One of each screen; the last one in front and in the background.
    #expect(pair.reduced.stateCount == 6)
    #expect(pair.reduced.cover().left == [])
  }

  @Test("A problem behind one value of a device fact that is read late is not missed")
  func missed() throws {
    let wrong = Self.late.replacingOccurrences(of: "fast, middle, slow", with: "fast, slow")
      .replacingOccurrences(
        of: "elements: [{heading: t}, {button: on, label: t}], on: {on: start}}\n  slow",
        with: "elements: [{heading: t}]}\n  slow")
    let pair = try #require(try Pair(wrong, most: 1_000))
    #expect(pair.findings(pair.whole) == ["deadEnd -"])
    #expect(pair.findings(pair.reduced) == ["deadEnd -"])
    // `go`, the level, and the answer.
    let found = try #require(pair.reduced.found.first)
    #expect(pair.reduced.length(to: found.place) == 3)
  }

  /// A fact that is set in one place and read in another, with a place between.
  static func remembered(_ between: String) -> String {
    """
    flow: remembered
    version: 1
    languages: [en]
    goals: [end]
    facts: {seen: {type: flag}}
    initial: first
    screens:
      first:
        elements: [{button: yes, label: t}, {button: no, label: t}]
        on: {yes: {to: middle, do: [{set: {seen: true}}]}, no: middle}
      middle: {elements: [{button: on, label: t}], on: {on: \(between)}}
      last:
        back: true
        elements: [{heading: t}]
        always: [{when: seen, to: end}, {when: seen is absent, to: end}]
      end: {elements: [{heading: t}]}
    texts: {en: {t: T}}
    """
  }

  @Test("A fact that is read later is kept until then, and one that is overwritten first is not")
  func written() throws {
    let read = try #require(try Pair(Self.remembered("last"), most: 1_000))
    let written = try #require(
      try Pair(Self.remembered("{to: last, do: [{set: {seen: true}}]}"), most: 1_000))
    #expect(read.findings(read.reduced) == read.findings(read.whole))
    #expect(written.findings(written.reduced) == written.findings(written.whole))
    #expect(written.reduced.stateCount < read.reduced.stateCount)
  }
}
