package import IdentityDomain

/// Hands messages to a service that delivers them: a mail server, a provider of SMS, or the
/// development inbox.
package protocol MessageSender: Sendable {
  /// Returns when the message was accepted: from then on the other side is responsible for
  /// delivering it.
  ///
  /// It takes a bounded time, whatever the other side does: until it returns, the message occupies
  /// one of the worker's slots. It may be called for several messages at once, and again for one
  /// that was already accepted (at least once).
  func send(_ message: RenderedMessage) async throws(SendFailure)
}

/// Why a message was not accepted. It contains no text, because the responses of mail servers and
/// providers often repeat the address or the message.
package enum SendFailure: Error, Hashable, Sendable {
  /// May be accepted later.
  /// - Parameter after: the earliest time that the other side asked for, if any.
  case retryable(Scope, Cause, after: Duration?)
  /// Never: the same message would be refused again.
  case permanent(Cause)
  /// The recipient no longer exists, since this time if the other side says so: this message is
  /// never sent, and no further ones to the device.
  case gone(since: Timestamp?)

  /// Whether the other side may have accepted the message all the same: it was sent, and the answer did not come or
  /// said nothing.
  package var isUnanswered: Bool {
    guard case .retryable(.recipient, let cause, _) = self else { return false }
    return cause == .timedOut || cause == .unreachable || cause == .unexpected
  }

  package enum Scope: String, Hashable, Sendable {
    /// Other recipients may be reachable.
    case recipient
    /// The whole channel is unavailable now.
    case channel
  }

  package enum Cause: String, Hashable, Sendable {
    /// No connection.
    case unreachable
    case timedOut
    /// The other side's rate limit was exceeded.
    case throttled
    /// The other side does not know the recipient.
    case unknownRecipient
    /// The other side refuses this message.
    case rejected
    /// Our credentials or settings are wrong. Retryable: they can be fixed in time.
    case misconfigured
    /// A response outside the protocol.
    case unexpected
  }
}
