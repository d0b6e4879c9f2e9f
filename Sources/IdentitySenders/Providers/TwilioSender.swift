import NetworkTransfer
package import IdentityDelivery
package import IdentityDomain
package import WorkThreads

/// Hands SMS to Twilio (Programmable Messaging, "Create a Message"). It knows no key for a repeated
/// request: a message whose answer got lost comes twice.
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
      // It waited for a thread: the worker removes it.
      guard left > 0 else { return nil }
      let form = Self.form(message, settings.from, secondsLeft: left / 1000)
      return CurlTransfer.perform(Self.transfer(form, settings))
    }
    guard let end else { throw .retryable(.recipient, .timedOut, after: nil) }
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

  /// - Parameter secondsLeft: Twilio forgets what it could not hand over in that time: a code that
  ///   expired must not arrive. It takes 1 to 36,000.
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

  /// It holds a token.
  package var customMirror: Mirror { Mirror(self, children: []) }
}
