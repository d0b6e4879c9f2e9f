import IdentityDelivery
import IdentityDomain
import IdentityTestSupport
import Testing

@Suite("The development inbox")
struct DevelopmentInboxTests {
  private let clock = SetClock()

  private func message(_ number: Int, to recipient: String, code: String? = nil) -> RenderedMessage
  {
    RenderedMessage(
      id: ID("\(number)"), channel: recipient.contains("@") ? .email : .sms,
      recipient: Secret(recipient), subject: recipient.contains("@") ? "s" : nil,
      body: Secret("body \(number)"), code: code.map { Secret($0) },
      expiresAt: clock.now() + .minutes(10))
  }

  @Test("The newest come first, with what was sent and when")
  func newest() async throws {
    let inbox = DevelopmentInbox(clock: clock)
    #expect(inbox.newest().isEmpty)
    try await inbox.send(message(1, to: "a@example.com", code: "123456"))
    let first = clock.now()
    clock.advance(.seconds(5))
    try await inbox.send(message(2, to: "+4930123456"))
    #expect(inbox.newest().map(\.body.exposed) == ["body 2", "body 1"])
    #expect(inbox.newest().map(\.sentAt) == [clock.now(), first])
    #expect(inbox.newest().map(\.channel) == [.sms, .email])
    #expect(inbox.newest().map { $0.code?.exposed } == [nil, "123456"])
    #expect(inbox.newest().map(\.subject) == [nil, "s"])
  }

  @Test("It can be filtered by recipient, in any case")
  func filter() async throws {
    let inbox = DevelopmentInbox(clock: clock)
    for (number, to) in ["a@example.com", "b@example.com", "+491", "a@example.com"].enumerated() {
      try await inbox.send(message(number, to: to))
    }
    #expect(inbox.newest(to: "A@Example.com").map(\.body.exposed) == ["body 3", "body 0"])
    #expect(inbox.newest(to: "+491").count == 1)
    for nobody in ["", "a", "@example.com", "c@example.com", "+49"] {
      #expect(inbox.newest(to: nobody).isEmpty)
    }
  }

  @Test("It keeps the latest thousand, even if many are sent at once")
  func bounded() async {
    let inbox = DevelopmentInbox(clock: clock)
    for number in 0..<1_500 { try? await inbox.send(message(number, to: "a@example.com")) }
    #expect(inbox.newest().map(\.body.exposed) == (500..<1_500).reversed().map { "body \($0)" })
    await withTaskGroup(of: Void.self) { group in
      for task in 0..<8 {
        group.addTask {
          for number in 0..<300 { try? await inbox.send(message(number, to: "\(task)@x.com")) }
        }
      }
    }
    #expect(inbox.newest().count == 1_000)
    for task in 0..<8 {
      let own = inbox.newest(to: "\(task)@x.com").map(\.body.exposed)
      #expect(own == (300 - own.count..<300).reversed().map { "body \($0)" }, "in their order")
    }
  }
}
