import FlowMachine
import FlowVerification
import Testing

/// A failure is seen only if a person can tell what is shown from what would be there without it.
@Suite("What shows a failure")
struct SeenWordsTests {
  struct Case: CustomTestStringConvertible, Sendable {
    let what: String
    /// What the screen shows beside its button.
    var shown = "{text: t}"
    /// What a tap on `go` does beside the request.
    var more = ""
    var always = ""
    var screens = ""
    var overlays = ""
    var on = ""
    var facts = ""
    var failure = ""
    /// Of the failure, in English and in German.
    var words = (en: "Failed", de: "Fehler")
    let isSeen: Bool

    var testDescription: String { what }
  }

  static let cases = [
    Case(
      what: "a text for the failure alone", shown: "{text: failed, when: load.failed}", isSeen: true
    ),
    Case(
      what: "the same text for the failure and otherwise",
      shown: "{text: [{when: load.failed, text: t}, {text: t}]}", isSeen: false),
    Case(
      what: "another text for the failure than otherwise",
      shown: "{text: [{when: load.failed, text: failed}, {text: t}]}", isSeen: true),
    Case(
      what: "another text with the same words",
      shown: "{text: [{when: load.failed, text: failed}, {text: t}]}", words: ("T", "T"),
      isSeen: false),
    Case(
      what: "another text with the same words in one language",
      shown: "{text: [{when: load.failed, text: failed}, {text: t}]}", words: ("Failed", "T"),
      isSeen: false),
    Case(
      what: "the same words once more", shown: "{text: t}, {text: t, when: load.failed}",
      isSeen: true),
    Case(
      what: "a value that is absent", shown: "{text: failed, when: load.failed}",
      facts: "reason: {type: text, place: memory}",
      failure: ", failure: {save: {reason: $.reason}}",
      words: ("{reason}", "{reason}"), isSeen: false),
    Case(
      what: "a value that is absent, in one language", shown: "{text: failed, when: load.failed}",
      facts: "reason: {type: text, place: memory}",
      failure: ", failure: {save: {reason: $.reason}}",
      words: ("Failed: {reason}", "{reason}"), isSeen: false),
    Case(
      what: "a value with words beside it", shown: "{text: failed, when: load.failed}",
      facts: "reason: {type: text, place: memory}",
      failure: ", failure: {save: {reason: $.reason}}",
      words: ("Failed: {reason}", "Fehler: {reason}"), isSeen: true),
    Case(
      what: "a value, and words where it is absent",
      shown:
        "{text: [{when: load.failed and reason is present, text: failed}, {when: load.failed, text: other}]}",
      facts: "reason: {type: text, place: memory}",
      failure: ", failure: {save: {reason: $.reason}}",
      words: ("{reason}", "{reason}"), isSeen: true),
    Case(
      what: "a value that always has an initial one", shown: "{text: failed, when: load.failed}",
      facts: "reason: {type: text, place: memory, initial: 'Failed'}",
      failure: ", failure: {save: {reason: $.reason}}", words: ("{reason}", "{reason}"),
      isSeen: true),
    Case(
      what: "another screen, which an app can draw by its name",
      always: ", {when: load.failed, to: again}",
      screens:
        "again: {elements: [{text: t}, {button: go, label: t}], on: {go: {do: [{request: load}]}}, always: [{when: load.succeeded, to: home}, {when: load.failed, to: start}]}",
      isSeen: true),
    Case(
      what: "another screen with other words", always: ", {when: load.failed, to: again}",
      screens: "again: {elements: [{text: other}, {button: go, label: t}], on: {go: start}}",
      isSeen: true),
    Case(
      what: "a text under an overlay that covers it", shown: "{text: failed, when: load.failed}",
      more: ", {show: wait}", screens: "next: {elements: [{button: on, label: t}], on: {on: home}}",
      overlays: "wait: {restorable: true, elements: [{text: t}, {button: dismiss, label: t}]}",
      on: ", dismissed.wait: next", isSeen: false),
    Case(
      what: "a text that can be seen when the overlay is gone",
      shown: "{text: failed, when: load.failed}", more: ", {show: wait}",
      overlays: "wait: {restorable: true, elements: [{text: t}, {button: dismiss, label: t}]}",
      isSeen: true),
    Case(
      what: "a text beside a sheet", shown: "{text: failed, when: load.failed}",
      more: ", {show: wait}", screens: "next: {elements: [{button: on, label: t}], on: {on: home}}",
      overlays:
        "wait: {style: sheet, restorable: true, elements: [{text: t}, {button: dismiss, label: t}]}",
      on: ", dismissed.wait: next", isSeen: true),
  ]

  @Test("ENT-4: a failure has to differ in what a person sees, in every language", arguments: cases)
  func seen(_ item: Case) throws {
    let checked = try Checked(
      text: """
        flow: words
        version: 1
        languages: [en, de]
        goals: [home]
        facts: {\(item.facts)}
        requests: {load: {app: load, repeat: safe\(item.failure)}}
        overlays: {\(item.overlays)}
        initial: start
        screens:
          start:
            elements: [\(item.shown), {button: go, label: t}]
            on: {go: {do: [{request: load}\(item.more)]}\(item.on)}
            always: [{when: load.succeeded, to: home}\(item.always)]
          \(item.screens.isEmpty ? "# nothing more" : item.screens)
          home: {elements: [{text: other}, {text: failed}]}
        texts:
          en: {t: T, other: Other, failed: "\(item.words.en)"}
          de: {t: T, other: Anderes, failed: "\(item.words.de)"}
        """)
    try #require(checked.explorer.isComplete)
    let found = checked.found.filter { $0.property == .unhandledFailure }
    #expect(found.isEmpty == item.isSeen, "\(checked.report)")
  }
}
