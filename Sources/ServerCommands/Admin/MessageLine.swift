import IdentityDomain

/// A message as operators see it: to whom, of what kind, and how it stands; never what it says.
struct MessageLine: Codable, Hashable, Sendable {
  let id: String
  let channel: String
  let to: String
  let template: String
  /// `waiting`, `sending`, or why it was given up.
  let state: String
  let failedTries: Int
  let createdAt: String
  /// Of one that waits: the next try.
  var dueAt: String?
  var diedAt: String?
  let requestId: String?

  /// - Parameter pause: of its channel, if that is paused.
  init(_ row: OutboxRow, pause: ChannelPause? = nil, at now: Timestamp) {
    let message = row.message
    id = message.id.text
    channel = MessageChannel(message.recipient).rawValue
    to = Self.shown(message.recipient)
    template = message.template.rawValue
    state = row.isHeld(at: now) ? "sending" : "waiting"
    failedTries = row.attempts
    createdAt = message.createdAt.text
    dueAt = max(row.isDue(at: now) ? now : row.dueAt, pause?.until ?? now).text
    requestId = message.requestID
  }

  init(_ letter: DeadLetter) {
    id = letter.message.text
    channel = letter.channel.rawValue
    to = Self.shown(letter.recipient)
    template = letter.template.rawValue
    state = letter.reason.rawValue
    failedTries = letter.attempts
    createdAt = letter.createdAt.text
    diedAt = letter.diedAt.text
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

  var text: String {
    let when = diedAt.map { "given up \($0)" } ?? "next try \(dueAt ?? "")"
    return "\(id)  \(channel)  \(to)  \(template)  \(state)  \(failedTries) failed, written "
      + "\(createdAt), \(when)" + (requestId.map { ", request \($0)" } ?? "")
  }
}
