import Portico
import PorticoTesting
import Testing
import Tour

@Suite("The tour")
struct TourTests {
  @Test("asks, tells the app, and lets in")
  func walk() throws {
    let store = try FlowTestStore(.tour)
    store.answer(.saveInterest, .success(after: .seconds(1)))
    try store.launch { $0.screen = .welcome }
    try store.tap(.start) {
      $0.screen = .interests
      $0.canGoBack = true
    }
    try store.choose("film", in: .interest) { $0.facts[.interest] = "film" }
    try store.tap(.done) {
      $0.sent = [.saveInterest]
      $0.requests[.saveInterest] = .running
    }
    try store.advance(by: .seconds(1)) {
      $0.screen = .ready
      $0.canGoBack = false
      $0.requests = [:]
    }
    try store.finish()
  }

  @Test("tells the app what somebody likes")
  func told() throws {
    let store = try FlowTestStore(.tour, exhaustivity: .stated)
    store.perform(.saveInterest) { call in
      call.parameters["interest"] == "film" ? .done() : .refused("unknown")
    }
    try store.launch { $0.screen = .welcome }
    try store.tap(.start)
    try store.choose("film", in: .interest)
    try store.tap(.done) { $0.screen = .ready }
  }

  @Test("keeps the choice when it cannot be saved, and over a kill")
  func offline() throws {
    let store = try FlowTestStore(.tour)
    // One try, and the one that the flow makes by itself.
    store.answer(.saveInterest, .offline, .offline)
    try store.launch { $0.screen = .welcome }
    try store.tap(.start) {
      $0.screen = .interests
      $0.canGoBack = true
    }
    try store.choose("books", in: .interest) { $0.facts[.interest] = "books" }
    try store.tap(.done) {
      $0.sent = [.saveInterest]
      $0.requests[.saveInterest] = .running
    }
    try store.advance(by: .seconds(5)) {
      $0.sent = [.saveInterest]
      $0.requests[.saveInterest] = .failed("offline")
      $0.overlays = [.notSaved]
    }
    store.kill()
    try store.launch {
      $0.screen = .interests
      $0.canGoBack = true
      $0.facts[.interest] = "books"
    }
    try store.finish()
  }
}
