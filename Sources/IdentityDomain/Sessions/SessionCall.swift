/// A call with an access token whose signature and claims were checked.
package struct SessionCall: Sendable {
  package let claims: AccessTokenClaims
  package let crumb: Secret<CrumbValue>?
  package let caller: Caller

  package init(claims: AccessTokenClaims, crumb: Secret<CrumbValue>?, caller: Caller) {
    self.claims = claims
    self.crumb = crumb
    self.caller = caller
  }
}

/// What a call requires of the session.
package struct SessionNeed: Hashable, Sendable {
  /// Nil if a session of any scope may do it.
  package let scope: SessionScope?
  package let changesState: Bool

  package static let read = SessionNeed(scope: .full, changesState: false)
  package static let write = SessionNeed(scope: .full, changesState: true)
  /// What a temporary password allows; a full session may not do it (MKT-9).
  package static let passwordChange = SessionNeed(scope: .passwordChange, changesState: true)
  package static let anonymousRead = SessionNeed(scope: .anonymous, changesState: false)
  package static let anonymousWrite = SessionNeed(scope: .anonymous, changesState: true)
  /// Any session may be ended by its holder.
  package static let ending = SessionNeed(scope: nil, changesState: true)
}

extension Session {
  /// Whether a call may use the session (SEC "Browser and HTTP", "Access tokens": every call reads
  /// the session).
  ///
  /// - Parameters:
  ///   - proof: the status of the call's proof; its `jti` counts if state is changed.
  ///   - hasCrumb: whether the call presents this session's CSRF token (`crumb`).
  package func refusal(
    _ need: SessionNeed, proof: ProofStanding, hasCrumb: Bool, isCompatOn: Bool,
    at now: Timestamp
  ) -> IdentityFailure? {
    switch family.standing(at: now) {
    case .ended(let cause), .expired(let cause):
      return market == nil ? .unauthorized(cause) : .sessionExpired(cause)
    case .live: break
    }
    if let key = family.kind.key {
      guard proof.key == key else { return .unauthorized(nil) }
      if case .outdated = proof { return .proofNonceRequired }
      if case .duplicate = proof, need.changesState { return .proofDuplicate }
    } else if !isCompatOn {
      return .sessionKindOff
    }
    if need.changesState, family.kind.needsCrumb, !hasCrumb { return .crumbInvalid }
    guard scope == .full || need.scope == nil || scope == need.scope else {
      return .insufficientScope
    }
    return nil
  }
}

/// What a call leaves to be written about its session, apart from its own effect.
enum SessionUpkeep: Sendable {
  case none
  /// The idle timeout is extended, or has passed.
  case time(ID<Session>)
  case end(ID<Session>, SignOutCause)
}

extension Sessions {
  /// Checks a call's session as the transaction sees it. Writes nothing but the proof's `jti`, if
  /// state is to be changed.
  private func examine(
    _ call: SessionCall, _ need: SessionNeed, at now: Timestamp, _ tables: Tables
  ) throws -> (verdict: Result<Session, IdentityFailure>, upkeep: SessionUpkeep) {
    guard let session = try tables.session(call.claims.session),
      session.family.kind.key == call.claims.boundKey
    else { return (.failure(.unauthorized(nil)), .none) }
    // Reading remembers no proof: a repeated read gets its own response again, and costs no write.
    let proof: ProofStanding
    if case .verified(let verified) = call.caller.proof, !need.changesState {
      proof = .fresh(verified.key)
    } else {
      proof = try call.caller.proof.standing(tables)
    }
    let hasCrumb = Crumb.isValid(call.crumb, for: session.id, ports.digests)
    let refusal = session.refusal(
      need, proof: proof, hasCrumb: hasCrumb, isCompatOn: settings.isCompatOn, at: now)
    var next = session.family
    if let refusal {
      return (.failure(refusal), next.expire(at: now) == nil ? .none : .time(session.id))
    }
    return (.success(session), next.touch(at: now) ? .time(session.id) : .none)
  }

  /// - Parameter caller: who used the session.
  private func keepUp(
    _ upkeep: SessionUpkeep, by caller: Caller, at now: Timestamp, _ tables: Tables
  ) throws {
    switch upkeep {
    case .none: break
    case .end(let id, let cause):
      if let session = try tables.session(id) { try end(session, cause, at: now, tables) }
    case .time(let id):
      guard var session = try tables.session(id) else { return }
      if session.family.expire(at: now) != nil {
        try store(session, tables)
      } else if session.family.touch(at: now) {
        session.country = caller.country
        try tables.put(session)
      }
    }
  }

  /// The session of a call, inside the transaction of the call.
  func authorize(
    _ call: SessionCall, _ need: SessionNeed, at now: Timestamp, _ tables: Tables
  ) throws -> Result<Session, IdentityFailure> {
    let (verdict, upkeep) = try examine(call, need, at: now, tables)
    try keepUp(upkeep, by: call.caller, at: now, tables)
    guard case .success(let session) = verdict else { return verdict }
    return .success(try tables.session(session.id) ?? session)
  }

  /// One transaction of a signed-in user.
  func authorized<Value: Sendable>(
    _ name: StaticString, _ call: SessionCall, _ need: SessionNeed,
    _ body: @Sendable (Tables, Session, Account, Timestamp) throws -> Result<Value, IdentityFailure>
  ) async throws -> Value {
    let moment = now
    return try await ports.store.decide(name) { tables in
      switch try authorize(call, need, at: moment, tables) {
      case .failure(let failure): return .failure(failure)
      case .success(let session):
        guard let owner = session.account, let account = try tables.ownAccount(owner) else {
          return .failure(.unauthorized(nil))
        }
        guard !account.isBlocked else {
          try end(session, .accountBlocked, at: moment, tables)
          return .failure(.unauthorized(.accountBlocked))
        }
        return try body(tables, session, account, moment)
      }
    }
  }

  /// What a session may read. It does not wait for a writer; what the session itself needs written
  /// (at most once a minute) follows separately.
  func reading<Value: Sendable>(
    _ name: StaticString, _ call: SessionCall, _ need: SessionNeed,
    _ body: @Sendable (Tables, Session, Timestamp) throws -> Result<Value, IdentityFailure>
  ) async throws -> Value {
    try await shown(name, call, need) { tables, session, _, now in
      try body(tables, session, now)
    }
  }

  /// - Parameter body: receives the account, if the session is a user's.
  private func shown<Value: Sendable>(
    _ name: StaticString, _ call: SessionCall, _ need: SessionNeed,
    _ body:
      @Sendable (Tables, Session, Account?, Timestamp) throws
      -> Result<Value, IdentityFailure>
  ) async throws -> Value {
    let moment = now
    let (outcome, upkeep) = try await ports.store.read(name) {
      tables -> (Result<Value, IdentityFailure>, SessionUpkeep) in
      let (verdict, upkeep) = try examine(call, need, at: moment, tables)
      switch verdict {
      case .failure(let failure): return (.failure(failure), upkeep)
      case .success(let session):
        let account = try session.account.flatMap { try tables.ownAccount($0) }
        if session.account != nil, account?.isBlocked ?? true {
          return (
            .failure(.unauthorized(.accountBlocked)), .end(session.id, .accountBlocked)
          )
        }
        return (try body(tables, session, account, moment), upkeep)
      }
    }
    if case .none = upkeep { return try outcome.get() }
    try await ports.store.transaction("session.keep") {
      try keepUp(upkeep, by: call.caller, at: moment, $0)
    }
    return try outcome.get()
  }

  /// The same for a signed-in user.
  func reading<Value: Sendable>(
    _ name: StaticString, _ call: SessionCall,
    _ body: @Sendable (Tables, Session, Account, Timestamp) throws -> Result<Value, IdentityFailure>
  ) async throws -> Value {
    try await shown(name, call, .read) { tables, session, account, now in
      guard let account else { return .failure(.unauthorized(nil)) }
      return try body(tables, session, account, now)
    }
  }
}
