import Foundation
import IdentityDomain

/// Apple's server-to-server notifications ("Processing changes for Sign in with Apple accounts").
enum AppleNotice {
  private struct Body: Decodable { let payload: String }

  /// The signed token of a body: `{"payload": "…"}`.
  static func token(_ body: [UInt8]) -> String? {
    guard body.count <= FederationRules.noticeBytes else { return nil }
    return (try? JSONDecoder().decode(Body.self, from: Data(body)))?.payload
  }

  private struct Claims: Decodable {
    let iss: String
    let aud: String
    let iat: Double
    let exp: Double?
    /// JSON in a text.
    let events: String
  }

  private struct Event: Decodable {
    let type: String
    let sub: String
  }

  /// - Parameter payload: of a token whose signature was checked.
  /// - Returns: nil for a kind of event that asks for nothing.
  static func notice(
    _ payload: [UInt8], _ client: OpenIDClient, now: Timestamp
  ) throws(ProviderFailure) -> ProviderNotice? {
    guard let claims = try? JSONDecoder().decode(Claims.self, from: Data(payload)) else {
      throw .invalidAssertion
    }
    guard client.issuers.contains(claims.iss) else { throw .wrongIssuer }
    let now = Double(now.milliseconds) / 1000
    let skew = IDTokenRules.seconds(SecurityRules.providerClockSkew)
    guard client.nativeClientIDs.union([client.clientID]).contains(claims.aud),
      claims.iat <= now + skew,
      now - claims.iat <= IDTokenRules.seconds(FederationRules.noticeAge) + skew,
      claims.exp.map({ now < $0 + skew }) ?? true,
      let event = try? JSONDecoder().decode(Event.self, from: Data(claims.events.utf8)),
      let subject = FederatedSubject(issuer: client.issuer, subject: event.sub)
    else { throw .invalidAssertion }
    return switch event.type {
    case "consent-revoked": .consentRevoked(subject)
    case "account-delete", "account-deleted": .accountDeleted(subject)
    case "email-disabled": .relayChanged(subject, isForwarding: false)
    case "email-enabled": .relayChanged(subject, isForwarding: true)
    default: nil
    }
  }
}
