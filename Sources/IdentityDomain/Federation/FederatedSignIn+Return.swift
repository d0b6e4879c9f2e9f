/// What follows when the user comes back from a provider.
package enum FederationReturn: Hashable, Sendable {
  /// Back to the app, with what it needs to go on.
  case redirect(String)
  /// Another copy of the same return is being worked on: ask again in a moment.
  case busy
  /// It belongs to no pending sign-in: unknown, expired, or of another provider. There is nowhere to redirect
  /// to, so a page says so.
  case invalid
}

extension FederatedSignIn {
  /// The provider sent the user back (FED-4, FED-5). However often this happens, the answer is the same, and the
  /// provider is asked once.
  ///
  /// This opens no session: the code in the redirect is only good together with the device key and with the
  /// token of the run that began the sign-in.
  ///
  /// - Parameter state: as it came back.
  package func receive(
    _ response: ProviderResponse, state: String, at provider: String, caller: Caller
  ) async throws -> FederationReturn {
    guard let read = DerivedToken.read(state, .authorizationState, ports.digests),
      let id = ProviderID(provider)
    else { return .invalid }
    let name: ID<AuthorizationRequest> = ID(read.subject)
    let moment = now
    let claimed = try await ports.store.transaction("federation.return") {
      tables -> Claim in
      if try limits.countAttempt(caller: caller, at: moment, tables) != nil { return .busy }
      guard var request = try tables.authorizationRequest(name), moment < request.expiresAt,
        request.provider == id, request.returnURL != nil
      else { return .invalid }
      if request.outcome != nil { return .known(request) }
      if let began = request.exchangeStartedAt, moment < began + SecurityRules.exchangeLease {
        return .busy
      }
      request.exchangeStartedAt = moment
      try tables.put(request)
      return .mine(request)
    }
    switch claimed {
    case .invalid: return .invalid
    case .busy: return .busy
    case .known(let request): return redirect(of: request)
    case .mine(let request):
      let outcome = await outcome(of: request) { asked throws(ProviderFailure) in
        try await ports.providers.redeem(response, of: asked, at: request.provider)
      }
      return redirect(of: try await settle(request, outcome))
    }
  }

  private enum Claim: Sendable {
    case mine(AuthorizationRequest)
    case known(AuthorizationRequest)
    case busy
    case invalid
  }

  /// Asks the provider, and reads what its assertion is worth.
  func outcome(
    of request: AuthorizationRequest,
    _ ask: (AuthorizationParameters) async throws(ProviderFailure) -> ProviderAssertion
  ) async -> AuthorizationRequest.Outcome {
    guard let policy = ports.providers.policy(request.provider),
      let asked = request.providerRequest(ports.digests)
    else { return .failed(.unavailable) }
    do throws(ProviderFailure) {
      return .asserted(try person(try await ask(asked), policy, at: now))
    } catch {
      return .failed(error)
    }
  }

  private func person(
    _ assertion: ProviderAssertion, _ policy: ProviderPolicy, at now: Timestamp
  ) throws(ProviderFailure) -> AssertedPerson {
    var sealed: [UInt8]?
    if let token = assertion.refreshToken {
      sealed = try? ports.sealing.seal(
        Array(token.exposed.utf8), nonce: ports.random.bytes(12),
        context: assertion.subject.text)
      // Without it the grant could never be revoked.
      if sealed == nil { throw .unavailable }
    }
    let name = assertion.name.flatMap { name in
      (try? bounded(name, SecurityRules.nameBytes, "name")).map { name }
    }
    return AssertedPerson(
      subject: assertion.subject, email: assertion.email,
      ownsEmail: FederationRules.ownsEmail(assertion, policy),
      name: name?.isEmpty == true ? nil : name,
      pictureURL: assertion.pictureURL.flatMap { PictureURL($0) == nil ? nil : $0 },
      level: FederationRules.level(assertion, policy), assertedAt: now, refreshToken: sealed)
  }

  /// Stores what the provider said, unless another copy of the return was faster.
  func settle(
    _ request: AuthorizationRequest, _ outcome: AuthorizationRequest.Outcome
  ) async throws -> AuthorizationRequest {
    try await ports.store.transaction("federation.outcome") { tables in
      guard var stored = try tables.authorizationRequest(request.id) else { return request }
      if stored.outcome == nil {
        stored.outcome = outcome
        try tables.put(stored)
      }
      return stored
    }
  }

  private func redirect(of request: AuthorizationRequest) -> FederationReturn {
    guard let url = request.returnURL, let state = request.state(ports.digests) else {
      return .invalid
    }
    let answer: (name: String, value: String)
    switch request.outcome {
    case nil: return .invalid
    case .failed(let failure): answer = ("error", failure.code)
    case .asserted:
      guard let code = request.code(ports.digests) else { return .invalid }
      answer = ("code", code.exposed)
    }
    let mark = url.contains("?") ? "&" : "?"
    // Both are made of letters, digits, dots, hyphens and underscores.
    return .redirect("\(url)\(mark)state=\(state.exposed)&\(answer.name)=\(answer.value)")
  }
}

extension ProviderFailure {
  /// Its stable name on the wire and in the return to the app (FED-5).
  package var code: String {
    switch self {
    case .cancelled: "federation_cancelled"
    case .refused: "federation_refused"
    case .failed: "federation_failed"
    case .unavailable: "federation_unavailable"
    case .wrongIssuer: "federation_wrong_issuer"
    case .wrongNonce: "federation_wrong_nonce"
    case .invalidAssertion: "federation_invalid_assertion"
    }
  }
}
