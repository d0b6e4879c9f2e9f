/// A message that a transaction causes, stored in that transaction (at least once delivered, one
/// row for each intent).
package struct OutboxMessage: Hashable, Sendable {
  package let id: ID<OutboxMessage>
  package let recipient: MessageRecipient
  package let template: MessageTemplate
  /// Of a decoy: the template of the message that it takes the place of, so that its row has the same
  /// size.
  package let insteadOf: MessageTemplate?
  /// A BCP 47 tag; the delivery falls back to English.
  package let language: String
  /// The code or address that the template shows, sealed under a key outside the store.
  package let sealedSecret: [UInt8]?
  /// After this the message is never sent and its secret erased.
  package let expiresAt: Timestamp
  package let createdAt: Timestamp

  package init(
    id: ID<OutboxMessage>, recipient: MessageRecipient, template: MessageTemplate,
    insteadOf: MessageTemplate? = nil, language: String, sealedSecret: [UInt8]?,
    expiresAt: Timestamp, createdAt: Timestamp
  ) {
    self.id = id
    self.recipient = recipient
    self.template = template
    self.insteadOf = insteadOf
    self.language = language
    self.sealedSecret = sealedSecret
    self.expiresAt = expiresAt
    self.createdAt = createdAt
  }

  /// Nil where nobody gets it.
  package var channel: MessageChannel? {
    template == .suppressed ? nil : MessageChannel(recipient)
  }
}

extension ID<OutboxMessage> {
  /// The name of another message that the same event causes: the same each time, and of the same
  /// form, for providers whose keys are 128 bits.
  /// - Parameter number: 1 to 255.
  /// - Returns: nil for other numbers, and for a name that is not of our making.
  package func numbered(_ number: Int) -> ID? {
    guard (1...255).contains(number), var bytes = Base64URL.bytes(text), let last = bytes.last
    else { return nil }
    bytes[bytes.count - 1] = last ^ UInt8(number)
    return ID(Base64URL.text(bytes))
  }
}

package enum MessageTemplate: String, Hashable, Sendable {
  case registrationCode
  /// To the owner of an address that somebody wants to register.
  case registrationTaken
  case loginCode
  case passwordResetCode
  case phoneCode
  case accountDeletionCode
  case identifierVerificationCode
  case secondProofCode
  /// The person of a session proves again who they are (RFC 9470).
  case stepUpCode
  /// MKT-9.
  case temporaryPassword
  case passwordChanged
  /// With the token by which the change is taken back.
  case identifierChanged
  /// The same without it: the way back went to an address.
  case identifierChangedElsewhere
  /// That a change was taken back.
  case changeUndone
  case newDevice
  /// Somebody signed in without a device key.
  case newSignIn
  case numberDetached
  /// Confirmed, but several attempts were open, so no password was kept.
  case confirmedWithoutPassword
  /// Ends a grant at a provider, with the token that was kept for it (FED-9).
  case grantRevocation
  /// Written for an address that nobody has, so that the store does the same work. Never sent.
  case suppressed
}

/// Encrypts what must lie in the store and be read again (authenticated encryption under a key
/// outside the store).
package protocol Sealing: Sendable {
  /// - Parameters:
  ///   - nonce: 12 random bytes, new for each secret; the same input gives the same bytes.
  ///   - context: bound to the secret; it opens under the same context only.
  func seal(_ secret: [UInt8], nonce: [UInt8], context: String) throws -> [UInt8]
  /// - Throws: when the bytes were changed, sealed for another context, or their key is gone.
  func open(_ sealed: [UInt8], context: String) throws -> [UInt8]
}
