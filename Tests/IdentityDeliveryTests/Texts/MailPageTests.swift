import Branding
import IdentityDelivery
import IdentityDomain
import IdentityTestSupport
import Testing

@Suite("Mails as HTML")
struct MailPageTests {
  private static let secret = "x7Kq2mVd9RtYbNw3HsLc8PzE"

  private func rendered(
    _ template: MessageTemplate, language: String = "en", service: String = "Portico",
    change: (inout Brand) -> Void = { _ in }
  ) throws -> RenderedMessage {
    var brand = Brand(name: "unused", accent: try #require(RGBColor(hex: "#e8590c")))
    change(&brand)
    let renderer = MessageRenderer(
      settings: try DeliverySettings(service: service, codeHost: nil, brand: brand),
      address: { "https://id.example.com" })
    let secret =
      switch template.content {
      case .oneTimeCode: "480157"
      case .temporaryPassword: "7K3M9QPX2R"
      default: Self.secret
      }
    let message = OutboxMessage(
      id: ID("m"), recipient: .email(try #require(EmailAddress("ann@example.com"))),
      template: template, language: language, sealedSecret: nil,
      expiresAt: Timestamp(milliseconds: 600_000), createdAt: Timestamp(milliseconds: 0))
    return try renderer.render(
      message, secret: template.content.hasSecret ? Array(secret.utf8) : nil,
      at: message.createdAt)
  }

  private func html(
    _ template: MessageTemplate, language: String = "en", service: String = "Portico",
    change: (inout Brand) -> Void = { _ in }
  ) throws -> String {
    try #require(
      try rendered(template, language: language, service: service, change: change).html?.exposed)
  }

  /// Without markup, with what escapes stand for.
  private func words(_ html: String) -> String {
    let body = html[(html.firstRange(of: "<body")?.lowerBound ?? html.startIndex)...]
    var text = ""
    var isMarkup = false
    for character in body {
      if character == "<" { isMarkup = true }
      if !isMarkup { text.append(character) }
      if character == ">" { isMarkup = false }
    }
    for (escape, sign) in [
      ("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&#39;", "'"), ("&amp;", "&"),
    ] { text = text.replacing(escape, with: sign) }
    return text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }

  @Test(
    "BRD-4: the HTML says what the text says, in its language and direction",
    arguments: MessageTemplate.sent, ["en", "de", "ar", "es", "ja"])
  func same(template: MessageTemplate, language: String) throws {
    guard template.content != .temporaryPassword else { return }
    let message = try rendered(template, language: language)
    let html = try #require(message.html?.exposed)
    let text = message.body.exposed.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    #expect(words(html) == "Portico " + text)
    let direction = language == "ar" ? "rtl" : "ltr"
    #expect(html.contains("<html lang=\"\(language)\" dir=\"\(direction)\">"))
    #expect(html.contains("<div lang=\"\(language)\" dir=\"\(direction)\">"))
    let link = template.content.isLink ? 1 : 0
    #expect(html.split(separator: "<a ").count - 1 == link)
    #expect(
      html.contains("href=\"https://id.example.com/\(template == .loginLink ? "sign-in" : "undo")#")
        == (link == 1))
  }

  @Test(
    "BRD-4: a one-time code is a single piece of text that one tap selects",
    arguments: ["en", "ar"])
  func code(language: String) throws {
    let html = try html(.loginCode, language: language)
    #expect(html.contains("user-select:all\">480157</p>"))
    #expect(html.contains("<p class=\"tint\" dir=\"ltr\" translate=\"no\""))
  }

  @Test(
    "BRD-4: whatever the service is called, its name is text",
    arguments: [
      "<script>alert(1)</script>", "\"><img src=x onerror=a()>", "a' onclick='b", "Q&A &lt;b&gt;",
      "</style><b>x", "]]>--><!--", "javascript:alert(1)",
    ])
  func hostile(name: String) throws {
    for language in ["en", "de", "ar", "es", "ja"] {
      for template in [MessageTemplate.loginCode, .loginLink, .newDevice] {
        let message = try rendered(template, language: language, service: name) {
          $0.tagline = name
        }
        let html = try #require(message.html?.exposed)
        // The same elements as with a harmless one, and nothing lost of it.
        let plain = try self.html(template, language: language) { $0.tagline = "x" }
        #expect(html.split(separator: "<").count == plain.split(separator: "<").count)
        #expect(html.filter { $0 == "\"" }.count == plain.filter { $0 == "\"" }.count)
        let text = message.body.exposed.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        #expect(words(html) == "\(name) \(text) \(name)")
      }
    }
  }

  @Test(
    "BRD-4: nothing is loaded: no picture, font, style or script", arguments: MessageTemplate.sent)
  func closed(template: MessageTemplate) throws {
    guard template.content != .temporaryPassword else { return }
    let html = try html(template).lowercased()
    for piece in ["<img", "src=", "<link", "url(", "@import", "<script", "<iframe", "background="] {
      #expect(!html.contains(piece))
    }
    #expect(html.split(separator: "http").count - 1 == (template.content.isLink ? 2 : 0))
    // Gmail cuts off what is longer than 102 KB.
    #expect(html.utf8.count < 10_000)
  }

  @Test("BRD-4: the light and dark colours are those of the brand")
  func appearances() throws {
    let both = try html(.loginCode)
    #expect(both.contains("<meta name=\"color-scheme\" content=\"light dark\">"))
    #expect(both.contains("@media (prefers-color-scheme: dark)"))
    let accent = try #require(RGBColor(hex: "#e8590c"))
    let (light, dark) = (
      Palette(accent: accent, appearance: .light), Palette(accent: accent, appearance: .dark)
    )
    #expect(both.contains("background-color:\(light.surface.hex)"))
    #expect(both.contains("background-color: \(dark.surface.hex) !important"))
    let only = try html(.loginCode) { $0.appearance = .dark }
    #expect(only.contains("content=\"dark\"") && !only.contains("@media"))
    #expect(only.contains("background-color:\(dark.surface.hex)"))
    #expect(!only.contains(light.surface.hex))
  }

  @Test("A message that is not a mail has no HTML")
  func others() throws {
    let renderer = try Office.renderer()
    let phone = try #require(Identifier(userName: "+4915112345678", GermanPhones()))
    let message = OutboxMessage(
      id: ID("m"), recipient: MessageRecipient(phone), template: .phoneCode, language: "en",
      sealedSecret: nil, expiresAt: Timestamp(milliseconds: 600_000),
      createdAt: Timestamp(milliseconds: 0))
    let rendered = try renderer.render(
      message, secret: Array("480157".utf8), at: message.createdAt)
    #expect(rendered.html == nil)
  }
}
