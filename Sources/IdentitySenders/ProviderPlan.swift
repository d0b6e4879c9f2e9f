package import NetworkTransfer
package import IdentityDelivery
package import IdentityDomain
package import WorkThreads

/// An operator's settings, as typed.
package struct SenderRequest: Sendable {
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
  /// `--fcm`: the path of a service account's JSON.
  package var fcm: String?
  /// `--apns`: `TEAM:KEY:TOPIC`.
  package var apns: String?
  /// `--apns-key`: the path of the key's `.p8` file.
  package var apnsKey: String?
  /// `--apns-sandbox`: for development builds of apps.
  package var isAPNsSandbox = false
  /// `ca_file`: certificates (PEM) that are trusted in place of the system's.
  package var authorities: String?

  package init() {}
}

/// How the files of push services are read, and how their keys sign; this target knows neither
/// files nor keys.
package struct ProviderFiles: Sendable {
  /// The bytes of a file with a secret.
  /// - Throws: a text that says what is wrong, where, and how to fix it, without quoting the
  ///   contents.
  package let read: @Sendable (_ name: String, _ path: String) throws(Peer.Refusal) -> [UInt8]
  /// A signer for a private key in PEM.
  package let signer: @Sendable (ProviderSigner.Algorithm, _ pem: String) throws -> ProviderSigner

  package init(
    read: @escaping @Sendable (_ name: String, _ path: String) throws(Peer.Refusal) -> [UInt8],
    signer: @escaping @Sendable (ProviderSigner.Algorithm, String) throws -> ProviderSigner
  ) {
    self.read = read
    self.signer = signer
  }

  /// If no push service is configured.
  package static let none = ProviderFiles(
    read: { name, _ throws(Peer.Refusal) in throw Peer.Refusal("cannot be read: \(name)") },
    signer: { _, _ in throw Peer.Refusal("has no key") })
}

/// The configured providers, checked before anything is opened.
package struct ProviderPlan: Sendable {
  private enum SMS {
    case twilio(TwilioSettings)
    case webhook(WebhookSender.Settings)
  }

  private let mail: SMTPSettings?
  private let sms: SMS?
  private let fcm: FCMSettings?
  private let apns: APNsSettings?
  /// `ca_file`
  package let authorities: String?

  /// - Throws: `Peer.Refusal`, which begins with the faulty option and contains no secret.
  package init(
    _ request: SenderRequest, files: ProviderFiles = .none
  ) throws(Peer.Refusal) {
    let asked = [request.smtp, request.sms, request.fcm, request.apns]
    if request.isDevelopment, asked.contains(where: { $0 != nil }) {
      throw Peer.Refusal(
        "--smtp, --sms, --fcm, --apns: with --dev nothing leaves the machine; remove them, or"
          + " remove --dev")
    }
    var mail = try Self.mail(request)
    var fcm = try Self.fcm(request, files)
    var apns = try Self.apns(request, files)
    mail?.authorities = request.authorities
    fcm?.authorities = request.authorities
    apns?.authorities = request.authorities
    (self.mail, self.fcm, self.apns) = (mail, fcm, apns)
    sms = try Self.sms(request)
    authorities = request.authorities
  }

  private static func fcm(
    _ request: SenderRequest, _ files: ProviderFiles
  ) throws(Peer.Refusal) -> FCMSettings? {
    guard let path = request.fcm else { return nil }
    return try named("--fcm: the service account") { () throws(Peer.Refusal) in
      let file = try contents(of: path, "the service account's key", files)
      return try FCMSettings(serviceAccount: file) { try files.signer(.rs256, $0) }
    }
  }

  private static func apns(
    _ request: SenderRequest, _ files: ProviderFiles
  ) throws(Peer.Refusal) -> APNsSettings? {
    switch (request.apns, request.apnsKey) {
    case (nil, nil):
      guard !request.isAPNsSandbox else {
        throw Peer.Refusal("--apns-sandbox: without --apns there is no push; add it")
      }
      return nil
    case (nil, _?): throw Peer.Refusal("--apns-key: without --apns there is no push; add it")
    case (_?, nil):
      throw Peer.Refusal("--apns: pushes are signed; add --apns-key FILE (AuthKey_….p8)")
    case (let text?, let path?):
      return try named("--apns: '\(text)'") { () throws(Peer.Refusal) in
        let file = try contents(of: path, "the key of the push service", files)
        return try APNsSettings(
          text, key: String(decoding: file, as: UTF8.self),
          address: request.isAPNsSandbox
            ? APNsSettings.sandboxAddress : APNsSettings.standardAddress
        ) { try files.signer(.es256, $0) }
      }
    }
  }

  /// A service account's file has some 2,400 bytes, a key's 260.
  private static let mostFileBytes = 65_536

  private static func contents(
    of path: String, _ name: String, _ files: ProviderFiles
  ) throws(Peer.Refusal) -> [UInt8] {
    let file: [UInt8]
    do { file = try files.read(name, path) } catch {
      throw Peer.Refusal("is not usable: \(error.description)")
    }
    guard file.count <= mostFileBytes else {
      throw Peer.Refusal("is not usable: \(path) is too long for such a file")
    }
    return file
  }

  private static func mail(_ request: SenderRequest) throws(Peer.Refusal) -> SMTPSettings? {
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
      // The address is not repeated, because it might contain a password.
      return try named("--smtp: the address") { () throws(Peer.Refusal) in
        try SMTPSettings(
          address: address, from: from, user: request.smtpUser, password: request.smtpPassword)
      }
    }
  }

  private static func sms(_ request: SenderRequest) throws(Peer.Refusal) -> SMS? {
    guard let text = request.sms else { return nil }
    let rest = String(text.drop { $0 != ":" }.dropFirst())
    if text.hasPrefix("twilio:") {
      return try named("--sms: twilio (--sms-from, PORTICO_SMS_TOKEN)") {
        () throws(Peer.Refusal) in
        var settings = try TwilioSettings(
          account: rest, token: request.smsToken, from: request.smsFrom)
        settings.authorities = request.authorities
        return .twilio(settings)
      }
    }
    if text.hasPrefix("webhook:") {
      return try named("--sms: the webhook") { () throws(Peer.Refusal) in
        var settings = try WebhookSender.Settings(address: rest, token: request.smsToken)
        settings.authorities = request.authorities
        return .webhook(settings)
      }
    }
    throw Peer.Refusal("--sms: unknown provider; write twilio:SID or webhook:URL")
  }

  private static func named<Value>(
    _ option: String, _ make: () throws(Peer.Refusal) -> Value
  ) throws(Peer.Refusal) -> Value {
    do { return try make() } catch {
      throw Peer.Refusal("\(option) \(error.description)")
    }
  }

  /// The channels with a configured sender.
  package var channels: Set<MessageChannel> {
    Set(
      (mail == nil ? [] : [.email]) + (sms == nil ? [] : [.sms])
        + (pushPlatforms.isEmpty ? [] : [.push]))
  }

  /// The device platforms with a configured sender.
  package var pushPlatforms: Set<PushPlatform> {
    Set((apns == nil ? [] : [.apns]) + (fcm == nil ? [] : [.fcm]))
  }

  /// - Parameter threads: for the transfers of all channels.
  /// - Returns: no sender for a channel without a provider.
  package func senders(
    clock: any WallClock, threads: WorkThreads
  ) -> [MessageChannel: any MessageSender] {
    var senders: [MessageChannel: any MessageSender] = [:]
    if let mail {
      senders[.email] = SMTPSender(mail, clock: clock, threads: threads)
    }
    switch sms {
    case nil: break
    case .twilio(let settings)?:
      senders[.sms] = TwilioSender(settings, clock: clock, threads: threads)
    case .webhook(let settings)?:
      senders[.sms] = WebhookSender(settings, clock: clock, threads: threads)
    }
    if !pushPlatforms.isEmpty {
      senders[.push] = PushSender(
        apns: apns.map { APNsSender($0, clock: clock, threads: threads) },
        fcm: fcm.map { FCMSender($0, clock: clock, threads: threads) })
    }
    return senders
  }
}
