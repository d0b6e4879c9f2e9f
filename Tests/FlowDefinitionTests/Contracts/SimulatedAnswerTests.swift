import FlowDefinition
import Testing

@Suite("A simulated success brings what its request can save")
struct SimulatedAnswerTests {
  /// What is said of a request that saves one value of a simulated body.
  private static func problems(
    _ type: String, _ body: String, path: String = "$.v"
  ) -> [String] {
    Documents(
      """
      languages: [en]
      facts: {v: {\(type)}}
      requests: {load: {app: load, repeat: safe, save: {v: \(path)}, simulated: {body: \(body)}}}
      initial: home
      screens: {home: {enter: [{request: load}], elements: [{text: t, when: load.failed}]}}
      texts: {en: {t: Failed}}
      """
    ).problems.filter { $0.contains("not-in-contract") }
  }

  private static let choice = "type: choice, values: [a, \"2\"]"
  private static let optional = "{path: $.v, optional: true}"

  private static let wrong: [(type: String, body: String, words: String)] = [
    (
      choice, "{v: 5}",
      "The simulated `$.v` does not fit `v`: it can be `5`, but has to be `a` or `2`"
    ),
    (choice, "{v: b}", "it can be `b`, but has to be `a` or `2`"),
    (choice, "{v: true}", "it can be `true` or `false`, but has to be `a` or `2`"),
    ("type: flag", "{v: \"true\"}", "it is the text `true`, but has to be `true` or `false`"),
    ("type: flag", "{v: 1}", "it can be a number, but has to be `true` or `false`"),
    ("type: text", "{v: true}", "but has to be a text"),
    ("type: number", "{v: five}", "it is the text `five`, but has to be a number"),
    ("type: number", "{v: 1.5}", "it is `1.5`, but has to be a whole number"),
    ("type: time", "{v: 2026-03-01}", "it is `2026-03-01`, but has to be a time such as"),
    ("type: time", "{v: 1.5}", "it is `1.5`, but has to be a whole number"),
    ("type: secret", "{v: 1}", "it can be a number, but has to be a text"),
    ("type: secret", "{v: \"\"}", "it is empty"),
    ("type: list, of: {n: number}", "{v: {}}", "it can be an object, but has to be a list"),
    ("type: list, of: {n: number}", "{v: [{n: a}]}", "`$.v[0].n` does not fit `v`"),
    ("type: text", "{v: null}", "The simulated response has no `$.v`"),
  ]

  @Test("A value that the fact cannot hold is refused", arguments: wrong)
  func refused(type: String, body: String, words: String) {
    let problems = Self.problems(type, body)
    #expect(problems.count == 1 && problems[0].contains(words), "\(problems)")
  }

  @Test("So is one that may be missing, where it is there")
  func optional() {
    let type = "type: number"
    #expect(Self.problems(type, "{v: five}", path: Self.optional).count == 1)
    #expect(Self.problems(type, "{v: null}", path: Self.optional) == [])
    #expect(Self.problems(type, "{}", path: Self.optional) == [])
    #expect(Self.problems(type, "{}").count == 1)
  }

  @Test(
    "What it can hold passes",
    arguments: [
      (choice, "{v: a}"), (choice, "{v: 2}"), (choice, "{v: \"2\"}"), ("type: flag", "{v: true}"),
      ("type: text", "{v: 5}"), ("type: number", "{v: -5}"),
      ("type: time", "{v: \"2026-03-01T12:00:00Z\"}"), ("type: time", "{v: 1}"),
      ("type: secret", "{v: s}"), ("type: list, of: {n: number}", "{v: [{n: 1, more: a}]}"),
      ("type: list, of: {n: number}", "{v: []}"), ("type: json", "{v: [a, 1]}"),
    ])
  func passes(type: String, body: String) {
    #expect(Self.problems(type, body) == [])
  }

  @Test("Of several rows the one counts that is saved")
  func rows() {
    #expect(Self.problems("type: number", "[{n: a}, {n: 2}]", path: "\"$[1].n\"") == [])
    #expect(Self.problems("type: number", "[{n: a}, {n: 2}]", path: "\"$[0].n\"").count == 1)
    #expect(Self.problems("type: number", "[{n: a}]", path: "\"$[1].n\"").count == 1)
  }
}
