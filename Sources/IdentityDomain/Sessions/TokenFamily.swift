/// All refresh tokens that descend from one sign-in, as one value.
///
/// A token is identified by its generation and derived from a server key, so the store contains
/// none, and "the same successor" is the same number again. Generation `n` was used as soon as `n +
/// 1` exists; hence the newest one is always unused, and "the predecessor of an unused successor"
/// is `generation - 1`.
package struct TokenFamily: Hashable, Sendable {
  package let kind: SessionKind
  package let limits: SessionLimits
  package let openedAt: Timestamp
  package internal(set) var lastUsedAt: Timestamp
  /// Of the newest refresh token; 0 after the sign-in, and always 0 in a compat family.
  package internal(set) var generation: Int
  /// The server key under which the newest refresh token is derived.
  package internal(set) var derivationKey: KeyID
  package internal(set) var end: SessionEnd?

  package init(
    kind: SessionKind, limits: SessionLimits? = nil, openedAt: Timestamp, derivationKey: KeyID
  ) {
    self.kind = kind
    self.limits = limits ?? kind.limits
    self.openedAt = openedAt
    self.derivationKey = derivationKey
    lastUsedAt = openedAt
    generation = 0
  }
}

/// When and why a session ended.
package struct SessionEnd: Hashable, Sendable {
  package let at: Timestamp
  package let cause: SignOutCause

  package init(at: Timestamp, cause: SignOutCause) {
    self.at = at
    self.cause = cause
  }
}

/// A refresh token as presented; its authentication code was verified.
package struct RefreshAttempt: Sendable {
  package var generation: Int
  package var proof: ProofStanding
  package var now: Timestamp
  /// The server key for a new generation.
  package var newKey: KeyID

  package init(generation: Int, proof: ProofStanding, now: Timestamp, newKey: KeyID) {
    self.generation = generation
    self.proof = proof
    self.now = now
    self.newKey = newKey
  }
}

/// What is known about a call's proof of possession.
package enum ProofStanding: Hashable, Sendable {
  case absent
  /// The signature is valid, but the server nonce is missing or has expired (RFC 9449 section 8).
  case outdated(KeyThumbprint)
  /// Its `jti` was seen before (RFC 9449 section 11.1): an exact duplicate of another call.
  case duplicate(KeyThumbprint)
  case fresh(KeyThumbprint)

  package var key: KeyThumbprint? {
    switch self {
    case .absent: nil
    case .outdated(let key), .duplicate(let key), .fresh(let key): key
    }
  }
}

package enum RefreshDecision: Hashable, Sendable {
  /// A new generation; the presented one is used up.
  case rotated
  /// The response with the newest generation was lost: the same again.
  case repeated
  /// Compat: the refresh token stays the same, only its time is extended.
  case extended
  /// Nothing changed.
  case refused(RefreshRefusal)
  /// This call ended the family, or found it expired.
  case ended(SignOutCause)
}

package enum RefreshRefusal: Hashable, Sendable {
  case alreadyEnded(SignOutCause)
  case proofMissing
  /// Audited: someone holds a token without its key.
  case foreignKey
  case proofDuplicate
  case proofOutdated
  /// The store is older than the token, as after restoring a backup.
  case unknownGeneration
}
