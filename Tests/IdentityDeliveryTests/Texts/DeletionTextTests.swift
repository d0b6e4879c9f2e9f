import IdentityDelivery
import IdentityDomain
import IdentityTestSupport
import Testing

@Suite("The message about a deletion that is due later")
struct DeletionTextTests {
  /// 1 March 2028, 08:05 UTC.
  private let due = Timestamp(milliseconds: 1_835_510_700_000)

  private func rendered(
    to recipient: String, _ language: String, _ secret: String?
  ) throws -> RenderedMessage {
    let identifier = try #require(Identifier(userName: recipient, GermanPhones()))
    let message = OutboxMessage(
      id: ID("m"), recipient: MessageRecipient(identifier), template: .deletionScheduled,
      language: language, sealedSecret: nil, expiresAt: due, createdAt: due - .days(14))
    return try Office.renderer(host: "id.example.com").render(
      message, secret: secret.map { Array($0.utf8) }, at: message.createdAt)
  }

  @Test(
    "CTR-10: the message says until when and how the account can be kept, in every language",
    arguments: [
      ("en", "1 March 2028, 08:05 UTC", "sign in"),
      ("de", "1. März 2028 um 08:05 Uhr (UTC)", "melde dich vorher an"),
      ("ar", "1 مارس 2028 الساعة 08:05 بالتوقيت العالمي", "سجّل الدخول قبل ذلك"),
      ("es", "1 de marzo de 2028 (08:05 UTC)", "para conservarla"),
      ("ja", "2028年3月1日 08:05（UTC）", "それまでにログインしてください"),
    ])
  func texts(language: String, day: String, how: String) throws {
    let mail = try rendered(to: "ann@example.com", language, "\(due.milliseconds)")
    let sms = try rendered(to: "+4915112345678", language, "\(due.milliseconds)")
    for message in [mail, sms] {
      let text = message.body.exposed.lowercased()
      #expect(text.contains(day.lowercased()) && text.contains(how.lowercased()), "\(text)")
      #expect(text.contains("portico") && !text.contains("http") && !text.contains("@"))
      #expect(message.code == nil)
    }
    #expect(mail.subject?.contains("Portico") == true)
    let most = ["ar", "ja"].contains(language) ? 134 : 160
    #expect(sms.body.exposed.utf16.count + 13 <= most, "for a service of 20 characters")
    #expect(!sms.body.exposed.contains("\n"))
  }

  @Test("Without its time, or with something else in its place, there is no message")
  func broken() throws {
    #expect(throws: DeadMessage.secretMissing) {
      try rendered(to: "ann@example.com", "en", nil)
    }
    for wrong in ["", "soon", "-1", "1.5", "480157 "] {
      #expect(throws: DeadMessage.secretMalformed) {
        try rendered(to: "ann@example.com", "en", wrong)
      }
    }
  }
}
