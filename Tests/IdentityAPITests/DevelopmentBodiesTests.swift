import Foundation
import IdentityAPI
import Testing

@Suite("The bodies of the development inbox")
struct DevelopmentBodiesTests {
  @Test("An entry uses the names of the contract, without a code if it has none")
  func written() throws {
    let coder = JSONEncoder()
    coder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    let entries = [
      InboxEntryBody(
        channel: .sms, to: "+4930123456", body: "123456 is your code.", code: "123456",
        sentAt: "2026-11-21T17:00:00Z"),
      InboxEntryBody(
        channel: .email, to: "a@example.com", body: "b", html: "<p>b",
        sentAt: "2026-11-21T17:00:00Z"),
    ]
    let text = String(decoding: try coder.encode(entries), as: UTF8.self)
    #expect(
      text == """
        [{"body":"123456 is your code.","channel":"sms","code":"123456",\
        "sent_at":"2026-11-21T17:00:00Z","to":"+4930123456"},\
        {"body":"b","channel":"email","html":"<p>b","sent_at":"2026-11-21T17:00:00Z","to":"a@example.com"}]
        """)
    #expect(try JSONDecoder().decode([InboxEntryBody].self, from: Data(text.utf8)) == entries)
  }

  @Test("A null code counts as none, and a channel of a newer server is kept")
  func read() throws {
    let text = #"{"channel":"pigeon","to":"x","body":"","code":null,"sent_at":"t","new":1}"#
    let entry = try JSONDecoder().decode(InboxEntryBody.self, from: Data(text.utf8))
    #expect(entry.channel.rawValue == "pigeon")
    #expect(entry.code == nil)
  }
}
