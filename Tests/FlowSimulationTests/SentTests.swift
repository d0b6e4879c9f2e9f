import FlowMachine
import FlowRuntime
import FlowSimulation
import TestSupport
import Testing

/// With which parameters a script can say that a request was sent.
@Suite struct SentTests {
  /// One screen with a button for each kind of call.
  static let flow = Result {
    try TestFlow.compile(
      """
      flow: test
      version: 1
      languages: [en]
      origins: [https://api.example.com]
      facts:
        name: {type: text}
        age: {type: number, initial: 42}
        consent: {type: flag, initial: false}
        aim: {type: choice, values: [race, health]}
        extra: {type: json}
        password: {type: secret}
      requests:
        submit:
          app: submit
          with: {name: "{name}", age: "{age}", consent: "{consent}", aim: "{aim}", password: "{password}", greeting: "Dear {name}", channel: web, tags: ["{name}", 3], extra: "{extra}"}
          repeat: safe
        save:
          http: {method: PUT, url: "https://api.example.com/cases/{name}?age={age}", headers: {X-Aim: "{aim}"}, bearer: password, body: {customer: {name: "{name}", password: "{password}"}, count: "{age}"}}
          repeat: safe
        post:
          http: {method: POST, url: "https://api.example.com/forms", body: {form: {full name: "{name} & Co", password: "{password}"}}}
          repeat: safe
        either:
          variants:
            - {when: consent, app: first, with: {one: "{name}", both: "{age}"}, repeat: safe}
            - {app: second, with: {two: "{name}", both: "{name}"}, repeat: safe}
        bare: {app: bare, save: {extra: $.extra}, repeat: safe, failure: {show: oops, dismissal: stay}}
      overlays: {oops: {elements: [{button: dismiss, label: only.label}]}}
      initial: only
      screens:
        only:
          elements:
            - {field: name, fact: name, label: only.label}
            - {field: password, fact: password, label: only.label, kind: password}
            - {toggle: consent, fact: consent, label: only.label}
            - {choice: aim, fact: aim, label: only.label, options: {race: only.label, health: only.label}}
            - button: submit
            - button: save
            - button: post
            - button: either
            - button: bare
          on:
            submit: {do: [{request: submit}]}
            save: {do: [{request: save}]}
            post: {do: [{request: post}]}
            either: {do: [{request: either}]}
            bare: {do: [{request: bare}]}
      texts: {en: {only.label: L, only.submit: S, only.save: S, only.post: P, only.either: E, only.bare: B}}
      """)
  }

  /// Everything is filled in, and each request is sent.
  static let sends = """
      - launch
      - type: {name: Ada, password: hush}
      - toggle: {consent: true}
      - choose: {aim: race}
      - tap: submit
      - tap: save
      - tap: post
      - tap: either

    """

  func failure(_ expectation: String, after steps: String = sends) throws -> String? {
    try Stages.play(steps + "  - expect: {sent: \(expectation)}", on: Self.flow.get())
  }

  @Test(
    "Parameters are compared as they were sent last: those of a map too, and no others",
    arguments: [
      "{submit: {name: Ada}}",
      "{submit: {age: 42, consent: true, aim: race}}",
      "{submit: {greeting: Dear Ada, channel: web, tags: [Ada, 3]}}",
      "{submit: {password: present, extra: absent}}",
      "{submit: {name: Ada}, either: {one: Ada}}",
      "{save: {method: PUT, url: \"https://api.example.com/cases/Ada?age=42\"}}",
      "{save: {headers: {X-Aim: race}, bearer: present}}",
      "{save: {body: {customer: {name: Ada, password: present}, count: 42}}}",
      "{save: {body: present, headers: present}}",
      "{post: {body: {form: {full name: Ada & Co, password: present}}}}",
      "{either: {one: Ada, both: 42, two: absent}}",
    ])
  func holds(expectation: String) throws {
    let failure = try failure(expectation)
    #expect(failure == nil, "\(failure ?? "")")
  }

  static let differences: [(expectation: String, words: String)] = [
    ("{submit: {name: Eve}}", "sent name of submit: expected 'Eve', got 'Ada'"),
    (
      "{submit: {age: 7, consent: false, aim: health}}",
      "sent age of submit: expected 7, got 42; sent consent of submit: expected false, got true; "
        + "sent aim of submit: expected 'health', got 'race'"
    ),
    ("{submit: {tags: [Ada]}}", "sent tags of submit: expected [\"Ada\"], got [\"Ada\",3]"),
    ("{submit: {name: absent}}", "sent name of submit: expected absent, got 'Ada'"),
    ("{submit: {extra: present}}", "sent extra of submit: expected present, got absent"),
    ("{submit: {extra: {a: 1}}}", "sent extra of submit: expected {\"a\":1}, got absent"),
    (
      "{save: {body: {customer: {name: Eve}}}}",
      "sent body.customer.name of save: expected 'Eve', got 'Ada'"
    ),
    ("{save: {body: absent}}", "sent body of save: expected absent, got a map"),
    (
      "{post: {body: {form: {full name: Eve & Co}}}}",
      "sent body.form.full name of post: expected 'Eve & Co', got 'Ada & Co'"
    ),
    ("{either: {two: Ada}}", "sent two of either: expected 'Ada', got absent"),
  ]

  @Test(
    "A difference names the parameter, the request, and both values",
    arguments: differences)
  func differs(expectation: String, words: String) throws {
    #expect(try failure(expectation) == "step 9, line 10: \(words)")
  }

  @Test("Of a request that was sent twice, the last counts; of one that never was, that is said")
  func last() throws {
    let again = Self.sends + "  - type: {name: Eve}\n  - tap: submit\n"
    #expect(try failure("{submit: {name: Eve, greeting: Dear Eve}}", after: again) == nil)
    #expect(
      try failure("{submit: {name: absent, age: 1}}", after: "  - launch\n")
        == "step 2, line 3: submit was never sent")
  }

  @Test("What was sent counts, whether or not it arrived, and a kill does not undo it")
  func lost() throws {
    let steps = """
        - answer: {submit: lost}
        - launch
        - type: {name: Ada}
        - tap: submit
        - kill

      """
    #expect(
      try failure("{submit: {name: Ada, aim: absent, password: absent}}", after: steps) == nil)
  }

  @Test("What a server from outside was sent is known like what the simulated one was")
  func server() throws {
    let flow = try Self.flow.get()
    let script = try Stages.script(
      "steps:\n" + Self.sends
        + "  - expect: {arrived: {submit: 1}, sent: {submit: {name: Ada, password: present}}}",
      for: flow)
    let player = Player(
      script, flow, responder: { _ in (.received(status: 200, body: "{}".bytes), 10) })
    #expect(player.run() == nil)
  }

  @Test("A value that is JSON is compared whatever the order of its members")
  func order() throws {
    let steps =
      Self.sends + """
          - answer: {bare: {body: {extra: {a: 1, b: [true, null]}}}}
          - tap: bare
          - tap: submit

        """
    #expect(try failure("{submit: {extra: {b: [true, null], a: 1}}}", after: steps) == nil)
    #expect(
      try failure("{submit: {extra: {b: [], a: 1}}}", after: steps)
        == "step 12, line 13: sent extra of submit: expected {\"a\":1,\"b\":[]}, "
        + "got {\"a\":1,\"b\":[true,null]}")
  }

  @Test("The value of a secret is in no message and no trace, wherever it is sent")
  func secret() throws {
    let flow = try Self.flow.get()
    var lines: [String] = []
    let script = try Stages.script(
      "steps:\n" + Self.sends
        + """
          - expect:
              sent:
                submit: {password: absent}
                save: {bearer: absent, body: {customer: {password: absent}}}
                post: {body: {form: {password: absent}}}
        """, for: flow)
    let failure = Player(script, flow, write: { lines.append($0.string) }).run()
    #expect(
      failure?.problems == [
        "sent password of submit: expected absent, got present",
        "sent bearer of save: expected absent, got present; "
          + "sent body.customer.password of save: expected absent, got present",
        "sent body.form.password of post: expected absent, got present",
      ])
    #expect(!lines.isEmpty && !lines.contains { $0.contains("hush") })
  }

  static let mistakes: [(expectation: String, words: String)] = [
    ("{send: {name: Ada}}", "unknown request 'send'; known: submit, save, post, either, bare"),
    (
      "{submit: {nme: Ada}}",
      "unknown parameter 'nme' of submit; known: name, age, consent, aim, password, greeting, "
        + "channel, tags, extra"
    ),
    (
      "{save: {query: x}}",
      "unknown parameter 'query' of save; known: method, url, bearer, headers, body"
    ),
    (
      "{save: {body: {customer: {age: 1}}}}",
      "unknown parameter 'age' of save.body.customer; known: name, password"
    ),
    ("{either: {three: x}}", "unknown parameter 'three' of either; known: one, both, two"),
    ("{bare: {name: x}}", "unknown parameter 'name': bare has none"),
    (
      "{submit: {password: hush}}", "'password' of submit is a secret: expect `present` or `absent`"
    ),
    ("{submit: {aim: fame}}", "unknown value 'fame'; known: race, health"),
    ("{submit: {age: many}}", "'many' is not a valid number, the fact's type"),
    ("{submit: {name: [Ada]}}", "a list is not a valid text, the fact's type"),
    ("{save: {body: Ada}}", "'body' of save is a map of parameters, not 'Ada'"),
    ("{submit: Ada}", "expected a map of parameters such as {name: value}, not 'Ada'"),
  ]

  @Test(
    "A parameter that the request does not have, or a value that it cannot have, is a mistake of the script",
    arguments: mistakes)
  func mistake(expectation: String, words: String) throws {
    let text = "steps:\n  - launch\n  - expect: {sent: \(expectation)}"
    let errors = try Stages.read(text, for: Self.flow.get()).errors
    #expect(errors.map(\.description) == ["step 2, line 3: \(words)"])
  }
}
