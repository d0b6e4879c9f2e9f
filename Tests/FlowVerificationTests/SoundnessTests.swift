import FlowMachine
import FlowVerification
import Testing

/// Small flows with one flaw each, or with none though it looks like one.
///
/// Each goes wrong on the machine: `JudgeTests` walks there beside what is claimed of drawn ones.
@Suite struct SoundnessTests {
  struct Case: CustomTestStringConvertible, Sendable {
    let what: String
    /// The document without its head, texts and goals.
    let body: String
    /// What is found, without the length of the way; empty where nothing is wrong.
    let found: [String]

    var testDescription: String { what }
  }

  static func checked(_ body: String) throws -> Checked {
    var rules = ["least", "most", "digits", "email", "required"].filter { rule in
      body.split(separator: "validate: [").dropFirst().contains {
        $0.prefix { $0 != "]" }.contains(rule)
      }
    }
    if body.contains("{date:") { rules += ["required", "date", "date.least", "date.most"] }
    let messages = rules.map { ", invalid.\($0): t" }
    return try Checked(
      text: "flow: sound\nversion: 1\nlanguages: [en]\ngoals: [home]\n" + body
        + "\ntexts: {en: {t: T\(messages.joined())}}\n")
  }

  static func findings(_ body: String) throws -> [String] {
    let checked = try checked(body)
    try #require(checked.explorer.isComplete)
    return checked.found.map { "\($0.property) \(checked.name(of: $0))" }
  }

  // MARK: Numbers

  static let counting = """
    initial: code
    screens:
      code:
        elements: [{button: wrong, label: t}, {button: right, label: t, enabled: tries < 4}]
        on: {wrong: {do: [{set: {tries: tries + 1}}], when: tries < 9}, right: home}
      home: {elements: [{text: t}]}
    """

  static let numbers = [
    Case(
      what: "a counter is counted from its initial value",
      body: "facts: {tries: {type: number, initial: 0}}\n" + counting,
      found: ["deadEnd -", "deadButton wrong"]),
    Case(
      what: "a counter that can be set back is no dead end",
      body: "facts: {tries: {type: number, initial: 0}}\n"
        + counting.replacing(
          "when: tries < 9}", with: "when: tries < 9}, again: {do: [{set: {tries: 0}}]}"
        )
        .replacing(
          "{button: wrong, label: t}",
          with: "{button: wrong, label: t, enabled: tries < 9}, {button: again, label: t}"),
      found: []),
    Case(
      what: "a range is tried as a whole",
      body: """
        facts: {age: {type: number, domain: {least: 0, most: 10}}}
        initial: start
        screens:
          start:
            elements: [{field: age, fact: age, kind: number, label: t}, {button: go, label: t}]
            on: {go: [{when: age == 7, to: trap}, {to: home}]}
          trap: {elements: [{text: t}]}
          home: {elements: [{text: t}]}
        """,
      found: ["deadEnd -"]),
    Case(
      what: "a number that is counted beside a comparison of two has every value",
      body: """
        facts: {left: {type: number, initial: 0}, right: {type: number, domain: {least: 0, most: 6}}}
        initial: start
        screens:
          start:
            elements: [{field: right, fact: right, kind: number, label: t}, {button: go, label: t}]
            on: {go: middle}
          middle:
            elements: [{button: more, label: t, enabled: left < 9}, {button: on, label: t}]
            on: {more: {do: [{set: {left: left + 1}}]}, on: [{when: left == right, to: trap}, {to: home}]}
          trap: {elements: [{text: t}]}
          home: {elements: [{text: t}]}
        """,
      found: ["deadEnd -"]),
    Case(
      what: "a number of the configuration can be compared with a counter",
      body: """
        configuration: {limit: {type: number, default: 3, domain: {least: 1, most: 5}}}
        facts: {tries: {type: number, initial: 0}}
        initial: start
        screens:
          start:
            elements: [{button: again, label: t, enabled: tries < limit}, {button: skip, label: t, enabled: tries >= limit}]
            on: {again: {do: [{set: {tries: tries + 1}}]}, skip: home}
          home: {elements: [{text: t}]}
        """,
      found: []),
    Case(
      what: "what is set stands beside what comes from outside",
      body: """
        facts: {a: {type: number, domain: [1, 2]}, b: {type: number, domain: [1, 2]}}
        requests: {load: {app: load, repeat: safe, save: {b: $.b}}}
        initial: start
        screens:
          start:
            enter: [{request: load}]
            elements: [{text: t, when: load.failed}, {button: go, label: t}]
            on: {go: {to: next, do: [{set: {a: 7}}]}}
          next:
            elements: [{button: on, label: t}]
            on: {on: [{when: a == b, to: trap}, {to: home}]}
          trap: {elements: [{button: on, label: t}], on: {on: home}}
          home: {elements: [{text: t}]}
        """,
      found: [
        "unreachableScreen trap", "unreachableTransition next on", "unreachableTransition trap on",
      ]),
  ]

  @Test("ENT-4: numbers have every value that makes a difference", arguments: numbers)
  func number(_ item: Case) throws {
    let found = try Self.findings(item.body)
    #expect(Set(found) == Set(item.found))
  }

  @Test("ENT-4: a number that cannot be covered is refused, with what to write")
  func refused() throws {
    func refusal(_ body: String) -> String? {
      do {
        let checked = try Self.checked(body)
        return checked.explorer.runaway?.description(checked.flow)
      } catch let error as DomainError {
        return "\(error)"
      } catch { return "\(error)" }
    }
    let both = """
      facts: {n: {type: number, initial: 0}}
      initial: start
      screens:
        start:
          elements: [{button: up, label: t}, {button: down, label: t}, {button: on, label: t, enabled: n > 3}]
          on: {up: {do: [{set: {n: n + 1}}]}, down: {do: [{set: {n: n - 1}}]}, on: home}
        home: {elements: [{text: t}]}
      """
    #expect(refusal(both)?.contains("Stop counting with a guard: `when: n > -10`") == true)
    let told = both.replacing("initial: 0", with: "place: device")
      .replacing(", down: {do: [{set: {n: n - 1}}]}", with: "").replacing(
        "{button: down, label: t}, ", with: ""
      )
      .replacing("{set: {n: n + 1}}", with: "{set: {m: n + 1}}, {set: {m: m + 1}}")
      .replacing("facts: {", with: "facts: {m: {type: number, initial: 0}, ").replacing(
        "n > 3", with: "m > 3")
    #expect(
      refusal(told) == "unbounded(FlowMachine.1)" || refusal(told)?.hasPrefix("unbounded") == true)
    let clock = """
      facts: {at: {type: time}}
      initial: start
      screens:
        start:
          elements: [{button: go, label: t}]
          on: {go: {do: [{set: {at: now}}]}}
          always: [{when: at > 1000, to: home}]
        home: {elements: [{text: t}]}
      """
    #expect(refusal(clock)?.hasPrefix("clock") == true)
  }

  // MARK: Texts

  static func form(_ fields: String, _ rest: String) -> String {
    """
    facts: {code: {type: text}\(fields.contains("country") ? ", country: {type: choice, values: [de, us]}" : "")}
    initial: start
    screens:
      start:
        elements: [\(fields)]
    \(rest)
      home: {elements: [{text: t}]}
    """
  }

  static let texts = [
    Case(
      what: "18 to 22 digits can be typed",
      body: form(
        "{field: code, fact: code, label: t, validate: [required, digits, {least: 18}, {most: 22}]}, {button: go, label: t, submits: true}",
        "    on: {go: home}"),
      found: []),
    Case(
      what: "what two fields check differently is checked for each",
      body: """
        facts: {code: {type: text}}
        initial: start
        screens:
          start:
            elements: [{field: one, fact: code, label: t, validate: [required]}, {button: go, label: t, submits: true}]
            on: {go: next}
          next:
            elements: [{field: two, fact: code, label: t, validate: [{least: 4}], enabled: false == true}, {button: on, label: t, submits: true}]
            on: {on: home}
          home: {elements: [{text: t}]}
        """.replacing(", enabled: false == true", with: ", enabled: code is absent"),
      found: ["deadEnd -"]),
    Case(
      what: "a field for each country can be filled",
      body: form(
        "{choice: c, fact: country, label: t, options: {de: t, us: t}}, "
          + "{field: a, fact: code, label: t, when: country == de, validate: [required, digits]}, "
          + "{field: b, fact: code, label: t, when: country == us, validate: [required, email]}, "
          + "{button: go, label: t, submits: true, enabled: country is present}",
        "    on: {go: home}"),
      found: []),
    Case(
      what: "no text has ten characters of digits and is an address",
      body: form(
        "{field: code, fact: code, label: t, validate: [required, digits, email]}, {button: go, label: t, submits: true}",
        "    on: {go: home}"),
      found: ["deadEnd -", "unreachableScreen home", "unreachableTransition start go"]),
  ]

  @Test(
    "ENT-4: texts are explored with every possible combination of validator results",
    arguments: texts)
  func text(_ item: Case) throws {
    let found = try Self.findings(item.body)
    #expect(Set(found) == Set(item.found))
  }
}
