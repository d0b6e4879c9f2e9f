package import IdentityDomain

/// A message as operators see it: to whom, of what kind, and how it stands; never what it says.
package struct MessageLine: Codable, Hashable, Sendable {
  package let id: String
  package let channel: String
  package let to: String
  package let template: String
  /// `waiting`, `sending`, or why it was given up.
  package let state: String
  package let failedTries: Int
  package let createdAt: String
  /// Of one that waits: the next try.
  package var dueAt: String?
  package var diedAt: String?
  package let requestId: String?

  /// - Parameter pause: of its channel, if that is paused.
  package init(_ row: OutboxRow, pause: ChannelPause? = nil, at now: Timestamp) {
    let message = row.message
    id = message.id.text
    channel = MessageChannel(message.recipient).rawValue
    to = Self.shown(message.recipient)
    template = message.template.rawValue
    state = row.isHeld(at: now) ? "sending" : "waiting"
    failedTries = row.attempts
    createdAt = message.createdAt.seconds
    dueAt = max(row.isDue(at: now) ? now : row.dueAt, pause?.until ?? now).seconds
    requestId = message.requestID
  }

  package init(_ letter: DeadLetter) {
    id = letter.message.text
    channel = letter.channel.rawValue
    to = Self.shown(letter.recipient)
    template = letter.template.rawValue
    state = letter.reason.rawValue
    failedTries = letter.attempts
    createdAt = letter.createdAt.seconds
    diedAt = letter.diedAt.seconds
    requestId = letter.requestID
  }

  /// A push token is an address that anybody could send to, and a subject names a person elsewhere.
  private static func shown(_ recipient: MessageRecipient) -> String {
    switch recipient {
    case .email, .phone: recipient.text
    case .push(let address): address.platform
    case .provider(let address): address.provider.text
    }
  }

  package var text: String {
    let when = diedAt.map { "given up \($0)" } ?? "next try \(dueAt ?? "")"
    return "\(id)  \(channel)  \(to)  \(template)  \(state)  \(failedTries) failed, written "
      + "\(createdAt), \(when)" + (requestId.map { ", request \($0)" } ?? "")
  }
}
