import FlowDefinition
import FlowMachine
import Statechart
import Testing

/// What the compiler adds to a document, seen from outside: the flow runs by the rules of the
/// reference.
@Suite struct CompiledBehaviourTests {
  private let problem = """
    overlays:
      problem: {elements: [{button: dismiss, label: any}]}
    languages: [en]
    texts: {en: {any: Any}}

    """

  @Test("Transitions of the document hold in all its screens, and leave no region")
  func container() throws {
    var flow = try RunningFlow(
      """
      facts:
        isOver: {type: flag, place: memory, initial: false}
        isLost: {type: flag, place: device}
      signals: {logout: {}}
      initial: first
      "on": {logout: second}
      always: [{when: isLost and not isOver, to: third, do: [{set: {isOver: true}}]}]
      screens:
        first: {}
        second: {}
        third: {after: {90d: first}}
      regions:
        side:
          initial: one
          states:
            one: {enter: [{set: {isOver: false}}], "on": {logout: two}}
            two: {}
      """)
    #expect(try flow.isActive("one"))
    try flow.signal("logout")
    #expect(flow.screen == "second")
    #expect(try flow.isActive("two"))
    try flow.tell("isLost", .number(1))
    #expect(flow.screen == "third")
    #expect(try flow.isActive("two"))
  }

  @Test(
    "While an overlay covers the screens, their eventless transitions wait; a region's do not"
  )
  func overlays() throws {
    var flow = try RunningFlow(
      problem + """
        facts: {isReady: {type: flag, place: device}}
        initial: outer
        states:
          outer:
            initial: home
            screens:
              home:
                initial: within
                states: {within: {always: [{when: isReady, to: end}]}}
            enter: [{show: problem}]
          end: {}
        regions:
          side:
            initial: one
            states:
              one: {always: [{when: isReady, to: two}]}
              two: {}
        """)
    try flow.tell("isReady", .number(1))
    #expect(try flow.isActive("within") && flow.isActive("two"))
    try flow.dismiss("problem")
    #expect(try flow.isActive("end"))
  }

  @Test("A state without a screen is not held up by an overlay")
  func withoutScreen() throws {
    var flow = try RunningFlow(
      problem + """
        facts: {isReady: {type: flag, place: device}}
        initial: waiting
        states:
          waiting: {enter: [{show: problem}], always: [{when: isReady, to: home}]}
        screens: {home: {}}
        """)
    try flow.tell("isReady", .number(1))
    #expect(flow.screen == "home" && flow.overlays == ["problem"])
  }

  @Test("The minimum visible time delays what leaves the screen by itself, and nothing else")
  func visibleFor() throws {
    let body = """
      facts:
        isReady: {type: flag, place: device}
        count: {type: number, place: memory, initial: 0}
      languages: [en]
      initial: splash
      screens:
        splash:
          visibleFor: 3s
          elements: [{button: skip, label: any}, {text: count}]
          initial: one
          states:
            one: {always: [{when: isReady, to: two, do: [{set: {count: count + 1}}]}]}
            two: {always: [{when: isReady, to: home}]}
          "on": {skip: home}
        home: {}
      texts: {en: {any: Any, count: "{count}"}}
      """
    var flow = try RunningFlow(body)
    try flow.tell("isReady", .number(1))
    #expect(try flow.isActive("two") && flow.screen == "splash")
    flow.wait(2_999)
    #expect(flow.screen == "splash")
    flow.wait(1)
    #expect(flow.screen == "home")
    var tapped = try RunningFlow(body)
    try tapped.tap("skip")
    #expect(tapped.screen == "home")
  }

  @Test("A request ends with the state that started it, unless it survives")
  func ownership() throws {
    let body = """
      requests:
        entered: {http: {url: https://example.org}}
        onTheWay: {http: {url: https://example.org}}
        inPlace: {http: {url: https://example.org}}
        surviving: {http: {url: https://example.org}, survives: true}
      signals: {go: {}, stay: {}, away: {}}
      initial: home
      "on": {away: {to: other, do: [{request: onTheWay}]}}
      screens:
        home:
          enter: [{request: entered}]
          "on":
            go: {to: next, do: [{request: onTheWay}, {request: surviving}]}
            stay: {do: [{request: inPlace}]}
        next: {"on": {go: home}}
        other: {"on": {go: home}}
      """
    var flow = try RunningFlow(body)
    try flow.signal("stay")
    #expect(try flow.status("entered") == RequestStatus.running)
    #expect(try flow.status("inPlace") == RequestStatus.running)
    try flow.signal("go")
    #expect(try flow.status("entered") == RequestStatus.idle)
    #expect(try flow.status("inPlace") == RequestStatus.idle)
    #expect(try flow.status("onTheWay") == RequestStatus.running)
    try flow.signal("go")
    #expect(try flow.status("onTheWay") == RequestStatus.idle)
    #expect(try flow.status("surviving") == RequestStatus.running)
    // What a transition of the whole document starts belongs to its target too.
    try flow.signal("away")
    #expect(try flow.status("onTheWay") == RequestStatus.running)
    try flow.signal("go")
    #expect(try flow.status("onTheWay") == RequestStatus.idle)
  }

  @Test("An `after` that stays in its state happens once")
  func afterStays() throws {
    var flow = try RunningFlow(
      """
      facts: {count: {type: number, place: memory, initial: 0}}
      initial: home
      screens:
        home:
          after:
            1s: {do: [{set: {count: count + 1}}]}
            2s: {to: two, internal: true, do: [{set: {count: count + 1}}]}
          initial: one
          states: {one: {}, two: {}}
      """)
    flow.wait(1_500)
    #expect(try flow.fact("count") == .number(1) && flow.isActive("one"))
    flow.wait(10_000)
    #expect(try flow.fact("count") == .number(2) && flow.isActive("two"))
    #expect(!flow.report.isEndless)
  }

  @Test(
    "Inside a sub-flow, its own rules for a relaunch come before those of the enclosing flow")
  func restore() throws {
    let inner = """
      flow: inner
      version: 1
      initial: first
      restore: first
      signals: {go: {}}
      screens:
        first: {"on": {go: second}}
        second: {"on": {go: third}}
        third: {restore: here}
      """
    let outer = "initial: sub\nrestore: start\nstates: {sub: {flow: inner.yaml}, start: {}}\n"
    var flow = try RunningFlow(outer, beside: ["inner.yaml": inner])
    try flow.signal("go")
    #expect(flow.screen == "sub.second")
    try flow.relaunch()
    #expect(flow.screen == "sub.first")
    try flow.signal("go")
    try flow.signal("go")
    try flow.relaunch()
    #expect(flow.screen == "sub.third")
  }

  @Test("A region of a sub-flow that restarts at launch does so while the sub-flow is active")
  func regionOfSubflow() throws {
    let inner = """
      flow: inner
      version: 1
      initial: here1
      outcomes: [done]
      signals: {go: {}, leave: {}}
      "on": {leave: end}
      screens: {here1: {}}
      states: {end: {final: done}}
      regions:
        side:
          restart: launch
          initial: one
          states: {one: {"on": {go: two}}, two: {}}
      """
    let outer = """
      initial: sub
      states: {sub: {flow: inner.yaml, outcomes: {done: home}}}
      screens: {home: {}}
      """
    var flow = try RunningFlow(outer, beside: ["inner.yaml": inner])
    try flow.signal("go")
    #expect(try flow.isActive("sub.two"))
    try flow.relaunch()
    #expect(try flow.isActive("sub.one"))
    try flow.signal("leave")
    #expect(flow.screen == "home")
    try flow.relaunch()
    #expect(try flow.screen == "home" && !flow.isActive("sub.side"))
  }
}
