import FlowDefinition
import FlowMachine
import Statechart
import Testing
import WireText

/// Durations of the configuration, telephone numbers with their country, and the gesture of modal
/// screens.
@Suite struct LanguageAdditionTests {
  private static let durations = """
    configuration:
      pause: {type: duration, default: 2s}
    requests:
      ask: {http: {url: https://example.org}, timeout: pause, retries: 1}
    timers:
      resend: {after: pause}
    languages: [en]
    initial: splash
    screens:
      splash:
        visibleFor: pause
        always: [home]
      home:
        enter: [{request: ask}, {startTimer: resend}]
        elements: [{text: left, when: resend.running}]
        after: {pause: other}
      other: {visibleFor: {for: pause}}
    texts: {en: {left: "{resend.left}"}}
    """

  @Test("A configured duration can be used for timers, `after`, timeouts and visibility")
  func durations() throws {
    for (configured, length) in [(nil, 2_000), (500, 500)] as [(Int64?, Int64)] {
      var flow = try RunningFlow(
        Self.durations, telling: configured.map { ["pause": .number($0)] } ?? [:])
      flow.wait(length - 1)
      #expect(flow.screen == "splash")
      flow.wait(1)
      #expect(flow.screen == "home")
      #expect(try flow.status("ask") == RequestStatus.running)
      #expect(try !flow.surface().elements.isEmpty)
      flow.wait(length - 1)
      #expect(flow.screen == "home")
      #expect(flow.machine.nextDeadline == flow.now + 1)
      flow.wait(1)
      #expect(flow.screen == "other")
    }
  }

  @Test("A configured timeout applies to the first try and to every retry")
  func timeout() throws {
    let body = Self.durations.replacing("after: {pause: other}", with: "after: {90d: other}")
    var flow = try RunningFlow(body, telling: ["pause": .number(700)])
    flow.wait(700)
    #expect(try flow.status("ask") == RequestStatus.running)
    flow.wait(700)
    #expect(try flow.status("ask") == RequestStatus.running)
    flow.wait(1_000)
    #expect(try flow.status("ask") == RequestStatus.running)
    flow.wait(700)
    #expect(try flow.status("ask") == RequestStatus.failed + Int64(FailureClass.timeout))
  }

  private static let phone = """
    facts:
      country: {type: text, initial: DE}
      mobile: {type: text}
      isSent: {type: flag, place: memory, initial: false}
    languages: [en]
    initial: home
    screens:
      home:
        elements:
          - {field: country, fact: country, kind: country}
          - {field: mobile, fact: mobile, kind: phone, country: country}
          - {button: send, label: any, submits: true}
          - {image: logo, label: any}
          - {image: line}
        "on": {send: {do: [{set: {isSent: true}}]}}
    texts: {en: {any: Any, invalid.phone: No number}}
    """

  @Test(
    "A field for a telephone number tells its country, and is valid with a number in E.164 only")
  func phone() throws {
    var flow = try RunningFlow(Self.phone)
    #expect(try flow.surface().elements[1].country == Array("DE".utf8))
    try flow.type("030 123", into: "mobile")
    #expect(try flow.surface().elements[1].problem == Array("No number".utf8))
    try flow.tap("send")
    #expect(flow.report.refusal == .incomplete)
    try flow.type("FR", into: "country")
    try flow.type("+33123456789", into: "mobile")
    #expect(try flow.surface().elements[1].country == Array("FR".utf8))
    #expect(try flow.surface().elements[1].problem.isEmpty)
    try flow.tap("send")
    #expect(try flow.fact("isSent") == .number(1))
  }

  @Test("A picture has a label where the document gives one")
  func images() throws {
    let elements = try RunningFlow(Self.phone).surface().elements
    #expect(elements[3].text == Array("Any".utf8) && elements[4].text.isEmpty)
  }

  private static let modal = """
    overlays: {problem: {elements: [{button: dismiss, label: any}]}}
    languages: [en]
    signals: {show: {}, leave: {}}
    initial: sheet
    screens:
      sheet:
        modal: true
        elements: [{button: dismiss, label: any}]
        "on": {dismiss: home, show: {do: [{show: problem}]}, leave: plain}
      plain:
        modal: true
        "on": {leave: sheet}
      home: {after: {1s: plain}}
    texts: {en: {any: Any}}
    """

  @Test(
    "The gesture on a modal screen is the event `dismiss`; without a transition on it there is none"
  )
  func dismiss() throws {
    var flow = try RunningFlow(Self.modal)
    #expect(try flow.surface().isDismissable)
    try flow.signal("leave")
    #expect(flow.screen == "plain")
    #expect(try !flow.surface().isDismissable)
    flow.send(.dismissScreen)
    #expect(flow.report.refusal == .notOnScreen && flow.screen == "plain")
    try flow.signal("leave")
    flow.send(.dismissScreen)
    #expect(flow.report.refusal == nil && flow.screen == "home")
  }

  @Test(
    "A button called `dismiss` does the same as the gesture; under an overlay there is no gesture")
  func dismissButton() throws {
    var flow = try RunningFlow(Self.modal)
    try flow.signal("show")
    #expect(try !flow.surface().isDismissable)
    flow.send(.dismissScreen)
    #expect(flow.report.refusal == .notOnScreen)
    try flow.dismiss("problem")
    try flow.tap("dismiss")
    #expect(flow.screen == "home")
  }

  @Test("The gesture is written and read as a line of JSON")
  func json() throws {
    let machine = try RunningFlow(Self.modal).machine
    var writer = JSONWriter()
    writer.open("{")
    writer.member("at", Int64(5))
    machine.write(.dismissScreen, to: &writer)
    writer.close("}")
    #expect(String(decoding: writer.bytes, as: UTF8.self) == #"{"at":5,"dismissScreen":true}"#)
    #expect(try machine.timedInput(writer.bytes).input == .dismissScreen)
  }

  @Test("A time is saved from milliseconds or from RFC 3339, and anything else is malformed")
  func savedTimes() throws {
    let body = """
      facts: {until: {type: time}}
      requests: {ask: {http: {url: https://example.org}, save: {until: $.until}}}
      initial: home
      screens:
        home: {enter: [{request: ask}], always: [{when: ask.failed, to: lost}]}
        lost: {}
      """
    let answers: [(String, FactValue)] = [
      ("1772366400000", .number(1_772_366_400_000)),
      ("\"2026-03-01T12:00:00Z\"", .number(1_772_366_400_000)),
      ("\"soon\"", .absent), ("true", .absent),
    ]
    for (value, expected) in answers {
      var flow = try RunningFlow(body)
      try flow.answer("ask", "{\"until\":\(value)}")
      #expect(try flow.fact("until") == expected)
      #expect(flow.screen == (expected == .absent ? "lost" : "home"))
    }
  }
}
