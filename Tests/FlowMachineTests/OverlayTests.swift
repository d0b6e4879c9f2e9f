import FlowMachine
import Testing

@Suite("Overlays and failures")
struct OverlayTests {
  private static let yaml = """
    facts: {message: {type: text}, isQuiet: {type: flag}}
    requests:
      first: {app: a, repeat: safe, failure: {show: problem, dismissal: retry}}
      second: {app: b, repeat: keyed, failure: {show: problem, dismissal: stay}}
      third:
        app: c
        repeat: safe
        failure: {show: notice, dismissal: stay, unless: isQuiet, save: {message: $.description}}
    overlays:
      problem:
        elements: [{button: dismiss, label: t}, {button: help, label: t}]
        on: {help: [{open: "https://example.com/help"}]}
      notice: {style: alert, elements: [{button: dismiss, label: t}]}
    signals: {outside: {}, quiet: {}}
    on: {outside: away, quiet: {do: [{set: {isQuiet: true}}]}}
    initial: home
    screens:
      home:
        elements:
          - {button: first, label: t}
          - {button: second, label: t}
          - {button: third, label: t}
          - {button: show, label: t}
        on:
          first: {do: [{request: first}]}
          second: {do: [{request: second}]}
          third: {do: [{request: third}]}
          show: {do: [{show: problem}]}
          dismissed.problem: {do: [{toast: t}]}
        always:
          - {when: first.succeeded, to: done}
          - {when: second.settled and message == 'never', to: done}
      done: {}
      away: {elements: [{button: home, label: t}], on: {home: home}}
    """

  @Test("A failure shows its overlay, and dismissing it retries the request")
  func retry() throws {
    var play = try Play(yaml: Self.yaml)
    play.tap("first")
    play.answer("first", 500)
    #expect(play.overlays == ["problem"])
    #expect(play.status("first") == "failed.unavailable")
    play.tap("dismiss")
    #expect(play.overlays.isEmpty)
    #expect(play.performed == ["first"])
    #expect(play.toasts == ["T"])
  }

  @Test("With stay, the request is idle after the dismissal")
  func stay() throws {
    var play = try Play(yaml: Self.yaml)
    play.tap("second")
    play.answer("second", 500)
    play.dismiss("problem")
    #expect(play.performed.isEmpty)
    #expect(play.status("second") == "idle")
    #expect(play.screen == "home")
  }

  @Test("An overlay for several failures is shown once, and its dismissal counts for all")
  func merged() throws {
    var play = try Play(yaml: Self.yaml)
    play.tap("first")
    play.tap("second")
    play.answer("first", 500)
    play.answer("second", 404)
    #expect(play.overlays == ["problem"])
    play.dismiss("problem")
    #expect(play.overlays.isEmpty)
    #expect(play.performed == ["first"])
    #expect(play.status("second") == "idle")
  }

  @Test("A failure that is suppressed at that moment shows nothing, then or later")
  func unless() throws {
    var play = try Play(yaml: Self.yaml)
    play.signal("quiet")
    play.tap("third")
    play.answer("third", 500)
    #expect(play.overlays.isEmpty)
    #expect(play.status("third") == "failed.unavailable")
  }

  @Test("The body of a failure fills facts; missing or unsuitable values are no error")
  func failureSave() throws {
    var play = try Play(yaml: Self.yaml)
    play.tap("third")
    play.answer("third", 422, #"{"description": "No"}"#)
    #expect(play.text("message") == "No")
    play.dismiss("notice")
    play.tap("third")
    play.answer("third", 422, #"{"description": ["No"]}"#)
    #expect(play.text("message") == "No")
    play.dismiss("notice")
    play.tap("third")
    play.answer("third", 422, "<html>")
    #expect(play.status("third") == "failed.refused")
  }

  @Test("Overlays stack in document order, and only the top one takes input")
  func stacked() throws {
    var play = try Play(yaml: Self.yaml)
    play.tap("first")
    play.tap("third")
    play.answer("third", 500)
    play.answer("first", 500)
    #expect(play.overlays == ["problem", "notice"])
    #expect(play.drawn.overlays.map(\.name.string) == ["problem", "notice"])
    #expect(play.drawn.overlays.map(\.style) == [.overlay, .alert])
    play.tap("help")
    #expect(play.report.refusal == .notOnScreen)
    play.dismiss("problem")
    #expect(play.report.refusal == .notOnTop)
    play.tap("dismiss")
    #expect(play.overlays == ["problem"])
    play.tap("help")
    #expect(play.report.refusal == nil)
    #expect(play.effects.contains(#"{"do":"open","url":"https://example.com/help"}"#))
    #expect(play.overlays == ["problem"])
  }

  @Test("A covered screen takes no taps and no back, and is drawn unchanged")
  func covered() throws {
    var play = try Play(yaml: Self.yaml)
    let before = play.drawn.screen
    play.tap("show")
    #expect(play.drawn.screen == before)
    play.tap("first")
    #expect(play.report.refusal == .notOnScreen)
    play.step(.back)
    #expect(play.report.refusal == .noBack)
    #expect(play.status("first") == "idle")
  }

  @Test("An outcome under an overlay waits, and takes effect when the overlay is dismissed")
  func waiting() throws {
    var play = try Play(yaml: Self.yaml)
    play.tap("first")
    play.tap("show")
    play.answer("first")
    #expect(play.screen == "home")
    #expect(play.status("first") == "succeeded")
    play.dismiss("problem")
    #expect(play.screen == "done")
  }

  @Test("A signal ignores an overlay, and dismisses it if it leads to another screen")
  func signal() throws {
    var play = try Play(yaml: Self.yaml)
    play.tap("show")
    play.signal("quiet")
    #expect(play.overlays == ["problem"])
    play.signal("outside")
    #expect(play.screen == "away")
    #expect(play.overlays.isEmpty)
    play.tap("home")
    #expect(play.screen == "home")
  }

  @Test("Showing what is shown and hiding what is hidden change nothing")
  func twice() throws {
    var play = try Play(yaml: Self.yaml)
    play.tap("show")
    play.dismiss("notice")
    #expect(play.report.refusal == .notOnTop)
    play.dismiss("problem")
    play.dismiss("problem")
    #expect(play.report.refusal == .notOnTop)
    #expect(play.overlays.isEmpty)
  }

  @Test("A region beside the screens continues under an overlay")
  func region() throws {
    var play = try Play(
      yaml: """
        requests:
          session: {app: s, repeat: safe}
        overlays: {problem: {elements: [{button: dismiss, label: t}]}}
        regions:
          beside:
            initial: opening
            states:
              opening: {enter: [{request: session}], always: [{when: session.succeeded, to: open}, {when: session.failed, to: closed}]}
              open: {}
              closed: {}
        initial: home
        screens: {home: {elements: [{button: show, label: t}], on: {show: {do: [{show: problem}]}}}}
        """)
    play.tap("show")
    play.answer("session")
    #expect(play.states.contains("open"))
    #expect(play.overlays == ["problem"])
  }
}
