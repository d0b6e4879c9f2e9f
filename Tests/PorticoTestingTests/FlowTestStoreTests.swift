import Portico
import PorticoTesting
import StandardFlows
import Testing

@Suite("A flow test store")
struct FlowTestStoreTests {
  private func onboarding() throws -> FlowTestStore {
    let store = try FlowTestStore(.onboarding)
    store.answer("rLogin", .success(["sessionId": "s1"], after: .seconds(1)))
    store.answer("rFetchExperiments", .success("screenB1", after: .seconds(2)))
    return store
  }

  private func launch(_ store: FlowTestStore) throws {
    try store.launch {
      $0.screen = "screenA"
      $0.sent = ["rFetchExperiments", "rLogin"]
      $0.requests = ["rLogin": .running, "rFetchExperiments": .running]
    }
  }

  private func problems(_ body: () throws -> Void) -> [String] {
    do {
      try body()
      return []
    } catch let failure as FlowTestFailure {
      return failure.problems
    } catch {
      return ["\(error)"]
    }
  }

  @Test("passes when every change is stated")
  func wholeRun() throws {
    let store = try onboarding()
    try launch(store)
    try store.advance(by: .seconds(1)) {
      $0.requests["rLogin"] = .succeeded
      $0.facts["sessionId"] = "s1"
    }
    try store.advance(by: .seconds(1)) {
      $0.screen = "screenB1"
      $0.requests["rFetchExperiments"] = .succeeded
      $0.facts["experiment"] = "screenB1"
      $0.facts["selection"] = "minutes15"
    }
    store.answer("rSubmitSelection", .offline)
    try store.choose("minutes30", in: "dailyGoal") { $0.facts["selection"] = "minutes30" }
    try store.tap("next") {
      $0.sent = ["rSubmitSelection"]
      $0.requests["rSubmitSelection"] = .failed("offline")
      $0.overlays = ["errorScreenC"]
    }
    try store.finish()
  }

  @Test("names each change that is not stated, with its place")
  func unstated() throws {
    let store = try onboarding()
    let found = problems { try store.launch { $0.screen = "screenB1" } }
    #expect(
      found == [
        #"screen: stated screenB1, is screenA"#,
        #"requests["rFetchExperiments"]: stated nothing, is running"#,
        #"requests["rLogin"]: stated nothing, is running"#,
        #"sent: stated [], is ["rFetchExperiments", "rLogin"]"#,
      ])
  }

  @Test("fails on a request without a stated response")
  func unanswered() throws {
    let store = try FlowTestStore(.onboarding)
    store.answer("rLogin", .never)
    let found = problems { try store.launch { _ in } }
    #expect(found.contains("rFetchExperiments was sent without a stated response"))
  }

  @Test("fails on an input that the flow refuses")
  func refused() throws {
    let store = try onboarding()
    try launch(store)
    #expect(problems { try store.tap("next") } == ["refused: notOnScreen"])
    #expect(problems { try store.back() } == ["refused: noBack"])
  }

  @Test("cannot be finished while a request is running")
  func unfinished() throws {
    let store = try onboarding()
    try launch(store)
    #expect(
      problems { try store.finish() } == ["still running: rFetchExperiments, rLogin"])
  }

  @Test("ONB-2: after a kill the last screen is launched again")
  func kill() throws {
    let store = try onboarding()
    try launch(store)
    try store.advance(by: .seconds(2)) {
      $0.screen = "screenB1"
      $0.requests = ["rLogin": .succeeded, "rFetchExperiments": .succeeded]
      $0.facts = ["sessionId": "s1", "experiment": "screenB1", "selection": "minutes15"]
    }
    store.kill()
    try store.launch {
      $0.screen = "screenB1"
      $0.sent = ["rLogin"]
      $0.requests = ["rLogin": .running, "rFetchExperiments": .succeeded]
      $0.facts = ["experiment": "screenB1", "selection": "minutes15"]
    }
  }
}
