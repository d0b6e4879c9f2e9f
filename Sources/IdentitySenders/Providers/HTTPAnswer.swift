package import NetworkTransfer
package import IdentityDelivery
package import IdentityDomain

/// What the end of a request to a provider means for the outbox, as far as HTTP alone tells.
package enum HTTPAnswer {
  /// - Returns: nil if the message was accepted, which a status of 2xx says, whatever happened to
  ///   the rest of the response.
  package static func failure(_ end: TransferEnd, at now: Timestamp) -> SendFailure? {
    guard end.code > 0 else { return withoutStatus(end) }
    let wait = end.retryAfter.flatMap { RetryAfter.wait($0, at: now) }
    return switch end.code {
    case 200...299: nil
    // Still processing the same key (409), or too early (425).
    case 408, 409, 425: .retryable(.recipient, .timedOut, after: wait)
    case 429: .retryable(.channel, .throttled, after: wait)
    // The address or the credentials; a redirect is not followed with them.
    case 300...399, 401, 403, 404, 405, 407:
      .retryable(.channel, .misconfigured, after: wait)
    case 400...499: .permanent(.rejected)
    // This very message may break the provider; the others go on.
    case 500: .retryable(.recipient, .unexpected, after: wait)
    case 501...599: .retryable(.channel, .unexpected, after: wait)
    default: .retryable(.channel, .unexpected, after: wait)
    }
  }

  private static func withoutStatus(_ end: TransferEnd) -> SendFailure {
    switch end.trouble {
    case .trust, .login, .setting: .retryable(.channel, .misconfigured, after: nil)
    case .timedOut: .retryable(end.wasSent ? .recipient : .channel, .timedOut, after: nil)
    case .connection: .retryable(end.wasSent ? .recipient : .channel, .unreachable, after: nil)
    // The response is not HTTP.
    case .refused, nil: .retryable(.channel, .unexpected, after: nil)
    }
  }
}

/// RFC 9110 section 10.2.3: seconds, or a date.
package enum RetryAfter {
  package static func wait(_ text: String, at now: Timestamp) -> Duration? {
    guard text.utf8.count <= 64 else { return nil }
    if !text.isEmpty, text.utf8.allSatisfy({ (48...57).contains($0) }) {
      return Int64(text).flatMap { $0 <= 1_000_000_000 ? .seconds($0) : nil }
    }
    return HTTPDate.seconds(text).map { .seconds(max(0, $0 - now.numericDate)) }
  }
}
