import FlowMachine
import FlowVerification
import Testing

/// Buttons that some transition takes and that change nothing.
@Suite("Buttons that change nothing")
struct IdleButtonTests {
  struct Case: CustomTestStringConvertible, Sendable {
    let what: String
    /// What a tap on `go` does on the screen `start`.
    var go: String
    var start = ""
    var more = ""
    let isIdle: Bool

    var testDescription: String { what }
  }

  static let cases = [
    Case(what: "the same screen again", go: "start", isIdle: true),
    Case(
      what: "the same screen again, which sends a request", go: "start",
      start: "enter: [{request: load}]", isIdle: false),
    Case(
      what: "the same screen again, whose timer starts anew", go: "start",
      start: "after: {5s: other}", isIdle: false),
    Case(
      what: "the same screen again, with a message", go: "{to: start, do: [{toast: t}]}",
      isIdle: false),
    Case(what: "another screen that leads back at once", go: "bounce", isIdle: true),
    Case(what: "another screen", go: "other", isIdle: false),
    Case(
      what: "forgetting where something may lie behind", go: "{do: [{forget: back}]}", isIdle: false
    ),
    Case(what: "stopping a request that never runs", go: "{do: [{cancel: load}]}", isIdle: true),
    Case(
      what: "stopping a request that may run", go: "{do: [{cancel: load}]}",
      start: "enter: [{request: load}]", isIdle: false),
    Case(
      what: "an action whose guard never holds", go: "{do: [{when: in(home), toast: t}]}",
      isIdle: true),
    Case(what: "a fact", go: "{do: [{set: {note: 'x'}}]}", isIdle: false),
    Case(what: "an overlay", go: "{do: [{show: over}]}", isIdle: false),
  ]

  @Test(
    "ENT-4: a button whose tap changes nothing anywhere is found, and one that does something once is not",
    arguments: cases)
  func button(_ item: Case) throws {
    let checked = try Checked(
      text: """
        flow: idle
        version: 1
        languages: [en]
        goals: [home]
        facts: {note: {type: text}}
        requests: {load: {app: load, repeat: safe}}
        overlays: {over: {elements: [{text: t}, {button: dismiss, label: t}]}}
        initial: start
        screens:
          start:
            \(item.start)
            elements: [{button: go, label: t}, {button: on, label: t}, {text: t, when: load.failed}, {text: noted}]
            on: {go: \(item.go), on: home}
          other:
            elements: [{button: send, label: t}, {button: show, label: t}, {button: leap, label: t}, {button: on, label: t}, {text: t, when: load.failed}]
            on: {send: {do: [{request: load}]}, show: {do: [{show: over}]}, leap: bounce, on: home}
          bounce: {elements: [{text: t}], always: [{to: start}]}
          home:
            elements: [{button: more, label: t}]
            on: {more: other}
        texts: {en: {t: T, noted: "{note}"}}
        """.replacing("\n    \n", with: "\n"))
    try #require(checked.explorer.isComplete)
    let found = checked.found.filter { $0.property == .idleButton }.map { checked.name(of: $0) }
    #expect(found == (item.isIdle ? ["go"] : []), "\(checked.report)")
  }

  @Test("ENT-4: a button of an overlay that shows this overlay changes nothing")
  func again() throws {
    func found(_ shown: String) throws -> [String] {
      try Checked(
        text: """
          flow: idle
          version: 1
          languages: [en]
          goals: [home]
          overlays:
            a: {restorable: true, elements: [{button: more, label: t}, {button: dismiss, label: t}], on: {more: [{show: \(shown)}]}}
            b: {restorable: true, elements: [{text: t}, {button: dismiss, label: t}]}
          initial: start
          screens:
            start:
              elements: [{button: go, label: t}, {button: other, label: t}, {button: on, label: t}]
              on: {go: {do: [{show: a}]}, other: {do: [{show: b}]}, on: home}
            home: {elements: [{text: t}]}
          texts: {en: {t: T}}
          """
      ).report
    }
    #expect(try found("a") == ["idleButton more after 2"])
    #expect(try found("b") == [])
  }
}
