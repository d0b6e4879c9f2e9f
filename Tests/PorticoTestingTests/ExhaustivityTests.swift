import Portico
import PorticoTesting
import Testing

@Suite("What a test has to state")
struct ExhaustivityTests {
  private func store(
    _ exhaustivity: Exhaustivity, _ report: ((FlowTestFailure) -> Void)? = nil
  ) throws -> FlowTestStore {
    let store = try FlowTestStore(
      .account, language: "en", exhaustivity: exhaustivity, report: report)
    store.usesSimulatedAnswers = true
    return store
  }

  private func problems(_ body: () throws -> Void) -> [String] {
    do {
      try body()
      return []
    } catch {
      return (error as? FlowTestFailure)?.problems ?? ["\(error)"]
    }
  }

  @Test("With `.stated`, anything unstated may change, and what is stated must hold")
  func stated() throws {
    let store = try store(.stated)
    try store.launch { _ in }
    #expect(problems { try store.tap("register") }.isEmpty)
    // Stated as it was before the step, which is not as it is now.
    #expect(
      problems { try store.back { $0.screen = "signUp" } } == [
        "screen: stated signUp, is signIn"
      ])
  }

  @Test("With `.state`, texts and problems count where a step states them")
  func state() throws {
    let store = try store(.state)
    try store.launch {
      $0.screen = "signIn"
      $0.sent = ["autofillPasskey"]
      $0.requests["autofillPasskey"] = .failed("refused")
    }
    try store.tap("register") {
      $0.screen = "signUp"
      $0.canGoBack = true
      $0.requests["autofillPasskey"] = nil
      #expect($0.enabled.contains("submit"))
    }
    let found = problems {
      try store.type("ada", into: "email") {
        $0.facts["email"] = "ada"
        $0.problems = [:]
      }
    }
    #expect(
      found == [
        #"problems["email"]: stated nothing, is Enter an email address, such as ada@example.org."#
      ])
  }

  @Test("With `.screen`, an unstated text is a difference")
  func screen() throws {
    let store = try store(.screen)
    let found = problems { try store.launch { $0.screen = "signIn" } }
    #expect(found.contains { $0.hasPrefix("texts: stated []") })
    #expect(found.contains { $0.hasPrefix("enabled: stated []") })
  }

  @Test("With a report, each difference is reported at its own line, and the test continues")
  func everyDifference() throws {
    var failures: [FlowTestFailure] = []
    let store = try store(.state) { failures.append($0) }
    let line = #line
    try store.launch { $0.screen = "home" }
    try store.tap("register") { $0.screen = "signUp" }
    try store.tap("nothing")
    #expect(failures.map(\.line) == [line + 1, line + 2, line + 3])
    #expect(failures.map(\.file) == Array(repeating: #fileID, count: 3))
    #expect(failures.last?.problems == ["refused: notOnScreen"])
  }
}
