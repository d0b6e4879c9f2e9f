package import IdentityDelivery
package import IdentityDomain

/// What an operator asked for, as it was typed.
package struct ProviderRequest: Sendable {
  package var isDevelopment = false
  /// `--mail-from`
  package var mailFrom: String?
  /// `--smtp`
  package var smtp: String?
  /// `PORTICO_SMTP_USER`
  package var smtpUser: String?
  /// `PORTICO_SMTP_PASSWORD`
  package var smtpPassword: String?
  /// `--sms`: `twilio:SID` or `webhook:URL`.
  package var sms: String?
  /// `--sms-from`, for Twilio.
  package var smsFrom: String?
  /// `PORTICO_SMS_TOKEN`: Twilio's token, or the webhook's bearer token.
  package var smsToken: String?

  package init() {}
}

/// Which providers there are, checked before anything is opened.
package struct ProviderPlan: Sendable {
  private enum SMS {
    case twilio(TwilioSettings)
    case webhook(WebhookSender.Settings)
  }

  private let mail: SMTPSettings?
  private let sms: SMS?

  /// - Throws: `Peer.Refusal`, which begins with the option that is wrong and holds no secret.
  package init(_ request: ProviderRequest) throws(Peer.Refusal) {
    if request.isDevelopment, request.smtp != nil || request.sms != nil {
      throw Peer.Refusal(
        "--smtp, --sms: with --dev nothing leaves the machine; leave them out, or leave out --dev")
    }
    mail = try Self.mail(request)
    sms = try Self.sms(request)
  }

  private static func mail(_ request: ProviderRequest) throws(Peer.Refusal) -> SMTPSettings? {
    switch (request.smtp, request.mailFrom) {
    case (nil, nil): return nil
    case (nil, _?):
      throw Peer.Refusal("--mail-from: without --smtp there is no mail; add it")
    case (_?, nil):
      throw Peer.Refusal("--smtp: mails need a sender; add --mail-from ADDRESS")
    case (let address?, let from?):
      let from = try named("--mail-from: '\(from)'") { () throws(Peer.Refusal) in
        try MailFrom(from)
      }
      // The address is not repeated: somebody may have written a password into it.
      return try named("--smtp: the address") { () throws(Peer.Refusal) in
        try SMTPSettings(
          address: address, from: from, user: request.smtpUser, password: request.smtpPassword)
      }
    }
  }

  private static func sms(_ request: ProviderRequest) throws(Peer.Refusal) -> SMS? {
    guard let text = request.sms else { return nil }
    let rest = String(text.drop { $0 != ":" }.dropFirst())
    if text.hasPrefix("twilio:") {
      return try named("--sms: twilio (--sms-from, PORTICO_SMS_TOKEN)") {
        () throws(Peer.Refusal) in
        .twilio(
          try TwilioSettings(account: rest, token: request.smsToken, from: request.smsFrom))
      }
    }
    if text.hasPrefix("webhook:") {
      return try named("--sms: the webhook") { () throws(Peer.Refusal) in
        .webhook(try WebhookSender.Settings(address: rest, token: request.smsToken))
      }
    }
    throw Peer.Refusal("--sms: there is no such provider; write twilio:SID or webhook:URL")
  }

  private static func named<Value>(
    _ option: String, _ make: () throws(Peer.Refusal) -> Value
  ) throws(Peer.Refusal) -> Value {
    do { return try make() } catch {
      throw Peer.Refusal("\(option) \(error.description)")
    }
  }

  /// The channels that somebody serves.
  package var channels: Set<MessageChannel> {
    Set((mail == nil ? [] : [.email]) + (sms == nil ? [] : [.sms]))
  }

  /// Starts the threads; each channel has its own.
  /// - Returns: nil when there is no provider.
  package func sender(clock: any WallClock) -> RoutedSender? {
    var senders: [MessageChannel: any MessageSender] = [:]
    if let mail {
      senders[.email] = SMTPSender(mail, clock: clock, threads: TransferThreads())
    }
    switch sms {
    case nil: break
    case .twilio(let settings)?:
      senders[.sms] = TwilioSender(settings, clock: clock, threads: TransferThreads())
    case .webhook(let settings)?:
      senders[.sms] = WebhookSender(settings, clock: clock, threads: TransferThreads())
    }
    return senders.isEmpty ? nil : RoutedSender(senders)
  }
}
