package import NetworkTransfer
import Foundation
package import IdentityDelivery
package import IdentityDomain
package import WorkThreads

package enum ProviderToken {}

/// Passes messages to an operator's own program: a POST of JSON for each message.
///
/// The body is `{"id", "channel": "sms"|"email", "to", "body"}`, with `"subject"` for a mail. The
/// header `Idempotency-Key` is the id: a key that was seen before means the same message. A status
/// of 2xx accepts it.
package final class WebhookSender: MessageSender, CustomReflectable {
  /// How to reach it.
  package struct Settings: Sendable {
    package let address: ProviderPeer
    package let token: Secret<ProviderToken>?
    /// A file of certificates (PEM) that are trusted instead of the system's.
    package var authorities: String?
    /// For one request, including the connection.
    package var limit = Duration.seconds(20)

    /// - Parameter token: for `Authorization: Bearer` (RFC 6750 section 2.1); nil for none.
    package init(address: String, token: String?) throws(Peer.Refusal) {
      self.address = try ProviderPeer(address)
      let isGood = token?.utf8.allSatisfy { (33..<127).contains($0) } ?? true
      guard isGood, token?.isEmpty != true else {
        throw Peer.Refusal(
          "has a token that is empty or contains characters other than visible ASCII")
      }
      self.token = token.map { Secret($0) }
    }
  }

  private struct Body: Encodable {
    let id: String
    let channel: String
    let to: String
    let subject: String?
    let body: String
  }

  private let settings: Settings
  private let clock: any WallClock
  private let threads: WorkThreads

  package init(_ settings: Settings, clock: any WallClock, threads: WorkThreads) {
    self.settings = settings
    self.clock = clock
    self.threads = threads
  }

  package func send(_ message: RenderedMessage) async throws(SendFailure) {
    let body = Body(
      id: message.id.text, channel: message.channel.rawValue, to: message.recipient.exposed,
      subject: message.subject, body: message.body.exposed)
    // Strings only, which cannot fail to encode.
    guard let bytes = try? JSONEncoder().encode(body) else { throw .permanent(.rejected) }
    var headers = ["Content-Type: application/json", "Idempotency-Key: \(message.id.text)"]
    if let token = settings.token { headers.append("Authorization: Bearer \(token.exposed)") }
    let transfer = Transfer(
      url: settings.address.peer.description,
      content: .post(headers: headers, body: Array(bytes)),
      protection: settings.address.protection, login: nil, authorities: settings.authorities,
      limit: settings.limit)
    let clock = clock
    let end = try await threads.transferring { () -> TransferEnd? in
      // It expired while waiting for a thread; the worker removes it.
      clock.now() < message.expiresAt ? CurlTransfer.perform(transfer) : nil
    }
    guard let end else { throw .retryable(.recipient, .timedOut, after: nil) }
    TransferWatch.hear?(end)
    if let failure = HTTPAnswer.failure(end, at: clock.now()) { throw failure }
  }

  /// Hides a token.
  package var customMirror: Mirror { Mirror(self, children: []) }
}
