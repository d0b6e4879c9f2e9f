package import NetworkTransfer
import Foundation
package import IdentityDelivery
package import IdentityDomain

/// What the responses of Apple's push service mean for the outbox ("Handling notification responses
/// from APNs"): in addition to the status, the body has a reason.
package enum APNsAnswer {
  private struct Body: Decodable {
    let reason: String?
    /// With 410: since when the token has been invalid, in milliseconds.
    let timestamp: Int64?
  }

  private static func body(_ end: TransferEnd) -> Body? {
    end.code >= 400 ? try? JSONDecoder().decode(Body.self, from: Data(end.answer)) : nil
  }

  static func isOldToken(_ end: TransferEnd) -> Bool {
    end.code == 403 && ["ExpiredProviderToken", "InvalidProviderToken"].contains(body(end)?.reason)
  }

  /// - Returns: nil if the message was accepted.
  package static func failure(_ end: TransferEnd, at now: Timestamp) -> SendFailure? {
    guard let general = HTTPAnswer.failure(end, at: now) else { return nil }
    let body = body(end)
    let wait: Duration? = if case .retryable(_, _, let after) = general { after } else { nil }
    switch (end.code, body?.reason) {
    case (410, _):
      return .gone(since: body?.timestamp.flatMap { since($0) })
    case (400, "BadDeviceToken"), (400, "DeviceTokenNotForTopic"): return .gone(since: nil)
    // Caused by our settings: a wrong topic, key or team.
    case (400, "BadTopic"), (400, "TopicDisallowed"), (400, "MissingTopic"),
      (400, "InvalidPushType"), (403, _):
      return .retryable(.channel, .misconfigured, after: wait)
    // Per device; the other reason is per provider.
    case (429, "TooManyRequests"): return .retryable(.recipient, .throttled, after: wait)
    case (429, _): return .retryable(.channel, .throttled, after: wait)
    default: return general
    }
  }

  private static func since(_ milliseconds: Int64) -> Timestamp? {
    milliseconds > 0 ? Timestamp(milliseconds: milliseconds) : nil
  }
}
