package import NetworkTransfer
import Foundation
package import IdentityDelivery
package import IdentityDomain

/// What the responses of Firebase Cloud Messaging mean for the outbox: in addition to the status,
/// the details of the body have a code (reference "ErrorCode" of FCM HTTP v1).
package enum FCMAnswer {
  private struct Body: Decodable {
    struct Failure: Decodable {
      let details: [Detail]?
    }
    struct Detail: Decodable {
      struct Violation: Decodable { let field: String? }
      let errorCode: String?
      let fieldViolations: [Violation]?
    }
    let error: Failure
  }

  /// - Returns: nil if the message was accepted.
  package static func failure(_ end: TransferEnd, at now: Timestamp) -> SendFailure? {
    guard let general = HTTPAnswer.failure(end, at: now) else { return nil }
    guard end.code >= 400,
      let body = try? JSONDecoder().decode(Body.self, from: Data(end.answer))
    else { return general }
    let details = body.error.details ?? []
    let wait: Duration? = if case .retryable(_, _, let after) = general { after } else { nil }
    switch details.compactMap(\.errorCode).first {
    case "UNREGISTERED": return .gone(since: nil)
    // The token belongs to another project's app, which can never get messages from us.
    case "SENDER_ID_MISMATCH": return .gone(since: nil)
    case "INVALID_ARGUMENT": return isOfToken(details) ? .gone(since: nil) : .permanent(.rejected)
    // Per project or per device; the details do not say which.
    case "QUOTA_EXCEEDED": return .retryable(.channel, .throttled, after: wait)
    // The project's credentials for Apple's or the browsers' services.
    case "THIRD_PARTY_AUTH_ERROR": return .retryable(.recipient, .misconfigured, after: wait)
    case "UNAVAILABLE": return .retryable(.channel, .unexpected, after: wait)
    case "INTERNAL": return .retryable(.recipient, .unexpected, after: wait)
    default: return general
    }
  }

  /// It may name the field; if it names none, only the token is not ours.
  private static func isOfToken(_ details: [Body.Detail]) -> Bool {
    let fields = details.flatMap { $0.fieldViolations ?? [] }.compactMap(\.field)
    return fields.isEmpty || fields.contains("message.token")
  }
}
