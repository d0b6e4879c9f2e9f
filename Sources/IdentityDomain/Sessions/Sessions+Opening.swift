/// What a caller gets when a session was opened or extended.
package struct TokenGrant: Sendable {
  package let session: Session
  package let accessToken: Secret<AccessToken>
  package let accessTokenLifetime: Duration
  /// Absent for an anonymous session.
  package let refreshToken: Secret<RefreshToken>?
  package let idToken: Secret<IDToken>?
  /// For cookie sessions, and for flows that request one.
  package let crumb: Secret<CrumbValue>?
}

/// The components of a grant, as seen by the transaction.
struct GrantMaterial: Sendable {
  let session: Session
  let account: Account?
  let bindings: [IdentifierBinding]
}

/// How sessions are opened, used and ended.
struct Sessions: ServiceMember {
  let parts: ServiceParts
}

extension Sessions {
  /// Opens a session if the proofs are sufficient (DEC-1).
  ///
  /// A device key holds one signed-in user: an earlier session with it ends. The device is
  /// remembered, and the owner is notified if it is new, or if there is none. In a market an
  /// account has one session: each login ends the earlier one.
  ///
  /// An account that is to be deleted is opened by its user only, never by a device alone, and is then kept
  /// (CTR-10).
  func open(
    _ id: ID<Session>, for account: Account, by proofs: [Proof], scope: SessionScope = .full,
    market: MarketHandle? = nil, caller: Caller, noticeID: ID<OutboxMessage>, at now: Timestamp,
    _ tables: Tables
  ) throws -> SettledAnswer {
    let isSilent = !proofs.contains(where: \.kind.isInteractive)
    // What spares a device a code or a password does not spare it a second factor.
    let device = try judging.deviceStanding(
      of: caller, to: account.id,
      isTrusted: try judging.isTrustedForFactor(caller.proof.key, of: account.id, at: now, tables),
      tables)
    // A recovery replaces the password and nothing else, so it needs no second factor.
    let verdict = try judging.judge(
      .openSession, by: proofs, of: account, on: device,
      requiring: scope == .passwordChange ? .one : nil, at: now, tables)
    if let refusal = verdict.refusal {
      if case .insufficient(let need) = verdict, need.level == .two,
        Decision.level(of: proofs, at: now) == .one
      {
        return .refused(
          try SecondSteps(parts: parts).begin(
            id, for: account, by: proofs, scope: scope, market: market, caller: caller, at: now,
            tables))
      }
      return .refused(refusal)
    }
    if isSilent, account.deletionDueAt != nil {
      return .refused(
        .insufficientAuthentication(
          ProofNeed(level: try judging.requiredLevel(of: account, tables))))
    }
    let kind = caller.sessionKind
    if market != nil {
      for earlier in try tables.openSessions(of: account.id) where earlier.market != nil {
        try end(earlier, .replaced, at: now, tables)
      }
    }
    if let key = kind.key {
      for earlier in try tables.openSessions(with: key) {
        switch earlier.holder {
        case .account: try end(earlier, .replaced, at: now, tables)
        case .installation(let own): try tables.link(own, to: account.id)
        }
      }
      // A device that may only set a password is not the owner's yet: budgets and doubts go by that (DEC-6).
      if scope == .full {
        try remember(key, of: account, caller: caller, noticeID: noticeID, at: now, tables)
      }
      // A grant is not renewed by a session that it opened itself.
      if let market, scope == .full, !isSilent {
        try setGrant(MarketGrant(market: market, grantedAt: now), key, of: account.id, tables)
      }
    } else if scope == .full {
      try notifyOfKeylessSession(of: account, caller: caller, noticeID: noticeID, at: now, tables)
    }
    try settleTrust(by: proofs, of: account, caller: caller, at: now, tables)
    let limits: SessionLimits? =
      switch scope {
      case .passwordChange: SecurityRules.restrictedLimits
      case .full, .anonymous: market == nil ? nil : SecurityRules.marketLimits
      }
    let family = TokenFamily(
      kind: kind, limits: limits, openedAt: now, derivationKey: ports.digests.currentKey)
    let interactive = proofs.filter(\.kind.isInteractive)
    let level = Decision.level(of: proofs, at: now)
    var methods = proofs.compactMap(\.kind.method)
    if level == .two, !methods.contains(.multiFactor) { methods.append(.multiFactor) }
    try tables.put(
      Session(
        id: id, holder: .account(account.id), scope: scope, authenticatedAt: now,
        methods: kind.key == nil ? methods : methods + [.key],
        shown: interactive.isEmpty ? nil : interactive.map(ShownProof.init),
        client: caller.client, market: market, level: level, country: caller.country,
        family: family))
    var seen = account
    seen.lastSeenAt = max(seen.lastSeenAt, now)
    seen.detachedAt = nil
    seen.language = seen.language ?? caller.language
    seen.deletionDueAt = nil
    try tables.put(seen)
    try log.note(.signIn, id, of: account.id, caller, at: now, tables)
    if account.deletionDueAt != nil {
      try log.note(.deletionCancelled, id, of: account.id, caller, at: now, tables)
    }
    return .session(id)
  }

  /// DEC-10: a user who signs in without a key can only be distinguished from the owner by the
  /// owner.
  private func notifyOfKeylessSession(
    of account: Account, caller: Caller, noticeID: ID<OutboxMessage>, at now: Timestamp,
    _ tables: Tables
  ) throws {
    let budget = KeyedBudget(
      limits.keys("keyless-notice", account.id.text + "/" + caller.network),
      SecurityRules.keylessNotices)
    guard try tables.wait([budget], at: now) == nil else { return }
    _ = try tables.count(against: [budget], at: now)
    try notices.notify(account.id, .newSignIn, id: noticeID, at: now, tables)
  }

  /// PHN-5, DEC-6: the device that proved a number last is trusted for it, whichever way in it
  /// used; none is if there was no key.
  private func settleTrust(
    by proofs: [Proof], of account: Account, caller: Caller, at now: Timestamp, _ tables: Tables
  ) throws {
    for proof in proofs where proof.kind == .sms {
      guard case .phone(let number) = proof.identifier else { continue }
      if let key = caller.proof.key {
        try tables.put(
          DeviceTrust(account: account.id, number: number, key: key, provedAt: now))
      } else {
        try tables.removeTrust(in: number)
      }
    }
  }

  private func remember(
    _ key: KeyThumbprint, of account: Account, caller: Caller, noticeID: ID<OutboxMessage>,
    at now: Timestamp, _ tables: Tables
  ) throws {
    if var device = try tables.device(key, of: account.id) {
      device.lastSeenAt = now
      device.client = caller.client
      try tables.put(device)
      return
    }
    let isFirst = try tables.devices(of: account.id).isEmpty
    try tables.put(
      Device(key: key, account: account.id, firstSeenAt: now, client: caller.client))
    if !isFirst {
      try notices.notify(account.id, .newDevice, id: noticeID, at: now, tables)
    }
  }

  private func setGrant(
    _ grant: MarketGrant?, _ key: KeyThumbprint, of account: ID<Account>, _ tables: Tables
  ) throws {
    guard var device = try tables.device(key, of: account), device.marketGrant != grant else {
      return
    }
    device.marketGrant = grant
    try tables.put(device)
  }

  /// Ends the grant of the device to which a session is bound: its user no longer wants to be
  /// signed in there.
  func endGrant(of session: Session, _ tables: Tables) throws {
    guard let owner = session.account, let key = session.family.kind.key else { return }
    try setGrant(nil, key, of: owner, tables)
  }

  /// Ends a session with everything that depends on it, and adds its line to the sign-out log.
  func end(
    _ session: Session, _ cause: SignOutCause, at now: Timestamp, _ tables: Tables
  ) throws {
    try tables.end(session, cause, at: now)
  }

  /// Stores a session; if it has ended, removes its push endpoint and adds its line to the sign-out
  /// log.
  func store(_ session: Session, _ tables: Tables) throws { try tables.settle(session) }

  func endSessions(
    of account: ID<Account>, but kept: ID<Session>? = nil, _ cause: SignOutCause,
    at now: Timestamp, _ tables: Tables
  ) throws {
    for session in try tables.openSessions(of: account) where session.id != kept {
      try end(session, cause, at: now, tables)
    }
  }

  func material(_ id: ID<Session>, _ tables: Tables) throws -> GrantMaterial? {
    guard let session = try tables.session(id) else { return nil }
    guard let owner = session.account else {
      return GrantMaterial(session: session, account: nil, bindings: [])
    }
    return GrantMaterial(
      session: session, account: try tables.ownAccount(owner),
      bindings: try tables.bindings(of: owner))
  }

  /// Signs and derives the tokens. The refresh token is that of the newest generation, so a
  /// repeated response is the same.
  func grant(_ material: GrantMaterial, at now: Timestamp) async throws -> TokenGrant {
    let session = material.session
    let claims = AccessTokenClaims.issue(
      for: session, settings: settings.tokens, tokenID: ports.random.id(AccessToken.self).text,
      at: now)
    let isAnonymous = session.account == nil
    let refreshToken = DerivedToken(
      subject: session.id.text, generation: session.family.generation,
      key: session.family.derivationKey
    ).text(.refreshToken, ports.digests)
    guard isAnonymous || refreshToken != nil else {
      throw IdentityFailure.refreshTokenInvalid(nil)
    }
    return TokenGrant(
      session: session, accessToken: try await ports.signer.sign(claims),
      accessTokenLifetime: .milliseconds(
        claims.expiresAt.milliseconds - claims.issuedAt.milliseconds),
      refreshToken: isAnonymous ? nil : refreshToken.map { Secret($0) },
      // A session that may only set a password is told nothing about its user (MKT-9).
      idToken: session.scope == .full
        ? try await ports.signer.sign(idClaims(material, claims)) : nil,
      crumb: session.family.kind == .compat ? nil : Crumb.issue(for: session, ports.digests))
  }

  private func idClaims(_ material: GrantMaterial, _ token: AccessTokenClaims) -> IDTokenClaims {
    IDTokenClaims(
      issuer: token.issuer, audience: token.clientID, subject: token.subject,
      issuedAt: token.issuedAt, expiresAt: token.expiresAt,
      email: material.bindings.primary(areEmail: true)?.identifier.text,
      phoneNumber: material.bindings.primary(areEmail: false)?.identifier.text)
  }

  /// The grant for a settled sign-in. It is repeated only for the caller who opened the session,
  /// and only while none of its refresh tokens has been used.
  func grant(
    _ material: GrantMaterial?, for caller: Caller, at now: Timestamp
  ) async throws -> TokenGrant {
    guard let material, material.session.family.kind == caller.sessionKind,
      material.session.family.generation == 0,
      material.session.family.standing(at: now) == .live
    else { throw IdentityFailure.idempotencySettled }
    return try await grant(material, at: now)
  }

  func settledMaterial(_ answer: SettledAnswer, _ tables: Tables) throws -> GrantMaterial? {
    guard case .session(let id) = answer else { return nil }
    return try material(id, tables)
  }
}
