import FlowVerification
import Testing

/// Kinds of flaws that others looked for with documents of their own: beside each flow that was judged wrongly one that
/// differs in as little as possible.
@Suite struct FurtherFlawTests {
  typealias Case = SoundnessTests.Case

  /// A request that is sent again as soon as a timer ends.
  private static func polling(
    _ timer: String, set: String = "", enter: String = "", facts: String = ", next: {type: time}",
    more: String = ""
  ) -> String {
    """
    \(more)facts: {ready: {type: flag}\(facts)}
    requests: {poll: {app: poll, repeat: safe, save: {ready: $.ready}}}
    initial: waiting
    screens:
      waiting:
        initial: asking
        enter: [\(enter)]
        elements: [{text: t}, {text: t, when: poll.failed}, {button: stop, label: t}]
        on: {stop: home}
        states:
          asking:
            enter: [{request: poll}]
            always:
              - {when: poll.succeeded and ready, to: home}
              - {when: poll.settled, to: pausing, do: [\(set)]}
          pausing:
            \(timer)
      home: {elements: [{text: t}]}
    """
  }
  private static let untilNext =
    "timers: {gap: {until: next}}\n        always: [{when: gap.elapsed, to: asking}]"

  static let pauses = [
    Case(
      what: "a timer runs until the very moment",
      body: polling(untilNext, set: "{set: {next: now}}"), found: ["requestLoop poll"]),
    Case(
      what: "a timer runs until less than a second later",
      body: polling(untilNext, set: "{set: {next: now + 250ms}}"), found: ["requestLoop poll"]),
    Case(
      what: "the time has passed since it was set, once",
      body: polling(untilNext, enter: "{set: {next: now + 10s}}"), found: ["requestLoop poll"]),
    Case(
      what: "there is no time any more",
      body: polling(
        untilNext, set: "{clear: [next]}", enter: "{set: {next: now + 10s}}"),
      found: ["requestLoop poll"]),
    Case(
      what: "the time is set anew each time",
      body: polling(untilNext, set: "{set: {next: now + 10s}}"), found: []),
    Case(
      what: "the time is set where the timer starts",
      body: polling("enter: [{set: {next: now + 10s}}]\n        " + untilNext), found: []),
    Case(
      what: "whether the time is set depends on a guard",
      body: polling(untilNext, set: "{set: {next: now + 10s}, when: not ready}"),
      found: ["requestLoop poll"]),
    Case(
      what: "the time is cleared after it was set",
      body: polling(untilNext, set: "{set: {next: now + 10s}}, {clear: [next]}"),
      found: ["requestLoop poll"]),
    Case(
      what: "the time is set, and then set again under a guard",
      body: polling(
        untilNext,
        set: "{set: {next: now + 10s}}, {set: {next: now + 60s}, when: not ready}"),
      found: []),
    Case(
      what: "another request runs beside the one that is sent for ever",
      body: """
        facts: {rows: {type: list, of: {id: text}}, row: {type: text}, del: {type: text}}
        requests: {up: {app: up, repeat: safe, save: {rows: $.rows}}, remove: {app: remove, with: {id: "{del}"}, repeat: safe}}
        initial: start
        screens:
          start:
            elements:
              - {button: up, label: t}
              - {picker: row, fact: row, from: rows, value: id, label: id, style: rows}
              - {picker: del, fact: del, from: rows, value: id, label: id, style: actions, title: t}
              - {button: home, label: t}
              - {text: t, when: up.failed or remove.failed}
            on: {up: {do: [{request: up}]}, home: home}
            always:
              - {when: del is present and not remove.running, do: [{request: remove}]}
              - {when: remove.settled, do: [{clear: [del]}]}
          home: {elements: [{text: t}]}
        """,
      found: ["requestLoop remove", "unreachableTransition start always"]),
    Case(
      what: "the configured pause is too short",
      body: polling(
        "after: {pause: asking}", facts: "",
        more: "configuration: {pause: {type: duration, default: 500ms}}\n"),
      found: ["requestLoop poll"]),
    Case(
      what: "the configured pause is long enough",
      body: polling(
        "after: {pause: asking}", facts: "",
        more: "configuration: {pause: {type: duration, default: 5s}}\n"),
      found: []),
  ]

  @Test("ENT-4: a timer is a pause only if it takes a second each time", arguments: pauses)
  func pause(_ item: Case) throws {
    let found = try SoundnessTests.findings(item.body)
    #expect(Set(found) == Set(item.found))
  }

  /// A request whose URL a fact completes.
  private static func asking(_ url: String, when: String = "", dismissal: String = "stay") -> String
  {
    """
    \(url.contains("api}") ? "configuration: {api: {type: text, default: 'https://api.example.com'}}" : "")
    facts: {id: {type: text}}
    requests:
      load: {app: load, repeat: safe, save: {id: $.id}}
      out: {http: {url: "\(url)"}, repeat: safe, failure: {show: oops, dismissal: \(dismissal)}}
    overlays: {oops: {elements: [{text: t}, {button: dismiss, label: t}]}}
    initial: start
    screens:
      start:
        enter: [{request: load}]
        elements: [{text: t, when: load.failed}, {button: go, label: t\(when)}, {button: skip, label: t}]
        on: {go: {do: [{request: out}]}, skip: home}
        always: [{when: out.succeeded, to: home}]
      home: {elements: [{text: t}]}
    """
  }

  static let absent = [
    Case(
      what: "a configured server, and a fact that is there",
      body: asking("{api}/devices/{id}", when: ", when: id is present and id != ''"), found: []),
    Case(
      what: "a configured server, and a fact that can be missing",
      body: asking("{api}/devices/{id}"), found: ["absentValue out"]),
    Case(
      what: "the overlay of the request would send it again, but has not been shown",
      body: asking("https://api.example.com/{id}", dismissal: "retry"),
      found: ["absentValue out"]),
  ]

  @Test("A request is not sent without what its URL needs", arguments: absent)
  func url(_ item: Case) throws {
    let found = try SoundnessTests.findings(item.body)
    #expect(found.filter { $0.hasPrefix("absentValue") }.isEmpty == item.found.isEmpty, "\(found)")
  }

  private static func switches(_ enabled: String) -> String {
    """
    configuration: {a: {type: flag, default: false}, b: {type: flag, default: false}, c: {type: flag, default: false}, d: {type: flag, default: false}}
    initial: start
    screens:
      start:
        elements: [{button: go, label: t\(enabled)}, {button: more, label: t, when: a and b and c and d}]
        on: {go: home, more: further}
      further: {elements: [{button: go, label: t}], on: {go: home}}
      home: {elements: [{text: t}]}
    """
  }

  @Test("All combinations of a few switches are explored")
  func combinations() throws {
    #expect(try SoundnessTests.findings(Self.switches("")).isEmpty)
    let found = try SoundnessTests.findings(
      Self.switches(", enabled: not (a and b and c and d)").replacing(
        ", when: a and b and c and d", with: ", enabled: not (a and b and c and d)"))
    #expect(found.contains { $0.hasPrefix("deadEnd") })
  }

  /// A success that comes after the screen went on.
  private static func passedOver(_ shown: String) -> String {
    """
    requests: {r: {app: r, repeat: keyed, failure: {show: oops, dismissal: stay}}}
    overlays: {oops: {style: alert, elements: [{text: t}, {button: dismiss, label: t}]}}
    initial: start
    screens:
      start:
        initial: a
        enter: [{request: r}]
        elements: [\(shown){button: skip, label: t, when: in(a)}, {button: leave, label: t, when: in(b)}]
        states:
          a: {on: {skip: b}, always: [{when: r.succeeded, to: home}]}
          b: {on: {leave: other}}
      other: {elements: [{button: go, label: t}], on: {go: home}}
      home: {elements: [{text: t}]}
    """
  }

  @Test("What is shown of a failure alone does not show a success")
  func success() throws {
    for shown in ["", "{text: t, when: r.failed}, ", "{text: t, when: r.failed(offline)}, "] {
      #expect(
        try SoundnessTests.findings(Self.passedOver(shown)) == ["droppedSuccess r"], "\(shown)")
    }
    for shown in ["{text: t, when: r.succeeded}, ", "{text: t, when: r.running}, "] {
      #expect(try SoundnessTests.findings(Self.passedOver(shown)).isEmpty, "\(shown)")
    }
  }

  /// A request whose failure some words of the screen show, or a message.
  private static func failing(_ shown: String, always: String = "", words: String) -> String {
    """
    flow: words
    version: 1
    languages: [en]
    goals: [home]
    requests: {r: {app: r, repeat: safe}}
    initial: start
    screens:
      start:
        elements: [{button: go, label: t}\(shown)]
        on: {go: {do: [{request: r}]}}
        always: [{when: r.succeeded, to: home}\(always)]
      home: {elements: [{text: t}]}
    texts: {en: {t: T, \(words)}}
    """
  }
  private static let instead = ", {text: a, when: not r.failed}, {text: b, when: r.failed}"
  private static let message = ", {when: r.failed, do: [{toast: b}, {cancel: r}]}"

  /// What is shown, the message, the texts, and how the finding begins; nil for none.
  private static let wordings: [(shown: String, always: String, words: String, found: String?)] = [
    (", {text: b, when: r.failed}", "", "b: Failed", nil),
    (", {text: b, when: r.failed}", "", #"b: " ""#, "A failure of 'r' can go unnoticed"),
    (", {text: b, when: r.failed}", "", #"b: "\n\t""#, "A failure of 'r' can go unnoticed"),
    (instead, "", "a: Hello, b: Hello again", nil),
    (instead, "", #"a: Hello, b: "Hello ""#, "A failure of 'r' can go unnoticed"),
    (instead, "", #"a: Hello you, b: " Hello  you""#, "A failure of 'r' can go unnoticed"),
    ("", message, "b: Failed", nil),
    ("", message, #"b: " ""#, "A failure of 'r' is not handled"),
  ]

  @Test("Words that nobody can tell apart, or see, do not say that a request has failed")
  func words() throws {
    for item in Self.wordings {
      let text = Self.failing(item.shown, always: item.always, words: item.words)
      let checked = try Checked(text: text)
      let problems = checked.explorer.findings(checked.plan).map(\.problem)
      if let found = item.found {
        #expect(problems.count == 1 && problems[0].hasPrefix(found), "\(item): \(problems)")
      } else {
        #expect(problems.isEmpty, "\(item): \(problems)")
      }
    }
  }
}
