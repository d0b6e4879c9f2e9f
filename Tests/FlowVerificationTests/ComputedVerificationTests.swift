import FlowVerification
import Testing

/// What follows from a computed fact is proven for every value of the facts that it follows from.
@Suite struct ComputedVerificationTests {
  private static func checked(_ facts: String, _ screens: String) throws -> Checked {
    try Checked(
      text: """
        flow: computed
        version: 1
        languages: [en]
        goals: [home]
        \(facts)
        initial: ask
        screens:
        \(screens)
          home: {elements: [{text: t}]}
        texts: {en: {t: T}}
        """)
  }

  private static let order = """
    configuration: {price: {type: number, default: 1, domain: {least: 1, most: 20}}}
    facts:
      seats: {type: number, place: memory, initial: 1, domain: {least: 1, most: 4}}
      gift: {type: flag, place: memory, initial: false}
      total: {type: number, value: [{when: gift, value: price * seats - 5}, {value: price * seats}]}
    """

  private static func order(_ on: String) -> String {
    """
      ask:
        elements:
          - {toggle: gift, fact: gift, label: t}
          - {button: more, label: t, enabled: seats < 4}
          - {button: go, label: t}
        on:
          more: {do: [{set: {seats: seats + 1}}]}
          go: [\(on)]
    """
  }

  @Test(
    "A bound that a product of all values keeps is proven, and one that it passes is a button that does nothing"
  )
  func product() throws {
    // The greatest total is 80, and 75 with a gift.
    #expect(
      try Self.checked(Self.order, Self.order("{when: total <= 80, to: home}")).report == [])
    let found = try Self.checked(Self.order, Self.order("{when: total <= 79, to: home}"))
    #expect(found.report == ["deadButton go after 4"], "\(found.report)")
  }

  @Test("A transition for a value that no combination has is never taken")
  func never() throws {
    // 79 is a prime number.
    let prime = try Self.checked(
      Self.order, Self.order("{when: total == 79, to: home}, {to: home}"))
    #expect(prime.report.contains { $0.contains("unreachableTransition") }, "\(prime.report)")
    #expect(
      try Self.checked(Self.order, Self.order("{when: total == 57, to: home}, {to: home}")).report
        == [])
  }

  @Test("What a sum is computed from is kept until the sum is read")
  func kept() throws {
    let facts = """
      facts:
        a: {type: flag, place: memory, initial: false}
        b: {type: flag, place: memory, initial: false}
        n: {type: number, value: "count(a, b)"}
        two: {type: flag, value: n == 2}
      """
    let screens = """
        ask:
          elements: [{toggle: a, fact: a, label: t}, {toggle: b, fact: b, label: t}, {button: go, label: t}]
          on: {go: later}
        later:
          elements: [{button: end, label: t}]
          on: {end: [{when: not two, to: home}]}
      """
    let found = try Self.checked(facts, screens)
    #expect(
      found.report.contains { $0.contains("deadEnd") && $0.contains("after 3") }, "\(found.report)")
  }

  @Test(
    "A number that takes a computed value is followed, and one that grows by it without end is refused"
  )
  func copies() throws {
    let facts = """
      facts:
        n: {type: number, place: memory, initial: 1, domain: {least: 0, most: 3}}
        kept: {type: number}
        double: {type: number, value: n * 2}
      """
    func screens(_ go: String, _ end: String) -> String {
      """
        ask:
          elements: [{button: more, label: t, enabled: n < 3}, {button: go, label: t}]
          on: {more: {do: [{set: {n: n + 1}}]}, go: {do: [\(go)], to: later}}
        later:
          elements: [{button: end, label: t}]
          on: {end: [\(end)]}
      """
    }
    #expect(
      try Self.checked(
        facts, screens("{set: {kept: double}}", "{when: kept >= 2 and kept <= 6, to: home}")
      ).report == [])
    let odd = try Self.checked(
      facts, screens("{set: {kept: double}}", "{when: kept == 3, to: home}, {to: home}"))
    #expect(odd.report.contains { $0.contains("unreachableTransition") }, "\(odd.report)")
    let grown = try Self.checked(
      facts.split(separator: "\n").filter { !$0.contains("kept") }.joined(separator: "\n"),
      """
        ask:
          elements: [{button: more, label: t}, {button: go, label: t}]
          on: {more: {do: [{set: {n: double}}]}, go: [{when: double != 5, to: home}]}
      """)
    #expect(grown.explorer.runaway != nil)
  }

  @Test("Facts that each use the one before twice take no longer than as many that use it once")
  func chain() throws {
    let facts =
      ["  a: {type: number, place: memory, initial: 0, domain: {least: 0, most: 1}}"]
      + ["  c0: {type: number, value: \"max(a, a)\"}"]
      + (1...200).map { "  c\($0): {type: number, value: \"max(c\($0 - 1), c\($0 - 1))\"}" }
    let screens = """
        ask:
          elements: [{button: go, label: t, enabled: a == 0}, {button: end, label: t}]
          on: {go: {do: [{set: {a: 1}}]}, end: [{when: c200 == 1, to: home}, {to: home}]}
      """
    #expect(
      try Self.checked("facts:\n" + facts.joined(separator: "\n"), screens).report == [])
  }

  @Test("A number without a domain is asked for one, where a guard depends on it")
  func unbounded() throws {
    #expect(throws: (any Error).self) {
      try Self.checked(
        """
        facts:
          n: {type: number, place: device}
          more: {type: number, value: n + 1}
        """,
        """
          ask: {elements: [{button: go, label: t}], on: {go: [{when: more > 3, to: home}, {to: home}]}}
        """)
    }
  }
}
