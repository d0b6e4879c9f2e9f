package import NetworkTransfer
import Foundation
package import IdentityDelivery
package import IdentityDomain

/// What Twilio's responses mean for the outbox. In addition to the status, the body has a code
/// (https://www.twilio.com/docs/api/errors); its texts repeat numbers and are ignored.
package enum TwilioAnswer {
  private struct Body: Decodable { let code: Int? }

  /// - Returns: nil if the message was accepted.
  package static func failure(_ end: TransferEnd, at now: Timestamp) -> SendFailure? {
    let general = HTTPAnswer.failure(end, at: now)
    guard (400...499).contains(end.code), end.code != 429,
      let code = (try? JSONDecoder().decode(Body.self, from: Data(end.answer)))?.code
    else { return general }
    return ofCode(code) ?? general
  }

  private static func ofCode(_ code: Int) -> SendFailure? {
    switch code {
    // Not a number; not a mobile; not reachable by this sender.
    case 21211, 21217, 21612, 21614: .permanent(.unknownRecipient)
    // The user replied STOP; the text is empty or too long.
    case 21602, 21605, 21610, 21617: .permanent(.rejected)
    // A country, or on trial a number, that is not enabled for the account. Others can be reached.
    case 21408, 21608: .retryable(.recipient, .misconfigured, after: nil)
    // The sender does not belong to the account.
    case 21212, 21603, 21606, 21659, 21660, 21701, 21703, 21705:
      .retryable(.channel, .misconfigured, after: nil)
    // Credentials, and accounts that are suspended or closed.
    case 10001, 20003, 20005, 20006, 20008, 20403, 20404:
      .retryable(.channel, .misconfigured, after: nil)
    // Rates, a full queue, a daily limit.
    case 14107, 20429, 21611, 63038: .retryable(.channel, .throttled, after: nil)
    default: nil
    }
  }
}
