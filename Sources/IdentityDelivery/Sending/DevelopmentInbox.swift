package import IdentityDomain
import Synchronization

/// Takes every message and shows it, for `serve --dev`: no message leaves the process, and none
/// survives it.
package final class DevelopmentInbox: MessageSender {
  /// Older messages are dropped for newer ones.
  package static let most = 1_000

  private let clock: any WallClock
  /// Oldest first.
  private let messages = Mutex<[DeliveredMessage]>([])

  package init(clock: any WallClock) { self.clock = clock }

  package func send(_ message: RenderedMessage) async throws(SendFailure) {
    let delivered = DeliveredMessage(
      channel: message.channel, recipient: message.recipient, subject: message.subject,
      body: message.body, html: message.html, code: message.code, sentAt: clock.now())
    messages.withLock { messages in
      if messages.count >= Self.most { messages.removeFirst(messages.count - Self.most + 1) }
      messages.append(delivered)
    }
  }

  /// Newest first.
  /// - Parameter recipient: an address in any case, or a number in E.164; nil for all.
  package func newest(to recipient: String? = nil) -> [DeliveredMessage] {
    let wanted = recipient?.lowercased()
    let all = messages.withLock { $0 }
    return all.reversed().filter { wanted == nil || $0.recipient.exposed.lowercased() == wanted }
  }
}

/// A message in the development inbox.
package struct DeliveredMessage: Hashable, Sendable {
  package let channel: MessageChannel
  package let recipient: Secret<Recipient>
  package let subject: String?
  package let body: Secret<MessageBody>
  /// Of mail.
  package let html: Secret<MessageBody>?
  package let code: Secret<OneTimeCode>?
  package let sentAt: Timestamp

  package init(
    channel: MessageChannel, recipient: Secret<Recipient>, subject: String?,
    body: Secret<MessageBody>, html: Secret<MessageBody>? = nil, code: Secret<OneTimeCode>?,
    sentAt: Timestamp
  ) {
    self.channel = channel
    self.recipient = recipient
    self.subject = subject
    self.body = body
    self.html = html
    self.code = code
    self.sentAt = sentAt
  }
}
