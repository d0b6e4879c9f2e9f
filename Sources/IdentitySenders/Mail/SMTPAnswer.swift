package import NetworkTransfer
package import IdentityDelivery

/// What the end of a mail transaction means for the outbox (RFC 5321 section 4.2, RFC 3463).
package enum SMTPAnswer {
  /// - Returns: nil if the mail was accepted.
  package static func failure(_ end: TransferEnd) -> SendFailure? {
    switch end.trouble {
    case nil: nil
    case .trust, .login, .setting:
      // A 4xx response to AUTH is the server's trouble, not the password's.
      end.code / 100 == 4 ? refusal(end) : .retryable(.channel, .misconfigured, after: nil)
    case .timedOut: .retryable(scope(end), .timedOut, after: nil)
    case .connection: .retryable(scope(end), .unreachable, after: nil)
    case .refused: refusal(end)
    }
  }

  /// A server that sends its greeting serves others as well. A later silence may be caused by this
  /// message, and must not block the channel.
  private static func scope(_ end: TransferEnd) -> SendFailure.Scope {
    end.stage == .recipient || end.stage == .content ? .recipient : .channel
  }

  private static func refusal(_ end: TransferEnd) -> SendFailure {
    let status = EnhancedStatus(end.answer)
    // RFC 5321 section 3.8: the server closes the connection, whatever was requested.
    if end.code == 421 { return .retryable(.channel, .throttled, after: nil) }
    // RFC 4954 section 6: it requires a login, or another one.
    if isAboutLogin(end.code, status) { return .retryable(.channel, .misconfigured, after: nil) }
    let isForGood = end.code / 100 == 5
    switch end.stage {
    case .greeting: return .retryable(.channel, isForGood ? .rejected : .throttled, after: nil)
    case .login, .sender:
      return .retryable(.channel, isForGood ? .misconfigured : .throttled, after: nil)
    case .recipient, .content: break
    }
    return isForGood ? permanent(end, status) : temporary(status)
  }

  private static func isAboutLogin(_ code: Int, _ status: EnhancedStatus?) -> Bool {
    if [530, 534, 535, 538].contains(code) { return true }
    return status?.kind == 5 && status?.subject == 7 && [8, 9, 11, 13].contains(status?.detail)
  }

  private static func permanent(_ end: TransferEnd, _ status: EnhancedStatus?) -> SendFailure {
    switch (status?.subject, status?.detail) {
    // X.1.7 and X.1.8: our sender address.
    case (1, 7), (1, 8): .retryable(.channel, .misconfigured, after: nil)
    case (1, _): .permanent(.unknownRecipient)
    case (nil, _) where end.stage == .recipient && [550, 551, 553].contains(end.code):
      .permanent(.unknownRecipient)
    default: .permanent(.rejected)
    }
  }

  private static func temporary(_ status: EnhancedStatus?) -> SendFailure {
    switch (status?.subject, status?.detail) {
    // X.3: the mail system itself, such as a full disk.
    case (3, _): .retryable(.channel, .throttled, after: nil)
    case (1, _): .retryable(.recipient, .unknownRecipient, after: nil)
    // A full mailbox, a grey list, too many messages for one recipient.
    default: .retryable(.recipient, .throttled, after: nil)
    }
  }
}

/// RFC 3463: what follows the code of a response, such as 5.1.1.
package struct EnhancedStatus: Hashable, Sendable {
  package let kind: Int
  package let subject: Int
  package let detail: Int

  /// - Parameter line: an SMTP response: a code, a space or a hyphen, the status, a space.
  /// - Returns: nil if there is none, or if its class differs from the code's.
  package init?(_ line: [UInt8]) {
    guard line.count > 4, line[3] == 32 || line[3] == 45 else { return nil }
    let word = line[4...].prefix { $0 > 32 }
    let parts = word.split(separator: 46, omittingEmptySubsequences: false)
    guard parts.count == 3,
      parts.allSatisfy({ (1...3).contains($0.count) && $0.allSatisfy { (48...57).contains($0) } }),
      parts[0].count == 1, parts[0].first == line[0]
    else { return nil }
    let numbers = parts.map { $0.reduce(0) { $0 * 10 + Int($1 - 48) } }
    (kind, subject, detail) = (numbers[0], numbers[1], numbers[2])
  }
}
