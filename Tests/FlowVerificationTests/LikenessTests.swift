import FlowVerification
import Testing

/// A failure whose message cannot be told from something else, and a `back` that returns to the same screen.
@Suite("What looks like something else") struct LikenessTests {
  typealias Case = SoundnessTests.Case

  fileprivate static func paying(_ text: String, _ more: String = "") -> String {
    """
    facts: {note: {type: text}, agree: {type: flag, initial: false}}
    requests: {pay: {app: pay, repeat: safe, failure: {save: {note: $.note}}\(more)}}
    initial: start
    screens:
      start:
        elements:
          - {toggle: agree, fact: agree, label: t}
          - {button: go, label: t}
          \(text)
        on: {go: {do: [{request: pay}]}}
        always: [{when: pay.succeeded, to: home}]
      home: {elements: [{heading: t}, {heading: inserted}]}
    """
  }

  static let failures = [
    Case(
      what: "a message that can be there before", found: ["unhandledFailure pay"],
      text: "- {text: t, when: not agree or pay.failed}"),
    Case(
      what: "a message that a failure alone shows", found: [],
      text: "- {text: t, when: pay.failed}"),
    Case(
      what: "words that are another text's once nothing is inserted",
      found: ["unhandledFailure pay"],
      text: "- {text: [{when: pay.failed, text: inserted}, {text: t}]}"),
  ]

  @Test("ENT-4: a failure is seen only by what was not there before it", arguments: failures)
  func failure(_ item: Case) throws {
    #expect(try Self.findings(item.body) == item.found)
  }

  @Test("ENT-4: a response that is only shown is missed too", arguments: ["offline", "any"])
  func shown(failure: String) throws {
    let guardText = failure == "any" ? "load.failed" : "load.failed(\(failure))"
    let body = """
      facts: {note: {type: text}}
      requests: {load: {app: load, repeat: safe, save: {note: $.note}}}
      initial: start
      screens:
        start:
          enter: [{request: load}]
          elements: [{text: t, when: \(guardText)}, {heading: inserted}, {button: go, label: t}]
          on: {go: home}
        home: {elements: [{heading: t}]}
      """
    #expect(try Self.findings(body) == (failure == "any" ? [] : ["unhandledFailure load"]))
  }

  @Test(
    "ENT-4: a back that the document leads to a screen which leads straight back is found",
    arguments: [("list", ["backBounces form"]), ("{do: [{set: {note: 'x'}}]}", [])])
  func back(target: String, found: [String]) throws {
    let body = """
      facts: {note: {type: text}, isPicked: {type: flag, initial: false}}
      initial: list
      screens:
        list:
          elements: [{heading: inserted}, {toggle: isPicked, fact: isPicked, label: t}]
          always: [{when: isPicked, to: form}]
        form:
          elements: [{button: go, label: t}, {heading: inserted}]
          on: {go: home, back: \(target)}
        home: {elements: [{heading: t}]}
      """
    #expect(try Self.findings(body) == found)
  }

  @Test(
    "An update that enters a state which sends is found, though only a tap could send before",
    arguments: [("paying", [Property.repeatedSend]), ("review", [])])
  func update(target: String, found: [Property]) throws {
    func document(_ screens: String, _ more: String = "") -> String {
      """
      flow: test
      languages: [en]
      goals: [home]
      requests: {pay: {app: pay, repeat: never}}
      initial: review
      screens:
        home: {elements: [{heading: t}]}
        review:
          elements: [{button: go, label: t}\(screens)
      texts: {en: {t: T}}
      \(more)
      """
    }
    let before = document(
      """
      , {text: t, when: pay.failed}]
          on: {go: {do: [{request: pay}]}}
          always: [{when: pay.succeeded, to: paid}]
        paid: {elements: [{button: on, label: t}], on: {on: home}}
      """)
    let after = document(
      """
      ]
          on: {go: paying}
        paying:
          enter: [{request: pay}]
          elements: [{text: t, when: pay.failed}, {button: again, label: t, when: pay.failed}]
          on: {again: {do: [{request: pay}]}}
          always: [{when: pay.succeeded, to: home}]
      """, "migrate: {states: {paid: \(target)}}")
    #expect(try UpdateTests.findings(before, after) == found)
  }

  private static func findings(_ body: String) throws -> [String] {
    let checked = try Checked(
      text: "flow: alike\nversion: 1\nlanguages: [en]\ngoals: [home]\n" + body
        + "\ntexts: {en: {t: T, inserted: \"T{note}\"}}\n")
    return checked.found.map { "\($0.property) \(checked.name(of: $0))" }
  }
}

extension SoundnessTests.Case {
  fileprivate init(what: String, found: [String], text: String) {
    self.init(what: what, body: LikenessTests.paying(text), found: found)
  }
}
