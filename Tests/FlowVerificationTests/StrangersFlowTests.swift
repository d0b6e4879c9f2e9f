import FlowVerification
import Testing

/// Flows of a stranger who knew the manual only, each beside one that differs in as little as possible.
@Suite("Flows that were judged wrongly once") struct StrangersFlowTests {
  typealias Case = SoundnessTests.Case

  // MARK: Buttons that set what is set

  private static func setting(_ action: String, more: String = "") -> String {
    """
    facts: {a: {type: flag, initial: false}, b: {type: choice, values: [x, y], initial: x}}
    initial: start
    screens:
      start:
        elements: [{button: go, label: t}, {button: reset, label: t}\(more), {text: t, when: a}, {text: t, when: b == y}]
        on: {go: home, reset: {do: [\(action)]}, turn: {do: [{set: {a: true}}]}}
      home: {elements: [{button: back, label: t}], on: {back: start}}
    """.replacing(more.isEmpty ? ", turn: {do: [{set: {a: true}}]}" : "~", with: "")
  }

  static let buttons = [
    Case(
      what: "a flag is set to what it always is", body: setting("{set: {a: false}}"),
      found: ["idleButton reset"]),
    Case(
      what: "a choice is set to what it always is", body: setting("{set: {b: x}}"),
      found: ["idleButton reset"]),
    Case(what: "a flag is set to something else", body: setting("{set: {a: true}}"), found: []),
    Case(
      what: "a flag is set back that can be set",
      body: setting("{set: {a: false}}", more: ", {button: turn, label: t}"), found: []),
    Case(what: "a choice is cleared", body: setting("{clear: [b]}"), found: []),
  ]

  // MARK: Secure storage that is locked

  private static func checking(_ when: String) -> String {
    """
    session: token
    restore: check
    facts: {token: {type: secret}, pw: {type: secret}}
    requests: {signin: {app: signin, with: {pw: "{pw}"}, repeat: safe, save: {token: $.t}}, renew: {app: renew, with: {t: "{token}"}, repeat: safe}}
    initial: check
    screens:
      login:
        elements: [{field: pw, fact: pw, kind: password, label: t, validate: [required]}, {text: t, when: signin.failed}, {button: go, label: t, submits: true}]
        on: {go: {do: [{request: signin}]}}
        always: [{when: token is present, to: home}]
      check:
        enter: [{request: renew}]
        elements: [{text: t}]
        always: [{when: token is absent, to: login}, {when: \(when), to: login, do: [{clear: [token]}]}, {when: renew.settled, to: home}]
      home: {elements: [{text: t}]}
    """
  }

  static let locked = [
    Case(
      what: "a request that cannot read the session is taken for a refusal",
      body: checking("renew.failed"), found: ["erasedSession token"]),
    Case(
      what: "its interruption is", body: checking("renew.failed(interrupted)"),
      found: ["erasedSession token"]),
    Case(what: "only a refusal is", body: checking("renew.failed(refused)"), found: []),
  ]

  // MARK: A class that keeps failing

  private static func buying(
    _ fields: String, facts: String, sent: String,
    sold: String = "{text: t}, {button: retry, label: t}",
    retry: String = "start", go: String = "buying"
  ) -> String {
    """
    facts: {\(facts)}
    requests: {buy: {app: buy, with: {\(sent)}, repeat: keyed, classes: {sold: {status: 409}}}}
    initial: start
    screens:
      start:
        elements: [\(fields){button: go, label: t}]
        on: {go: \(go)}
      buying:
        enter: [{request: buy}]
        elements: [{text: t, when: buy.failed}, {button: again, label: t, when: buy.failed}]
        on: {again: {do: [{request: buy}]}}
        always: [{when: buy.succeeded, to: home}, {when: buy.failed(sold), to: sold}]
      sold: {elements: [\(sold)], on: {retry: \(retry)}}
      home: {elements: [{text: t}]}
    """
  }
  private static let field = "{field: a, fact: a, label: t}, "
  private static let stuck = ["waitForSuccess buy sold"]

  static let failing = [
    Case(
      what: "nothing of what is sent can be changed",
      body: buying("", facts: "a: {type: text, initial: shoe}", sent: #"n: "{a}""#), found: stuck),
    Case(
      what: "a field can be", body: buying(field, facts: "a: {type: text}", sent: #"n: "{a}""#),
      found: []),
    Case(
      what: "one of several choices can be",
      body: buying(
        "{choices: ab, label: t, options: {a: t, b: t}}, ",
        facts: "a: {type: flag}, b: {type: flag}",
        sent: #"n: "{a}", m: "{b}""#),
      found: []),
    Case(
      what: "what is computed from a field is sent",
      body: buying(
        field, facts: #"a: {type: text}, full: {type: text, value: "x {a}"}"#, sent: #"n: "{full}""#
      ),
      found: []),
    Case(
      what: "what a field is assigned to is sent",
      body: buying(
        field, facts: "a: {type: text}, item: {type: text}", sent: #"n: "{item}""#,
        go: "{to: buying, do: [{set: {item: a}}]}"),
      found: []),
    Case(
      what: "the field can never be used",
      body: buying(
        "", facts: "a: {type: text, initial: shoe}, ok: {type: flag, initial: false}",
        sent: #"n: "{a}""#,
        sold: "{text: t}, {field: a, fact: a, label: t, enabled: ok}, {button: retry, label: t}",
        retry: "buying"),
      found: stuck),
  ]

  // MARK: Typed numbers in expressions

  private static func typing(
    _ value: String, _ enabled: String, _ validate: String = "",
    domain: String = "{least: 0, most: 5}"
  ) -> String {
    """
    facts: {n: {type: number\(domain.isEmpty ? "" : ", domain: \(domain)")}, d: {type: number, value: \(value)}}
    initial: start
    screens:
      start:
        elements: [{field: n, fact: n, kind: number, label: t, validate: [required\(validate)]}, {button: go, label: t, submits: true}]
        on: {go: two}
      two: {elements: [{button: ok, label: t, enabled: \(enabled)}], on: {ok: home}}
      home: {elements: [{text: t}]}
    """
  }

  static let typed = [
    Case(
      what: "a multiple just beyond what comes from outside", body: typing("n * 3", "d != 30"),
      found: ["deadEnd -"]),
    Case(
      what: "a remainder beyond it", body: typing("n % 10", "d != 9"), found: ["deadEnd -"]),
    Case(
      what: "a quotient whose bounds lie far apart",
      body: typing("n / 10", "d == 0 or d > 10", ", {least: 0}"), found: ["deadEnd -"]),
    Case(
      what: "what the validators refuse does not count",
      body: typing("n * 3", "d != 30", ", {least: 0}, {most: 9}"), found: []),
    Case(
      what: "bounds of the field are enough, without a domain",
      body: typing("n * 3", "d != 30", ", {least: 0}, {most: 9}", domain: ""), found: []),
    Case(
      what: "and one that lies within them is found",
      body: typing("n * 3", "d != 27", ", {least: 0}, {most: 9}", domain: ""), found: ["deadEnd -"]),
    Case(
      what: "bounds keep nobody from going on with a button that does not submit",
      body: typing("n * 3", "d != 60", ", {least: 0}, {most: 9}", domain: "")
        .replacing(", submits: true", with: ""),
      found: ["deadEnd -"]),
  ]

  @Test(
    "A typed number that would have to be tried in thousands of values is refused, unless its field has bounds"
  )
  func unbounded() throws {
    #expect(throws: DomainError.unbounded(0)) {
      try SoundnessTests.findings(Self.typing("n * 3", "d != 30", domain: ""))
    }
    #expect(throws: DomainError.self) {
      try SoundnessTests.findings(
        Self.typing("n / 1000", "d != 30", ", {least: 0}, {most: 9}")
          .replacing(", submits: true", with: ""))
    }
    #expect(
      try SoundnessTests.findings(Self.typing("n / 1000", "d != 30", ", {least: 0}, {most: 9}"))
        .isEmpty)
  }

  // MARK: Successes that are loaded again

  private static func loading(_ repetition: String) -> String {
    """
    facts: {a: {type: text}, b: {type: text}}
    requests:
      one: {app: one, repeat: \(repetition), save: {a: $.a}}
      two: {app: two, repeat: safe, save: {b: $.b}}
    initial: start
    screens:
      start: {elements: [{button: go, label: t}], on: {go: loading}}
      loading:
        enter: [{request: one}, {request: two}]
        elements: [{text: t, when: one.failed or two.failed}, {button: again, label: t, when: one.failed or two.failed}]
        on: {again: loading}
        always: [{when: one.succeeded and two.succeeded, to: home}]
      home: {elements: [{text: t}, {text: t, when: a is present or b is present}]}
    """
  }

  @Test("What may be sent at any time is not lost when it is sent again beside what has failed")
  func loadedAgain() throws {
    #expect(try SoundnessTests.findings(Self.loading("safe")) == [])
    #expect(try SoundnessTests.findings(Self.loading("keyed")).contains("droppedSuccess one"))
  }

  // MARK: Rows, inputs and messages

  private static func paging(_ rows: String) -> String {
    """
    facts: {rows: {type: list, of: {id: text}}, more: {type: flag}, row: {type: text}}
    requests: {page: {app: page, repeat: safe, save: {rows: {path: $.rows, append: id}, more: $.more}}}
    timers: {pause: {after: 2s}}
    initial: start
    screens:
      start:
        enter: [{request: page}, {startTimer: pause}]
        elements: [\(rows){text: t, when: page.failed}, {button: leave, label: t}]
        on: {leave: home}
        always:
          - {when: page.succeeded and more and pause.elapsed, do: [{request: page}, {startTimer: pause}]}
          - {when: row is present, to: home}
      home: {elements: [{text: t}]}
    """
  }

  @Test("Rows that are shown are no success that is ignored")
  func shownRows() throws {
    let rows = "{picker: p, fact: row, from: rows, value: id, label: id, style: rows}, "
    #expect(try SoundnessTests.findings(Self.paging(rows)) == [])
    let ignored = Self.paging("{field: row, fact: row, label: t}, ")
    #expect(try SoundnessTests.findings(ignored).contains("droppedSuccess page"))
  }

  @Test("Whether an input is present is proven where the sub-flow is used")
  func givenInput() throws {
    let body = """
      facts: {id: {type: text}}
      INPUTS
      requests: {get: {http: {method: GET, url: "https://x.example/u/{id}"}, repeat: safe}}
      initial: ask
      screens:
        ask:
          elements: [{button: load, label: t}, {text: t, when: get.failed}]
          on: {load: {do: [{request: get}]}}
          always: [{when: get.succeeded, to: home}]
        home: {elements: [{text: t}]}
      """
    let alone = body.replacing("INPUTS", with: "inputs: [id]")
    #expect(try SoundnessTests.findings(alone) == [])
    let without = body.replacing("INPUTS\n", with: "")
    #expect(try SoundnessTests.findings(without) == ["absentValue get id"])
  }

  private static func failing(_ request: String, _ paying: String = "") -> String {
    """
    requests: {pay: {app: pay, repeat: keyed\(request)}}
    initial: start
    screens:
      start: {elements: [{text: t, when: pay.failed}, {button: go, label: t}], on: {go: paying}}
      paying:
        enter: [{request: pay}]
        elements: [{progress: t}\(paying)]
        always: [{when: pay.succeeded, to: home}, {when: pay.failed, to: start}]
      home: {elements: [{text: t}]}
    """
  }

  @Test("A message about a request that is always over where the message stands is never shown")
  func messageBehind() throws {
    #expect(
      try SoundnessTests.findings(Self.failing("")).contains { $0.hasPrefix("hiddenElement") })
    #expect(try SoundnessTests.findings(Self.failing(", survives: true")) == [])
  }

  // MARK: Failures

  private static func failures(_ classes: String, _ when: String) -> String {
    """
    requests: {get: {app: get, repeat: safe, classes: {\(classes)}}}
    initial: start
    screens:
      start:
        elements: [{button: go, label: t}, {text: t, when: get.failed}]
        on: {go: {do: [{request: get}]}}
        always: [{when: get.succeeded, to: home}, {when: \(when), to: gone}]
      gone: {elements: [{button: on, label: t}], on: {on: home}}
      home: {elements: [{text: t}]}
    """
  }

  static let classes = [
    Case(
      what: "an own class takes all that the common one would be",
      body: failures("all: {status: 4xx}", "get.failed(refused)"),
      found: [
        "unreachableScreen gone", "unreachableTransition start always",
        "unreachableTransition gone on",
      ]),
    Case(
      what: "it takes only one with a code of its own",
      body: failures("all: {status: 4xx, code: x}", "get.failed(refused)"), found: []),
    Case(
      what: "it takes a part of it",
      body: failures("all: {status: [400, 409]}", "get.failed(refused)"),
      found: []),
  ]

  @Test(
    "Each is judged rightly",
    arguments: buttons + locked + failing + typed + classes)
  func judged(_ item: Case) throws {
    let found = try SoundnessTests.findings(item.body)
    #expect(Set(found) == Set(item.found))
  }

  @Test("A message that is nothing but a value says nothing while the value is absent")
  func emptyMessage() throws {
    func problems(_ words: String) throws -> [String] {
      let checked = try Checked(
        text: """
          flow: empty
          version: 1
          languages: [en]
          goals: [home]
          facts: {why: {type: text}}
          requests: {get: {app: get, repeat: safe, failure: {save: {why: $.why}}}}
          initial: start
          screens:
            start:
              elements: [{button: go, label: t}]
              on: {go: {do: [{clear: [why]}, {request: get}]}}
              always: [{when: get.succeeded, to: home}, {when: get.failed, to: start, do: [{toast: w}]}]
            home: {elements: [{text: t}]}
          texts: {en: {w: "\(words)", t: T}}
          """)
      return checked.found.map { "\($0.property) \(checked.name(of: $0))" }
    }
    #expect(try problems("{why}") == ["unhandledFailure get"])
    #expect(try problems("Failed: {why}") == [])
  }
}
