/// A message caused by a transaction and stored in it (delivered at least once, one row for each
/// intent).
package struct OutboxMessage: Hashable, Sendable {
  package let id: ID<OutboxMessage>
  package let recipient: MessageRecipient
  package let template: MessageTemplate
  /// For a decoy: the template of the message it replaces, so that its row has the same size.
  package let insteadOf: MessageTemplate?
  /// A BCP 47 tag; delivery falls back to English.
  package let language: String
  /// The code or address shown by the template, sealed under a key outside the store.
  package let sealedSecret: [UInt8]?
  /// After this time the message is never sent, and its secret is erased.
  package let expiresAt: Timestamp
  package let createdAt: Timestamp
  /// What issued the secret; nil where nothing is used up with it.
  package let origin: MessageOrigin?
  /// Of the request that caused it (`X-Request-Id`), so that an operator finds one by the other. A store fills it in;
  /// nil for what no request caused.
  package var requestID: String?

  package init(
    id: ID<OutboxMessage>, recipient: MessageRecipient, template: MessageTemplate,
    insteadOf: MessageTemplate? = nil, language: String, sealedSecret: [UInt8]?,
    expiresAt: Timestamp, createdAt: Timestamp, origin: MessageOrigin? = nil
  ) {
    self.id = id
    self.recipient = recipient
    self.template = template
    self.insteadOf = insteadOf
    self.language = language
    self.sealedSecret = sealedSecret
    self.expiresAt = expiresAt
    self.createdAt = createdAt
    self.origin = origin
  }

  /// The message as a store writes it.
  /// - Parameter requestID: of the request that the transaction belongs to.
  package func written(in requestID: String?) -> OutboxMessage {
    var message = self
    message.requestID = message.requestID ?? requestID
    return message
  }

  /// Nil if it has no recipient.
  package var channel: MessageChannel? {
    template == .suppressed ? nil : MessageChannel(recipient)
  }
}

extension ID<OutboxMessage> {
  /// The id of another message caused by the same event: the same each time, and in the same
  /// format, for providers whose keys have 128 bits.
  /// - Parameter number: 1 to 255.
  /// - Returns: nil for other numbers, and for an id that was not made here.
  package func numbered(_ number: Int) -> ID? {
    guard (1...255).contains(number), var bytes = Base64URL.bytes(text), let last = bytes.last
    else { return nil }
    bytes[bytes.count - 1] = last ^ UInt8(number)
    return ID(Base64URL.text(bytes))
  }
}

package enum MessageTemplate: String, Hashable, Sendable {
  case registrationCode
  /// To the owner of an address that someone tries to register.
  case registrationTaken
  case loginCode
  /// With the link that signs in (CMP-11).
  case loginLink
  case passwordResetCode
  case phoneCode
  case accountDeletionCode
  case identifierVerificationCode
  case secondProofCode
  /// The user of a session gives a fresh proof (RFC 9470).
  case stepUpCode
  /// MKT-9.
  case temporaryPassword
  case passwordChanged
  /// With the token that undoes the change.
  case identifierChanged
  /// The same without it: the token was sent to an address.
  case identifierChangedElsewhere
  /// A second factor was added or removed, or two-step sign-in switched; with the token that undoes
  /// it.
  case factorChanged
  /// Somebody waits for the second factor to be removed (MFA-7); with the token that cancels it.
  case factorReset
  /// Either, without it: the token was sent to an address.
  case factorChangedElsewhere
  /// The account is to be deleted (CTR-10); with the moment from which on it is.
  case deletionScheduled
  /// A change was undone.
  case changeUndone
  case newDevice
  /// A sign-in without a device key.
  case newSignIn
  case numberDetached
  /// A passkey was refused because its counter says that there are two of it.
  case passkeyCloned
  /// Confirmed, but several attempts were open, so no password was kept.
  case confirmedWithoutPassword
  /// Revokes a grant at a provider, with the token that was kept for it (FED-9).
  case grantRevocation
  /// Written for an unknown address, so that the store does the same work. Never sent.
  case suppressed
}

/// Encrypts what must be stored and read again (authenticated encryption under a key outside the
/// store).
package protocol Sealing: Sendable {
  /// - Parameters:
  ///   - nonce: 12 random bytes, new for each secret; the same input gives the same bytes.
  ///   - context: bound to the secret, which can be opened only with the same context.
  func seal(_ secret: [UInt8], nonce: [UInt8], context: String) throws -> [UInt8]
  /// - Throws: if the bytes were changed, sealed for another context, or their key is gone.
  func open(_ sealed: [UInt8], context: String) throws -> [UInt8]
}
