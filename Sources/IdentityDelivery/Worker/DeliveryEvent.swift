package import IdentityDomain

/// What became of a message, for the log and for metrics. It names the row and the kind of message,
/// and nothing of the person.
package struct DeliveryEvent: Hashable, Sendable {
  package let message: ID<OutboxMessage>
  package let template: MessageTemplate
  package let channel: MessageChannel
  package let outcome: Outcome

  package enum Outcome: Hashable, Sendable {
    case sent
    /// The sender took it, but the row could not be removed: it is removed later. If the process
    /// ends before that, the message is sent a second time.
    case sentButKept
    /// The sender did not take it; it stays for another try.
    case failed(SendFailure)
    /// Its time was over; a dead letter is kept, without the secret.
    case expired
    /// Nobody's, or no longer needed; removed.
    case suppressed
    /// Can never be sent; a dead letter is kept, without the secret.
    case dead(DeadLetter.Reason, SendFailure?)
  }

  package init(_ message: OutboxMessage, _ outcome: Outcome) {
    self.message = message.id
    template = message.template
    channel = MessageChannel(message.recipient)
    self.outcome = outcome
  }
}
