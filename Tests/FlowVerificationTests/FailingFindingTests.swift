import FlowMachine
import FlowVerification
import TestSupport
import Testing

/// A person has something to do also while a request keeps failing in the same way.
@Suite struct FailingFindingTests {
  typealias Case = SoundnessTests.Case

  private static let retrying = """
    requests: {load: {app: load, repeat: safe}}
    initial: loading
    screens:
      loading:
        enter: [{request: load}]
        elements: [{progress: t}]
        always: [{when: load.succeeded, to: home}, {when: load.failed, to: waiting}]
      waiting:
        elements: [{text: t}BUTTON]
        after: {5s: loading}
        on: {ON}
      home: {elements: [{text: t}]}
    """

  private static func retrying(_ button: String, _ on: String) -> String {
    retrying.replacing("BUTTON", with: button).replacing("on: {ON}", with: on)
  }

  static let retries = [
    Case(
      what: "a request that is sent again by a timer for ever",
      body: retrying("", "backTarget: false"), found: ["waitForSuccess load offline"]),
    Case(
      what: "a button that sends it again is something to do",
      body: retrying(", {button: again, label: t}", "on: {again: loading}"), found: []),
    Case(
      what: "a button that leads to a goal is",
      body: retrying(", {button: skip, label: t}", "on: {skip: home}"), found: []),
    Case(
      what: "a switch that nothing comes of is not",
      body: "facts: {open: {type: flag, place: memory}}\n"
        + retrying(
          ", {toggle: more, fact: open, label: t}, {text: t, when: open}", "backTarget: false"),
      found: ["waitForSuccess load offline"]),
    Case(
      what: "without a network a person knows what to do",
      body: retrying.replacing(
        "when: load.failed, to: waiting",
        with:
          "when: load.failed(offline), to: waiting}, {when: load.failed, to: failed"
      )
      .replacing("BUTTON", with: "").replacing("on: {ON}", with: "backTarget: false")
      .replacing(
        "  home:",
        with: "  failed: {elements: [{button: again, label: t}], on: {again: loading}}\n  home:"),
      found: []),
    Case(
      what: "a server that is not reached is something else",
      body: retrying.replacing(
        "when: load.failed, to: waiting",
        with:
          "when: load.failed(unavailable), to: waiting}, {when: load.failed, to: failed"
      )
      .replacing("BUTTON", with: "").replacing("on: {ON}", with: "backTarget: false")
      .replacing(
        "  home:",
        with: "  failed: {elements: [{button: again, label: t}], on: {again: loading}}\n  home:"),
      found: ["waitForSuccess load unavailable"]),
    Case(
      what: "another request that succeeds leads on",
      body: """
        requests: {load: {app: load, repeat: safe}, other: {app: other, repeat: safe}}
        initial: loading
        screens:
          loading:
            enter: [{request: load}]
            elements: [{progress: t}]
            always: [{when: load.succeeded, to: home}, {when: load.failed, to: waiting}]
          waiting:
            enter: [{request: other}]
            elements: [{progress: t}]
            always: [{when: other.succeeded, to: home}, {when: other.failed, to: failed}]
          failed: {elements: [{button: again, label: t}], on: {again: loading}}
          home: {elements: [{text: t}]}
        """,
      found: []),
    Case(
      what: "the network that comes back is something that a person can bring about",
      body: "facts: {network: {type: choice, values: [offline, online], place: device}}\n"
        + retrying("", "backTarget: false").replacing(
          "after: {5s: loading}", with: "on: {changed.network: loading}"),
      found: []),
  ]

  private static let ordering = """
    facts: {item: {type: text}}
    requests:
      order: {app: order, with: {item: "{item}"}, repeat: keyed, classes: {soldOut: CLASS}}
    initial: start
    screens:
      start:
        backTarget: false
        elements: [{button: go, label: t}]
        on: {go: ordering}
      ordering:
        backTarget: false
        enter: [{request: order}]
        elements: [{progress: t}]
        always:
          - {when: order.succeeded, to: home}
          - {when: order.failed(soldOut), to: gone}
          - {when: order.failed, to: failed}
      gone: {backTarget: false, elements: [{text: t}, {button: again, label: t}MORE], on: {again: ordering}}
      failed: {elements: [{button: again, label: t}], on: {again: ordering}}
      home: {elements: [{text: t}]}
    """

  private static func ordering(_ kind: String, _ more: String = "") -> String {
    ordering.replacing("CLASS", with: kind).replacing("MORE", with: more)
  }

  static let lasting = [
    Case(
      what: "what is sold out is sold out, however often it is ordered",
      body: ordering("{code: sold_out}"), found: ["waitForSuccess order soldOut"]),
    Case(
      what: "another thing can be ordered",
      body: ordering("{code: sold_out}", ", {field: what, fact: item, label: t}"), found: []),
    Case(
      what: "where it is only said beside the button, the button is enough",
      body: ordering("{code: sold_out}")
        .replacing("      - {when: order.failed(soldOut), to: gone}\n", with: "")
        .replacing(
          "  gone: {backTarget: false, elements: [{text: t}, {button: again, label: t}], on: {again: ordering}}\n",
          with: ""
        )
        .replacing(
          "failed: {elements: [{button",
          with: "failed: {elements: [{text: t, when: order.failed(soldOut)}, {button"
        ).replacing("repeat: keyed,", with: "repeat: keyed, survives: true,"),
      found: []),
    Case(
      what: "another field changes nothing of what is sent",
      body: ordering("{code: sold_out}", ", {field: what, fact: note, label: t}")
        .replacing("facts: {", with: "facts: {note: {type: text, place: memory}, "),
      found: ["waitForSuccess order soldOut"]),
    Case(
      what: "a way back to where something else can be done",
      body: ordering("{code: sold_out}", ", {button: other, label: t}")
        .replacing(
          "on: {again: ordering}}\n  failed", with: "on: {again: ordering, other: start}}\n  failed"
        )
        .replacing(
          "[{button: go, label: t}]", with: "[{button: go, label: t}, {button: skip, label: t}]"
        )
        .replacing("on: {go: ordering}", with: "on: {go: ordering, skip: home}"),
      found: []),
    Case(
      what: "a server that asks to wait takes it later", body: ordering("{status: 429}"), found: []),
    Case(
      what: "a lock that says until when, and a timer that waits for that",
      body: ordering("{code: locked}")
        .replacing("facts: {", with: "facts: {openAt: {type: time}, ")
        .replacing(
          "classes: ", with: "failure: {save: {openAt: {path: $.until, optional: true}}}, classes: "
        )
        .replacing(
          "[{text: t}, {button: again, label: t}], on: {again: ordering}}\n  failed",
          with:
            "[{text: t}], timers: {lock: {until: openAt}}, always: [{when: lock.elapsed, to: failed}]}\n  failed"
        ),
      found: []),
    Case(
      what: "a server that is down is up later", body: ordering("{status: 5xx}"), found: []),
    Case(
      what: "a refusal lasts", body: ordering("{status: [409, 429]}"),
      found: ["waitForSuccess order soldOut"]),
  ]

  @Test("A request that keeps failing leaves something to do", arguments: retries + lasting)
  func keepFailing(_ item: Case) throws {
    let found = try SoundnessTests.findings(item.body)
    #expect(found == item.found)
  }

  @Test("Drawn flows have the findings of a brute force search")
  func agree() throws {
    var random = SeededGenerator(announcing: "failing", seed: 11)
    var compared = 0
    var found = 0
    while compared < 150 {
      let seed = random.next()
      var generator = FailingFlowGenerator(seed: seed)
      let text = generator.document()
      guard let checked = try? Checked(text: text) else { continue }
      let brute = try BruteForce(checked, most: 2_000, mostCircles: 6)
      guard brute.circles < 6, brute.isComplete else { continue }
      compared += 1
      let ours = checked.shortest(.waitForSuccess)
      if ours != nil { found += 1 }
      // A state of ours can stand for nodes that know more of the failure, so the ways can differ in length.
      #expect((ours != nil) == (brute.lengths[.waitForSuccess] != nil), "seed \(seed)\n\(text)")
      #expect((checked.shortest(.deadEnd) != nil) == (brute.lengths[.deadEnd] != nil))
    }
    #expect((20...130).contains(found))
    print("failing: \(found) of \(compared) flows have such a state")
  }
}
