import FlowMachine
import FlowRuntime
import Portico
import PorticoTesting
import TestSupport
import Testing

/// What a press on a form's button does to a running flow.
@MainActor @Suite("The form of a running entry", .timeLimit(.minutes(20)))
struct FormEntryTests {
  private func entry(language: String) -> AppEntry {
    let (storage, clock) = (SharedStorage(), TestClock(1_000_000))
    var parts = EntryParts(
      journal: { storage }, secrets: storage, preferences: storage,
      handlers: RequestHandlers(otherwise: { _ in .done() }), http: { _ in .notSent },
      app: AppHooks(), clock: clock.clock, entropy: { 7 })
    parts.language = language
    let made = parts
    return AppEntry(.account, clock: clock.clock) { made }
  }

  @Test("A press on an empty form comes back with what every field lacks")
  func press() async throws {
    let entry = entry(language: "de-AT")
    let life = Task { await entry.run() }
    try await entry.wait { $0.scene.screen?.submitButton != nil }
    #expect(entry.language == "de")
    let button = try #require(entry.scene.screen?.submitButton)
    #expect(button.submits)
    #expect(button.isEnabled)
    var form = FormPress()
    form.press(entry.press(button))
    try await entry.wait { $0.inputsTaken == 1 }
    let answer = try #require(entry.scene.screen)
    let outcome = form.take(answer, after: entry.inputsTaken)
    let reveal = try #require(outcome)
    #expect(reveal.first == answer.elements.first { $0.isTyped }?.id)
    #expect(answer.problems.count > 1)
    life.cancel()
    await life.value
  }

  @Test("A press that changes nothing on the screen is known to be taken all the same")
  func again() async throws {
    let entry = entry(language: "en")
    let life = Task { await entry.run() }
    try await entry.wait { $0.scene.screen?.submitButton != nil }
    let button = try #require(entry.scene.screen?.submitButton)
    #expect(entry.press(button) == 1)
    try await entry.wait { $0.inputsTaken == 1 }
    let refused = entry.scene
    #expect(entry.press(button) == 2)
    try await entry.wait { $0.inputsTaken == 2 }
    #expect(entry.scene == refused)
    life.cancel()
    await life.value
  }

  @Test("What was sent to a run that has ended is not waited for in the next one")
  func nextRun() async throws {
    let entry = entry(language: "en")
    let life = Task { await entry.run() }
    try await entry.wait { $0.scene.screen?.submitButton != nil }
    let button = try #require(entry.scene.screen?.submitButton)
    let last = entry.press(button)
    life.cancel()
    await life.value
    // Nobody is there to take it.
    #expect(entry.press(button) == last)
    let next = Task { await entry.run() }
    try await entry.wait { $0.phase == .running && $0.inputsTaken >= last }
    next.cancel()
    await next.value
  }

  @Test("An entry for previews shows its scene while a view runs it, and takes nothing")
  func showing() async {
    let screen = Screen(view: "a", elements: [Element(id: 1, kind: .button(.primary))])
    let entry = AppEntry.showing(EntryScene(screen: screen), language: "ar")
    let window = Task { await entry.run() }
    entry.tap(screen.elements[0])
    await Task.yield()
    #expect(entry.scene.screen == screen)
    #expect(entry.phase == .notLaunched)
    #expect(entry.language == "ar")
    window.cancel()
    await window.value
  }

  @Test("The flow follows the platform's way back, to the screen that the platform shows already")
  func back() async throws {
    let entry = entry(language: "en")
    let life = Task { await entry.run() }
    var path = ScreenPath()
    try await entry.wait { $0.scene.screen?["register"] != nil }
    path.show(try #require(entry.scene.screen))
    let first = try #require(path.root?.name)
    entry.tap(try #require(entry.scene.screen?["register"]))
    try await entry.wait { $0.scene.screen.map { $0.name != first } ?? false }
    path.show(try #require(entry.scene.screen))
    #expect(path.names.count == 1)
    #expect(path.pop(to: 0) == 1)
    entry.back()
    try await entry.wait { $0.scene.screen?.name == path.top?.name }
    path.show(try #require(entry.scene.screen))
    #expect(path.root?.name == first)
    #expect(path.names == [])
    #expect(path.generation == 1)
    life.cancel()
    await life.value
  }
}
