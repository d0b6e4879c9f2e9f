package import IdentityDomain

/// Tags for `Secret`: what a message holds of a person.
package enum Recipient {}
package enum MessageBody {}

/// A message as it is handed to a sender. Its descriptions show neither recipient nor text.
package struct RenderedMessage: Hashable, Sendable {
  /// The same for every try: for providers that know a repeated request by a key.
  package let id: ID<OutboxMessage>
  package let channel: MessageChannel
  /// An address, a number in E.164, a device's push token, or the name of a provider.
  package let recipient: Secret<Recipient>
  /// Whose push token it is, as the device told.
  package let platform: String?
  /// For mail, and the title of a push; it holds no code, because mail servers log subjects.
  package let subject: String?
  /// Plain text with lines that end in a line feed; the whole message where there is no subject. For a
  /// provider, the token of the grant that is to end.
  package let body: Secret<MessageBody>
  /// The code in the text, for the development inbox; others have no use for it.
  package let code: Secret<OneTimeCode>?
  /// A sender that waits or tries again by itself gives up before this.
  package let expiresAt: Timestamp

  package init(
    id: ID<OutboxMessage>, channel: MessageChannel, recipient: Secret<Recipient>,
    platform: String? = nil, subject: String?, body: Secret<MessageBody>,
    code: Secret<OneTimeCode>?, expiresAt: Timestamp
  ) {
    self.id = id
    self.channel = channel
    self.recipient = recipient
    self.platform = platform
    self.subject = subject
    self.body = body
    self.code = code
    self.expiresAt = expiresAt
  }
}
