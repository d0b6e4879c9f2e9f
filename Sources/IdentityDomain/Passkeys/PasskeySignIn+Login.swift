import WebAuthn

/// What signing in or up with a passkey opens.
package struct PasskeyGrant: Sendable {
  package let grant: TokenGrant
  package let account: Account
  package let bindings: [IdentifierBinding]
}

extension PasskeySignIn {
  /// PAS-1: a challenge for any passkey of this service, which says itself whose it is.
  ///
  /// - Parameter requiresVerification: an account in doubt, or one with two steps, asks for it (DEC-1, MFA-3); without it
  ///   the authenticator decides.
  /// - Throws: `proofRequired` without a device key; `notFound` where passkeys are not configured.
  package func beginSignIn(
    requiresVerification: Bool = false, caller: Caller
  ) async throws -> PasskeyRequest {
    try checked(caller)
    let own = try party()
    let moment = now
    let challenge = challenge()
    let ceremony = try await ports.store.decide("passkey.begin") {
      tables -> Result<PasskeyCeremony, IdentityFailure> in
      if let refusal = try caller.refusalOfProof(tables) { return .failure(refusal) }
      return try begin(
        challenge, .signIn, requiresVerification: requiresVerification, caller: caller,
        at: moment, tables)
    }
    return PasskeyRequest(ceremony: ceremony, relyingParty: own.party.id, allowed: [])
  }

  /// PAS-1, PAS-5: opens a session with what the authenticator made of the challenge.
  ///
  /// - Throws: `passkey`, also for one that was removed here (PAS-7).
  package func signIn(
    _ presented: PresentedAssertion, caller: Caller
  ) async throws -> PasskeyGrant {
    try checked(caller)
    let session: ID<Session> = ports.random.id()
    let notice: ID<OutboxMessage> = ports.random.id()
    let cloneNotice: ID<OutboxMessage> = ports.random.id()
    return try await settled("passkey.sign_in", caller) { tables, moment in
      switch try take(presented.clientData, caller: caller, at: moment, tables) {
      case .failure(let failure): return .refused(failure)
      case .success(let ceremony):
        guard ceremony.purpose == .signIn else { return .refused(.passkey(.wrongChallenge)) }
        let outcome = try asserted(
          presented, ceremony, of: nil, notice: cloneNotice, caller: caller, at: moment, tables)
        switch outcome {
        case .failure(let failure): return .refused(failure)
        case .success(let proof):
          guard let account = try tables.account(proof.account) else {
            return .refused(.passkey(.unknown))
          }
          let answer = try sessions.open(
            session, for: account, by: [proof], caller: caller, noticeID: notice, at: moment,
            tables)
          // MFA-7: two factors in one are a sign-in with a factor, which ends the waiting path.
          if case .session = answer, proof.kind == .passkey {
            try tables.removeFactorReset(of: account.id)
          }
          return answer
        }
      }
    }
  }

  /// PAS-1: a challenge for the first passkey of a new account.
  ///
  /// - Parameter name: what the person wants to be called; also what the authenticator shows.
  package func beginSignUp(
    name: String? = nil, caller: Caller
  ) async throws -> PasskeyCreationRequest {
    try checked(caller)
    let own = try party()
    guard settings.isRegistrationOpen else { throw IdentityFailure.registrationClosed }
    if let name { try bounded(name, SecurityRules.nameBytes, "name") }
    let moment = now
    let (challenge, handle) = (challenge(), userHandle())
    let ceremony = try await ports.store.decide("passkey.begin_sign_up") {
      tables -> Result<PasskeyCeremony, IdentityFailure> in
      if let refusal = try caller.refusalOfProof(tables) { return .failure(refusal) }
      return try begin(
        challenge, .signUp(userHandle: handle, name: name), requiresVerification: false,
        caller: caller, at: moment, tables)
    }
    return PasskeyCreationRequest(
      ceremony: ceremony, relyingParty: own.party.id, relyingPartyName: own.name,
      userHandle: handle, userName: name ?? "", excluded: [])
  }

  /// PAS-1: makes an account whose only way in is the new passkey.
  package func signUp(
    _ presented: PresentedCreation, caller: Caller
  ) async throws -> PasskeyGrant {
    try checked(caller)
    guard settings.isRegistrationOpen else { throw IdentityFailure.registrationClosed }
    let session: ID<Session> = ports.random.id()
    let notice: ID<OutboxMessage> = ports.random.id()
    let owner: ID<Account> = ports.random.id()
    let passkeyID: ID<Passkey> = ports.random.id()
    return try await settled("passkey.sign_up", caller) { tables, moment in
      switch try take(presented.clientData, caller: caller, at: moment, tables) {
      case .failure(let failure): return .refused(failure)
      case .success(let ceremony):
        guard case .signUp(let handle, let name) = ceremony.purpose else {
          return .refused(.passkey(.wrongChallenge))
        }
        let outcome = try created(
          presented, ceremony, id: passkeyID, of: owner, userHandle: handle, name: nil,
          at: moment, tables)
        switch outcome {
        case .failure(let failure): return .refused(failure)
        case .success(let made):
          let account = Account(
            id: owner, createdAt: moment, profile: Account.Profile(name: name),
            language: caller.language)
          try tables.put(account)
          var passkey = made.passkey
          passkey.lastUsedAt = moment
          try tables.put(passkey)
          try log.note(.passkeyAdded, session, of: owner, caller, at: moment, tables)
          let proof = Proof(passkey: passkey, isVerified: made.isVerified, at: moment)
          return try sessions.open(
            session, for: account, by: [proof], caller: caller, noticeID: notice, at: moment,
            tables)
        }
      }
    }
  }

  /// One transaction that opens a session. A repeated call is told what the first one was.
  func settled(
    _ name: StaticString, _ caller: Caller,
    _ effect: @Sendable (Tables, Timestamp) throws -> SettledAnswer
  ) async throws -> PasskeyGrant {
    let moment = now
    let intent = intents.intent("\(name)", caller)
    let (answer, material) = try await ports.store.transaction(name) {
      tables -> (SettledAnswer, GrantMaterial?) in
      if let refusal = try caller.refusalOfProof(tables) { return (.refused(refusal), nil) }
      if caller.proof.key == nil { return (.refused(.proofRequired), nil) }
      if let until = try limits.countAttempt(caller: caller, at: moment, tables) {
        return (.refused(.limited(until: until)), nil)
      }
      let answer = try intents.once(intent, at: moment, tables) { try effect(tables, moment) }
      return (answer, try sessions.settledMaterial(answer, tables))
    }
    if case .refused(let failure) = answer { throw failure }
    let grant = try await sessions.grant(material, for: caller, at: moment)
    guard let material, let account = material.account else {
      throw IdentityFailure.idempotencySettled
    }
    return PasskeyGrant(grant: grant, account: account, bindings: material.bindings)
  }
}
