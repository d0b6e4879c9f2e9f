package import Branding
package import IdentityDomain

/// What an operator configures about messages.
package struct DeliverySettings: Hashable, Sendable {
  package let service: String
  package let codeHost: String?
  /// How mails look beside their text.
  package let brand: Brand

  /// Why settings are refused.
  package struct Refusal: Error, Hashable, Sendable, CustomStringConvertible {
    package let description: String
  }

  /// - Parameters:
  ///   - service: the name of the service in texts and subjects, 1 to 40 characters in one line.
  ///   - codeHost: the host of the web sign-in in lower case; an SMS then ends with a line that
  ///     lets browsers fill in the code only on that host's pages (origin-bound one-time codes).
  ///   - brand: how mails look; its name is not used, since texts have that of the service.
  /// - Throws: for a line break, with which a name could inject headers into a mail, and for an
  ///   invalid host name.
  package init(
    service: String, codeHost: String?, brand: Brand = .standard
  ) throws(Refusal) {
    guard Brand.isName(service) else {
      throw Refusal(
        description:
          "the name of the service must be 1 to \(Brand.mostNameLength) characters on one line")
    }
    if let codeHost, !Self.isHost(codeHost) {
      throw Refusal(
        description: "the host for codes must be a lower-case host name, such as"
          + " id.example.com, without scheme, port or path")
    }
    self.service = service
    self.codeHost = codeHost
    self.brand = brand
  }

  private static func isHost(_ text: String) -> Bool {
    let labels = text.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    return text.utf8.count <= 253
      && labels.allSatisfy { label in
        (1...63).contains(label.count) && label.first != 45 && label.last != 45
          && label.allSatisfy { (97...122).contains($0) || (48...57).contains($0) || $0 == 45 }
      }
  }
}

/// Turns a row of the outbox into a message.
package struct MessageRenderer: Sendable {
  private let settings: DeliverySettings
  private let texts: MessageTexts
  private let address: @Sendable () -> String

  /// - Parameter address: the server's public address, such as `https://id.example.com`.
  package init(
    settings: DeliverySettings, texts: MessageTexts = .standard,
    address: @escaping @Sendable () -> String
  ) {
    self.settings = settings
    self.texts = texts
    self.address = address
  }

  /// - Parameters:
  ///   - secret: the row's decrypted secret.
  ///   - now: when it is handed over; the text says how many minutes the code is still
  ///     valid, rounded, so that a mail agrees with the screen that asks for it.
  package func render(
    _ message: OutboxMessage, secret: [UInt8]?, at now: Timestamp
  ) throws(DeadMessage) -> RenderedMessage {
    if case .provider(let address) = message.recipient {
      return try grant(message, at: address.provider, secret)
    }
    let code = try code(message.template, secret)
    let left = message.expiresAt.milliseconds - now.milliseconds
    let facts = MessageFacts(
      service: settings.service, code: code?.exposed ?? "",
      minutes: Int(max(1, (left + 30_000) / 60_000)),
      link: try link(message.template, secret), moment: try moment(message.template, secret))
    let language = texts.texts(for: message.language)
    guard let text = language.text(message.template, facts) else { throw .noText }
    let channel = MessageChannel(message.recipient)
    // No secret in a push (SEC "Accounts"): a locked screen shows it to everyone.
    guard channel != .push || !message.template.content.hasSecret else { throw .noText }
    let body = channel == .email ? text.body : sms(text, code)
    let page =
      channel == .email
      ? Secret<MessageBody>(MailPage(text, facts, in: language, brand: settings.brand).html) : nil
    var platform: String?
    if case .push(let address) = message.recipient { platform = address.platform }
    return RenderedMessage(
      id: message.id, channel: channel, recipient: Secret(message.recipient.text),
      platform: platform, subject: channel == .sms ? nil : text.subject, body: Secret(body),
      html: page, code: code,
      expiresAt: message.expiresAt)
  }

  /// What a provider is told: the token of the grant that is to end, and nothing else.
  private func grant(
    _ message: OutboxMessage, at provider: ProviderID, _ secret: [UInt8]?
  ) throws(DeadMessage) -> RenderedMessage {
    guard message.template.content == .providerGrant else { throw .noText }
    guard let secret else { throw .secretMissing }
    guard let token = String(validating: secret, as: UTF8.self) else { throw .secretMalformed }
    return RenderedMessage(
      id: message.id, channel: .provider, recipient: Secret(provider.text), subject: nil,
      body: Secret(token), code: nil, expiresAt: message.expiresAt)
  }

  private func code(
    _ template: MessageTemplate, _ secret: [UInt8]?
  ) throws(DeadMessage) -> Secret<OneTimeCode>? {
    switch template.content {
    case .words, .undoLink, .loginLink, .moment: return nil
    case .nobodys, .providerGrant: throw .noText
    case .oneTimeCode:
      guard let secret else { throw .secretMissing }
      let text = String(decoding: secret, as: UTF8.self)
      guard let code = Secret(typedCode: text), code.exposed == text else {
        throw .secretMalformed
      }
      return code
    case .temporaryPassword:
      guard let secret else { throw .secretMissing }
      let text = String(decoding: secret, as: UTF8.self)
      guard TemporaryPasswordText.canonical(text) == text else { throw .secretMalformed }
      return Secret(text)
    }
  }

  /// The token is in the fragment, which browsers never send; the page asks before it uses it, so a
  /// link scanner uses nothing up (CMP-11).
  private func link(
    _ template: MessageTemplate, _ secret: [UInt8]?
  ) throws(DeadMessage) -> String {
    let page: String
    switch template.content {
    case .undoLink: page = "/undo"
    case .loginLink: page = "/sign-in"
    case .oneTimeCode, .temporaryPassword, .moment, .providerGrant, .words, .nobodys: return ""
    }
    guard let secret else { throw .secretMissing }
    guard secret.allSatisfy({ (33...126).contains($0) && $0 != 35 }) else {
      throw .secretMalformed
    }
    return address() + page + "#" + String(decoding: secret, as: UTF8.self)
  }

  private func moment(
    _ template: MessageTemplate, _ secret: [UInt8]?
  ) throws(DeadMessage) -> CivilTime? {
    guard template.content == .moment else { return nil }
    guard let secret else { throw .secretMissing }
    guard let milliseconds = Int64(String(decoding: secret, as: UTF8.self)), milliseconds >= 0
    else { throw .secretMalformed }
    return CivilTime(Timestamp(milliseconds: milliseconds))
  }

  /// The last line binds the code to the host: `@host #code` (WICG, "Origin-bound one-time codes
  /// delivered via SMS").
  private func sms(_ text: MessageText, _ code: Secret<OneTimeCode>?) -> String {
    guard let code, let host = settings.codeHost,
      code.exposed.utf8.count == SecurityRules.codeDigits
    else { return text.sms }
    return "\(text.sms)\n\n@\(host) #\(code.exposed)"
  }
}

/// Why a row of the outbox can never become a message.
package enum DeadMessage: String, Error, Hashable, Sendable {
  /// It was changed, or its key is gone.
  case secretUnopened
  case secretMissing
  case secretMalformed
  case noText

  package var reason: DeadLetter.Reason {
    switch self {
    case .secretUnopened: .secretUnopened
    case .secretMissing: .secretMissing
    case .secretMalformed: .secretMalformed
    case .noText: .noText
    }
  }
}
