import ArgumentParser
import Foundation
import IdentityDelivery
import IdentityDomain
import IdentityHTTP
import IdentityKeys
import IdentityPhoneNumbers
import IdentitySenders
import NetworkTransfer
import Synchronization
import WorkThreads

struct OutboxCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "outbox",
    abstract: "Inspect messages that wait or never arrived, and test providers.",
    subcommands: [
      OutboxListCommand.self, OutboxRetryCommand.self, OutboxDiscardCommand.self,
      OutboxTestCommand.self,
    ])
}

struct OutboxListCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list",
    abstract: "List messages that wait, the oldest first; with --dead, those that never arrived.",
    discussion:
      "Shows no codes. `request_id` is the X-Request-Id of the request that caused a message.")

  @OptionGroup var options: StoreOptions
  @Flag(help: "Messages that never arrived, newest first; kept for 14 days.") var dead = false
  @Option(help: "How many at most, up to 10000.") var most = 100
  @Flag(help: "Print JSON.") var json = false

  func run() async throws {
    try await commanding("outbox list") {
      guard (1...10_000).contains(most) else {
        throw ServeRefusal("--most: \(most) is not possible; write 1 to 10000")
      }
      let (dead, most) = (dead, most)
      let lines = try await options.withStore { store, now in
        try await store.read("outbox.list") { tables in
          if dead { return try tables.deadLetters(most: most).map { MessageLine($0) } }
          let pauses = try Dictionary(
            uniqueKeysWithValues: MessageChannel.allCases.map { channel in
              (channel, try tables.channelPause(channel).flatMap { $0.isOn(at: now) ? $0 : nil })
            })
          return try tables.outboxRows(most: most).filter { $0.message.channel != nil }
            .map {
              MessageLine($0, pause: pauses[MessageChannel($0.message.recipient)] ?? nil, at: now)
            }
        }
      }
      if json { return try Terminal.say(json: lines) }
      for line in lines { Terminal.say(line.text) }
    }
  }
}

/// Options of an act on one message.
struct MessageActOptions: ParsableArguments {
  @OptionGroup var store: StoreOptions
  @OptionGroup var actor: OperatorOptions
  @Argument(help: "The id of the message, as `outbox list` shows it.") var id: String
  @Flag(help: "Print JSON.") var json = false
}

struct OutboxRetryCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "retry",
    abstract: "Try a message that waits at once, and end the pause of its channel.",
    discussion:
      "Messages that never arrived have no secret any more: the person asks for a new code.")

  @OptionGroup var options: MessageActOptions

  func run() async throws {
    try await commanding("outbox retry") {
      let (name, id) = (try options.actor.name(), options.id)
      let done = try await options.store.withStore { store, now in
        try await store.transaction("operator.retry") {
          try $0.retryMessage(ID(id), by: name, at: now)
        }
      }
      guard done else {
        throw ServeRefusal("no message with the id \(id) waits, or it is being sent right now")
      }
      try ActReport(act: "retry", message: id, by: name.text).say(
        "message \(id) is due; a running server sends it within a second", json: options.json)
    }
  }
}

struct OutboxDiscardCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "discard", abstract: "Give up a message that waits.")

  @OptionGroup var options: MessageActOptions

  func run() async throws {
    try await commanding("outbox discard") {
      let (name, id) = (try options.actor.name(), options.id)
      let done = try await options.store.withStore { store, now in
        try await store.transaction("operator.discard") {
          try $0.discardMessage(ID(id), by: name, at: now)
        }
      }
      guard done else { throw ServeRefusal("no message with the id \(id) waits") }
      try ActReport(act: "discard", message: id, by: name.text).say(
        "message \(id) is given up", json: options.json)
    }
  }
}

struct OutboxTestCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "test",
    abstract: "Send a test message with the configured provider, and say what it answers.",
    discussion: "Needs --config. It goes past the store and the outbox, and no server has to run.")

  @OptionGroup var options: StoreOptions
  @Argument(help: "Whom to: an address for mail, a number such as +4915112345678 for SMS.")
  var to: String
  @Flag(help: "Print JSON.") var json = false

  func run() async throws {
    try await commanding("outbox test") {
      let plan = try ServePlan(try options.settings())
      guard let recipient = Identifier(userName: to, StandardPhoneNumbers()) else {
        throw ServeRefusal("'\(to)' is neither an address nor a number such as +4915112345678")
      }
      let channel = MessageChannel(MessageRecipient(recipient))
      let clock = SystemClock()
      let threads = WorkThreads.forTransfers(threads: 1)
      guard let sender = plan.providers.senders(clock: clock, threads: threads)[channel] else {
        await threads.shutdown()
        throw ServeRefusal("no provider is set for \(channel.plainName); see `smtp` and `sms`")
      }
      let heard = Heard()
      var outcome = await TransferWatch.$hear.withValue({ heard.keep($0) }) {
        await Self.outcome(sender, recipient, channel, plan.delivery.service, clock)
      }
      outcome.answer = heard.said
      await threads.shutdown()
      if json {
        try Terminal.say(json: outcome)
      } else if outcome.isAccepted {
        Terminal.say("the provider accepted the message")
      } else {
        let answer = outcome.answer.map { ": \($0)" } ?? ""
        Terminal.complain(
          "portico outbox test: \(outcome.problem ?? "")\(answer); \(outcome.remedy ?? "")")
      }
      guard outcome.isAccepted else { throw ExitCode.failure }
    }
  }

  struct Outcome: Codable, Hashable, Sendable {
    let channel: String
    let isAccepted: Bool
    var cause: String?
    var problem: String?
    var remedy: String?
    /// What the provider said, or why it was not reached.
    var answer: String?
  }

  /// The last transfer.
  private final class Heard: Sendable {
    private let end = Mutex<TransferEnd?>(nil)

    func keep(_ found: TransferEnd) { end.withLock { $0 = found } }

    var said: String? { end.withLock { $0 }?.said }
  }

  static func outcome(
    _ sender: any MessageSender, _ recipient: Identifier, _ channel: MessageChannel,
    _ service: String, _ clock: any WallClock
  ) async -> Outcome {
    let message = RenderedMessage(
      id: SystemRandomBytes().id(), channel: channel, recipient: Secret(recipient.text),
      subject: channel == .email ? "Test message from \(service)" : nil,
      body: Secret("This is a test message from \(service). Nothing needs to be done."),
      code: nil, expiresAt: clock.now() + .minutes(1))
    do {
      try await sender.send(message)
      return Outcome(channel: channel.rawValue, isAccepted: true)
    } catch {
      let trouble =
        switch error {
        case .retryable(let scope, let cause, _): DeliveryTrouble.failed(cause, scope)
        case .permanent(.unknownRecipient), .gone: DeliveryTrouble.dead(.unknownRecipient)
        case .permanent: DeliveryTrouble.dead(.rejected)
        }
      return Outcome(
        channel: channel.rawValue, isAccepted: false, cause: trouble.cause,
        problem: trouble.sentence(channel),
        remedy: trouble.remedy(channel, isTest: true))
    }
  }
}

extension TransferEnd {
  /// The answer, or what went wrong before there was one, in a line for the operator who sent the message.
  var said: String? {
    let words = String(decoding: answer.prefix(500), as: UTF8.self)
      .split(whereSeparator: \.isWhitespace).joined(separator: " ").withoutControls
    guard code >= 400 || problem == nil else { return problem }
    guard code > 0 else { return nil }
    // A line of SMTP begins with its code.
    return SecretsInText.hidden(words.hasPrefix("\(code)") ? words : "status \(code) \(words)")
  }
}
