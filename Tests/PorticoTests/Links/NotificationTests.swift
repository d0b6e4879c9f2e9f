import FlowMachine
import FlowSimulation
import Foundation
import Portico
import PorticoTesting
import TestSupport
import Testing

@MainActor @Suite("The link of a notification", .timeLimit(.minutes(20)))
struct NotificationTests {
  private let taken = SharedList<String>()

  /// Shows nothing, and lists the links that reach its flow.
  private func entry() -> AppEntry {
    let entry = AppEntry(
      .entry,
      to: EntryInputs(
        send: { [taken] input in
          if case .signal(_, _, let text?) = input { taken.append(text.string) }
        }, type: { _, _ in }))
    entry.show(EntryScene(), language: "en")
    return entry
  }

  @Test("ENT-6: a text that is an address is taken as a link that opened the app")
  func taken() async throws {
    let entry = entry()
    let links = [
      "notes://7", "https://example.com/a?b=ü", "a+b.c-1:x",
      "n:" + String(repeating: "a", count: 4_094),
    ]
    for (index, link) in links.enumerated() {
      #expect(entry.opened(byNotification: ["aps": ["alert": "Hello"], "link": link]))
      while taken.all.count <= index { await Task.yield() }
    }
    #expect(entry.opened(byNotification: ["to": "notes://8"], key: "to"))
    while taken.all.count <= links.count { await Task.yield() }
    #expect(taken.all == links + ["notes://8"])
  }

  @Test("Everything else in a payload is ignored")
  func ignored() async {
    let entry = entry()
    let deep = (0..<500).reduce("notes://7" as Any) { inner, _ in [inner] }
    let wrong: [Any] = [
      7, 7.5, true, NSNull(), ["notes://7"], ["link": "notes://7"], deep, Data("notes://7".utf8),
      Array("notes://7".utf8), "", " ", "notes", "/7", "://7", ":7", "7:x", "notes:", "no tes:7",
      "notes://7\n", "notes://\u{0}", "notes://\u{7F}", " notes://7", "ñotes://7",
      "n:" + String(repeating: "a", count: 4_095), "n:" + String(repeating: "a", count: 4 << 20),
    ]
    for value in wrong { #expect(!entry.opened(byNotification: ["link": value])) }
    #expect(!entry.opened(byNotification: [:]))
    #expect(!entry.opened(byNotification: [7: "notes://7", "Link": "notes://7"]))
    #expect(!entry.opened(byNotification: ["link": "notes://7"], key: ""))
    // Had one been taken, it would come before this one.
    entry.opened(byNotification: ["link": "notes://last"])
    while taken.all.isEmpty { await Task.yield() }
    #expect(taken.all == ["notes://last"])
  }
}
