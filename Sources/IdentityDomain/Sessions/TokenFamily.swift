/// All refresh tokens that descend from one sign-in, as one value.
///
/// A token is named by its generation and derived from a server key, so the store holds none, and
/// "the same successor" is the same number again. Generation `n` was used as soon as `n + 1`
/// exists; hence the newest one is always unused, and "the predecessor of an unused successor" is
/// `generation - 1`.
package struct TokenFamily: Hashable, Sendable {
  package let kind: SessionKind
  package let limits: SessionLimits
  package let openedAt: Timestamp
  package internal(set) var lastUsedAt: Timestamp
  /// Of the newest refresh token; 0 after the sign-in, and for ever in a compat family.
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

/// A refresh token as somebody presents it; that its authentication code is right was checked.
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

/// What is known of the proof of possession that came with a call.
package enum ProofStanding: Hashable, Sendable {
  case absent
  /// The signature is right, the server nonce is missing or no longer good (RFC 9449 section 8).
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
  /// A new generation; the presented one is spent.
  case rotated
  /// The answer with the newest generation was lost: the same again.
  case repeated
  /// Compat: the same refresh token stays, only its time moves on.
  case extended
  /// Nothing changed.
  case refused(RefreshRefusal)
  /// This call ended the family, or found its time over.
  case ended(SignOutCause)
}

package enum RefreshRefusal: Hashable, Sendable {
  case alreadyEnded(SignOutCause)
  case proofMissing
  /// Audited: somebody holds a token without its key.
  case foreignKey
  case proofDuplicate
  case proofOutdated
  /// The store is older than the token, as after restoring a backup.
  case unknownGeneration
}
