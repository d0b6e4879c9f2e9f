import IdentityDelivery
import IdentityDomain
import Logging

/// What the log says about deliveries. The first failure of its kind is told in words, with the remedy; those that follow are
/// counted and told once a minute, so that a provider that is down fills no disk.
struct DeliveryLog: Sendable {
  struct Line: Hashable, Sendable {
    let level: Logger.Level
    let message: String
    let fields: [String: String]

    init(_ level: Logger.Level, _ message: String, _ fields: [String: String]) {
      self.level = level
      self.message = message
      self.fields = fields
    }
  }

  /// Failures that have the same remedy.
  private struct Kind: Hashable {
    let channel: MessageChannel
    let trouble: DeliveryTrouble
  }

  private struct Tally {
    var since: Duration
    /// Not told yet.
    var more = 0
    /// Since it began.
    var all = 1
  }

  /// How often a summary is told.
  static let interval = Duration.seconds(60)

  private var tallies: [Kind: Tally] = [:]

  /// - Parameter now: of a monotonic clock.
  mutating func hear(_ event: DeliveryEvent, at now: Duration) -> [Line] {
    guard let trouble = DeliveryTrouble(event.outcome) else {
      let level: Logger.Level = event.outcome == .sentButKept ? .warning : .info
      let line = Line(level, "message", Self.fields(event))
      return event.outcome == .sent ? recovered(event.channel) + [line] : [line]
    }
    let kind = Kind(channel: event.channel, trouble: trouble)
    if tallies[kind] != nil {
      tallies[kind]?.more += 1
      tallies[kind]?.all += 1
      return look(at: now)
    }
    tallies[kind] = Tally(since: now)
    var fields = Self.fields(event)
    fields["cause"] = trouble.cause
    fields["remedy"] = trouble.remedy(event.channel)
    return [Line(.warning, trouble.sentence(event.channel), fields)]
  }

  /// What is to be told by now.
  mutating func look(at now: Duration) -> [Line] {
    var lines: [Line] = []
    for (kind, tally) in tallies.sorted(by: { Self.order($0.key) < Self.order($1.key) })
    where now - tally.since >= Self.interval {
      guard tally.more > 0 else {
        // Quiet for a minute: the next one is news again. What a channel suffers from stays until it works.
        if !kind.trouble.isOfChannel { tallies[kind] = nil }
        continue
      }
      lines.append(
        Line(
          .warning, kind.trouble.sentence(kind.channel),
          [
            "channel": kind.channel.rawValue, "cause": kind.trouble.cause,
            "remedy": kind.trouble.remedy(kind.channel), "count": "\(tally.more)",
          ]))
      tallies[kind] = Tally(since: now, more: 0, all: tally.all)
    }
    return lines
  }

  private mutating func recovered(_ channel: MessageChannel) -> [Line] {
    let over = tallies.filter { $0.key.channel == channel && $0.key.trouble.isOfChannel }
    guard !over.isEmpty else { return [] }
    for kind in over.keys { tallies[kind] = nil }
    return [
      Line(
        .notice, "\(channel.plainName) is delivered again",
        [
          "channel": channel.rawValue,
          "failed_tries": "\(over.values.reduce(0) { $0 + $1.all })",
        ])
    ]
  }

  private static func order(_ kind: Kind) -> String {
    "\(kind.channel.rawValue) \(kind.trouble.cause)"
  }

  private static func fields(_ event: DeliveryEvent) -> [String: String] {
    var fields = [
      "message_id": event.message.text, "template": event.template.rawValue,
      "channel": event.channel.rawValue, "outcome": event.outcome.name,
    ]
    if let id = event.requestID { fields["request_id"] = id }
    return fields
  }
}

extension DeliveryEvent.Outcome {
  /// One word, as in metrics.
  var name: String {
    switch self {
    case .sent: "sent"
    case .sentButKept: "sentButKept"
    case .failed: "failed"
    case .expired: "expired"
    case .obsolete: "obsolete"
    case .suppressed: "suppressed"
    case .dead: "dead"
    }
  }
}
