import IdentityDelivery
import IdentityDomain
import Testing

@Suite("Messages in every language")
struct TranslatedTextTests {
  static let languages = ["en", "de", "ar", "es", "ja"]

  private func text(
    _ template: MessageTemplate, _ tag: String, service: String = "Portico", minutes: Int = 10
  ) throws -> MessageText {
    let code = template.content.hasSecret ? "480157" : ""
    let language = MessageTexts.standard.texts(for: tag)
    #expect(language.tag == tag)
    return try #require(
      language.text(template, MessageFacts(service: service, code: code, minutes: minutes)))
  }

  @Test("Every language has every text, in its own words", arguments: MessageTemplate.all)
  func every(template: MessageTemplate) throws {
    let facts = MessageFacts(service: "Portico", code: "480157", minutes: 10)
    let texts = Self.languages.compactMap {
      MessageTexts.standard.texts(for: $0).text(template, facts)
    }
    #expect(texts.count == (MessageTemplate.sent.contains(template) ? Self.languages.count : 0))
    #expect(Set(texts.map(\.subject)).count == texts.count)
    #expect(Set(texts.map(\.body)).count == texts.count)
    #expect(Set(texts.map(\.sms)).count == texts.count)
  }

  @Test(
    "Every text names the service, shows its code where people and phones look, and has no link",
    arguments: MessageTemplate.sent, languages)
  func placeholders(template: MessageTemplate, tag: String) throws {
    let text = try text(template, tag)
    let lines = text.body.split(separator: "\n", omittingEmptySubsequences: false)
    let isCode = template.content.isTyped
    // Bare: an invisible mark beside it would end up in somebody's clipboard.
    #expect(
      lines.count { $0.unicodeScalars.elementsEqual("480157".unicodeScalars) } == (isCode ? 1 : 0))
    #expect(text.sms.hasPrefix("480157 ") == isCode)
    #expect(!text.subject.contains("480157"), "mail servers log subjects")
    let digits = text.body.filter(\.isNumber) + text.sms.filter(\.isNumber)
    #expect(digits == template.content.digits)
    for part in [text.subject, text.body, text.sms] {
      #expect(part.contains("Portico"))
      for piece in ["http", "://", "www.", "@", "<", ">", "/"] { #expect(!part.contains(piece)) }
    }
    #expect(!text.subject.contains("\n") && !text.sms.contains("\n") && text.body.hasSuffix("\n"))
    #expect(text.subject.count <= 60)
  }

  /// GSM 03.38, the letters of one septet that the texts may need.
  private static let gsm = Set(
    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789 .,:;?!\"'-()äöüÄÖÜß")

  @Test(
    "A German SMS fits into one message, with its line for the host",
    arguments: MessageTemplate.sent)
  func german(template: MessageTemplate) throws {
    let sms = try text(template, "de", service: "A service of 20 char").sms
    #expect(sms.allSatisfy { Self.gsm.contains($0) }, "\(sms)")
    let host = template.content == .oneTimeCode ? 41 : 0
    #expect(sms.count + host <= 160, "\(sms.count + host)")
  }

  @Test(
    "An Arabic SMS fits into two messages, with its line for the host",
    arguments: MessageTemplate.sent)
  func arabic(template: MessageTemplate) throws {
    let sms = try text(template, "ar", service: "A service of 20 char").sms
    let host = template.content == .oneTimeCode ? 41 : 0
    // In UCS-2 a part of several holds 67 units.
    #expect(sms.utf16.count + host <= 134, "\(sms.utf16.count + host)")
  }

  @Test(
    "A Spanish SMS stays in the alphabet of one septet a character, and a code in one message",
    arguments: MessageTemplate.sent)
  func spanish(template: MessageTemplate) throws {
    let sms = try text(template, "es", service: "A service of 20 char").sms
    let isCode = template.content == .oneTimeCode
    #expect(sms.allSatisfy { Self.gsm.contains($0) || "ñÑé¿¡".contains($0) }, "\(sms)")
    // A part of several holds 153 characters.
    #expect(sms.count + (isCode ? 41 : 0) <= (isCode ? 160 : 306), "\(sms.count)")
  }

  @Test(
    "A Japanese SMS fits into two messages, with its line for the host",
    arguments: MessageTemplate.sent)
  func japanese(template: MessageTemplate) throws {
    let sms = try text(template, "ja", service: "A service of 20 char").sms
    let host = template.content == .oneTimeCode ? 41 : 0
    #expect(sms.utf16.count + host <= 134, "\(sms.utf16.count + host)")
  }

  @Test(
    "Every Arabic paragraph runs from right to left, whatever the service's name",
    arguments: MessageTemplate.sent)
  func direction(template: MessageTemplate) throws {
    for service in ["Portico", "بوابة", "7 Days", "(x)", "שער"] {
      let text = try text(template, "ar", service: service)
      for part in [text.subject, text.body, text.sms] {
        for line in part.split(separator: "\n") where line != "480157" {
          #expect(Self.isFromTheRight(line), "\(line)")
        }
      }
    }
  }

  /// UAX #9, rules P2 and P3: the first strong letter outside isolates decides.
  private static func isFromTheRight(_ line: Substring) -> Bool {
    var depth = 0
    for scalar in line.unicodeScalars {
      switch scalar.value {
      case 0x2066...0x2068: depth += 1
      case 0x2069: depth -= 1
      default:
        guard depth == 0, scalar.properties.isAlphabetic else { continue }
        return (0x0590...0x08FF).contains(scalar.value)
      }
    }
    return false
  }

  @Test("Isolates are closed in the line that opens them", arguments: MessageTemplate.sent)
  func isolates(template: MessageTemplate) throws {
    let text = try text(template, "ar")
    for line in [text.subject, text.sms] + text.body.split(separator: "\n").map(String.init) {
      let opened = line.unicodeScalars.count { $0 == "\u{2068}" }
      #expect(opened == line.unicodeScalars.count { $0 == "\u{2069}" })
    }
  }

  @Test(
    "Minutes follow each language's plural rules",
    arguments: [
      ("de", 1, "1 Minute "), ("de", 2, "2 Minuten "), ("ar", 1, "دقيقة واحدة."),
      ("ar", 2, "دقيقتين."), ("ar", 3, "3 دقائق."), ("ar", 10, "10 دقائق."),
      ("ar", 11, "11 دقيقة."),
      ("ar", 103, "103 دقائق."), ("ar", 100, "100 دقيقة."),
      ("es", 1, "caduca en 1 minuto."), ("es", 10, "caduca en 10 minutos."),
      ("ja", 1, "有効期限は1分で"), ("ja", 10, "有効期限は10分で"),
    ])
  func minutes(tag: String, minutes: Int, expected: String) throws {
    #expect(try text(.loginCode, tag, minutes: minutes).body.contains(expected))
  }
}
