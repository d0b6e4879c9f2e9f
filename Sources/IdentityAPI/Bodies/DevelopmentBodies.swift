/// One message of `GET /dev/inbox`, which exists only with `serve --dev`. Newest first.
package struct InboxEntryBody: Hashable, Sendable, Codable {
  package var channel: Channel
  /// An address, or a number in E.164.
  package var to: String
  package var body: String
  /// The same as HTML; absent in what is no mail.
  package var html: String?
  /// Absent in a message without a code.
  package var code: String?
  /// RFC 3339.
  package var sentAt: String

  package struct Channel: OpenName {
    package let rawValue: String
    package init(rawValue: String) { self.rawValue = rawValue }
    package static let sms = Channel(rawValue: "sms")
    package static let email = Channel(rawValue: "email")
    package static let push = Channel(rawValue: "push")
  }

  package init(
    channel: Channel, to: String, body: String, html: String? = nil, code: String? = nil,
    sentAt: String
  ) {
    self.channel = channel
    self.to = to
    self.body = body
    self.html = html
    self.code = code
    self.sentAt = sentAt
  }

  enum CodingKeys: String, CodingKey {
    case channel, to, body, html, code
    case sentAt = "sent_at"
  }
}
