// SenderProbe: the senders for the tests whose mail servers and providers are written in Python.
// The first line of its input says where to send; each other line is a message. For each it writes
// a line: what came of it. Both are JSON.
import Foundation
import IdentityDelivery
import IdentityDomain
import IdentitySenders

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
    /// All messages at once, and not one after the other.
    var isTogether: Bool?
  }

  struct Message: Decodable {
    let id: String
    let to: String
    var subject: String?
    let body: String
    var lifetimeSeconds: Int64?
  }

  struct Outcome: Encodable {
    let id: String
    var outcome = "sent"
    var scope: String?
    var cause: String?
    var after: Int64?
  }

  /// The tests say what day it is, so that what is written into a mail is known.
  struct Clock: WallClock {
    func now() -> Timestamp { Timestamp(milliseconds: 1_800_000_000_000) }
  }

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
        group.addTask { await deliver(message, sender) }
        if settings.isTogether != true { await group.waitForAll() }
      }
    }
  }

  /// To the end of the process: threads that end while it ends meet libraries that are gone.
  private static let threads = TransferThreads()

  private static func sender(_ settings: Settings) throws -> any MessageSender {
    let limit = Duration.milliseconds(settings.limitMilliseconds ?? 20_000)
    switch settings.kind {
    case "smtp":
      var smtp = try SMTPSettings(
        address: settings.address, from: try MailFrom(settings.from ?? ""), user: settings.user,
        password: settings.password, startsTLS: settings.startsTLS ?? false)
      (smtp.authorities, smtp.limit) = (settings.authorities, limit)
      return SMTPSender(smtp, clock: Clock(), threads: threads)
    case "twilio":
      var twilio = try TwilioSettings(
        account: settings.user ?? "", token: settings.password, from: settings.from,
        address: settings.address)
      (twilio.authorities, twilio.limit) = (settings.authorities, limit)
      return TwilioSender(twilio, clock: Clock(), threads: threads)
    default:
      var webhook = try WebhookSender.Settings(
        address: settings.address, token: settings.password)
      (webhook.authorities, webhook.limit) = (settings.authorities, limit)
      return WebhookSender(webhook, clock: Clock(), threads: threads)
    }
  }

  private static func deliver(_ message: Message, _ sender: any MessageSender) async {
    var outcome = Outcome(id: message.id)
    do {
      try await sender.send(
        RenderedMessage(
          id: ID(message.id), channel: message.to.hasPrefix("+") ? .sms : .email,
          recipient: Secret(message.to), subject: message.subject, body: Secret(message.body),
          code: nil, expiresAt: Clock().now() + .seconds(message.lifetimeSeconds ?? 600)))
    } catch {
      switch error {
      case .permanent(let cause):
        (outcome.outcome, outcome.cause) = ("permanent", cause.rawValue)
      case .retryable(let scope, let cause, let after):
        outcome.outcome = "retryable"
        (outcome.scope, outcome.cause) = (scope.rawValue, cause.rawValue)
        outcome.after = after.map { $0.components.seconds }
      }
    }
    try? say(outcome)
  }

  private static func say(_ line: some Encodable) throws {
    try FileHandle.standardOutput.write(contentsOf: JSONEncoder().encode(line) + Data("\n".utf8))
  }
}
