import FlowMachine
import FlowVerification
import Testing

/// Outcomes that are gone in the step in which they come, and what a launch sends.
@Suite("Outcomes that nobody sees")
struct SwallowedTests {
  /// A sign-in, with what its failure does.
  private static func login(_ failed: String, elements: String = "", facts: String = "") -> String {
    """
    \(facts)requests: {login: {app: login, repeat: safe}}
    initial: start
    screens:
      start:
        elements: [{button: go, label: t}\(elements)]
        on: {go: {do: [{request: login}]}}
        always: [{when: login.succeeded, to: home}, {when: login.failed, \(failed)}]
      home: {elements: [{text: t}]}
    """
  }

  @Test("A failure that is given up in its own step, which does nothing else, is never seen")
  func swallowed() throws {
    for action in ["do: [{cancel: login}]", "to: start, do: [{cancel: login}]"] {
      #expect(
        try SoundnessTests.findings(Self.login(action)).contains("unhandledFailure login"),
        "\(action)")
    }
  }

  @Test(
    "A failure that leaves a message, or what a later screen shows, is seen",
    arguments: [
      Self.login("do: [{toast: t}, {cancel: login}]"),
      Self.login(
        "do: [{set: {hasFailed: true}}, {cancel: login}]", elements: ", {text: t, when: hasFailed}",
        facts: "facts: {hasFailed: {type: flag}}\n"),
      Self.login("to: home"),
    ])
  func seen(body: String) throws {
    #expect(try SoundnessTests.findings(body).filter { $0.contains("login") } == [])
  }

  @Test(
    "What a launch has sent is sent again by a timer or a relaunch, without a tap",
    arguments: ["after: {5s: second}", "restore: second"])
  func launch(again: String) throws {
    let body = """
      requests: {pay: {app: pay, repeat: never}}
      initial: start
      screens:
        start:
          \(again)
          enter: [{request: pay}]
          elements: [{text: t, when: pay.failed}, {button: skip, label: t}]
          on: {skip: home}
        second:
          enter: [{request: pay}]
          elements: [{text: t, when: pay.failed}, {button: skip, label: t}]
          on: {skip: home}
        home: {elements: [{text: t}]}
      """
    #expect(try SoundnessTests.findings(body).contains("repeatedSend pay"))
  }

  @Test("A request that a launch sends needs all that its URL inserts, and has to be sent")
  func launchSends() throws {
    func body(_ request: String, _ start: String) -> String {
      """
      facts: {id: {type: text}}
      requests: {get: {\(request), repeat: safe}}
      initial: start
      screens:
        start: {\(start), elements: [{field: id, fact: id, label: t}, {button: go, label: t}, {text: t, when: get.failed}]}
        home: {elements: [{text: t}]}
      """
    }
    let waits = "enter: [{request: get}], on: {go: home}, always: [{when: get.succeeded, to: home}]"
    let call = #"http: {method: GET, url: "https://example.com/{id}"}"#
    #expect(try SoundnessTests.findings(body(call, waits)) == ["absentValue get id"])
    #expect(try SoundnessTests.findings(body("app: get, with: {id: '{id}'}", waits)) == [])
    let dropped = "enter: [{request: get}], on: {go: home}, always: [{to: home}]"
    #expect(try SoundnessTests.findings(body(call, dropped)).contains("unsentRequest get"))
  }

  @Test(
    "A request that a given time starts again is sent without a pause once that time has passed")
  func pastTime() throws {
    func body(_ timer: String) -> String {
      """
      facts: {next: {type: time}}
      requests: {poll: {app: poll, repeat: safe, save: {next: $.next}}}
      initial: one
      screens:
        one:
          enter: [{request: poll}]
          timers: {wait: {\(timer)}}
          elements: [{button: on, label: t}, {text: t, when: poll.failed}, {text: t, when: next is present}]
          on: {on: home}
          always: [{when: poll.succeeded and wait.elapsed, to: one}]
        home: {elements: [{text: t}]}
      """
    }
    #expect(try SoundnessTests.findings(body("until: next")).contains("requestLoop poll"))
    #expect(try SoundnessTests.findings(body("after: 5s")) == [])
  }

  @Test("A timer of less than a second is no pause between requests")
  func shortTimer() throws {
    func body(_ pause: String, _ enter: String = "[{request: poll}]") -> String {
      """
      requests: {poll: {app: poll, repeat: safe}}
      initial: one
      screens:
        one:
          enter: \(enter)
          elements: [{button: on, label: t}, {button: ask, label: t}, {text: t, when: poll.failed}]
          on: {on: home, ask: {do: [{request: poll}]}}
          always: [{when: poll.settled, to: two}]
        two:
          elements: [{button: on, label: t}]
          on: {on: home}
          after: {\(pause): one}
        home: {elements: [{text: t}]}
      """
    }
    #expect(try SoundnessTests.findings(body("400ms")).contains("requestLoop poll"))
    #expect(try !SoundnessTests.findings(body("1s")).contains("requestLoop poll"))
    // Pictures that follow each other send nothing.
    let pictures = """
      requests: {poll: {app: poll, repeat: safe}}
      initial: one
      screens:
        one:
          elements: [{button: on, label: t}, {text: t, when: poll.failed}]
          on: {on: {do: [{request: poll}]}}
          always: [{when: poll.succeeded, to: home}]
          after: {400ms: two}
        two: {elements: [{text: t}], after: {400ms: one}}
        home: {elements: [{text: t}]}
      """
    #expect(try !SoundnessTests.findings(pictures).contains("requestLoop poll"))
  }

  @Test("A success of what every launch starts anew is nobody's loss where nobody waits for it")
  func restarted() throws {
    let body = """
      requests: {r: {app: r, repeat: safe, failure: {show: o, dismissal: retry}}}
      overlays: {o: {elements: [{button: dismiss, label: t}]}}
      initial: a
      regions: {s: {restart: launch, initial: x, states: {x: {enter: [{request: r}]}}}}
      screens:
        a: {elements: [{text: t}], always: [{when: r.succeeded, to: b}]}
        b: {elements: [{button: ok, label: t}], on: {ok: home}}
        home: {elements: [{text: t}]}
      """
    #expect(try SoundnessTests.findings(body) == [])
  }

  @Test("ENT-4: a picture of the camera is no data of the session, a server's answer is")
  func camera() throws {
    func body(_ call: String) -> String {
      """
      session: token
      facts: {token: {type: secret}, picture: {type: text}}
      requests:
        signIn: {operation: login, repeat: safe, save: {token: $.sessionId}, failure: {show: o}}
        take: {\(call), repeat: safe, save: {picture: $.picture_url}, failure: {show: o}}
      overlays: {o: {elements: [{button: dismiss, label: t}]}}
      initial: a
      always: [{when: token is absent and not in(a), to: a}]
      screens:
        a: {elements: [{button: go, label: t}], on: {go: {do: [{request: signIn}]}}, always: [{when: signIn.succeeded, to: b}]}
        b: {elements: [{button: shoot, label: t}], on: {shoot: {do: [{request: take}]}}, always: [{when: take.succeeded, to: home}]}
        home: {elements: [{text: shown}]}
      texts: {en: {shown: "{picture}"}}
      """
    }
    func findings(_ call: String) throws -> [String] {
      let text = body(call)
        .replacing("texts: {en: {shown:", with: "texts: {en: {t: T, shown:")
      let checked = try Checked(
        text: "flow: camera\nversion: 1\nlanguages: [en]\ngoals: [home]\n" + text)
      return checked.found.filter { $0.property == .unprotectedData }
        .map { checked.name(of: $0) }
    }
    #expect(try findings("capability: camera") == [])
    #expect(try findings("app: picture") == [])
    #expect(try findings("operation: getUser") == ["home picture"])
  }

  @Test("Of two facts side by side in a URL the one is named that is missing")
  func sideBySide() throws {
    let body = """
      facts: {a: {type: text, place: memory}, b: {type: text, place: memory}}
      requests: {get: {http: {method: GET, url: "https://example.com/{a}{b}"}, repeat: safe}}
      initial: one
      screens:
        one:
          elements: [{field: a, fact: a, label: t}, {field: b, fact: b, label: t, validate: [required]}, {button: go, label: t, submits: true}, {text: t, when: get.failed}]
          on: {go: {do: [{request: get}]}}
          always: [{when: get.succeeded, to: home}]
        home: {elements: [{text: t}]}
      """
    #expect(try SoundnessTests.findings(body) == ["absentValue get a"])
  }
}
