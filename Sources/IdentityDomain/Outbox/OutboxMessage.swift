/// A message that a transaction causes, stored in that transaction (at least once delivered, one
/// row for each intent).
package struct OutboxMessage: Hashable, Sendable, Codable {
  package let id: ID<OutboxMessage>
  package let recipient: Identifier
  package let template: MessageTemplate
  /// A BCP 47 tag; the delivery falls back to English.
  package let language: String
  /// The code or address that the template shows, sealed under a key outside the store.
  package let sealedSecret: [UInt8]?
  /// After this the message is never sent and its secret erased.
  package let expiresAt: Timestamp
  package let createdAt: Timestamp

  package init(
    id: ID<OutboxMessage>, recipient: Identifier, template: MessageTemplate, language: String,
    sealedSecret: [UInt8]?, expiresAt: Timestamp, createdAt: Timestamp
  ) {
    self.id = id
    self.recipient = recipient
    self.template = template
    self.language = language
    self.sealedSecret = sealedSecret
    self.expiresAt = expiresAt
    self.createdAt = createdAt
  }
}

package enum MessageTemplate: String, Hashable, Sendable, Codable {
  case registrationCode
  /// To the owner of an address that somebody wants to register.
  case registrationTaken
  case loginCode
  case passwordResetCode
  case phoneCode
  case accountDeletionCode
  case identifierVerificationCode
  case secondProofCode
  /// MKT-9.
  case temporaryPassword
  case passwordChanged
  case identifierChanged
  case newDevice
  case numberDetached
  /// Confirmed, but several attempts were open, so no password was kept.
  case confirmedWithoutPassword
  /// Written for an address that nobody has, so that the store does the same work. Never sent.
  case suppressed
}

package protocol OutboxTable {
  /// A message with the same id is the same message: the second is ignored.
  func append(_ message: OutboxMessage) throws
  /// The oldest first.
  func outboxMessages(most: Int) throws -> [OutboxMessage]
  func removeOutboxMessage(_ id: ID<OutboxMessage>) throws
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
