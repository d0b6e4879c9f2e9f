// SenderProbe: runs the senders for tests whose mail servers and providers are written in Python.
// The first line of its input says where to send; each other line is a message. For each it writes
// a line with the result. Both are JSON.
import NetworkTransfer
import Foundation
import IdentityDelivery
import IdentityDomain
import IdentityKeys
import IdentitySenders
import Synchronization
import WorkThreads

@main
struct SenderProbe {
  struct Settings: Decodable {
    let kind: String
    let address: String
    var from: String?
    var user: String?
    var password: String?
    var authorities: String?
    var startsTLS: Bool?
    var limitMilliseconds: Int64?
    /// All messages at once, not one after the other.
    var isTogether: Bool?
    /// The service account's JSON, or `TEAM:KEY:TOPIC` and the key in PEM.
    var account: String?
    var key: String?
  }

  struct Message: Decodable {
    let id: String
    let to: String
    var subject: String?
    let body: String
    var lifetimeSeconds: Int64?
    /// For a push.
    var platform: String?
    /// The time from this message on, in seconds since the start.
    var atSeconds: Int64?
  }

  struct Outcome: Encodable {
    let id: String
    var outcome = "sent"
    var scope: String?
    var cause: String?
    var after: Int64?
    var since: Int64?
  }

  /// The tests set the date, so that the contents of a mail are known.
  final class Clock: WallClock {
    private let seconds = Mutex<Int64>(0)
    func set(_ value: Int64) { seconds.withLock { $0 = value } }
    func now() -> Timestamp {
      Timestamp(milliseconds: 1_800_000_000_000 + 1_000 * seconds.withLock { $0 })
    }
  }
  private static let clock = Clock()

  static func main() async throws {
    let decoder = JSONDecoder()
    guard let first = readLine() else { return }
    let settings = try decoder.decode(Settings.self, from: Data(first.utf8))
    let sender: any MessageSender
    do { sender = try Self.sender(settings) } catch {
      return try say(["refused": "\(error)"])
    }
    await withTaskGroup(of: Void.self) { group in
      while let line = readLine() {
        guard let message = try? decoder.decode(Message.self, from: Data(line.utf8)) else { return }
        if let seconds = message.atSeconds { clock.set(seconds) }
        group.addTask { await deliver(message, sender) }
        if settings.isTogether != true { await group.waitForAll() }
      }
    }
    await threads.shutdown()
  }

  private static let threads = WorkThreads.forTransfers(threads: 16)

  private static func sender(_ settings: Settings) throws -> any MessageSender {
    let limit = Duration.milliseconds(settings.limitMilliseconds ?? 20_000)
    switch settings.kind {
    case "smtp":
      var smtp = try SMTPSettings(
        address: settings.address, from: try MailFrom(settings.from ?? ""), user: settings.user,
        password: settings.password, startsTLS: settings.startsTLS ?? false)
      (smtp.authorities, smtp.limit) = (settings.authorities, limit)
      return SMTPSender(smtp, clock: clock, threads: threads)
    case "twilio":
      var twilio = try TwilioSettings(
        account: settings.user ?? "", token: settings.password, from: settings.from,
        address: settings.address)
      (twilio.authorities, twilio.limit) = (settings.authorities, limit)
      return TwilioSender(twilio, clock: clock, threads: threads)
    case "fcm":
      var fcm = try FCMSettings(
        serviceAccount: Array((settings.account ?? "").utf8), address: settings.address
      ) { pem in
        let key = try ProviderKey.rs256(pem: pem)
        return ProviderSigner(.rs256) { try key.sign($0) }
      }
      (fcm.authorities, fcm.limit) = (settings.authorities, limit)
      return PushSender(apns: nil, fcm: FCMSender(fcm, clock: clock, threads: threads))
    case "apns":
      var apns = try APNsSettings(
        settings.account ?? "", key: settings.key ?? "", address: settings.address
      ) { pem in
        let key = try ProviderKey.es256(pem: pem)
        return ProviderSigner(.es256) { try key.sign($0) }
      }
      (apns.authorities, apns.limit) = (settings.authorities, limit)
      return PushSender(apns: APNsSender(apns, clock: clock, threads: threads), fcm: nil)
    default:
      var webhook = try WebhookSender.Settings(
        address: settings.address, token: settings.password)
      (webhook.authorities, webhook.limit) = (settings.authorities, limit)
      return WebhookSender(webhook, clock: clock, threads: threads)
    }
  }

  private static func deliver(_ message: Message, _ sender: any MessageSender) async {
    var outcome = Outcome(id: message.id)
    let channel: MessageChannel =
      message.platform != nil ? .push : message.to.hasPrefix("+") ? .sms : .email
    do {
      try await sender.send(
        RenderedMessage(
          id: ID(message.id), channel: channel, recipient: Secret(message.to),
          platform: message.platform, subject: message.subject, body: Secret(message.body),
          code: nil, expiresAt: clock.now() + .seconds(message.lifetimeSeconds ?? 600)))
    } catch {
      switch error {
      case .permanent(let cause):
        (outcome.outcome, outcome.cause) = ("permanent", cause.rawValue)
      case .retryable(let scope, let cause, let after):
        outcome.outcome = "retryable"
        (outcome.scope, outcome.cause) = (scope.rawValue, cause.rawValue)
        outcome.after = after.map { $0.components.seconds }
      case .gone(let since):
        outcome.outcome = "gone"
        outcome.since = since?.milliseconds
      }
    }
    try? say(outcome)
  }

  private static func say(_ line: some Encodable) throws {
    try FileHandle.standardOutput.write(contentsOf: JSONEncoder().encode(line) + Data("\n".utf8))
  }
}
