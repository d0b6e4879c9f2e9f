package import IdentityDomain

/// The fate of a message, for the log and for metrics. It names the row and the kind of message,
/// but nothing about the user.
package struct DeliveryEvent: Hashable, Sendable {
  package let message: ID<OutboxMessage>
  package let template: MessageTemplate
  package let channel: MessageChannel
  /// Of the request that caused the message.
  package let requestID: String?
  package let outcome: Outcome

  package enum Outcome: Hashable, Sendable {
    case sent
    /// The sender accepted it, but the row could not be removed: it is removed later. If the
    /// process ends before that, the message is sent a second time.
    case sentButKept
    /// The sender did not accept it; it is kept for another try.
    case failed(SendFailure)
    /// It expired; a dead letter is kept, without the secret.
    case expired
    /// Its code was used, replaced or over; a dead letter is kept, without the secret.
    case obsolete
    /// It had no recipient, or is no longer needed, and was removed.
    case suppressed
    /// It can never be sent; a dead letter is kept, without the secret.
    case dead(DeadLetter.Reason, SendFailure?)
  }

  package init(_ message: OutboxMessage, _ outcome: Outcome) {
    self.message = message.id
    template = message.template
    requestID = message.requestID
    channel = MessageChannel(message.recipient)
    self.outcome = outcome
  }
}
