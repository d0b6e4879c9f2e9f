/// What a call that completes a sign-in shows: it came back with the redirect.
package struct ReturnedAnswer: Sendable {
  package let state: Secret<AuthorizationState>
  package let code: Secret<FederationCode>

  package init(state: Secret<AuthorizationState>, code: Secret<FederationCode>) {
    self.state = state
    self.code = code
  }
}

/// What completing a sign-in may make, drawn before the transaction.
struct FederationNames: Sendable {
  let account: ID<Account>
  let session: ID<Session>
  let notice: PreparedNotice
  let change: ID<IdentifierChange>
  let code: PreparedCode
}

/// What a transaction of this room settles to.
struct FederationSettlement: Sendable {
  let answer: SettledAnswer
  let material: GrantMaterial?
  let challenge: Challenge?
  /// The address that the provider told.
  let told: EmailAddress?
}

extension FederatedSignIn {
  /// FED-2, FED-4: completes a sign-in on the device that began it, once.
  ///
  /// - Parameters:
  ///   - token: of `begin`.
  ///   - returned: what the redirect brought.
  /// - Throws: `stateMismatch` where the redirect belongs to another sign-in: this one stays as it is.
  package func complete(
    token: Secret<FederationToken>, _ returned: ReturnedAnswer, caller: Caller
  ) async throws -> FederationAnswer {
    try checked(caller)
    let moment = now
    let names = names()
    return try await answer(
      try await settled("federation.complete", caller, moment, token) { tables, request in
        if let failure = refusal(of: returned, for: request) { return .refused(failure) }
        return try signIn(request, names, caller: caller, at: moment, tables)
      }, caller: caller, at: moment)
  }

  /// FED-6: completes a sign-in with the id token that a native sheet gave.
  ///
  /// - Parameters:
  ///   - code: Apple's authorization code, which the token comes with.
  ///   - name: Apple's, which it tells at the first sign-in only.
  package func completeNative(
    token: Secret<FederationToken>, idToken: Secret<ProviderIDToken>,
    code: Secret<ProviderCode>? = nil, name: String? = nil, caller: Caller
  ) async throws -> FederationAnswer {
    try checked(caller)
    if let name { try bounded(name, SecurityRules.nameBytes, "name") }
    let moment = now
    let found = try await ports.store.read("federation.native.find") { tables in
      try request(of: token, caller: caller, at: moment, tables)
    }
    guard let found, found.returnURL == nil else { throw IdentityFailure.authorizationInvalid }
    if found.outcome == nil {
      let outcome = await outcome(of: found) { asked throws(ProviderFailure) in
        try await ports.providers.check(
          idToken, nonce: asked.nonce, code: code, name: name, at: found.provider)
      }
      _ = try await settle(found, outcome)
    }
    let names = names()
    return try await answer(
      try await settled("federation.complete", caller, moment, token) { tables, request in
        try signIn(request, names, caller: caller, at: moment, tables)
      }, caller: caller, at: moment)
  }

  func refusal(
    of returned: ReturnedAnswer, for request: AuthorizationRequest
  ) -> IdentityFailure? {
    let digests = ports.digests
    let state = DerivedToken.read(returned.state.exposed, .authorizationState, digests)
    let code = DerivedToken.read(returned.code.exposed, .federationCode, digests)
    guard state?.subject == request.id.text else { return .stateMismatch }
    return code?.subject == request.id.text ? nil : .authorizationInvalid
  }

  func names() -> FederationNames {
    FederationNames(
      account: ports.random.id(), session: ports.random.id(),
      notice: PreparedNotice(ports.random), change: ports.random.id(), code: codes.prepareCode())
  }

  /// The request that a token continues, for the device that began it.
  func request(
    of token: Secret<FederationToken>, caller: Caller, at now: Timestamp, _ tables: Tables
  ) throws -> AuthorizationRequest? {
    guard let read = DerivedToken.read(token.exposed, .federationToken, ports.digests),
      let request = try tables.authorizationRequest(ID(read.subject)),
      request.device == caller.proof.key, now < request.expiresAt
    else { return nil }
    return request
  }

  /// One transaction with the request of a token. A repeated call is told what the first one was, also
  /// when the request is gone by it.
  func settled(
    _ name: StaticString, _ caller: Caller, _ moment: Timestamp, _ token: Secret<FederationToken>,
    _ effect: @Sendable (Tables, AuthorizationRequest) throws -> SettledAnswer
  ) async throws -> FederationSettlement {
    let intent = intents.intent("\(name)", caller)
    return try await ports.store.transaction(name) { tables in
      var told: EmailAddress?
      let answer: SettledAnswer
      if let refusal = try caller.refusalOfProof(tables) {
        answer = .refused(refusal)
      } else if let until = try limits.countAttempt(caller: caller, at: moment, tables) {
        answer = .refused(.limited(until: until))
      } else {
        let found = try request(of: token, caller: caller, at: moment, tables)
        told = found?.person(at: moment)?.email
        answer = try intents.once(intent, at: moment, tables) {
          guard let found else { return .refused(.authorizationInvalid) }
          return try effect(tables, found)
        }
      }
      return FederationSettlement(
        answer: answer, material: try sessions.settledMaterial(answer, tables),
        challenge: try codes.storedChallenge(answer, tables), told: told)
    }
  }

  func answer(
    _ settlement: FederationSettlement, caller: Caller, at moment: Timestamp
  ) async throws -> FederationAnswer {
    if case .session = settlement.answer {
      let grant = try await sessions.grant(settlement.material, for: caller, at: moment)
      guard let material = settlement.material, let account = material.account else {
        throw IdentityFailure.idempotencySettled
      }
      return .signedIn(grant, account, material.bindings)
    }
    let challenge = try codes.challengeAnswer(settlement.answer, settlement.challenge)
    let isTold = settlement.told.map { settlement.challenge?.identifier == .email($0) } ?? false
    return .challenge(challenge, isTold ? settlement.told : nil)
  }
}
