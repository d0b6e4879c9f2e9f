import IdentityDelivery
import IdentityDomain
import Testing

extension MessageTemplate {
  /// Written out, so that a new template is noticed here.
  static let all: [MessageTemplate] = [
    .registrationCode, .registrationTaken, .loginCode, .loginLink, .passwordResetCode, .phoneCode,
    .accountDeletionCode, .identifierVerificationCode, .secondProofCode, .passwordChanged,
    .identifierChanged, .newDevice, .numberDetached, .confirmedWithoutPassword,
    .temporaryPassword, .suppressed, .grantRevocation,
  ]
  static let sent = all.filter { $0.content != .nobodys && $0.content != .providerGrant }
}

extension MessageContent {
  /// Links have their token in their address, not in the text.
  var isLink: Bool { self == .undoLink || self == .loginLink }
  /// What is typed from a message.
  var isTyped: Bool { hasSecret && !isLink }
  /// The digits of a mail and an SMS with the code 480157 for 10 minutes.
  var digits: String {
    switch self {
    case .undoLink: "7"
    case .loginLink: "10"
    default: isTyped ? "48015710" + "48015710" : ""
    }
  }
}

@Suite("English messages")
struct EnglishTextTests {
  private func text(
    _ template: MessageTemplate, service: String = "Portico", minutes: Int = 10
  ) throws -> MessageText {
    let code = template.content.hasSecret ? "480157" : ""
    return try #require(
      LanguageTexts.english.text(
        template, MessageFacts(service: service, code: code, minutes: minutes)))
  }

  @Test("Every template that a person receives has a text", arguments: MessageTemplate.all)
  func every(template: MessageTemplate) throws {
    let facts = MessageFacts(service: "Portico", code: "480157", minutes: 10)
    let found = LanguageTexts.english.text(template, facts)
    #expect((found != nil) == MessageTemplate.sent.contains(template))
  }

  @Test(
    "A code is alone on a line of the mail and first in an SMS", arguments: MessageTemplate.sent
  )
  func codes(template: MessageTemplate) throws {
    let text = try text(template)
    let lines = text.body.split(separator: "\n", omittingEmptySubsequences: false)
    let isCode = template.content.isTyped
    #expect(lines.contains("480157") == isCode)
    #expect(text.sms.hasPrefix("480157 is your ") == isCode)
    #expect(!text.subject.contains("480157"), "mail servers log subjects")
    #expect(text.body.contains("ever ask") == (isCode || template == .loginLink))
    let digits = text.body.filter(\.isNumber) + text.sms.filter(\.isNumber)
    #expect(digits == template.content.digits)
  }

  @Test(
    "CMP-11: no message contains a link or an address that a mail scanner could use up",
    arguments: MessageTemplate.sent)
  func noLink(template: MessageTemplate) throws {
    let text = try text(template)
    for part in [text.subject, text.body, text.sms] {
      for piece in ["http", "://", "www.", "@", "<", ">", "/"] { #expect(!part.contains(piece)) }
    }
  }

  @Test(
    "An SMS has only characters of the GSM alphabet and fits into one message",
    arguments: MessageTemplate.sent
  )
  func oneSMS(template: MessageTemplate) throws {
    let sms = try text(template, service: "A service of 20 char", minutes: 10).sms
    // The letters of ASCII that GSM 03.38 has, in one septet each.
    let allowed = Set("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789 .,:?\"'-")
    #expect(sms.allSatisfy { allowed.contains($0) }, "\(sms)")
    // Beside a code, a line for a host of 30 characters: "\n\n@host #123456".
    #expect(
      sms.utf8.count + (template.content == .oneTimeCode ? 41 : 0) <= 160, "\(sms.utf8.count)")
  }

  @Test("Mails are plain lines and subjects are short", arguments: MessageTemplate.sent)
  func form(template: MessageTemplate) throws {
    let text = try text(template)
    #expect((1...60).contains(text.subject.utf8.count))
    #expect(text.body.hasSuffix("\n"))
    let quotes = "’“”".unicodeScalars
    for scalar in text.body.unicodeScalars {
      #expect(scalar == "\n" || (32..<127).contains(scalar.value) || quotes.contains(scalar))
    }
    #expect(!text.subject.contains("\n") && !text.sms.contains("\n"))
  }

  @Test("One minute is singular")
  func minutes() throws {
    #expect(try text(.loginCode, minutes: 1).sms.contains("expires in 1 minute."))
    #expect(try text(.loginCode, minutes: 2).body.contains("expires in 2 minutes "))
  }
}
