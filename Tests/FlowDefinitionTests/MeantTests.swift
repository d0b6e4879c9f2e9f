import FlowDefinition
import Testing

@Suite("What is written as elsewhere is answered with how it is written here")
struct MeantTests {
  /// A flow of two screens with a request, a timer and an overlay.
  private static func flow(
    _ elements: String = "{text: t}", on: String = "{go: b}", always: String = "[]",
    facts: String = "", last: String = "{}", overlay: String = "", rest: String = ""
  ) -> String {
    """
    languages: [en]
    facts: {row: {type: text}, agreed: {type: flag}, rows: {type: list, of: {id: text}}\(facts)}
    requests: {send: {app: send, repeat: safe, classes: {full: {status: 409}}}}
    timers: {wait: {after: 3s}}
    overlays: {sure: {elements: [{button: dismiss, label: t}]\(overlay)}}
    initial: a
    screens:
      a:
        enter: [{request: send}, {startTimer: wait}, {show: sure}]
        elements: [{button: go, label: t}, \(elements)]
        "on": \(on)
        always: \(always)
      b: \(last)
    texts: {en: {t: T}}
    \(rest)
    """
  }

  private static func doing(_ action: String) -> String {
    flow(on: "{go: {to: b, do: [\(action)]}}")
  }

  private static let slips: [(document: String, said: String)] = [
    (doing("{clear: all}"), "wrong-type: `clear` knows no `all`. Write `user`."),
    (
      doing("{clear: [all]}"),
      "unknown-name: There is no fact `all`. Write `clear: user` to clear all facts of that scope."
    ),
    (
      doing("{set: {row: absent}}"),
      "unknown-name: There is no fact `absent`. Write `clear: [row]` in place of `set`, which makes it absent."
    ),
    (doing("{set: {agreed: yes}}"), "unknown-name: There is no fact `yes`. Write `true`."),
    (
      doing("{set: row = ''}"),
      "wrong-type: `set` is a single value. Write a map such as `{NAME: VALUE}`."
    ),
    (
      flow("{text: t, when: count(rows) > 2}"),
      "bad-guard: A guard cannot compute, and `count(…)` is a number. Ask whether a list `is empty`; to count flags, declare a fact with `type: number` and `value: count(…)`, and compare it."
    ),
    (
      flow(always: "[{when: send == succeeded, to: b}]"),
      "wrong-type: `send` is a request, which has a status and no value. Write `send.succeeded`."
    ),
    (
      flow(always: "[{when: send != 'full', to: b}]"),
      "wrong-type: `send` is a request, which has a status and no value. Write `not send.failed(full)`."
    ),
    (
      flow(always: "[{when: wait == elapsed, to: b}]"),
      "wrong-type: `wait` is a timer, which has a status and no value. Write `wait.elapsed`."
    ),
    (
      flow(always: "[{when: send is succeeded, to: b}]"),
      "bad-guard: `is` is followed by the status `succeeded`. Write `send.succeeded`."
    ),
    (
      flow(on: "{wait.elapsed: b}"),
      "unknown-name: `wait.elapsed` is a status of a timer, and no event. Write a transition under `always`, with `when: wait.elapsed`."
    ),
    (
      flow("{toggle: agreed, fact: agreed, label: t, required: false}"),
      "wrong-type: `false` is the default here, and is not written. Leave the key out."
    ),
    (flow(last: "{final: yes}"), "unknown-name: There is no outcome `yes`. Write `true`."),
    (
      flow(overlay: ", on: {dismiss: a}"),
      "misplaced-key: `dismiss` only dismisses the overlay and takes no actions. Add `dismissed.sure:` to the `on` of a screen or the flow."
    ),
    (
      flow(rest: "summary: x").replacing("{t: T}", with: "{t: \"{row, currency}\"}"),
      "bad-template: `currency` is not a format. Write `{row}`; the formats are `date` and `dateTime`, for a moment, as in `{row, date}`."
    ),
    (flow("heading t"), "wrong-type: A `:` is missing after `heading`. Write `heading: t`."),
    (doing("request send"), "wrong-type: A `:` is missing after `request`. Write `request: send`."),
    (
      flow("{checkbox: agreed, fact: agreed, label: t}"),
      "exactly-one: This entry has no kind. Write `toggle` in place of `checkbox`."
    ),
    (
      flow(facts: ", kind: {type: choice, values: [red, blue], initial: green}"),
      "unknown-value: `green` is not one of the values. Write `red` or `blue`."
    ),
    (
      flow(facts: ", token: {type: secret}", rest: "session: token"),
      "unused: `token` represents the session, and nothing sets it. Save it from a response, as in `save: {token: $.token}`."
    ),
    (
      flow(facts: ", more: {type: list, of: [id, name]}"),
      "wrong-type: `of` is a list. Write a map such as `{NAME: text}`."
    ),
    (
      flow(rest: "signals: [reload]"),
      "wrong-type: `signals` is a list. Write a map such as `{NAME: {}}`."
    ),
    (
      flow("{choice: row, fact: row, options: [red, blue]}"),
      "wrong-type: `options` is a list. Write a map such as `{VALUE: KEY}`."
    ),
    (
      flow(last: "{after: 3s}"),
      "wrong-type: `after` is a single value. Write a map such as `{3s: NAME}`."
    ),
    (
      flow().replacing("repeat: safe", with: "repeat: safe, save: [rows]"),
      "wrong-type: `save` is a list. Write a map such as `{NAME: $.user.id}`."
    ),
  ]

  @Test("The message says what to write", arguments: slips)
  func slip(document: String, said: String) {
    let found = Documents(document).outcome.diagnostics.map(\.description)
    #expect(found.contains { $0.hasSuffix("error: " + said) }, "\(found)")
  }

  private static let right = [
    doing("{clear: user}"), doing("{clear: [row]}"), doing("{set: {agreed: true}}"),
    flow(always: "[{when: send.succeeded, to: b}]"),
    flow(always: "[{when: not send.failed(full), to: b}]"),
    flow(always: "[{when: wait.elapsed, to: b}]"), flow("{text: t, when: rows is empty}"),
    flow("{heading: t}"), doing("{request: send}"), flow(last: "{after: {3s: a}}"),
  ]

  @Test("What the messages say to write is neither of another type nor unknown", arguments: right)
  func advice(document: String) {
    let codes = Documents(document).outcome.diagnostics.map(\.code)
    #expect(codes.allSatisfy { [.unused, .unhandledFailure].contains($0) }, "\(codes)")
  }

  @Test("A row of slips is told once each, and the form of an overlay's `on` only where it is one")
  func once() {
    let document = Self.flow(overlay: ", on: {dismiss: a}")
    #expect(Documents(document).problems.count == 1)
  }

  private static let inner = """
    flow: inner
    version: 1
    languages: [en]
    outcomes: [done]
    facts: {age: {type: number}}
    initial: ask
    screens:
      ask: {elements: [{field: age, fact: age, kind: number, label: t}, {button: go, label: t}], on: {go: end}}
      end: {final: done}
    texts: {en: {t: T}}
    """

  private static func outer(_ value: String, when: String = "years is present") -> [Diagnostic] {
    Documents(
      """
      languages: [en]
      facts: {years: {type: number}}
      initial: first
      states:
        first: {flow: inner.flow.yaml, outcomes: {done: {to: home, do: [{set: {years: \(value)}}]}}}
      screens:
        home: {elements: [{text: t, when: \(when)}]}
      texts: {en: {t: "{years}"}}
      """, beside: ["inner.flow.yaml": inner]
    ).outcome.diagnostics
  }

  @Test("A fact of a sub-flow is for its outcomes, and the message says so")
  func subflowFacts() {
    let only =
      "Only an outcome of `first` may read it, as a whole: `set` another fact to it there, and use that one"
    for found in [
      Self.outer("first.age + 1"), Self.outer("first.age", when: "first.age > 17"),
    ] {
      #expect(found.map(\.remedy) == [only])
      #expect(found.map(\.problem) == ["`first.age` is a fact of the sub-flow in `first`"])
    }
    #expect(Self.outer("inner.age").map(\.remedy) == ["Write `first.age`"])
    #expect(Self.outer("first.age") == [])
  }
}
