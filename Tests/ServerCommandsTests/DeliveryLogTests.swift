import IdentityDelivery
import IdentityDomain
import Logging
import Testing

@testable import ServerCommands

@Suite("What the log says about deliveries") struct DeliveryLogTests {
  private func event(
    _ outcome: DeliveryEvent.Outcome, _ id: String = "m1", to name: String = "ann@example.com"
  ) throws -> DeliveryEvent {
    let address = try #require(EmailAddress(name))
    let message = OutboxMessage(
      id: ID(id), recipient: .email(address), template: .loginCode, language: "en",
      sealedSecret: nil, expiresAt: Timestamp(milliseconds: 9),
      createdAt: Timestamp(milliseconds: 1)
    ).written(in: "request-1")
    return DeliveryEvent(message, outcome)
  }

  private let down = DeliveryEvent.Outcome.failed(.retryable(.channel, .unreachable, after: nil))

  @Test("A failure is a warning with channel, cause, remedy and the id of the request")
  func first() throws {
    var log = DeliveryLog()
    let lines = log.hear(try event(down), at: .zero)
    let line = try #require(lines.first)
    #expect(lines.count == 1 && line.level == .warning)
    #expect(line.message == "mail is not delivered: the mail server cannot be reached")
    #expect(line.fields["channel"] == "email" && line.fields["cause"] == "unreachable")
    #expect(line.fields["remedy"]?.contains("`smtp`") == true)
    #expect(line.fields["request_id"] == "request-1" && line.fields["message_id"] == "m1")
    #expect(!"\(lines)".contains("ann@example.com"))
  }

  @Test("52,157 failures in ten minutes are one line a minute, and each failure is counted")
  func bounded() throws {
    var log = DeliveryLog()
    var lines: [DeliveryLog.Line] = []
    let event = try event(down)
    for number in 0..<52_157 {
      lines += log.hear(event, at: .milliseconds(number * 600_000 / 52_157))
    }
    lines += log.look(at: .seconds(700))
    #expect(lines.count <= 12 && lines.allSatisfy { $0.level == .warning })
    let counted = lines.compactMap { $0.fields["count"].flatMap { Int($0) } }.reduce(0, +)
    #expect(counted == 52_156)
  }

  @Test("When a channel works again, that is logged once, with how many tries failed")
  func recovery() throws {
    var log = DeliveryLog()
    for second in 0..<10 { _ = log.hear(try event(down), at: .seconds(second)) }
    let lines = log.hear(try event(.sent), at: .seconds(11))
    #expect(lines.map(\.level) == [.notice, .info])
    #expect(lines[0].fields["failed_tries"] == "10" && lines[1].message == "message")
    #expect(lines[1].fields["outcome"] == "sent" && lines[1].fields["request_id"] == "request-1")
    #expect(log.hear(try event(.sent), at: .seconds(12)).count == 1)
    // The next failure is news again.
    #expect(log.hear(try event(down), at: .seconds(13)).first?.level == .warning)
  }

  @Test("A message that is given up is a warning, and after a quiet minute the next is again")
  func dead() throws {
    var log = DeliveryLog()
    let dead = DeliveryEvent.Outcome.dead(.unknownRecipient, .permanent(.unknownRecipient))
    #expect(log.hear(try event(dead), at: .zero).count == 1)
    #expect(log.hear(try event(dead, "m2"), at: .seconds(1)).isEmpty)
    #expect(log.look(at: .seconds(61)).map { $0.fields["count"] } == ["1"])
    #expect(log.look(at: .seconds(122)).isEmpty)
    let again = log.hear(try event(dead, "m3"), at: .seconds(123))
    #expect(again.first?.fields["message_id"] == "m3")
  }

  @Test("Every failure has a text and a remedy on every channel, in one line")
  func words() {
    let causes: [SendFailure.Cause] = [
      .unreachable, .timedOut, .throttled, .unknownRecipient, .rejected, .misconfigured,
      .unexpected,
    ]
    let troubles =
      causes.flatMap { [DeliveryTrouble.failed($0, .channel), .failed($0, .recipient)] }
      + DeadLetter.Reason.allCases.map { .dead($0) }
    for channel in MessageChannel.allCases {
      for trouble in troubles {
        for text in [trouble.sentence(channel), trouble.remedy(channel)] {
          #expect(text.count > 8 && !text.contains("\n") && !text.contains("("), "\(text)")
        }
      }
    }
  }
}

@Suite("The age of the oldest message") struct OldestMessageTests {
  private func at(_ seconds: Int64) -> Timestamp { Timestamp(milliseconds: seconds * 1_000) }

  @Test("The age of a message is the time since it was written")
  func age() {
    var oldest = OldestMessage()
    #expect(oldest.age(of: nil, at: at(100), uptime: .zero) == .zero)
    #expect(oldest.age(of: at(40), at: at(100), uptime: .zero) == .seconds(60))
  }

  @Test("A message written by a fast clock is at least as old as the time since it was first seen")
  func ahead() {
    var oldest = OldestMessage()
    let later = at(100 + 100 * 86_400)
    #expect(oldest.age(of: later, at: at(100), uptime: .seconds(5)) == .zero)
    #expect(oldest.age(of: later, at: at(400), uptime: .seconds(305)) == .seconds(300))
    // Another one takes its place.
    #expect(oldest.age(of: at(390), at: at(400), uptime: .seconds(306)) == .seconds(10))
  }
}
