import FlowMachine
import Testing

@Suite("Requests and their statuses")
struct RequestTests {
  /// A screen that sends on tap, and one after it.
  private static func form(_ request: String, overlay: String = "") -> String {
    """
    facts: {value: {type: text}}
    requests:
      send: \(request)
    \(overlay)
    initial: form
    screens:
      form:
        elements: [{button: go, label: t}, {button: leave, label: t}, {text: t}]
        on: {go: {do: [{request: send}]}, leave: other}
        always: [{when: send.succeeded and value is present, to: done}, {when: send.failed, to: failed}]
      other: {elements: [{button: back, label: t}], on: {back: form}}
      done: {}
      failed: {}
    texts: {en: {t: T}}
    languages: [en]
    """
  }

  private static let plain = "{app: send, repeat: safe, save: {value: $.value}}"

  @Test("A request runs, succeeds with the saved values, and leads on")
  func success() throws {
    var play = try Play(yaml: Self.form(Self.plain))
    #expect(play.status("send") == "idle")
    play.tap("go")
    #expect(play.status("send") == "running")
    #expect(play.performed == ["send"])
    play.answer("send", 200, #"{"value": "x"}"#)
    #expect(play.screen == "done")
    #expect(play.text("value") == "x")
  }

  @Test("Starting a running request does nothing, and its button is busy")
  func doubleTap() throws {
    var play = try Play(yaml: Self.form(Self.plain))
    play.tap("go")
    let ticket = play.machine.ticket(of: play.request("send"))
    #expect(play.drawn("go")?.isBusy == true)
    play.tap("go")
    #expect(play.report.refusal == .disabled)
    #expect(play.performed.isEmpty)
    #expect(play.machine.ticket(of: play.request("send")) == ticket)
  }

  @Test("Leaving the state that started a request ends it, and its response is late")
  func released() throws {
    var play = try Play(yaml: Self.form(Self.plain))
    play.tap("go")
    play.tap("leave")
    #expect(play.status("send") == "idle")
    #expect(play.cancelled == ["send"])
    play.answer("send", 200, #"{"value": "x"}"#)
    #expect(play.report.refusal == .late)
    #expect(play.text("value") == nil)
    #expect(play.machine.effects.isEmpty)
  }

  @Test("A request that survives continues when its state is left")
  func survives() throws {
    var play = try Play(
      yaml: Self.form("{app: send, repeat: safe, survives: true, save: {value: $.value}}"))
    play.tap("go")
    play.tap("leave")
    #expect(play.status("send") == "running")
    #expect(play.cancelled.isEmpty)
    play.answer("send", 200, #"{"value": "x"}"#)
    #expect(play.status("send") == "succeeded")
    #expect(play.screen == "other")
    play.tap("back")
    #expect(play.screen == "done")
  }

  @Test("A duplicate response counts once")
  func doubled() throws {
    var play = try Play(
      yaml: Self.form("{app: send, repeat: safe, survives: true, save: {value: $.value}}"))
    play.tap("go")
    play.answer("send", 200, #"{"value": "first"}"#)
    play.answer("send", 200, #"{"value": "second"}"#)
    #expect(play.report.refusal == .late)
    #expect(play.text("value") == "first")
    play.answer("send", 500)
    #expect(play.report.refusal == .late)
    #expect(play.status("send") == "succeeded")
  }

  @Test("A response to an earlier start of the same request is late")
  func earlierStart() throws {
    var play = try Play(yaml: Self.form(Self.plain))
    play.tap("go")
    let old = play.machine.ticket(of: play.request("send"))
    play.tap("leave")
    play.tap("back")
    play.tap("go")
    play.answer("send", .received(status: 200, body: Text(#"{"value": "old"}"#)), ticket: old)
    #expect(play.report.refusal == .late)
    #expect(play.status("send") == "running")
    play.answer("send", 200, #"{"value": "new"}"#)
    #expect(play.text("value") == "new")
  }

  @Test("A late response is refused in the trace")
  func lateInTrace() throws {
    var play = try Play(yaml: Self.form(Self.plain))
    let input = Input.answered(play.request("send"), ticket: 3, RequestOutcome(failure: nil))
    play.step(input)
    let line = play.machine.traceLine(of: input, play.report, at: play.now).string
    #expect(line.contains(#""refused":"late""#))
    #expect(line.contains(#""answered":{"request":"send","ticket":3}"#))
  }

  @Test("A `once` request is not resent while its saved value exists, even over a kill")
  func once() throws {
    var play = try Play(
      yaml: """
        facts: {value: {type: text}}
        requests:
          send: {app: send, repeat: safe, once: true, save: {value: $.value}}
        signals: {reset: {}}
        initial: form
        screens:
          form:
            enter: [{request: send}]
            elements: [{button: leave, label: t}]
            on: {leave: other}
            always: [{when: send.failed, to: other}]
          other:
            elements: [{button: back, label: t}]
            on: {back: form, reset: {do: [{clear: [value]}]}}
        """)
    play.answer("send", 200, #"{"value": "x"}"#)
    play.tap("leave")
    #expect(play.status("send") == "succeeded")
    play.tap("back")
    #expect(play.performed.isEmpty)
    #expect(play.status("send") == "succeeded")
    try play.relaunch()
    play.tap("leave")
    play.tap("back")
    #expect(play.performed.isEmpty)
    play.tap("leave")
    play.signal("reset")
    play.tap("back")
    #expect(play.performed == ["send"])
  }

  @Test("Cancel makes a request idle without an outcome")
  func cancelled() throws {
    var play = try Play(
      yaml: """
        requests: {send: {app: send, repeat: safe}}
        initial: form
        screens:
          form:
            elements: [{button: go, label: t}, {button: stop, label: t}]
            on: {go: {do: [{request: send}]}, stop: {do: [{cancel: send}]}}
            always: [{when: send.settled, to: done}]
          done: {}
        """)
    play.tap("go")
    play.tap("stop")
    #expect(play.cancelled == ["send"])
    #expect(play.status("send") == "idle")
    play.answer("send")
    #expect(play.report.refusal == .late)
  }

  @Test("The state that owns a request is the target of the transition that starts it")
  func ownedByTarget() throws {
    var play = try Play(
      yaml: """
        requests: {send: {app: send, repeat: safe}}
        initial: form
        screens:
          form:
            elements: [{button: go, label: t}]
            on: {go: {to: waiting, do: [{request: send}]}}
          waiting:
            elements: [{button: leave, label: t}]
            on: {leave: form}
            always: [{when: send.settled, to: form}]
        """)
    play.tap("go")
    #expect(play.screen == "waiting")
    #expect(play.status("send") == "running")
    play.tap("leave")
    #expect(play.status("send") == "idle")
  }

  @Test("The variant of a request is chosen when it starts, and what it saves with it")
  func variants() throws {
    let yaml = """
      configuration: {mode: {values: [a, b], default: a}}
      facts: {value: {type: text}}
      requests:
        send:
          variants:
            - {when: mode == b, http: {url: "https://b.example/x"}, save: {value: $.b}}
            - {app: send, repeat: keyed}
          save: {value: $.a}
      initial: form
      screens:
        form: {enter: [{request: send}], always: [{when: send.settled and value is present, to: done}, {when: send.failed, to: done}]}
        done: {}
      """
    var first = try Play(yaml: yaml)
    #expect(first.machine.plan(of: first.request("send"))?.kind == .app)
    #expect(first.key("send") != nil)
    first.answer("send", 200, #"{"a": "1", "b": "2"}"#)
    #expect(first.text("value") == "1")
    var second = try Play(yaml: yaml, told: ["mode": .number(1)])
    #expect(second.machine.plan(of: second.request("send"))?.url == Text("https://b.example/x"))
    #expect(second.key("send") == nil)
    second.answer("send", 200, #"{"a": "1", "b": "2"}"#)
    #expect(second.text("value") == "2")
  }

  @Test("Clearing the user makes requests idle, except for those that survive")
  func clearUser() throws {
    var play = try Play(
      yaml: """
        facts: {value: {type: text}, kept: {type: text, scope: device}}
        requests:
          send: {app: send, repeat: safe, save: {value: $.v, kept: $.v}}
          release: {app: release, repeat: safe, survives: true}
        signals: {logout: {}}
        initial: form
        screens:
          form:
            enter: [{request: send}, {request: release}]
            on: {logout: {do: [{clear: user}]}}
            always: [{when: send.failed and value is absent and kept is absent, to: done}, {when: release.failed, to: done}]
          done: {}
        """)
    play.answer("send", 200, #"{"v": "x"}"#)
    play.signal("logout")
    #expect(play.status("send") == "idle")
    #expect(play.status("release") == "running")
    #expect(play.text("value") == nil)
    #expect(play.text("kept") == "x")
  }
}
