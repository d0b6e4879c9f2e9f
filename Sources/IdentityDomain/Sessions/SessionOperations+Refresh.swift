extension SessionOperations {
  /// Extends a session (RFC 6749 section 6), by the rules of `TokenFamily.refresh`.
  ///
  /// - Parameter crumb: required if the token is in a cookie.
  package func refresh(
    _ token: Secret<RefreshToken>, crumb: Secret<CrumbValue>? = nil, caller: Caller
  ) async throws -> TokenGrant {
    let moment = now
    guard let presented = presentedToken(token) else {
      throw IdentityFailure.refreshTokenInvalid(nil)
    }
    let outcome = try await ports.store.transaction("refresh") { tables in
      try refresh(presented, crumb: crumb, caller: caller, at: moment, tables)
    }
    return try await sessions.grant(try outcome.get(), at: moment)
  }

  /// What a refresh token identifies; nil if it is not one of ours. Computed before the
  /// transaction, which others wait for.
  func presentedToken(_ token: Secret<RefreshToken>) -> DerivedToken? {
    DerivedToken.read(token.exposed, .refreshToken, ports.digests)
  }

  /// The same inside a transaction, for the launch call.
  func refresh(
    _ presented: DerivedToken?, crumb: Secret<CrumbValue>?, caller: Caller,
    at now: Timestamp, _ tables: Tables
  ) throws -> Result<GrantMaterial, IdentityFailure> {
    guard let presented, var session = try tables.session(ID(presented.subject)) else {
      return .failure(.refreshTokenInvalid(nil))
    }
    let kind = session.family.kind
    if kind.needsCrumb, !Crumb.isValid(crumb, for: session.id, ports.digests) {
      return .failure(.crumbInvalid)
    }
    if kind == .compat, !settings.isCompatOn {
      try sessions.end(session, .kindSwitchedOff, at: now, tables)
      return .failure(.refreshTokenInvalid(.kindSwitchedOff))
    }
    let owner = try session.account.flatMap { try tables.ownAccount($0) }
    if let owner, owner.isBlocked {
      try sessions.end(session, .accountBlocked, at: now, tables)
      return .failure(.refreshTokenInvalid(.accountBlocked))
    }
    let decision = session.family.refresh(
      RefreshAttempt(
        generation: presented.generation, proof: try caller.proof.standing(tables), now: now,
        newKey: ports.digests.currentKey))
    if case .ended = decision {} else { session.country = caller.country }
    return try finish(decision, session, of: owner, at: now, tables)
  }

  private func finish(
    _ decision: RefreshDecision, _ session: Session, of owner: Account?, at now: Timestamp,
    _ tables: Tables
  ) throws -> Result<GrantMaterial, IdentityFailure> {
    switch decision {
    case .rotated, .repeated, .extended:
      try sessions.store(session, tables)
      var account = owner
      if var seen = owner, now >= seen.lastSeenAt + SecurityRules.touchInterval {
        seen.lastSeenAt = now
        try tables.put(seen)
        account = seen
      }
      return .success(
        GrantMaterial(
          session: session, account: account,
          bindings: try session.account.map { try tables.bindings(of: $0) } ?? []))
    case .ended(let cause):
      try sessions.store(session, tables)
      if cause == .refreshTokenReuse { try audit(.refreshTokenReuse, session, at: now, tables) }
      return .failure(.refreshTokenInvalid(cause))
    case .refused(let refusal):
      if refusal == .foreignKey { try audit(.foreignKeyRefresh, session, at: now, tables) }
      return .failure(refusal.failure)
    }
  }

  private func audit(
    _ kind: SecurityEvent.Kind, _ session: Session, at now: Timestamp, _ tables: Tables
  ) throws {
    try tables.append(
      SecurityEvent(
        kind, session: session.id, account: session.account,
        source: session.family.kind.key?.text, at: now))
  }
}

extension RefreshRefusal {
  var failure: IdentityFailure {
    switch self {
    case .alreadyEnded(let cause): .refreshTokenInvalid(cause)
    case .unknownGeneration: .refreshTokenInvalid(nil)
    case .proofMissing, .foreignKey: .proofRequired
    case .proofDuplicate: .proofDuplicate
    case .proofOutdated: .proofNonceRequired
    }
  }
}
