import FlowMachine
import FlowVerification
import Testing

/// What a person can type: more than the document says that a server gives, and no more than a field lets through.
@Suite("What can be typed")
struct TypedValueTests {
  typealias Case = SoundnessTests.Case

  private static func number(
    _ fact: String, field: String = "", then rest: String, more: String = ""
  ) -> String {
    """
    facts: {n: \(fact)\(more)}
    initial: start
    screens:
      start:
        elements: [{field: n, fact: n, kind: number, label: t\(field)}, {button: go, label: t\(field.contains("validate") ? ", submits: true" : ", enabled: n is present")}]
        on: {go: next}
      next:
        elements: [{button: on, label: t, enabled: \(rest)}]
        on: {on: home}
      home: {elements: [{text: t}]}
    """
  }

  private static let ranged = "{type: number, domain: {least: 0, most: 9}}"

  static let numbers = [
    Case(
      what: "a number above the declared domain",
      body: number(ranged, then: "n < 10"), found: ["deadEnd -"]),
    Case(
      what: "a number below the declared domain",
      body: number(ranged, then: "n >= 0"), found: ["deadEnd -"]),
    Case(
      what: "a number that validators keep inside the domain",
      body: number(
        ranged, field: ", validate: [required, {least: 0}, {most: 9}]", then: "n >= 0 and n < 10"),
      found: []),
    Case(
      what: "a number beside the declared ones",
      body: number(
        "{type: number, domain: [1, 2]}", then: "n == 1 or n == 2"),
      found: ["deadEnd -"]),
    Case(
      what: "two numbers that are equal though their domains have none in common",
      body: """
        facts: {a: {type: number, domain: [1, 2]}, b: {type: number, domain: [3, 4]}}
        initial: start
        screens:
          start:
            elements: [{field: a, fact: a, kind: number, label: t}, {field: b, fact: b, kind: number, label: t}, {button: go, label: t}]
            on: {go: [{when: a == b and a is present, to: trap}, {to: home}]}
          trap: {elements: [{text: t}]}
          home: {elements: [{text: t}]}
        """,
      found: ["deadEnd -"]),
    Case(
      what: "a number that is calculated with, so great that nothing comes of it",
      body: number(
        ranged, then: "d is present",
        more: ", d: {type: number, value: n * 900000000000000000}"),
      found: ["deadEnd -"]),
    Case(
      what: "a number that is calculated with, and kept small by validators",
      body: number(
        ranged, field: ", validate: [required, {least: 0}, {most: 9}]", then: "d is present",
        more: ", d: {type: number, value: n * 900000000000000000}"),
      found: []),
    Case(
      what: "a number beyond the end of a counted one",
      body: """
        facts: {left: {type: number, initial: 0}, right: {type: number, domain: {least: 0, most: 6}}}
        initial: start
        screens:
          start:
            elements: [{field: right, fact: right, kind: number, label: t, validate: [required]}, {button: go, label: t, submits: true}]
            on: {go: middle}
          middle:
            elements: [{button: more, label: t, enabled: left < 9}, {button: on, label: t, enabled: left >= right}]
            on: {more: {do: [{set: {left: left + 1}}]}, on: home}
          home: {elements: [{text: t}]}
        """,
      found: ["deadEnd -"]),
    Case(
      what: "a text beside the declared ones",
      body: """
        facts: {code: {type: text, domain: [one, two]}}
        initial: start
        screens:
          start:
            elements: [{field: code, fact: code, label: t}, {button: go, label: t, enabled: code is present}]
            on: {go: next}
          next: {elements: [{button: on, label: t, enabled: code == 'one' or code == 'two'}], on: {on: home}}
          home: {elements: [{text: t}]}
        """,
      found: ["deadEnd -"]),
    Case(
      what: "an option beside the declared ones",
      body: """
        facts: {c: {type: choice, values: [red, green, blue], domain: [red]}}
        initial: start
        screens:
          start:
            elements: [{choice: c, fact: c, label: t, options: {blue: t, green: t, red: t}}, {button: go, label: t, enabled: c is present}]
            on: {go: next}
          next: {elements: [{button: on, label: t, enabled: c != green}], on: {on: home}}
          home: {elements: [{text: t}]}
        """,
      found: ["deadEnd -"]),
  ]

  @Test("ENT-4: a declared domain keeps nobody from typing or choosing", arguments: numbers)
  func beyond(_ item: Case) throws {
    #expect(Set(try SoundnessTests.findings(item.body)) == Set(item.found))
  }

  // MARK: What a field lets through

  private static let stuck = [
    "deadEnd -", "unreachableScreen home", "unreachableTransition start go",
  ]

  private static func field(_ what: String, _ field: String, secret: Bool = false, ok: Bool) -> Case
  {
    Case(
      what: what,
      body: """
        facts: {f: {type: \(secret ? "secret" : field.contains("number") ? "number, place: memory" : "text, place: memory")}}
        initial: start
        screens:
          start:
            elements: [{field: f, fact: f, label: t, \(field)}, {button: go, label: t, submits: true}]
            on: {go: home}
          home: {elements: [{text: t}]}
        """,
      found: ok ? [] : stuck)
  }

  static let fields = [
    field("five of six digits", "length: 5, validate: [required, digits, {least: 6}]", ok: false),
    field("six of six digits", "length: 6, validate: [required, digits, {least: 6}]", ok: true),
    field(
      "an address of four characters", "kind: email, length: 4, validate: [required, email]",
      ok: false),
    field(
      "an address of five characters", "kind: email, length: 5, validate: [required, email]",
      ok: true),
    field(
      "a secret of at least 12 in 8",
      "kind: password, length: 8, validate: [required, {least: 12}]", secret: true, ok: false),
    field(
      "a secret of at least 12 in 12",
      "kind: password, length: 12, validate: [required, {least: 12}]", secret: true, ok: true),
    field(
      "a secret of digits that is an address",
      "kind: password, validate: [required, digits, email]", secret: true, ok: false),
    field(
      "a pattern of twelve in eight",
      "length: 8, validate: [required, {pattern: '[A-Z]{2}[0-9]{10}', message: t}]", ok: false),
    field(
      "a pattern of two to twelve in eight",
      "length: 8, validate: [required, {pattern: '[A-Z]{2}[0-9]{0,10}', message: t}]", ok: true),
    field(
      "a secret's pattern of twelve in eight",
      "kind: password, length: 8, validate: [required, {pattern: '[A-Z]{2}[0-9]{10}', message: t}]",
      secret: true, ok: false),
    field(
      "letters in a code of cells",
      "kind: code, length: 6, validate: [required, {pattern: '[A-Z]{6}', message: t}]", ok: false),
    field(
      "letters in a code without cells",
      "kind: code, validate: [required, {pattern: '[A-Z]{6}', message: t}]", ok: true),
    field(
      "digits in a code of cells", "kind: code, length: 6, validate: [required, digits]", ok: true),
    field(
      "a thousand in three characters",
      "kind: number, length: 3, validate: [required, {least: 1000}]", ok: false),
    field(
      "a thousand in four characters",
      "kind: number, length: 4, validate: [required, {least: 1000}]", ok: true),
    field(
      "less than minus nine in two characters",
      "kind: number, length: 2, validate: [required, {most: -10}]", ok: false),
    field(
      "less than minus eight in two characters",
      "kind: number, length: 2, validate: [required, {most: -9}]", ok: true),
  ]

  @Test(
    "ENT-4: a form that no text of its fields' length completes is a dead end", arguments: fields)
  func limited(_ item: Case) throws {
    #expect(Set(try SoundnessTests.findings(item.body)) == Set(item.found))
  }

  @Test(
    "ENT-4: a literal that is longer than its field is never typed",
    arguments: [(5, false), (6, true)])
  func literal(_ length: Int, _ isTyped: Bool) throws {
    let found = try SoundnessTests.findings(
      """
      facts: {code: {type: text, place: memory}}
      initial: start
      screens:
        start:
          elements: [{field: code, fact: code, label: t, length: \(length)}, {button: go, label: t, enabled: code == 'sesame'}]
          on: {go: home}
        home: {elements: [{text: t}]}
      """)
    #expect(Set(found) == (isTyped ? [] : Set(Self.stuck)))
  }
}
