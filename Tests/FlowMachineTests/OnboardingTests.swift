import FlowMachine
import Testing

@Suite("The shipped onboarding")
struct OnboardingTests {
  private func start(_ variant: String? = nil) throws -> Play {
    var play = try Play(Fixture.onboarding.get())
    if let variant {
      play.answer("rFetchExperiments", 200, #""\#(variant)""#)
    }
    return play
  }

  private func openSession(_ play: inout Play) {
    play.answer("rLogin", 200, #"{"sessionId": "s-1"}"#)
  }

  /// B1 with its selection submitted.
  private func onC1() throws -> Play {
    var play = try start("screenB1")
    play.tap("next")
    play.answer("rSubmitSelection")
    return play
  }

  @Test(
    "ONB-1: Every launch opens a session in parallel, whose result counts for that launch")
  func session() throws {
    var play = try start()
    #expect(play.performed.contains("rLogin"))
    openSession(&play)
    #expect(play.text("sessionId") == "s-1")
    try play.relaunch()
    #expect(play.performed.contains("rLogin"))
    #expect(play.text("sessionId") == nil)
    #expect(play.status("rLogin") == "running")
  }

  @Test("ONB-2: A first launch starts at A, a later one at the last screen")
  func lastScreen() throws {
    let play = try start()
    #expect(play.screen == "screenA")
    for (variant, screen) in [
      ("screenB1", "screenB1"), ("screenB2", "screenB2"), ("screenB3", "screenB3"),
      ("noScreenB", "screenC2"),
    ] {
      #expect(try start(variant).relaunched(after: 86_400_000).screen == screen)
    }
  }

  @Test("ONB-2: C restarts its three seconds and waits for this launch's session; D stays D")
  func restoredC() throws {
    var play = try onC1()
    play.wait(2_900)
    try play.relaunch(after: 60_000)
    #expect(play.screen == "screenC1")
    openSession(&play)
    play.wait(2_999)
    #expect(play.screen == "screenC1")
    play.wait(1)
    #expect(play.screen == "screenD")
    try play.relaunch()
    #expect(play.screen == "screenD")
  }

  @Test("ONB-3: The experiment is fetched at A, unless it was fetched once")
  func fetchedOnce() throws {
    #expect(try start().performed.contains("rFetchExperiments"))
    let later = try start("screenB1").relaunched()
    #expect(!later.performed.contains("rFetchExperiments"))
    let preferences = try Play(Fixture.onboarding.get(), told: ["experiment": .number(2)])
    #expect(!preferences.performed.contains("rFetchExperiments"))
    #expect(preferences.screen == "screenB3")
  }

  @Test(
    "ONB-4: The result leads to its screen",
    arguments: [
      ("screenB1", "screenB1"), ("screenB2", "screenB2"), ("screenB3", "screenB3"),
      ("noScreenB", "screenC2"),
    ])
  func experiment(variant: String, screen: String) throws {
    #expect(try start(variant).screen == screen)
  }

  @Test(
    "ONB-4: An unknown result is a failure of the request", arguments: ["screenB4", "", "SCREENB1"])
  func unknownExperiment(variant: String) throws {
    let play = try start(variant)
    #expect(play.status("rFetchExperiments") == "failed.malformed")
    #expect(play.overlays == ["errorScreenAB"])
  }

  @Test(
    "ONB-5: The selection is submitted once, however often next is tapped",
    arguments: [("screenB1", "screenC1"), ("screenB2", "screenC2")])
  func selection(variant: String, screen: String) throws {
    var play = try start(variant)
    if variant == "screenB2" {
      #expect(play.drawn("next")?.isEnabled == false)
      play.step(.set(play.element("origin"), .option(3)))
    }
    play.tap("next")
    #expect(play.performed == ["rSubmitSelection"])
    let name = variant == "screenB1" ? "minutes15" : "article"
    #expect(play.sent("rSubmitSelection").contains(#""value":"\#(name)""#))
    play.tap("next")
    #expect(play.report.refusal == .disabled)
    #expect(play.performed.isEmpty)
    play.answer("rSubmitSelection")
    #expect(play.screen == screen)
  }

  @Test("ONB-6: B3 leads to C2 without a request")
  func b3() throws {
    var play = try start("screenB3")
    play.tap("next")
    #expect(play.screen == "screenC2")
    #expect(play.performed.isEmpty)
  }

  @Test("ONB-7: The three seconds pause under an overlay and in the background")
  func visibleTime() throws {
    var play = try onC1()
    play.wait(1_000)
    play.step(.foreground(false))
    play.wait(20_000)
    play.step(.foreground(true))
    play.wait(1_000)
    play.answer("rLogin", 404)
    #expect(play.overlays == ["errorScreenAB"])
    play.wait(60_000)
    play.tap("dismiss")
    openSession(&play)
    play.wait(999)
    #expect(play.screen == "screenC1")
    play.wait(1)
    #expect(play.screen == "screenD")
  }

  @Test("ONB-8: C leads to D once the session and three seconds are there, whichever comes last")
  func leavesC() throws {
    var sessionFirst = try onC1()
    openSession(&sessionFirst)
    sessionFirst.wait(2_999)
    #expect(sessionFirst.screen == "screenC1")
    sessionFirst.wait(1)
    #expect(sessionFirst.screen == "screenD")
    var timeFirst = try onC1()
    timeFirst.wait(10_000)
    #expect(timeFirst.screen == "screenC1")
    openSession(&timeFirst)
    #expect(timeFirst.screen == "screenD")
  }

  @Test("ONB-9: A failing session shows no error over D")
  func failureOnD() throws {
    var play = try onC1()
    openSession(&play)
    play.wait(3_000)
    try play.relaunch()
    #expect(play.screen == "screenD")
    play.answer("rLogin", 404)
    #expect(play.status("rLogin") == "failed.refused")
    #expect(play.overlays.isEmpty)
    play.wait(1_000_000)
    #expect(play.screen == "screenD")
  }

  @Test("ONB-10: Each failure shows its error screen, the session's after its own retries")
  func errorScreens() throws {
    var play = try start()
    for wait: Int64 in [1_000, 2_000] {
      play.answer("rLogin", .notSent)
      #expect(play.overlays.isEmpty)
      play.wait(wait)
    }
    play.answer("rLogin", .notSent)
    #expect(play.overlays == ["errorScreenAB"])
    var submit = try start("screenB1")
    submit.tap("next")
    submit.answer("rSubmitSelection", 500)
    #expect(submit.overlays == ["errorScreenC"])
    submit.answer("rLogin", 401)
    #expect(submit.overlays == ["errorScreenAB", "errorScreenC"])
  }

  @Test(
    "ONB-11: Dismissing an error retries what failed, or leaves the selection to be resent"
  )
  func dismissal() throws {
    var play = try start()
    play.answer("rFetchExperiments", 500)
    play.answer("rLogin", 401)
    play.tap("dismiss")
    #expect(play.screen == "screenA")
    #expect(Set(play.performed) == ["rFetchExperiments", "rLogin"])
    var submit = try start("screenB1")
    submit.step(.set(submit.element("dailyGoal"), .option(4)))
    submit.tap("next")
    let key = submit.key("rSubmitSelection")
    submit.answer("rSubmitSelection", 500)
    submit.tap("dismiss")
    #expect(submit.performed.isEmpty)
    #expect(submit.screen == "screenB1")
    #expect(submit.drawn("dailyGoal")?.value == .choice(4))
    submit.tap("next")
    #expect(submit.key("rSubmitSelection") == key)
    #expect(key != nil)
  }

  @Test("ONB-12: Back leads from C to B with its selection, and never to A")
  func back() throws {
    var play = try start("screenB1")
    #expect(!play.machine.canGoBack)
    play.step(.set(play.element("dailyGoal"), .option(0)))
    play.tap("next")
    play.answer("rSubmitSelection")
    #expect(play.backStack == ["screenB1"])
    play.step(.back)
    #expect(play.screen == "screenB1")
    #expect(play.drawn("dailyGoal")?.value == .choice(0))
    #expect(play.status("rSubmitSelection") == "idle")
    #expect(try !start("noScreenB").machine.canGoBack)
  }
}
