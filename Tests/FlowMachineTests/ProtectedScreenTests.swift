import FlowMachine
import Testing

@Suite("Protected screens that only stay in sight")
struct ProtectedScreenTests {
  /// `home` needs the session. Signing out, and its end, lead to a state without a screen.
  private static let yaml = """
    session: token
    facts: {token: {type: secret}}
    requests:
      signIn: {app: signIn, repeat: safe, save: {token: $.token}}
      clean: {app: clean, repeat: safe}
    signals: {expired: {}}
    initial: welcome
    on: {expired: {to: cleaning, do: [{clear: [token]}]}}
    screens:
      welcome:
        elements: [{button: start, label: t}]
        on: {start: {do: [{request: signIn}]}}
        always: [{when: signIn.succeeded, to: home, do: [{root: home}]}, {when: signIn.failed, to: about}]
      home:
        protected: true
        elements: [{button: more, label: t}, {button: leave, label: t}]
        on: {more: waiting, leave: passed}
      passed: {always: [{to: cleaning, do: [{clear: [token]}]}]}
      about: {back: true, elements: [{button: again, label: t}], on: {again: about}}
    states:
      waiting: {on: {expired: {do: [{clear: [token]}]}}}
      cleaning: {enter: [{request: clean}], always: [{when: clean.settled, to: about}]}
    """

  private func signedIn() throws -> Play {
    var play = try Play(yaml: Self.yaml)
    play.tap("start")
    play.answer("signIn", 200, #"{"token": "t"}"#)
    #expect(play.drawn.screen?.name == Text("home"))
    return play
  }

  @Test("ENT-5: without its session it is taken out of sight, and its root shows nothing")
  func hidden() throws {
    var play = try signedIn()
    #expect(play.drawn.root?.showsContent == true)
    play.signal("expired")
    #expect(play.drawn.screen == nil)
    #expect(play.drawn.root?.showsContent == false)
  }

  @Test("Nor does a screen that the same step only passes bring it back")
  func passed() throws {
    var play = try signedIn()
    play.tap("leave")
    #expect(play.drawn.screen == nil)
  }

  @Test("With its session it stays, until the session ends without another step")
  func kept() throws {
    var play = try signedIn()
    play.tap("more")
    #expect(play.drawn.screen?.name == Text("home"))
    #expect(play.drawn.screen?.isActive == false)
    play.signal("expired")
    #expect(play.drawn.screen == nil)
  }

  @Test("Nothing leads back to it, only to what was before it")
  func noWayBack() throws {
    var play = try signedIn()
    play.signal("expired")
    play.answer("clean")
    #expect(play.screen == "about")
    #expect(play.backStack == ["welcome"])
  }

  @Test("CMP-4: a session that cannot be read is not absent, one that is lost is")
  func relaunched() throws {
    var play = try signedIn()
    play.tap("more")
    try play.relaunch(isUnreadable: true)
    #expect(play.drawn.screen?.name == Text("home"))
    play.secrets = []
    try play.relaunch()
    #expect(play.drawn.screen == nil)
  }
}
