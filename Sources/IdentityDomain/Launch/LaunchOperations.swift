/// Everything that a returning user's home needs, in one round trip (ENT-2).
package struct LaunchAnswer: Sendable {
  package let version: VersionPolicy.Verdict
  package let now: Timestamp
  /// The result of the refresh token; nil if none was sent.
  package let session: Result<TokenGrant, IdentityFailure>?
  package let profile: ProfileAnswer?
  package let selections: [Selection]
}

/// What an app requests at launch, whether or not a user is signed in.
package struct LaunchOperations: ServiceRoom {
  package let parts: ServiceParts

  private var sessionOperations: SessionOperations { SessionOperations(parts: parts) }

  /// `rLogin` (ONB-1): an anonymous session of an installation, independent of the signed-in user.
  /// Opening it again with the same key while it is valid returns the same session.
  ///
  /// - Parameter installation: at least 128 random bits that the app drew at its first launch, 22
  ///   to 64 characters of base64url.
  package func openAnonymousSession(
    installation: String, caller: Caller
  ) async throws -> TokenGrant {
    try checked(caller)
    let holder = Session.Holder.installation(try ExperimentUnit.installation(installation))
    let moment = now
    let freshID: ID<Session> = ports.random.id()
    let material = try await ports.store.decide("anonymous.open") {
      tables -> Result<GrantMaterial, IdentityFailure> in
      if let refusal = try caller.refusalOfProof(tables) { return .failure(refusal) }
      if let until = try limits.countAttempt(caller: caller, at: moment, tables) {
        return .failure(.limited(until: until))
      }
      let own = try caller.proof.key.map { try tables.openSessions(with: $0) } ?? []
      let session =
        own.first {
          $0.holder == holder && $0.family.standing(at: moment) == .live
        }
        ?? Session(
          id: freshID, holder: holder, scope: .anonymous, authenticatedAt: moment, methods: [],
          client: caller.client,
          family: TokenFamily(
            kind: caller.sessionKind, limits: SecurityRules.anonymousLimits, openedAt: moment,
            derivationKey: ports.digests.currentKey))
      try tables.put(session)
      return .success(GrantMaterial(session: session, account: nil, bindings: []))
    }
    return try await sessions.grant(material, at: moment)
  }

  /// ENT-2, ENT-7: takes the refresh token and returns everything; without one, only whether this
  /// version is supported.
  package func launch(
    refreshToken: Secret<RefreshToken>?, crumb: Secret<CrumbValue>? = nil, caller: Caller
  ) async throws -> LaunchAnswer {
    let moment = now
    let version = settings.versions.verdict(
      platform: caller.client.platform, version: caller.client.appVersion)
    guard let refreshToken else {
      return LaunchAnswer(
        version: version, now: moment, session: nil, profile: nil, selections: [])
    }
    let presented = sessionOperations.presentedToken(refreshToken)
    let (outcome, selections) = try await ports.store.transaction("launch") { tables in
      let outcome = try sessionOperations.refresh(
        presented, crumb: crumb, caller: caller, at: moment, tables)
      guard case .success(let material) = outcome else { return (outcome, [Selection]()) }
      return (outcome, try tables.selections(of: material.session.holder))
    }
    switch outcome {
    case .failure(let failure):
      return LaunchAnswer(
        version: version, now: moment, session: .failure(failure), profile: nil, selections: [])
    case .success(let material) where material.session.scope == .passwordChange:
      // This session may set a password and see nothing (MKT-9).
      return LaunchAnswer(
        version: version, now: moment,
        session: .success(try await sessions.grant(material, at: moment)),
        profile: nil, selections: [])
    case .success(let material):
      return LaunchAnswer(
        version: version, now: moment,
        session: .success(try await sessions.grant(material, at: moment)),
        profile: material.account.map { ProfileAnswer($0, material.bindings) },
        selections: selections)
    }
  }

  /// `rSubmitSelection` (ONB-5): stored by key, so that repetitions and duplicates count once. An
  /// installation or a signed-in user may submit.
  package func submitSelection(key: String, value: String, _ call: SessionCall) async throws {
    guard (1...SecurityRules.selectionKeyBytes).contains(key.utf8.count) else {
      throw IdentityFailure.malformed(field: "key")
    }
    guard value.utf8.count <= SecurityRules.selectionValueBytes else {
      throw IdentityFailure.malformed(field: "value")
    }
    let moment = now
    try await ports.store.decide("selection.submit") {
      tables -> Result<Void, IdentityFailure> in
      switch try sessions.authorize(call, .anonymousWrite, at: moment, tables) {
      case .failure(let failure): return .failure(failure)
      case .success(let session):
        let known = try tables.selections(of: session.holder)
        guard
          known.count < SecurityRules.selectionsPerSubject
            || known.contains(where: { $0.key == key })
        else { return .failure(.tooMany(field: "key")) }
        try tables.put(Selection(holder: session.holder, key: key, value: value, at: moment))
        return .success(())
      }
    }
  }

  package func selections(_ call: SessionCall) async throws -> [Selection] {
    try await sessions.reading("selection.list", call, .anonymousRead) { tables, session, _ in
      .success(try tables.selections(of: session.holder))
    }
  }
}

extension IdentityService {
  package var launch: LaunchOperations { LaunchOperations(parts: parts) }
}
