package import IdentityDomain

/// Tags for `Secret`: a message's personal contents.
package enum Recipient {}
package enum MessageBody {}

/// A message as passed to a sender. Its descriptions show neither recipient nor text.
package struct RenderedMessage: Hashable, Sendable {
  /// The same for every try, for providers that recognize a repeated request by a key.
  package let id: ID<OutboxMessage>
  package let channel: MessageChannel
  /// An address, a number in E.164, a device's push token, or the name of a provider.
  package let recipient: Secret<Recipient>
  /// The push token's platform, as reported by the device.
  package let platform: String?
  /// For mail, and the title of a push; it contains no code, because mail servers log subjects.
  package let subject: String?
  /// Plain text with lines that end in a line feed; the whole message if there is no subject. For a
  /// provider, the token of the grant to revoke.
  package let body: Secret<MessageBody>
  /// The same as HTML, for mail programs that show it; nil for what is plain text alone.
  package let html: Secret<MessageBody>?
  /// The code in the text, for the development inbox; other senders have no use for it.
  package let code: Secret<OneTimeCode>?
  /// A sender that waits or retries by itself gives up before this.
  package let expiresAt: Timestamp

  package init(
    id: ID<OutboxMessage>, channel: MessageChannel, recipient: Secret<Recipient>,
    platform: String? = nil, subject: String?, body: Secret<MessageBody>,
    html: Secret<MessageBody>? = nil, code: Secret<OneTimeCode>?, expiresAt: Timestamp
  ) {
    self.id = id
    self.channel = channel
    self.recipient = recipient
    self.platform = platform
    self.subject = subject
    self.body = body
    self.html = html
    self.code = code
    self.expiresAt = expiresAt
  }
}
