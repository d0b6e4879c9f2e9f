import NetworkTransfer
package import IdentityDelivery
package import IdentityDomain
package import WorkThreads

/// Passes SMS to Twilio (Programmable Messaging, "Create a Message"). It has no idempotency key: a
/// message whose response was lost arrives twice.
package final class TwilioSender: MessageSender, CustomReflectable {
  private let settings: TwilioSettings
  private let clock: any WallClock
  private let threads: WorkThreads

  package init(_ settings: TwilioSettings, clock: any WallClock, threads: WorkThreads) {
    self.settings = settings
    self.clock = clock
    self.threads = threads
  }

  package func send(_ message: RenderedMessage) async throws(SendFailure) {
    guard message.channel == .sms else { throw .permanent(.rejected) }
    let (settings, clock) = (settings, clock)
    let end = try await threads.transferring { () -> TransferEnd? in
      let left = message.expiresAt.milliseconds - clock.now().milliseconds
      // It expired while waiting for a thread; the worker removes it.
      guard left > 0 else { return nil }
      let form = Self.form(message, settings.from, secondsLeft: left / 1000)
      return CurlTransfer.perform(Self.transfer(form, settings))
    }
    guard let end else { throw .retryable(.recipient, .timedOut, after: nil) }
    TransferWatch.hear?(end)
    if let failure = TwilioAnswer.failure(end, at: clock.now()) { throw failure }
  }

  private static func transfer(_ form: String, _ settings: TwilioSettings) -> Transfer {
    Transfer(
      url: settings.url,
      content: .post(
        headers: ["Content-Type: application/x-www-form-urlencoded"], body: Array(form.utf8)),
      protection: settings.address.protection,
      login: (settings.account, settings.token.exposed), authorities: settings.authorities,
      limit: settings.limit)
  }

  /// - Parameter secondsLeft: Twilio drops what it could not deliver in that time: an expired code
  ///   must not arrive. It takes 1 to 36,000.
  static func form(
    _ message: RenderedMessage, _ from: TwilioSettings.From, secondsLeft: Int64
  ) -> String {
    let sender =
      switch from {
      case .sender(let sender): ("From", sender)
      case .service(let service): ("MessagingServiceSid", service)
      }
    let fields = [
      ("To", message.recipient.exposed), sender, ("Body", message.body.exposed),
      ("ValidityPeriod", String(min(36_000, max(1, secondsLeft)))),
    ]
    return fields.map { "\($0)=\(FormField.encoded($1))" }.joined(separator: "&")
  }

  /// Hides a token.
  package var customMirror: Mirror { Mirror(self, children: []) }
}
