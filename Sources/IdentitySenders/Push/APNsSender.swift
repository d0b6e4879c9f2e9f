import NetworkTransfer
import Foundation
package import IdentityDelivery
package import IdentityDomain
package import WorkThreads

/// Passes pushes to Apple's push service ("Sending notification requests to APNs"), over HTTP/2. A
/// repeated push has the same `apns-id`.
package final class APNsSender: MessageSender, CustomReflectable {
  /// A provider token is refused after an hour, and so is renewing it more often than every 20
  /// minutes.
  private static let tokenLife = Duration.minutes(40)

  private let settings: APNsSettings
  private let clock: any WallClock
  private let threads: WorkThreads
  private let token: CachedToken
  private let connections = CurlConnections()

  package init(_ settings: APNsSettings, clock: any WallClock, threads: WorkThreads) {
    self.settings = settings
    self.clock = clock
    self.threads = threads
    token = CachedToken(clock: clock)
  }

  package func send(_ message: RenderedMessage) async throws(SendFailure) {
    let (settings, clock, token, connections) = (settings, clock, token, connections)
    let failure = try await threads.transferring { () -> SendFailure? in
      do throws(SendFailure) {
        let now = clock.now()
        // It expired while waiting for a thread; the worker removes it.
        guard now < message.expiresAt else {
          throw .retryable(.recipient, .timedOut, after: nil)
        }
        // It is part of the path, where a slash in it would reach another one.
        let device = message.recipient.exposed
        guard device.utf8.count <= 400, !device.isEmpty,
          device.utf8.allSatisfy({ Character(UnicodeScalar($0)).isHexDigit })
        else { throw .gone(since: nil) }
        let provider = try token.text { now throws(SendFailure) in
          try Self.providerToken(settings, at: now)
        }
        // Apple treats frequent reconnections as an attack, so connections are kept; a push that is
        // sent again has the same id.
        let transfer = try Self.transfer(message, settings, provider)
        let end = CurlTransfer.perform(transfer, keeping: connections)
        if APNsAnswer.isOldToken(end) { token.forget(provider) }
        return APNsAnswer.failure(end, at: now)
      } catch { return error }
    }
    if let failure { throw failure }
  }

  private struct Claims: Encodable {
    let iss: String
    let iat: Int64
  }

  private static func providerToken(
    _ settings: APNsSettings, at now: Timestamp
  ) throws(SendFailure) -> (text: String, goodUntil: Timestamp) {
    let claims = Claims(iss: settings.team, iat: now.numericDate)
    guard let text = try? SignedToken.text(claims, keyID: settings.keyID, settings.signer) else {
      throw .retryable(.channel, .misconfigured, after: nil)
    }
    return (text, now + tokenLife)
  }

  private struct Body: Encodable {
    struct Content: Encodable {
      struct Alert: Encodable {
        let title: String
        let body: String
      }
      let alert: Alert
      let sound = "default"
    }
    let aps: Content
  }

  private static func transfer(
    _ message: RenderedMessage, _ settings: APNsSettings,
    _ provider: Secret<AccessTokenOfProvider>
  ) throws(SendFailure) -> Transfer {
    let body = Body(
      aps: Body.Content(
        alert: Body.Content.Alert(
          title: message.subject ?? "", body: message.body.exposed)))
    // Strings only, which cannot fail to encode.
    guard let bytes = try? JSONEncoder().encode(body) else { throw .permanent(.rejected) }
    var headers = [
      "Content-Type: application/json", "authorization: bearer \(provider.exposed)",
      "apns-topic: \(settings.topic)", "apns-push-type: alert", "apns-priority: 10",
      "apns-expiration: \(message.expiresAt.numericDate)",
    ]
    if let id = uuid(message.id) { headers.append("apns-id: \(id)") }
    return Transfer(
      url: settings.url(message.recipient.exposed),
      content: .post(headers: headers, body: Array(bytes)),
      protection: settings.address.protection, login: nil, authorities: settings.authorities,
      limit: settings.limit, needsHTTP2: true)
  }

  /// A message's id has 128 bits, as a UUID has; nil for one that was not made here.
  static func uuid(_ id: ID<OutboxMessage>) -> String? {
    guard let bytes = Base64URL.bytes(id.text), bytes.count == 16 else { return nil }
    let digits = bytes.flatMap { byte in
      [byte >> 4, byte & 15].map { Array("0123456789abcdef")[Int($0)] }
    }
    return [0..<8, 8..<12, 12..<16, 16..<20, 20..<32].map { String(digits[$0]) }
      .joined(separator: "-")
  }

  /// Hides a token.
  package var customMirror: Mirror { Mirror(self, children: []) }
}
