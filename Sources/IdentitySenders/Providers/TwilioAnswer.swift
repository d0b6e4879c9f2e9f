package import NetworkTransfer
import Foundation
package import IdentityDelivery
package import IdentityDomain

/// What Twilio's answers mean for the outbox. Beside the status there is a code in the body
/// (https://www.twilio.com/docs/api/errors); its texts repeat numbers and are not looked at.
package enum TwilioAnswer {
  private struct Body: Decodable { let code: Int? }

  /// - Returns: nil when the message was accepted.
  package static func failure(_ end: TransferEnd, at now: Timestamp) -> SendFailure? {
    let general = HTTPAnswer.failure(end, at: now)
    guard (400...499).contains(end.code), end.code != 429,
      let code = (try? JSONDecoder().decode(Body.self, from: Data(end.answer)))?.code
    else { return general }
    return ofCode(code) ?? general
  }

  private static func ofCode(_ code: Int) -> SendFailure? {
    switch code {
    // No number; no mobile; none that this sender can reach.
    case 21211, 21217, 21612, 21614: .permanent(.unknownRecipient)
    // The person said STOP; the text is empty or too long.
    case 21602, 21605, 21610, 21617: .permanent(.rejected)
    // A country, or on trial a number, that the account is not open for. Others are reached.
    case 21408, 21608: .retryable(.recipient, .misconfigured, after: nil)
    // The sender is none of the account's.
    case 21212, 21603, 21606, 21659, 21660, 21701, 21703, 21705:
      .retryable(.channel, .misconfigured, after: nil)
    // Credentials, and accounts that are suspended or closed.
    case 10001, 20003, 20005, 20006, 20008, 20403, 20404:
      .retryable(.channel, .misconfigured, after: nil)
    // Rates, a full queue, the limit of a day.
    case 14107, 20429, 21611, 63038: .retryable(.channel, .throttled, after: nil)
    default: nil
    }
  }
}
