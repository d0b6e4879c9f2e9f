import NetworkTransfer
package import IdentityDelivery
package import IdentityDomain
package import WorkThreads

/// Passes mails to a mail server (RFC 5321), with one connection each.
package final class SMTPSender: MessageSender, CustomReflectable {
  private let settings: SMTPSettings
  private let clock: any WallClock
  private let threads: WorkThreads

  package init(_ settings: SMTPSettings, clock: any WallClock, threads: WorkThreads) {
    self.settings = settings
    self.clock = clock
    self.threads = threads
  }

  package func send(_ message: RenderedMessage) async throws(SendFailure) {
    let (settings, clock) = (settings, clock)
    let end = try await threads.transferring { () -> Result<TransferEnd, SendFailure> in
      let now = clock.now()
      // It expired while waiting for a thread; the worker removes it.
      guard now < message.expiresAt else {
        return .failure(.retryable(.recipient, .timedOut, after: nil))
      }
      guard let mail = MailText(message, from: settings.from, at: now) else {
        return .failure(.permanent(.rejected))
      }
      return .success(CurlTransfer.perform(Self.transfer(mail, settings)))
    }
    let found = try end.get()
    TransferWatch.hear?(found)
    if let failure = SMTPAnswer.failure(found) { throw failure }
  }

  private static func transfer(_ mail: MailText, _ settings: SMTPSettings) -> Transfer {
    Transfer(
      url: settings.url,
      content: .mail(from: mail.from.text, to: mail.to.text, text: mail.bytes),
      protection: settings.protection,
      login: settings.login.map { ($0.user, $0.password.exposed) },
      authorities: settings.authorities, limit: settings.limit)
  }

  /// Hides a password.
  package var customMirror: Mirror { Mirror(self, children: []) }
}
