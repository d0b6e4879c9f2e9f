import FlowVerification
import TestSupport
import Testing

/// What an operation demands has to be there when it is sent, by its description.
@Suite struct RequiredParameterTests {
  private static let shop = """
    openapi: 3.1.0
    paths:
      /a:
        post:
          operationId: order
          requestBody: {required: true, content: {application/json: {schema: {type: object, required: [item], properties: {item: {type: string}, note: {type: string}}}}}}
          responses: {default: {description: Any.}}
      /b:
        get:
          operationId: find
          responses: {"200": {content: {application/json: {schema: {type: object, required: [item], properties: {item: {type: string}}}}}}}
    """

  private static func findings(_ change: (String) -> String) throws -> [String] {
    let text = change(
      """
      flow: shop
      version: 1
      languages: [en]
      goals: [home]
      contracts: [shop.yaml]
      facts: {item: {type: text}, note: {type: text}}
      requests: {send: {app: order, with: {item: "{item}", note: "{note}"}, repeat: safe}}
      initial: ask
      screens:
        ask:
          elements:
            - {field: item, fact: item, label: t}
            - {field: note, fact: note, label: t}
            - {button: go, label: t, enabled: item is present}
            - {text: f, when: send.failed}
          on: {go: {do: [{request: send}]}}
          always: [{when: send.succeeded, to: home}]
        home: {elements: [{text: t}]}
      texts: {en: {t: T, f: Failed}}
      """)
    return try findings(in: text)
  }

  private static func findings(in text: String) throws -> [String] {
    let checked = try Checked(text: text, files: ["shop.yaml": shop])
    try #require(checked.explorer.isComplete)
    return checked.found.map { "\($0.property) \(checked.name(of: $0))" }
  }

  @Test(
    "A required parameter that is always there passes, and one that is not required may be missing")
  func present() throws {
    #expect(try Self.findings { $0 } == [])
  }

  @Test("One that can be absent is found")
  func absent() throws {
    let found = try Self.findings { $0.replacing(", enabled: item is present", with: "") }
    #expect(found == ["absentValue send item"])
  }

  @Test("One that is cleared before it is sent is found")
  func cleared() throws {
    let found = try Self.findings {
      $0.replacing("do: [{request", with: "do: [{clear: [item]}, {request")
    }
    #expect(found.contains("absentValue send item"))
  }

  @Test("A field that a person empties again is found, where the button asks for the other field")
  func otherField() throws {
    let found = try Self.findings { $0.replacing("enabled: item", with: "enabled: note") }
    #expect(found == ["absentValue send item"])
  }

  @Test("One that is part of a longer text is there in any case")
  func partOfText() throws {
    let found = try Self.findings {
      $0.replacing("item: \"{item}\"", with: "item: \"to {item}\"")
        .replacing(", enabled: item is present", with: "")
    }
    #expect(found == [])
  }

  /// A form that demands the item, and a screen behind it from which it is sent.
  private static func laterScreen(_ change: (String) -> String) throws -> [String] {
    let text = change(
      """
      flow: shop
      version: 1
      languages: [en]
      goals: [home]
      contracts: [shop.yaml]
      facts: {item: {type: text}, wanted: {type: flag, initial: true}}
      requests:
        find: {app: find, save: {item: $.item}, repeat: safe}
        send: {app: order, with: {item: "{item}"}, repeat: safe}
      initial: ask
      screens:
        ask:
          elements:
            - {button: go, label: t, submits: true}
            - {field: item, fact: item, label: t, validate: [{required: true, message: f}]}
            - {button: skip, label: t}
            - {toggle: wanted, fact: wanted, label: t}
          on: {go: review, skip: finding}
        finding:
          enter: [{request: find}]
          elements: [{text: f, when: find.failed}, {button: again, label: t}]
          on: {again: ask}
          always: [{when: find.succeeded, to: review}]
        review:
          elements: [{button: order, label: t}, {text: f, when: send.failed}, {text: shown}]
          on: {order: {do: [{request: send}]}}
          always: [{when: send.succeeded, to: home}]
        home: {elements: [{text: t}]}
      texts: {en: {t: T, f: Failed, shown: "{wanted}"}}
      """)
    return try findings(in: text)
  }

  @Test("What a form demanded, or every response has, is there on the screen behind it")
  func laterScreen() throws { #expect(try Self.laterScreen { $0 } == []) }

  private static let ways: [(from: String, to: String)] = [
    ("skip: finding", "skip: [{when: wanted, to: review}, {to: finding}]"),
    ("save: {item: $.item}", "save: {item: {path: $.item, optional: true}}"),
    ("label: t, validate", "label: t, when: wanted, validate"),
    (
      "label: t, submits: true}\n      - {field: item, fact: item, label: t, validate: [{required: true, message: f}]}",
      "label: t}\n      - {field: item, fact: item, label: t}"
    ),
    ("{text: shown}", "{text: shown}, {field: again, fact: item, label: t}"),
    ("on: {go: review", "on: {go: {to: review, do: [{clear: [item]}]}"),
  ]

  @Test("A screen that can be reached, or left to send it, without it is found", arguments: ways)
  func laterScreenWithout(from: String, to: String) throws {
    let found = try Self.laterScreen {
      #expect($0.contains(from))
      return $0.replacing(from, with: to)
    }
    #expect(found.contains("absentValue send item"), "\(found)")
  }

  @Test("In a sub-flow that is explored apart it is found as well")
  func inSubflow() throws {
    let inner = """
      flow: inner
      version: 1
      languages: [en]
      inputs: [item]
      outcomes: [done]
      facts: {item: {type: text}}
      requests: {send: {app: order, with: {item: "{item}"}, repeat: safe}}
      initial: ask
      screens:
        ask:
          elements: [{button: go, label: t}, {text: f, when: send.failed}]
          on: {go: {do: [{request: send}]}}
          always: [{when: send.succeeded, to: end}]
      states: {end: {final: done}}
      texts: {en: {t: T, f: Failed}}
      """
    let outer = """
      flow: outer
      version: 1
      languages: [en]
      goals: [home]
      contracts: [shop.yaml]
      facts: {chosen: {type: text}}
      initial: start
      screens:
        start:
          elements: [{field: chosen, fact: chosen, label: t}, {button: next, label: tGUARD}]
          on: {next: buying}
        home: {elements: [{text: t}]}
      states:
        buying: {flow: inner.flow.yaml, bind: {item: chosen}, outcomes: {done: home}}
      texts: {en: {t: T}}
      """
    func findings(_ enabled: String) throws -> [String] {
      let checked = try Checked(
        text: outer.replacing("GUARD", with: enabled),
        files: ["shop.yaml": Self.shop, "inner.flow.yaml": inner])
      return checked.found.map { "\($0.property) \(checked.name(of: $0))" }
    }
    #expect(try findings(", enabled: chosen is present") == [])
    #expect(try findings("").contains { $0.hasPrefix("absentValue") })
  }
}
