/// What issued the secret of a message. By it the message is known to be obsolete once the secret is good for
/// nothing: used, replaced by a later one, or over.
package enum MessageOrigin: Hashable, Sendable {
  case challenge(ID<Challenge>)
  case registration(ID<PendingRegistration>)
  case temporaryPassword(ID<TemporaryPassword>)

  /// Its kind, a persisted name.
  package enum Kind: String, Hashable, Sendable, CaseIterable {
    case challenge
    case registration
    case temporaryPassword
  }

  /// From stored values.
  init(_ kind: Kind, _ id: String) {
    self =
      switch kind {
      case .challenge: .challenge(ID(id))
      case .registration: .registration(ID(id))
      case .temporaryPassword: .temporaryPassword(ID(id))
      }
  }

  var kind: Kind {
    switch self {
    case .challenge: .challenge
    case .registration: .registration
    case .temporaryPassword: .temporaryPassword
    }
  }

  var id: String {
    switch self {
    case .challenge(let id): id.text
    case .registration(let id): id.text
    case .temporaryPassword(let id): id.text
    }
  }
}

/// What a secret that was issued is still good for.
package enum OriginStanding: Hashable, Sendable {
  /// Nothing: it was used, replaced or removed.
  case ended
  /// Until then. `issuedAt` is that of the only secret that counts; nil where each that was sent does.
  case open(issuedAt: Timestamp?, until: Timestamp)

  /// - Parameter challenge: as it is stored; nil if it is gone.
  package init(_ challenge: Challenge?, at now: Timestamp) {
    guard let challenge, now < challenge.expiresAt else {
      self = .ended
      return
    }
    // The code of a link is made when its button is pressed; each link that was mailed leads to it (CMP-11).
    self =
      challenge.purpose == .loginLink
      ? .open(issuedAt: nil, until: challenge.expiresAt) : OriginStanding(challenge.code, at: now)
  }

  /// - Parameter attempt: as it is stored; nil if it is gone.
  package init(_ attempt: PendingRegistration?, at now: Timestamp) {
    guard let attempt, attempt.isAlive(at: now) else {
      self = .ended
      return
    }
    self.init(attempt.code, at: now)
  }

  /// - Parameter password: the password that is stored for the address, or nil.
  package init(_ password: TemporaryPassword?, of id: ID<TemporaryPassword>) {
    guard let password, password.id == id else {
      self = .ended
      return
    }
    self = .open(issuedAt: password.sentAt, until: password.expiresAt)
  }

  private init(_ code: CodeState, at now: Timestamp) {
    self = code.isOpen(at: now) ? .open(issuedAt: code.sentAt, until: code.expiresAt) : .ended
  }
}

extension OutboxMessage {
  /// Whether its secret is good for nothing any more, so that it would only mislead: a code that was used, that a
  /// later one replaced, or that is over. The process that sent it may have ended before it could say so.
  package func isObsolete(_ standing: OriginStanding, at now: Timestamp) -> Bool {
    guard case .open(let issuedAt, let until) = standing, now < until else { return true }
    return issuedAt.map { $0 != createdAt } ?? false
  }
}

extension OutboxTable
where Self: ChallengeTable & PendingRegistrationTable & TemporaryPasswordTable {
  /// Whether a message is obsolete now. One without an origin never is: it has no secret that is used up, or was
  /// written by a server of before `StoreMigration.messageOrigin`.
  package func isObsolete(_ message: OutboxMessage, at now: Timestamp) throws -> Bool {
    guard let origin = message.origin else { return false }
    let standing: OriginStanding
    switch (origin, message.recipient.identifier) {
    case (.challenge(let id), _): standing = OriginStanding(try challenge(id), at: now)
    case (.registration(let id), let identifier?):
      standing = OriginStanding(
        try registrations(for: identifier).first { $0.id == id }, at: now)
    case (.temporaryPassword(let id), let identifier?):
      standing = OriginStanding(try temporaryPassword(for: identifier), of: id)
    case (_, nil): return false
    }
    return message.isObsolete(standing, at: now)
  }
}
