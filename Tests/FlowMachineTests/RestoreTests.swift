import FlowMachine
import Statechart
import Testing

@Suite("Restore after a kill")
struct RestoreTests {
  private func performs(_ play: Play) -> [String] {
    play.effects.filter { $0.contains(#""do":"tell""#) }
  }

  @Test(
    "ENT-3: Place, input, back stack, root and services are restored without being entered again")
  func place() throws {
    var play = try RestoreFlow.onForm()
    play.type("name", "Ada")
    try play.relaunch()
    #expect(play.screen == "form")
    #expect(play.text("name") == "Ada")
    #expect(play.backStack == ["first"])
    #expect(play.drawn.root?.view == Text("first"))
    #expect(play.services == ["chat"])
    #expect(performs(play).isEmpty)
    play.step(.back)
    #expect(play.screen == "first")
  }

  @Test(
    "Memory facts are gone, device facts are as the host reports, typed secrets are gone")
  func facts() throws {
    var play = try RestoreFlow.onForm()
    play.type("draft", "x")
    play.typeSecret("password")
    play.tell("network", .number(1))
    play.told = ["network": .number(0)]
    try play.relaunch()
    #expect(play.text("draft") == nil)
    #expect(!play.isPresent("password"))
    #expect(play.number("network") == 0)
    play.told = [:]
    try play.relaunch()
    #expect(play.number("network") == nil)
  }

  private func secret(_ play: Play) -> Int64 {
    play.machine.chartState.cells[Int(play.fact("password"))]
  }

  @Test("A secret is present if the record knows it and secure storage has it")
  func storedSecrets() throws {
    var play = try Play(yaml: RestoreFlow.yaml, secrets: ["password"])
    try play.relaunch()
    #expect(secret(play) == SecretStatus.stored)
    play.secrets = []
    try play.relaunch()
    #expect(!play.isPresent("password"))
  }

  @Test("A secret in secure storage that the record does not know is erased")
  func unknownSecret() throws {
    var play = try RestoreFlow.onForm()
    play.secrets = [play.fact("password")]
    try play.relaunch()
    #expect(!play.isPresent("password"))
    #expect(play.secrets.isEmpty)
  }

  @Test("A secret that cannot be read is unreadable, one that never existed is absent")
  func unreadable() throws {
    var without = try RestoreFlow.onForm()
    try without.relaunch(isUnreadable: true)
    #expect(!without.isPresent("password"))
    var play = try Play(yaml: RestoreFlow.yaml, secrets: ["password"])
    try play.relaunch(isUnreadable: true)
    #expect(secret(play) == SecretStatus.unreadable)
    try play.relaunch(isUnreadable: true)
    #expect(secret(play) == SecretStatus.unreadable)
    try play.relaunch()
    #expect(secret(play) == SecretStatus.stored)
  }

  @Test("Preferences and services possibly lost between record and effect are repeated")
  func storage() throws {
    var play = try RestoreFlow.onForm()
    play.type("name", "Ada")
    try play.relaunch()
    #expect(play.effects.contains(#"{"do":"writePreference","fact":"name","value":"Ada"}"#))
    #expect(play.effects.contains(#"{"do":"startService","service":"chat"}"#))
  }

  @Test("An open request is resent with the same content, and has all its tries again")
  func openRequest() throws {
    var play = try RestoreFlow.onForm()
    play.type("name", "Ada")
    play.tap("safe")
    play.answer("safe", .notSent)
    play.type("name", "Bob")
    try play.relaunch()
    #expect(play.performed.contains("safe"))
    #expect(play.sent("safe") == #"{"name":"Ada"}"#)
    for wait: Int64 in [1_000, 2_000, 4_000] {
      play.answer("safe", .notSent)
      play.wait(wait)
      #expect(play.performed == ["safe"])
    }
  }

  @Test(
    "ENT-3: An open request that must not be repeated is unknown, and the user is asked")
  func openNever() throws {
    var play = try RestoreFlow.onForm()
    play.tap("never")
    try play.relaunch()
    #expect(!play.performed.contains("never"))
    #expect(play.status("never") == "failed.unknown")
    #expect(play.overlays == ["kept"])
    try play.relaunch()
    #expect(play.overlays == ["kept"])
    play.tap("dismiss")
    #expect(play.status("never") == "idle")
  }

  @Test("Regions with restart: launch start over, and so do their requests")
  func regions() throws {
    var play = try RestoreFlow.onForm()
    let ticket = play.machine.ticket(of: play.request("session"))
    play.answer("session")
    #expect(play.states.contains("open"))
    try play.relaunch()
    #expect(play.states.contains("opening"))
    #expect(play.performed == ["session"])
    #expect(play.machine.ticket(of: play.request("session")) != ticket)
    play.answer("session", .received(status: 200, body: []), ticket: ticket)
    #expect(play.report.refusal == .late)
  }

  @Test(
    "A relaunch dismisses non-restorable overlays: requests are retried, the event is sent"
  )
  func overlays() throws {
    var play = try RestoreFlow.onForm()
    play.tap("safe")
    play.answer("safe", 404)
    #expect(play.overlays == ["problem"])
    try play.relaunch()
    #expect(play.overlays.isEmpty)
    #expect(play.performed.contains("safe"))
    #expect(play.toasts == ["T"])
  }

  @Test("ENT-3: What waited under an overlay continues after a relaunch as after its dismissal")
  func waitedUnderOverlay() throws {
    var play = try RestoreFlow.onForm()
    play.tap("safe")
    play.tap("show")
    play.answer("safe")
    #expect(play.screen == "form")
    var alive = play
    alive.dismiss("problem")
    try play.relaunch()
    #expect(play.screen == "done")
    #expect(play.screen == alive.screen)
    #expect(play.backStack == alive.backStack)
  }

  @Test("A state with restore leads elsewhere, which is entered; the back stack is cleared")
  func restoreElsewhere() throws {
    var play = try RestoreFlow.onForm()
    play.tap("special")
    try play.relaunch()
    #expect(play.screen == "form")
    #expect(performs(play).count == 1)
    #expect(play.backStack.isEmpty)
  }

  @Test("The restore of a document applies to every state, and does not affect the regions")
  func documentRestore() throws {
    var play = try Play(
      yaml: """
        requests: {session: {app: s, repeat: safe}}
        restore: splash
        regions:
          beside:
            initial: opening
            states:
              opening: {enter: [{request: session}], always: [{when: session.succeeded, to: open}, {when: session.failed, to: opening}]}
              open: {}
        initial: splash
        screens:
          splash: {enter: [{perform: entered}], elements: [{button: go, label: t}, {button: keep, label: t}], on: {go: home, keep: kept}}
          home: {}
          kept: {restore: here}
        """)
    play.answer("session")
    let start = play
    play.tap("go")
    try play.relaunch()
    #expect(play.states == ["test", "test.screens", "splash", "beside", "open"])
    #expect(performs(play).count == 1)
    try play.relaunch()
    #expect(play.states == ["test", "test.screens", "splash", "beside", "open"])
    #expect(performs(play).count == 1)
    var kept = start
    kept.tap("keep")
    try kept.relaunch()
    #expect(kept.screen == "kept")
  }
}
