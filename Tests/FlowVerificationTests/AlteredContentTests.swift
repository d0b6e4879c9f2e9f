import FlowVerification
import Testing

/// Requests whose effect is doubled, or given to another user, since the flow itself changes what they are about.
@Suite("What is sent again with other content") struct AlteredContentTests {
  typealias Case = SoundnessTests.Case

  /// A payment that a timer sends again as long as it fails.
  ///
  /// - Parameters:
  ///   - total: the rest of the declaration of what it sends.
  ///   - go: what the button does that leads there.
  ///   - enter: actions before the request.
  ///   - again: what the timer does beside that.
  ///   - more: further lines of the screen.
  private static func paying(
    total: String = "initial: 1", go: String = "to: paying", enter: String = "", again: String = "",
    more: String = "", requests: String = "", facts: String = "", elements: String = ""
  ) -> String {
    """
    facts:
      total: {type: number, \(total)}
      \(facts)
    requests:
      pay: {app: pay, with: {total: "{total}"}, repeat: keyed}
      \(requests)
    initial: start
    screens:
      start: {elements: [{button: go, label: t}], on: {go: {\(go)}}}
      paying:
        enter: [\(enter){request: pay}]
        elements: [{text: t, when: pay.failed}, {button: leave, label: t}\(elements)]
        on: {leave: home\(more)}
        after: {60s: {to: paying\(again)}}
        always: [{when: pay.succeeded, to: home}]
      home: {elements: [{text: t}]}
    """
  }

  static let altered = [
    Case(what: "nothing changes", body: paying(), found: []),
    Case(
      what: "a timer counts what is sent",
      body: paying(again: ", do: [{set: {total: total + 1}}]"), found: ["repeatedAltered pay total"]
    ),
    Case(
      what: "a timer sets what is sent", body: paying(again: ", do: [{set: {total: 2}}]"),
      found: ["repeatedAltered pay total"]),
    Case(
      what: "a timer sets what is there", body: paying(again: ", do: [{set: {total: 1}}]"),
      found: []),
    Case(
      what: "a timer clears what is sent", body: paying(again: ", do: [{clear: [total]}]"),
      found: ["repeatedAltered pay total"]),
    Case(
      what: "it is set each time",
      body: paying(total: "place: memory", enter: "{set: {total: 2}}, "),
      found: []),
    Case(
      what: "it is set once, and a kill loses it",
      body: paying(total: "place: memory", go: "to: paying, do: [{set: {total: 2}}]"),
      found: ["repeatedAltered pay total"]),
    Case(
      what: "it is set once, and kept", body: paying(go: "to: paying, do: [{set: {total: 2}}]"),
      found: []),
    Case(
      what: "it is the time of each try",
      body: paying(enter: "{set: {total: now}}, ").replacing("type: number", with: "type: time")
        .replacing(", initial: 1", with: ""),
      found: ["repeatedAltered pay total"]),
    Case(
      what: "a person changes it",
      body: paying(
        more: ", more: {do: [{set: {total: total + 1}}]}", elements: ", {button: more, label: t}"),
      found: []),
    Case(
      what: "a person types it",
      body: paying(elements: ", {field: total, fact: total, kind: number, label: t}"), found: []),
    Case(
      what: "a kill loses what a person typed",
      body: paying(
        total: "place: memory",
        elements: ", {field: total, fact: total, kind: number, label: t}"),
      found: ["repeatedAltered pay total"]),
    Case(
      what: "it is copied from what the flow counts",
      body: paying(
        enter: "{set: {total: count}}, ", again: ", do: [{set: {count: count + 1}}]",
        facts: "count: {type: number, initial: 1}"),
      found: ["repeatedAltered pay count"]),
    Case(
      what: "it is copied from what stays",
      body: paying(
        enter: "{set: {total: count}}, ", facts: "count: {type: number, initial: 1}"), found: []),
    Case(
      what: "it is computed from what the flow counts",
      body: paying(
        total: "value: count * 2", again: ", do: [{set: {count: count + 1}}]",
        facts: "count: {type: number, initial: 1, domain: {least: 1, most: 9}}"),
      found: ["repeatedAltered pay count"]),
    Case(
      what: "it is loaded again",
      body: paying(requests: "quote: {app: quote, repeat: safe, save: {total: $.total}}")
        .replacing("after: {60s: {to: paying}}", with: "after: {60s: {do: [{request: quote}]}}")
        .replacing(
          "always: [", with: "always: [{when: quote.succeeded and pay.failed, to: paying}, "
        )
        .replacing(
          "{text: t, when: pay.failed}", with: "{text: t, when: pay.failed or quote.failed}"),
      found: ["repeatedAltered pay total"]),
    Case(
      what: "another call is made",
      body: paying(
        again: ", do: [{set: {isFast: true}}]", facts: "isFast: {type: flag, initial: false}"
      ).replacing(
        #"pay: {app: pay, with: {total: "{total}"}, repeat: keyed}"#,
        with:
          #"pay: {repeat: keyed, variants: [{when: isFast, app: payFast}, {app: pay, with: {total: "{total}"}}]}"#
      ),
      found: ["repeatedAltered pay isFast"]),
  ]

  @Test(
    "A keyed request whose outcome is open is sent with other content only by a person",
    arguments: altered)
  func alters(_ item: Case) throws {
    let found = try SoundnessTests.findings(item.body).filter { $0.hasPrefix("repeated") }
    #expect(found == item.found, "\(item.what): \(found)")
  }

  /// A payment that a button sends again.
  ///
  /// - Parameter fact: the declaration of what it sends.
  private static func tapped(
    _ fact: String = "type: time", start: String = "", again: String = "", elements: String = ""
  ) -> String {
    """
    facts: {at: {\(fact)}}
    requests: {pay: {app: pay, with: {at: "{at}"}, repeat: keyed}}
    initial: start
    screens:
      start: {elements: [{button: go, label: t}], on: {go: {to: paying, do: [\(start){request: pay}]}}}
      paying:
        elements: [{text: t, when: pay.failed}, {button: again, label: t, enabled: not pay.running}\(elements)]
        on: {again: {do: [\(again){request: pay}]}}
        always: [{when: pay.succeeded, to: home}]
      home: {elements: [{text: t}]}
    """
  }

  static let tries = [
    Case(what: "the time of the first try", body: tapped(start: "{set: {at: now}}, "), found: []),
    Case(
      what: "the time of each try", body: tapped(again: "{set: {at: now}}, "),
      found: ["repeatedAltered pay at"]),
    Case(
      what: "the number of tries",
      body: tapped("type: number, initial: 1", again: "{set: {at: at + 1}}, "),
      found: ["repeatedAltered pay at"]),
    Case(
      what: "a number that the person sees",
      body: tapped(
        "type: number, initial: 1", again: "{set: {at: at + 1}}, ",
        elements: ", {field: at, fact: at, kind: number, label: t}"), found: []),
    Case(
      what: "a kill loses what is sent again",
      body: tapped("type: number, place: memory", start: "{set: {at: 3}}, "),
      found: ["repeatedAltered pay at"]),
    Case(
      what: "it is set each time",
      body: tapped(
        "type: number, place: memory", start: "{set: {at: 3}}, ", again: "{set: {at: 3}}, "),
      found: []),
    Case(
      what: "a kill loses what was typed",
      body: tapped(
        "type: text, place: memory", elements: ", {field: at, fact: at, label: t}"),
      found: ["repeatedAltered pay at"]),
    Case(
      what: "a kill loses what was typed, and it has to be typed again",
      body: tapped(
        "type: text, place: memory",
        elements: ", {field: at, fact: at, label: t, validate: [required]}"
      ).replacing("enabled: not pay.running", with: "submits: true, enabled: not pay.running"),
      found: []),
  ]

  @Test(
    "What a kill loses, and what counts the tries, gives another key also where a person asks for it",
    arguments: tries)
  func asked(_ item: Case) throws {
    let found = try SoundnessTests.findings(item.body).filter { $0.hasPrefix("repeated") }
    #expect(found == item.found, "\(item.what): \(found)")
  }

  /// A request that goes on when the user signs out.
  private static func leaving(
    _ request: String = "survives: true", logout: String = "", scope: String = "user"
  ) -> String {
    """
    facts: {name: {type: text, scope: \(scope)}}
    signals: {logout: {}}
    requests: {load: {app: load, repeat: safe, save: {name: $.name}, \(request)}}
    initial: start
    on: {logout: {to: start, do: [\(logout){clear: user}]}}
    screens:
      start: {elements: [{button: go, label: t}, {button: on, label: t}], on: {go: loading, on: home}}
      loading:
        enter: [{request: load}]
        elements: [{text: t, when: load.failed}, {button: leave, label: t}]
        on: {leave: home}
        always: [{when: load.succeeded, to: home}]
      home: {elements: [{text: "{name}"}]}
    """
  }

  @Test("What a request brings is not saved for the next user")
  func saves() throws {
    func late(_ body: String) throws -> [String] {
      try SoundnessTests.findings(body.replacing(#"{text: "{name}"}"#, with: "{text: t}"))
        .filter { $0.hasPrefix("late") }
    }
    #expect(try late(Self.leaving()) == ["lateSave load"])
    #expect(try late(Self.leaving(logout: "{cancel: load}, ")) == [])
    #expect(try late(Self.leaving(scope: "device")) == [])
    #expect(try late(Self.leaving("timeout: 9s")) == [])
  }
}
