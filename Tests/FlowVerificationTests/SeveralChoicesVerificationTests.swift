import Testing

/// The number of chosen options decides when a form can be sent, and each option what comes after it.
@Suite struct SeveralChoicesVerificationTests {
  private static func findings(_ bounds: String, after: String) throws -> [String] {
    try Checked(
      text: """
        flow: topics
        version: 1
        languages: [en]
        goals: [home]
        facts: {a: {type: flag}, b: {type: flag}, c: {type: flag}}
        initial: ask
        screens:
          ask:
            elements:
              - {choices: topics, label: t, options: {a: t, b: t, c: t}\(bounds.isEmpty ? "" : ", message: t")\(bounds)}
              - {button: next, label: t, submits: true}
            on: {next: chosen}
          chosen:
            elements: [{button: go, label: t}]
            on: {go: [\(after)]}
          home: {elements: [{text: t}]}
        texts: {en: {t: T}}
        """
    ).report
  }

  @Test("What follows from any number of options that can be chosen is proven")
  func sound() throws {
    #expect(
      try Self.findings(
        ", least: 2, most: 2",
        after: "{when: a and b, to: home}, {when: a and c, to: home}, {when: b and c, to: home}")
        == [])
    #expect(try Self.findings(", required: true", after: "{to: home}") == [])
  }

  @Test("A number of options that was not thought of is a dead end")
  func deadEnd() throws {
    let found = try Self.findings(
      ", least: 1, most: 2", after: "{when: a, to: home}, {when: b, to: home}")
    #expect(found.contains { $0.contains("deadEnd") && $0.contains("after 2") }, "\(found)")
    let free = try Self.findings("", after: "{when: a or b or c, to: home}")
    #expect(free.contains { $0.contains("deadEnd") }, "\(free)")
  }

  @Test("A transition that needs more options than can be chosen is never taken")
  func never() throws {
    let found = try Self.findings(
      ", most: 2", after: "{when: a and b and c, to: ask}, {to: home}")
    #expect(found.contains { $0.contains("unreachableTransition") }, "\(found)")
    #expect(
      try Self.findings(", most: 3", after: "{when: a and b and c, to: ask}, {to: home}") == [])
  }
}
