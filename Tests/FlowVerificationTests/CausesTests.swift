import FlowVerification
import Testing

/// Effects and failures of steps that nobody asks for: relaunches, timers, updates.
@Suite("What comes by itself") struct CausesTests {
  typealias Case = SoundnessTests.Case

  // MARK: Sent again, with another tap in between

  /// - Parameters:
  ///   - shop: what the screen after the success has beside its button.
  ///   - more: further declarations.
  private static func buying(_ request: String, _ shop: String = "", _ more: String = "") -> String
  {
    """
    \(more)
    requests: {pay: {app: pay, \(request)}}
    initial: start
    screens:
      start: {elements: [{button: go, label: t}], on: {go: paying}}
      paying:
        enter: [{request: pay}]
        elements: [{text: t, when: pay.failed}, {button: again, label: t, when: pay.failed}]
        on: {again: {do: [{request: pay}]}}
        always: [{when: pay.succeeded, to: paid}]
      paid: {elements: [{button: more, label: t}, {heading: t}], on: {more: shop}}
      shop:
        elements: [{button: leave, label: t}, {button: more, label: t}, {heading: t}, {text: t}]
        on: {leave: home, more: home\(shop.first == "," ? shop : "")}
        \(shop.first == "," ? "" : shop)
      home: {elements: [{text: t}]}
    """
  }

  static let again = [
    Case(
      what: "a relaunch sends with another key what has succeeded",
      body: buying("repeat: keyed", "restore: paying"), found: ["repeatedSuccess pay"]),
    Case(
      what: "a relaunch sends again what must not be repeated",
      body: buying("repeat: never", "restore: paying"), found: ["repeatedSend pay"]),
    Case(
      what: "a timer sends it again", body: buying("repeat: never", "after: {60s: paying}"),
      found: ["repeatedSend pay"]),
    Case(
      what: "a timer sends with another key", body: buying("repeat: keyed", "after: {60s: paying}"),
      found: ["repeatedSuccess pay"]),
    Case(
      what: "the end of a session sends it again",
      body: buying("repeat: keyed", ", sessionExpired: paying", "signals: {sessionExpired: {}}"),
      found: ["repeatedSuccess pay"]),
    Case(
      what: "the device sends it again",
      body: buying(
        "repeat: keyed", ", changed.told: paying", "facts: {told: {type: flag, place: device}}"),
      found: ["repeatedSuccess pay"]),
    Case(
      what: "a signal of the app asks for it",
      body: buying("repeat: keyed", ", offer: paying", "signals: {offer: {}}"), found: []),
    Case(
      what: "a relaunch leads to where it stood", body: buying("repeat: keyed"), found: []),
    Case(
      what: "a tap asks for it",
      body: buying("repeat: never").replacing("more: home", with: "more: paying"), found: []),
  ]

  // MARK: What a relaunch ends

  private static func ending(_ pay: String, _ start: String = "") -> String {
    """
    requests: {pay: {app: pay, repeat: never}}
    initial: start
    screens:
      start: {elements: [{button: go, label: t}\(start)], on: {go: paying}}
      paying:
        enter: [{request: pay}]
        elements: [{heading: t}, {text: t, when: pay.failed}, {button: out, label: t}]
        on: {out: start}
        always: [{when: pay.succeeded, to: home}]\(pay)
      home: {elements: [{text: t}]}
    """
  }

  static let ended = [
    Case(
      what: "`restore` leads away from where the outcome would show",
      body: ending("\n    restore: start"), found: ["unhandledFailure pay"]),
    Case(
      what: "it shows where it stood", body: ending(""), found: []),
    Case(
      what: "it is told where `restore` leads",
      body: ending("\n    restore: unsure").replacing(
        "  home:",
        with: "  unsure: {elements: [{text: t}, {button: on, label: t}], on: {on: start}}\n  home:"),
      found: []),
  ]

  // MARK: Failures that leave something nobody sees

  private static func giving(_ action: String, _ start: String = "") -> String {
    """
    facts: {n: {type: number, initial: 0}}
    requests: {get: {app: get, repeat: safe, with: {n: "{n}"}}}
    initial: start
    screens:
      start:
        elements: [{button: go, label: t}, {button: skip, label: t}\(start)]
        on: {go: {do: [{request: get}]}, skip: home}
        always: [{when: get.succeeded, to: home}, {when: get.failed, do: [{cancel: get}\(action)]}]
      home: {elements: [{text: t}]}
    """
  }

  static let silent = [
    Case(
      what: "nothing but a value that only the request sends", body: giving(", {set: {n: 5}}"),
      found: ["unhandledFailure get"]),
    Case(
      what: "a counter that shows only the third time",
      body: giving(", {set: {n: n + 1}, when: n < 4}", ", {text: t, when: n > 2}"),
      found: ["unhandledFailure get"]),
    Case(
      what: "a value that a text shows",
      body: giving(", {set: {n: 5}}", ", {text: t, when: n == 5}"), found: []),
    Case(
      what: "a message", body: giving(", {toast: t}"), found: []),
    Case(
      what: "another screen",
      body: giving("").replacing(
        "do: [{cancel: get}]", with: "to: failed"
      ).replacing(
        "  home:",
        with:
          "  failed: {elements: [{heading: t}, {button: on, label: t}], on: {on: home}}\n  home:"),
      found: []),
  ]

  // MARK: Computed numbers in comparisons

  private static func paying(_ fee: String, most: Int = 15) -> String {
    """
    facts: {amt: {type: number}, bal: {type: number, domain: {least: 0, most: 20}}, \(fee)}
    requests: {get: {app: get, repeat: safe, save: {bal: $.b}}}
    initial: start
    screens:
      start:
        enter: [{request: get}]
        elements: [{text: t, when: get.failed}, {field: amt, fact: amt, kind: number, label: t, validate: [required, {least: 1}, {most: \(most)}]}, {button: ok, label: t, submits: true, enabled: tot <= bal}, {button: cancel, label: t}]
        on: {ok: home, cancel: home}
      home: {elements: [{text: t}]}
    """
  }

  static let computed = [
    Case(
      what: "a sum is compared with a number from outside",
      body: paying("tot: {type: number, value: amt + 1}"), found: []),
    Case(
      what: "a sum of a typed number and one that follows from it",
      body: paying(
        "fee: {type: number, value: 'max(1, amt / 10)'}, tot: {type: number, value: amt + fee}"
      ).replacing("{button: cancel, label: t}", with: "{button: cancel, label: t, submits: true}"),
      found: []),
    Case(
      what: "no typed number is small enough",
      body: paying("tot: {type: number, value: amt + 30}").replacing(
        ", {button: cancel, label: t}", with: ""
      ).replacing(", cancel: home", with: ""),
      found: ["deadEnd -", "unreachableScreen home", "unreachableTransition start ok"]),
    Case(
      what: "a counter is compared with a number of the configuration",
      body: """
        facts: {seats: {type: number, initial: 1}, tot: {type: number, value: seats * 12}}
        configuration: {lim: {type: number, default: 30, domain: {least: 12, most: 60}}}
        initial: start
        screens:
          start:
            elements: [{button: more, label: t, enabled: seats < 6}, {button: less, label: t, enabled: seats > 1}, {button: ok, label: t, enabled: tot <= lim}]
            on: {more: {do: [{set: {seats: seats + 1}}]}, less: {do: [{set: {seats: seats - 1}}]}, ok: home}
          home: {elements: [{text: t}]}
        """, found: []),
  ]

  @Test("Each is judged rightly", arguments: again + ended + silent + computed)
  func judged(_ item: Case) throws {
    let found = try SoundnessTests.findings(item.body)
    #expect(found.sorted() == item.found.sorted(), "\(item.what): \(found)")
  }

  // MARK: Updates

  @Test(
    "An update that sends again what had its effect before is refused",
    arguments: ["never", "keyed"])
  func updated(_ repetition: String) throws {
    let before =
      "flow: test\nlanguages: [en]\ngoals: [home]\n" + Self.buying("repeat: \(repetition)")
      + "\ntexts: {en: {t: T}}"
    let after =
      before.replacing("to: paid}", with: "to: shop}")
      .replacing(
        "  paid: {elements: [{button: more, label: t}, {heading: t}], on: {more: shop}}\n", with: ""
      )
      + "\nmigrate: {states: {paid: paying}}"
    let found = try UpdateTests.findings(before, after)
    #expect(found == [repetition == "never" ? .repeatedSend : .repeatedSuccess])
    let right = after.replacing("paid: paying", with: "paid: shop")
    #expect(try UpdateTests.findings(before, right).isEmpty)
  }
}
