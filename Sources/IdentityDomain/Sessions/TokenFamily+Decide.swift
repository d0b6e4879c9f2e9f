extension TokenFamily {
  /// The refresh rules (SEC "Refresh"; RFC 9700 section 4.14.2; RFC 9449 section 5).
  ///
  /// In this order: without a proof by the family's own key nothing changes, since otherwise an old
  /// leaked token would be a sign-out button. A duplicate or outdated proof changes nothing either.
  /// Then the time limits, then the generation.
  package mutating func refresh(_ attempt: RefreshAttempt) -> RefreshDecision {
    if let refusal = refusal(for: attempt.proof) { return .refused(refusal) }
    if let end { return .refused(.alreadyEnded(end.cause)) }
    if let cause = expiry(at: attempt.now) { return finish(cause, at: attempt.now) }
    guard attempt.generation >= 0, attempt.generation <= generation else {
      return .refused(.unknownGeneration)
    }
    guard kind != .compat else {
      lastUsedAt = max(lastUsedAt, attempt.now)
      return .extended
    }
    switch generation - attempt.generation {
    case 0:
      generation += 1
      derivationKey = attempt.newKey
      lastUsedAt = max(lastUsedAt, attempt.now)
      return .rotated
    case 1:
      lastUsedAt = max(lastUsedAt, attempt.now)
      return .repeated
    default:
      return finish(.refreshTokenReuse, at: attempt.now)
    }
  }

  /// Ends the family. A family ends once: later causes change nothing.
  /// - Returns: whether this call ended it.
  @discardableResult
  package mutating func revoke(_ cause: SignOutCause, at now: Timestamp) -> Bool {
    guard end == nil else { return false }
    end = SessionEnd(at: max(now, openedAt), cause: cause)
    return true
  }

  /// Whether the session may be used now, for a call with an access token.
  ///
  /// A proof by the access token's key is checked with the token; only the state matters here.
  package func standing(at now: Timestamp) -> SessionStanding {
    if let end { return .ended(end.cause) }
    if let cause = expiry(at: now) { return .expired(cause) }
    return .live
  }

  /// Extends the idle timeout, at most once per `touchInterval`, so that reading costs no write.
  /// - Returns: whether there is something to store.
  package mutating func touch(at now: Timestamp) -> Bool {
    guard standing(at: now) == .live, now >= lastUsedAt + SecurityRules.touchInterval else {
      return false
    }
    lastUsedAt = now
    return true
  }

  /// Ends the family if it has expired.
  /// - Returns: the cause, if this call ended it.
  package mutating func expire(at now: Timestamp) -> SignOutCause? {
    guard end == nil, let cause = expiry(at: now) else { return nil }
    revoke(cause, at: now)
    return cause
  }

  /// When the family expires if it is not used.
  package var expiresAt: Timestamp { min(lastUsedAt + limits.idle, openedAt + limits.absolute) }

  private func refusal(for proof: ProofStanding) -> RefreshRefusal? {
    guard let key = kind.key else { return nil }
    guard let proven = proof.key else { return .proofMissing }
    guard proven == key else { return .foreignKey }
    switch proof {
    case .duplicate: return .proofDuplicate
    case .outdated: return .proofOutdated
    case .absent, .fresh: return nil
    }
  }

  private func expiry(at now: Timestamp) -> SignOutCause? {
    if now >= openedAt + limits.absolute { return .absoluteTimeout }
    if now >= lastUsedAt + limits.idle { return .idleTimeout }
    return nil
  }

  private mutating func finish(_ cause: SignOutCause, at now: Timestamp) -> RefreshDecision {
    revoke(cause, at: now)
    return .ended(cause)
  }
}

package enum SessionStanding: Hashable, Sendable {
  case live
  /// Expired, but not yet recorded as ended.
  case expired(SignOutCause)
  case ended(SignOutCause)
}
