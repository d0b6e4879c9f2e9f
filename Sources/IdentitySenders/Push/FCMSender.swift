import NetworkTransfer
import Foundation
package import IdentityDelivery
package import IdentityDomain
package import WorkThreads

/// Passes pushes to Firebase Cloud Messaging (HTTP v1, "projects.messages.send"). It has no
/// idempotency key; the tag makes a second push of the same message replace the first on the
/// screen.
package final class FCMSender: MessageSender, CustomReflectable {
  private static let scope = "https://www.googleapis.com/auth/firebase.messaging"
  /// The provider's limit on a message's lifetime: four weeks.
  private static let longest: Int64 = 2_419_200
  /// How long before its expiry an access token is renewed.
  private static let margin: Int64 = 300

  private let settings: FCMSettings
  private let clock: any WallClock
  private let threads: WorkThreads
  private let token: CachedToken

  package init(_ settings: FCMSettings, clock: any WallClock, threads: WorkThreads) {
    self.settings = settings
    self.clock = clock
    self.threads = threads
    token = CachedToken(clock: clock)
  }

  package func send(_ message: RenderedMessage) async throws(SendFailure) {
    let (settings, clock, token) = (settings, clock, token)
    let failure = try await threads.transferring { () -> SendFailure? in
      do throws(SendFailure) {
        let now = clock.now()
        // It expired while waiting for a thread; the worker removes it.
        guard now < message.expiresAt else {
          throw .retryable(.recipient, .timedOut, after: nil)
        }
        let access = try token.text { now throws(SendFailure) in
          try Self.accessToken(settings, at: now)
        }
        let end = CurlTransfer.perform(try Self.transfer(message, settings, access, at: now))
        if end.code == 401 { token.forget(access) }
        return FCMAnswer.failure(end, at: now)
      } catch { return error }
    }
    if let failure { throw failure }
  }

  private struct Claims: Encodable {
    let iss: String
    let scope: String
    let aud: String
    let iat: Int64
    let exp: Int64
  }

  private struct Grant: Decodable {
    let access_token: String
    let expires_in: Int64?
    let token_type: String?
  }

  /// An assertion for an access token (RFC 7523 section 2.1).
  private static func accessToken(
    _ settings: FCMSettings, at now: Timestamp
  ) throws(SendFailure) -> (text: String, goodUntil: Timestamp) {
    let claims = Claims(
      iss: settings.account, scope: scope, aud: settings.tokenAddress.peer.description,
      iat: now.numericDate, exp: now.numericDate + 3_600)
    guard
      let assertion = try? SignedToken.text(
        claims, keyID: settings.keyID, settings.signer)
    else { throw .retryable(.channel, .misconfigured, after: nil) }
    let form =
      "grant_type=\(FormField.encoded("urn:ietf:params:oauth:grant-type:jwt-bearer"))"
      + "&assertion=\(FormField.encoded(assertion))"
    let end = CurlTransfer.perform(
      Transfer(
        url: settings.tokenAddress.peer.description,
        content: .post(
          headers: ["Content-Type: application/x-www-form-urlencoded"], body: Array(form.utf8)),
        protection: settings.tokenAddress.protection, login: nil,
        authorities: settings.authorities, limit: settings.limit))
    if let failure = HTTPAnswer.failure(end, at: now) { throw ofAccount(failure) }
    guard let grant = try? JSONDecoder().decode(Grant.self, from: Data(end.answer)),
      !grant.access_token.isEmpty,
      grant.access_token.utf8.allSatisfy({ (33..<127).contains($0) }),
      grant.token_type.map({ $0.lowercased() == "bearer" }) ?? true
    else { throw .retryable(.channel, .unexpected, after: nil) }
    let lifetime = min(max(grant.expires_in ?? 3_600, 0), 86_400)
    return (grant.access_token, now + .seconds(max(lifetime - margin, lifetime / 2)))
  }

  /// A problem with our account affects everyone, and can be fixed.
  private static func ofAccount(_ failure: SendFailure) -> SendFailure {
    switch failure {
    case .permanent, .gone: .retryable(.channel, .misconfigured, after: nil)
    case .retryable(_, let cause, let after): .retryable(.channel, cause, after: after)
    }
  }

  private struct Body: Encodable {
    struct Message: Encodable {
      let token: String
      let notification: Notification
      let android: Android
    }
    struct Notification: Encodable {
      let title: String
      let body: String
    }
    struct Android: Encodable {
      struct Shown: Encodable { let tag: String }
      let ttl: String
      let priority = "HIGH"
      let notification: Shown
    }
    let message: Message
  }

  private static func transfer(
    _ message: RenderedMessage, _ settings: FCMSettings,
    _ access: Secret<AccessTokenOfProvider>, at now: Timestamp
  ) throws(SendFailure) -> Transfer {
    let left = (message.expiresAt.milliseconds - now.milliseconds) / 1000
    let body = Body(
      message: Body.Message(
        token: message.recipient.exposed,
        notification: Body.Notification(
          title: message.subject ?? "", body: message.body.exposed),
        android: Body.Android(
          ttl: "\(min(max(left, 1), longest))s",
          notification: Body.Android.Shown(tag: message.id.text))))
    // Strings only, which cannot fail to encode.
    guard let bytes = try? JSONEncoder().encode(body) else { throw .permanent(.rejected) }
    return Transfer(
      url: settings.url,
      content: .post(
        headers: [
          "Content-Type: application/json", "Authorization: Bearer \(access.exposed)",
        ], body: Array(bytes)),
      protection: settings.address.protection, login: nil, authorities: settings.authorities,
      limit: settings.limit)
  }

  /// Hides a token.
  package var customMirror: Mirror { Mirror(self, children: []) }
}
