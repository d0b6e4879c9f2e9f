package import IdentityDomain

/// Hands messages over to whoever brings them to people: a mail server, a provider of SMS, or the
/// development inbox.
package protocol MessageSender: Sendable {
  /// Returns when the message was accepted: from then on it is the other side's to deliver.
  ///
  /// It takes a bounded time, whatever the other side does: until it returns, the message holds one
  /// of the worker's places. It may be called for several messages at once, and again for one that
  /// was accepted before (at least once).
  func send(_ message: RenderedMessage) async throws(SendFailure)
}

/// Why a message was not accepted. It has no room for a text: the words of a mail server or of a
/// provider often repeat the address or the message.
package enum SendFailure: Error, Hashable, Sendable {
  /// May be accepted later.
  /// - Parameter after: when the other side said so, not earlier than that.
  case retryable(Scope, Cause, after: Duration?)
  /// Never: the same message would be refused again.
  case permanent(Cause)
  /// The recipient is no more, since that time if the other side tells it: never for this message,
  /// and a device is not written to again.
  case gone(since: Timestamp?)

  package enum Scope: String, Hashable, Sendable {
    /// Other recipients may be reached.
    case recipient
    /// Nobody can be reached over this channel now.
    case channel
  }

  package enum Cause: String, Hashable, Sendable {
    /// No connection.
    case unreachable
    case timedOut
    /// Too many messages for the other side.
    case throttled
    /// The other side does not know the recipient.
    case unknownRecipient
    /// The other side does not take this message.
    case rejected
    /// Our credentials or settings do not work. Retryable: they can be repaired in time.
    case misconfigured
    /// An answer that the protocol does not foresee.
    case unexpected
  }
}
