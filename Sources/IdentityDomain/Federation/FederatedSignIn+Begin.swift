extension FederatedSignIn {
  /// FED-3: stores a sign-in before the user leaves for the provider.
  ///
  /// - Parameter returnURL: where the user comes back to: a configured address, compared exactly (RFC 9700
  ///   section 4.1.3).
  /// - Throws: `proofRequired` without a device key; `notFound` for a provider that is not configured;
  ///   `provider(.unavailable)` where its discovery fails.
  package func begin(
    at provider: String, returnURL: String, caller: Caller
  ) async throws -> FederationStart {
    try checked(caller)
    let policy = try policy(provider)
    let target = try checkedReturn(returnURL)
    return try await start(try await remembered(at: policy.id, target, caller: caller))
  }

  /// The same for a signed-in user who links the provider to the account, after a fresh proof (FED-8, DEC-3).
  package func beginLinking(
    at provider: String, returnURL: String, showing shown: (any ShownInCall)? = nil,
    _ call: SessionCall
  ) async throws -> FederationStart {
    try checked(call.caller)
    let policy = try policy(provider)
    let target = try checkedReturn(returnURL)
    let checked = try await stepUp.checked(shown, call)
    let name: ID<AuthorizationRequest> = ports.random.id()
    let request = try await sessions.authorized("federation.link", call, .write) {
      tables, session, account, now -> Result<AuthorizationRequest, IdentityFailure> in
      let refusal = try stepUp.refusal(
        of: .changeIdentifiers(subjectSince: nil), checked, in: session, of: account, call, at: now,
        tables)
      if let refusal { return .failure(refusal) }
      return try remembered(
        name, at: policy.id, .link(account.id, session.id), target, caller: call.caller, now, tables
      )
    }
    return try await start(request)
  }

  /// FED-6: a nonce for the native sheet of a provider, good for this device only.
  package func beginNative(
    at provider: String, caller: Caller
  ) async throws -> NativeFederationStart {
    try checked(caller)
    let policy = try policy(provider)
    guard policy.takesNativeTokens else { throw IdentityFailure.notFound }
    let request = try await remembered(at: policy.id, nil, caller: caller)
    guard let asked = request.providerRequest(ports.digests),
      let token = request.token(ports.digests)
    else { throw IdentityFailure.authorizationInvalid }
    return NativeFederationStart(nonce: asked.nonce, token: token, expiresAt: request.expiresAt)
  }

  func policy(_ name: String) throws(IdentityFailure) -> ProviderPolicy {
    guard let id = ProviderID(name), let policy = ports.providers.policy(id) else {
      throw .notFound
    }
    return policy
  }

  private func checkedReturn(_ url: String) throws(IdentityFailure) -> String {
    guard settings.returns.allow(url) else { throw .malformed(field: "return_url") }
    return url
  }

  private func remembered(
    at provider: ProviderID, _ returnURL: String?, caller: Caller
  ) async throws -> AuthorizationRequest {
    let moment = now
    let name: ID<AuthorizationRequest> = ports.random.id()
    return try await ports.store.decide("federation.begin") { tables in
      if let refusal = try caller.refusalOfProof(tables) { return .failure(refusal) }
      return try remembered(
        name, at: provider, .signIn, returnURL, caller: caller, moment, tables)
    }
  }

  /// The request of an intent: a repeated call finds the first one's.
  private func remembered(
    _ name: ID<AuthorizationRequest>, at provider: ProviderID,
    _ purpose: AuthorizationRequest.Purpose, _ returnURL: String?, caller: Caller,
    _ moment: Timestamp, _ tables: Tables
  ) throws -> Result<AuthorizationRequest, IdentityFailure> {
    guard let key = caller.proof.key else { return .failure(.proofRequired) }
    let answer = try intents.once(
      intents.intent("federation.begin", caller), at: moment, tables
    ) {
      let own = KeyedBudget(
        limits.keys("federation", key.text), SecurityRules.authorizationRequests)
      if let until = try tables.count(
        against: [own] + limits.attemptBudgets(caller: caller), at: moment)
      {
        return .refused(.limited(until: until))
      }
      try tables.put(
        AuthorizationRequest(
          id: name, provider: provider, device: key, purpose: purpose, returnURL: returnURL,
          key: ports.digests.currentKey, createdAt: moment))
      return .authorization(name)
    }
    switch answer {
    case .authorization(let id):
      guard let request = try tables.authorizationRequest(id), moment < request.expiresAt else {
        return .failure(.authorizationInvalid)
      }
      return .success(request)
    case .refused(let failure): return .failure(failure)
    case .done, .session, .challenge, .registration, .authenticator, .recoveryCodes:
      return .failure(.idempotencySettled)
    }
  }

  private func start(_ request: AuthorizationRequest) async throws -> FederationStart {
    guard let asked = request.providerRequest(ports.digests),
      let state = request.state(ports.digests), let token = request.token(ports.digests)
    else { throw IdentityFailure.authorizationInvalid }
    do {
      return FederationStart(
        authorizationURL: try await ports.providers.authorizationURL(at: request.provider, asked),
        state: state, token: token, expiresAt: request.expiresAt)
    } catch {
      throw IdentityFailure.provider(error)
    }
  }
}
