package import IdentityDelivery
package import IdentityDomain

/// Passes each message to the sender of its channel.
package struct RoutedSender: MessageSender {
  private let senders: [MessageChannel: any MessageSender]

  /// - Parameter senders: a channel without one waits; its messages expire in the outbox.
  package init(_ senders: [MessageChannel: any MessageSender]) { self.senders = senders }

  package var channels: Set<MessageChannel> { Set(senders.keys) }

  package func send(_ message: RenderedMessage) async throws(SendFailure) {
    guard let sender = senders[message.channel] else {
      throw .retryable(.channel, .misconfigured, after: nil)
    }
    try await sender.send(message)
  }
}
