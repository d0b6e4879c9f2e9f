import FlowMachine
import FlowVerification
import Statechart
import Testing

/// Which values of a fact are told apart.
@Suite("The domain of a flow")
struct DomainTests {
  struct Case: CustomTestStringConvertible, Sendable {
    let what: String
    /// The declaration of `fact`, and what the guard of the one transition asks.
    var declaration: String
    var condition: String
    /// What a button does beside it.
    var action = "{forget: back}"
    var elements = ""
    /// As they can come from outside.
    let values: [String]

    var testDescription: String { what }
  }

  static let cases = [
    Case(
      what: "a number at an equality", declaration: "{type: number}", condition: "fact == 5",
      values: ["4", "5", "6"]),
    Case(
      what: "a number at an order", declaration: "{type: number}", condition: "fact < 5",
      values: ["3", "4", "5", "6"]),
    Case(
      what: "a number at two places", declaration: "{type: number}",
      condition: "fact >= 2 and fact != 9", values: ["0", "1", "2", "3", "8", "9", "10"]),
    Case(
      what: "a number that is there or not", declaration: "{type: number}",
      condition: "fact is present", values: ["1"]),
    Case(
      what: "a counter, from the first that can come",
      declaration: "{type: number, initial: 0, domain: [1, 2]}", condition: "fact >= 3",
      action: "{set: {fact: fact + 1}}", values: ["1", "2"]),
    Case(
      what: "a choice at one value", declaration: "{type: choice, values: [a, b, c, d]}",
      condition: "fact == c", values: ["a", "c"]),
    Case(
      what: "a choice at all but one", declaration: "{type: choice, values: [a, b, c]}",
      condition: "fact == a or fact == b", values: ["a", "b", "c"]),
    Case(
      what: "a choice that is there or not", declaration: "{type: choice, values: [a, b, c]}",
      condition: "fact is present", values: ["a"]),
    Case(
      what: "a flag", declaration: "{type: flag}", condition: "fact", values: ["false", "true"]),
    Case(
      what: "a text at a literal", declaration: "{type: text}", condition: "fact == 'auto'",
      values: ["'auto'", "'anything'"]),
    Case(
      what: "a text that is there or not", declaration: "{type: text}",
      condition: "fact is present", values: ["'anything'"]),
    Case(
      what: "a text by its field", declaration: "{type: text}", condition: "fact is valid",
      elements:
        "{field: f, fact: fact, label: t, kind: email, validate: [{email: true, message: t}]}",
      values: ["'ada@example.org'", "'anything'"]),
    Case(
      what: "a text of few letters", declaration: "{type: text}", condition: "fact is valid",
      elements: "{field: f, fact: fact, label: t, validate: [{most: 3, message: t}]}",
      values: ["'x'", "'anything'"]),
    Case(
      what: "a declared number", declaration: "{type: number, domain: {least: 0, most: 10}}",
      condition: "fact == 5", values: ["0", "4", "5", "6", "10"]),
    Case(
      what: "a declared choice", declaration: "{type: choice, values: [a, b, c], domain: [b]}",
      condition: "fact == a", values: ["b"]),
  ]

  private func checked(_ item: Case) throws -> Checked {
    let buttons = ["{button: go, label: t}", "{button: act, label: t}"]
    let elements = (buttons + (item.elements.isEmpty ? [] : [item.elements])).joined(
      separator: ", ")
    return try Checked(
      text: """
        flow: domain
        version: 1
        languages: [en]
        goals: [home]
        facts: {fact: \(item.declaration)}
        requests:
          load: {app: load, repeat: safe, save: {fact: $.a}, failure: {show: failed, dismissal: stay}}
        overlays: {failed: {elements: [{button: dismiss, label: t}]}}
        initial: start
        screens:
          start:
            enter: [{request: load}]
            elements: [\(elements)]
            on: {go: [{to: home, when: \(item.condition)}, {do: [{toast: t}]}], act: {do: [\(item.action)]}}
          home: {elements: [{text: t}]}
        texts: {en: {t: T}}
        """)
  }

  @Test("Only those values of a fact are distinguished that something depends on", arguments: cases)
  func values(_ item: Case) throws {
    let checked = try checked(item)
    let fact = try #require(checked.flow.fact(named: Text("fact")))
    let row = checked.flow.tables.facts[Int(fact)]
    let found = checked.domain.values[Int(fact)].map { value in
      switch value {
      case .absent: "absent"
      case .text(let text): "'\(text.string)'"
      case .number(let number):
        switch row.type {
        case .flag: number == 0 ? "false" : "true"
        case .choice:
          checked.flow.blob(checked.flow.tables.ids[Int(row.choices.start) + Int(number)]).string
        default: String(number)
        }
      }
    }
    #expect(found.sorted() == item.values.sorted())
  }

  @Test("A fact that nothing reads is dropped")
  func dropped() throws {
    let checked = try checked(
      Case(what: "", declaration: "{type: number}", condition: "load.failed", values: []))
    #expect(checked.domain.isRelevant[0] == false)
    #expect(checked.domain.values[0] == [])
    #expect(!checked.domain.kept.contains { $0.cell == 0 })
  }

  @Test(
    "Whether a link is shown does not matter, unless tapping it is an event of the flow",
    arguments: [false, true])
  func links(isEvent: Bool) throws {
    let checked = try Checked(
      text: """
        flow: domain
        version: 1
        languages: [en]
        goals: [home]
        configuration: {address: {type: text, default: "https://portico.invalid"}}
        initial: start
        screens:
          start:
            elements: [{link: more, label: t, url: "{address}", when: address != ''}, {button: on, label: t}]
            on: {on: home\(isEvent ? ", more: home" : "")}
          home: {elements: [{text: t}]}
        texts: {en: {t: T}}
        """)
    let address = try #require(checked.flow.fact(named: Text("address")))
    #expect(checked.domain.isRelevant[Int(address)] == isEvent)
    #expect(checked.report == [])
  }

  @Test(
    "A device fact is kept if a guard reads it; if only its change is awaited, the change is enough",
    arguments: [false, true], [false, true])
  func told(isAwaited: Bool, isAsked: Bool) throws {
    let checked = try Checked(
      text: """
        flow: domain
        version: 1
        languages: [en]
        goals: [home]
        facts: {fact: {type: text, place: device}}
        initial: start
        screens:
          start: {elements: [{text: t}], after: {1s: home}\(isAwaited ? ", on: {changed.fact: home}" : "")}
          home: {elements: [{text: t}]\(isAsked ? ", always: [{when: fact is absent, to: start}]" : "")}
        texts: {en: {t: "{fact}"}}
        """)
    #expect(checked.domain.isRelevant[0] == isAsked)
    #expect(checked.domain.kept.contains { $0.cell == 0 } == isAsked)
    let changes = (0..<checked.flow.chart.transitions.count).filter {
      checked.flow.chart.transitions[$0].event == checked.flow.tables.facts[0].changedEvent
    }
    #expect(changes.isEmpty == !isAwaited)
    // A change is taken, also where no value is kept.
    #expect(checked.explorer.isComplete)
    #expect(checked.found.allSatisfy { $0.property != .unreachableTransition })
  }

  @Test(
    "A value that the flow sets is distinguished even if it is outside the declared domain")
  func own() throws {
    let checked = try checked(
      Case(
        what: "", declaration: "{type: choice, values: [red, green, blue], domain: [green]}",
        condition: "fact == red", action: "{set: {fact: red}}", values: []))
    #expect(checked.report == [])
    let kept = try #require(checked.domain.kept.first { $0.cell == 0 })
    #expect(kept.codes[0] != kept.codes[1])
  }

  @Test("What only a failed response brings is explored, even if no guard reads its class")
  func broughtByFailure() throws {
    let checked = try Checked(
      text: """
        flow: domain
        version: 1
        languages: [en]
        goals: [home]
        facts: {until: {type: time}}
        requests:
          load: {app: load, repeat: safe, failure: {show: failed, dismissal: stay, save: {until: $.retry_at}}}
        overlays: {failed: {elements: [{button: dismiss, label: t}]}}
        initial: start
        screens:
          start:
            elements: [{button: go, label: t}, {button: home, label: t}]
            on: {go: {do: [{request: load}]}, home: home}
            always: [{when: until is present, to: home}]
          home: {elements: [{text: t}]}
        texts: {en: {t: T}}
        """)
    #expect(checked.report == [])
  }

  @Test("Texts that are compared with each other have each other's literals")
  func related() throws {
    let checked = try Checked(
      text: """
        flow: domain
        version: 1
        languages: [en]
        goals: [home]
        facts: {first: {type: text}, second: {type: text}}
        initial: start
        screens:
          start:
            elements:
              - {field: first, fact: first, label: t}
              - {field: second, fact: second, label: t}
              - {button: go, label: t}
            on: {go: [{to: home, when: first == second and first == 'x'}, {do: [{toast: t}]}]}
          home: {elements: [{text: t}]}
        texts: {en: {t: T}}
        """)
    #expect(checked.report == [])
    for fact in 0..<2 { #expect(checked.domain.values[fact].contains(.text(Text("x")))) }
  }

  @Test("Numbers that are only compared for equality have three values")
  func equal() throws {
    let checked = try Checked(
      text: """
        flow: domain
        version: 1
        languages: [en]
        goals: [home]
        facts: {first: {type: number}, second: {type: number}}
        initial: start
        screens:
          start:
            elements:
              - {field: first, fact: first, kind: number, label: t}
              - {field: second, fact: second, kind: number, label: t}
              - {button: go, label: t}
            on: {go: [{to: home, when: first == second}, {do: [{toast: t}]}]}
          home: {elements: [{text: t}]}
        texts: {en: {t: T}}
        """)
    #expect(checked.report == [])
    for fact in 0..<2 {
      #expect(checked.domain.values[fact] == [.number(1), .number(2), .number(3)])
    }
  }

  @Test("Numbers that are compared by order need a declared domain, and the report names them")
  func unbounded() throws {
    #expect(throws: DomainError.unbounded(0)) {
      try Checked(
        text: """
          flow: domain
          version: 1
          languages: [en]
          goals: [home]
          facts: {first: {type: number}, second: {type: number}}
          initial: start
          screens:
            start:
              elements:
                - {field: first, fact: first, kind: number, label: t}
                - {field: second, fact: second, kind: number, label: t}
                - {button: go, label: t}
              on: {go: {to: home, when: first < second}}
            home: {elements: [{text: t}]}
          texts: {en: {t: T}}
          """)
    }
  }

  @Test("A signal that is held keeps the number that came with it")
  func held() throws {
    let checked = try Checked(
      text: """
        flow: domain
        version: 1
        languages: [en]
        goals: [one]
        properties: {two: {reachable: in(two)}}
        signals: {visit: {value: number, held: true}}
        initial: start
        screens:
          start:
            elements: [{button: go, label: t}]
            on: {go: ready}
          ready:
            elements: [{button: skip, label: t}]
            on: {skip: one, visit: [{when: event == 2, to: two}, {when: event == 1, to: one}]}
          one: {elements: [{text: t}]}
          two:
            elements: [{button: go, label: t}]
            on: {go: one}
        texts: {en: {t: T}}
        """)
    #expect(checked.report == [])
    // Held first, then released by the tap.
    var ready = 0
    checked.explorer.forEachState { _, machine in ready += machine.heldNumbers.count }
    #expect(ready > 0)
  }

  @Test("Every row of a list that a picker can distinguish is chosen")
  func lists() throws {
    let checked = try Checked(
      text: """
        flow: domain
        version: 1
        languages: [en]
        goals: [home]
        facts:
          towns: {type: list, of: {id: text, open: flag}}
          town: {type: text}
          open: {type: flag}
        requests:
          load: {app: load, repeat: safe, save: {towns: $.a}, failure: {show: failed, dismissal: retry}}
        overlays: {failed: {elements: [{button: dismiss, label: t}]}}
        initial: start
        screens:
          start:
            enter: [{request: load}]
            elements: [{picker: town, fact: town, from: towns, value: id, label: id, title: t, sets: {open: open}}]
            always: [{when: open, to: home}, {when: town is present and not open, to: closed}]
          closed:
            elements: [{button: go, label: t}]
            on: {go: home}
          home: {elements: [{text: t}]}
        texts: {en: {t: T}}
        """)
    // A list without rows, or with closed ones only, is no dead end here: the flow says so itself.
    #expect(checked.report == ["deadEnd - after 1"])
    let fact = try #require(checked.flow.fact(named: Text("towns")))
    #expect(checked.domain.values[Int(fact)].count == 4)
  }

  @Test(
    "A list whose rows do not have the button that leads on is explored too",
    arguments: [(", where: open", ["deadEnd - after 1"]), ("", [])])
  func offeredRows(condition: String, report: [String]) throws {
    let checked = try Checked(
      text: """
        flow: domain
        version: 1
        languages: [en]
        goals: [home]
        facts:
          towns: {type: list, of: {id: text, open: flag}}
          town: {type: text}
          visited: {type: text}
        requests:
          load: {app: load, repeat: safe, save: {towns: $.a}, failure: {show: failed, dismissal: retry}}
        overlays: {failed: {elements: [{button: dismiss, label: t}]}}
        initial: start
        screens:
          start:
            enter: [{request: load}]
            elements:
              - {picker: town, fact: town, from: towns, value: id, label: id, style: rows}
              - {picker: visit, fact: visited, from: towns, value: id, label: id, style: actions, title: t\(condition)}
            always: [{when: town is present, to: closed}, {when: visited is present, to: home}]
          closed:
            elements:
              - {picker: town, fact: town, from: towns, value: id, label: id, style: rows}
              - {picker: visit, fact: visited, from: towns, value: id, label: id, style: actions, title: t\(condition)}
            always: [{when: visited is present, to: home}]
          home: {elements: [{text: t}]}
        texts: {en: {t: T}}
        """)
    #expect(checked.report.filter { $0 != "deadEnd - after 1" } == [])
    let towns = try #require(checked.flow.fact(named: Text("towns")))
    #expect(checked.domain.values[Int(towns)].count == (condition.isEmpty ? 2 : 4))
    #expect(report.allSatisfy(checked.report.contains))
  }

  @Test(
    "A row may contain a value that is invalid for the choice or number that it sets",
    arguments: [("{type: choice, values: [a, b]}", "text"), ("{type: number}", "number")])
  func unknownCells(declaration: String, column: String) throws {
    let checked = try Checked(
      text: """
        flow: domain
        version: 1
        languages: [en]
        goals: [home]
        facts:
          events: {type: list, of: {id: text, kind: \(column)}}
          chosen: {type: text}
          kind: \(declaration)
        requests:
          load: {app: load, repeat: safe, save: {events: $.a}, failure: {show: failed, dismissal: retry}}
        overlays: {failed: {elements: [{button: dismiss, label: t}]}}
        initial: start
        screens:
          start:
            enter: [{request: load}]
            elements: [{picker: chosen, fact: chosen, from: events, value: id, label: id, title: t, sets: {kind: kind}}]
            always: [{when: kind is present, to: home}, {when: chosen is present and kind is absent, to: closed}]
          closed: {elements: [{text: t}]}
          home: {elements: [{text: t}]}
        texts: {en: {t: T}}
        """)
    // Otherwise `closed` would be reported as unreachable. A list without rows is the dead end.
    #expect(checked.report == ["deadEnd - after 1"])
    let fact = try #require(checked.flow.fact(named: Text("events")))
    #expect(checked.domain.values[Int(fact)].count == 4)
  }
}
