import IdentityAPI
package import IdentityDomain

// Sign-in through third parties. The `status` of each response says what comes next.

extension IdentityOperations {
  static let federationFunctions: [String: Function] = [
    "getProviders": getProviders, "beginFederation": beginFederation,
    "completeFederation": completeFederation, "beginNativeFederation": beginNativeFederation,
    "completeNativeFederation": completeNativeFederation,
    "verifyFederation": verifyFederation, "resendFederationCode": resendFederationCode,
    "completeFederationWithoutAddress": completeFederationWithoutAddress, "beginLink": beginLink,
    "completeLink": completeLink, "getLinkedProviders": getLinkedProviders,
    "removeProvider": removeProvider,
  ]

  /// FED-1.
  @Sendable func getProviders(_ call: APICall) async throws -> APIAnswer {
    try call.answer(
      ProvidersBody(
        providers: service.ports.providers.policies.map {
          ProvidersBody.Provider(
            id: $0.id.text, brand: $0.brand.rawValue, name: $0.name, native: $0.takesNativeTokens)
        }))
  }

  /// FED-3.
  @Sendable func beginFederation(_ call: APICall) async throws -> APIAnswer {
    let body = try call.read(FederationBeginBody.self)
    return try call.answer(
      FederationStartBody(
        try await service.federation.begin(
          at: body.provider, returnURL: body.returnURL, caller: call.caller)))
  }

  /// FED-2, FED-4.
  @Sendable func completeFederation(_ call: APICall) async throws -> APIAnswer {
    let body = try call.read(FederationReturnBody.self)
    return try answer(
      call,
      try await service.federation.complete(
        token: Secret(body.token), body.returned, caller: call.caller))
  }

  /// FED-6.
  @Sendable func beginNativeFederation(_ call: APICall) async throws -> APIAnswer {
    let body = try call.read(NativeBeginBody.self)
    let start = try await service.federation.beginNative(at: body.provider, caller: call.caller)
    return try call.answer(
      NativeStartBody(
        nonce: start.nonce, token: start.token.exposed, expiresAt: start.expiresAt.rfc3339))
  }

  @Sendable func completeNativeFederation(_ call: APICall) async throws -> APIAnswer {
    let body = try call.read(NativeReturnBody.self)
    return try answer(
      call,
      try await service.federation.completeNative(
        token: Secret(body.token), idToken: Secret(body.idToken),
        code: body.authorizationCode.map { Secret($0) }, name: body.name, caller: call.caller))
  }

  /// FED-7, DEC-1.
  @Sendable func verifyFederation(_ call: APICall) async throws -> APIAnswer {
    let body = try call.read(FederationCodeBody.self)
    return try answer(
      call,
      try await service.federation.verify(
        token: Secret(body.token), verification: Secret(body.codeToken),
        code: try Secret(typed: body.verificationCode), caller: call.caller))
  }

  @Sendable func resendFederationCode(_ call: APICall) async throws -> APIAnswer {
    let body = try call.read(FederationCodeBody.self)
    return try answer(
      call,
      try await service.federation.resend(
        token: Secret(body.token), verification: Secret(body.codeToken), caller: call.caller))
  }

  @Sendable func completeFederationWithoutAddress(_ call: APICall) async throws -> APIAnswer {
    let body = try call.read(FederationTokenBody.self)
    return try answer(
      call,
      try await service.federation.completeWithoutAddress(
        token: Secret(body.token), caller: call.caller))
  }

  /// FED-8.
  @Sendable func beginLink(_ call: APICall) async throws -> APIAnswer {
    let session = try call.session()
    let body = try call.read(LinkBeginBody.self)
    let shown = try ShownBody(
      password: body.password, token: body.token, verificationCode: body.verificationCode
    ).shown()
    return try call.answer(
      FederationStartBody(
        try await service.federation.beginLinking(
          at: body.provider, returnURL: body.returnURL, showing: shown, session)))
  }

  @Sendable func completeLink(_ call: APICall) async throws -> APIAnswer {
    let session = try call.session()
    let body = try call.read(FederationReturnBody.self)
    try await service.federation.completeLinking(token: Secret(body.token), body.returned, session)
    return try call.answer("Provider added")
  }

  @Sendable func getLinkedProviders(_ call: APICall) async throws -> APIAnswer {
    let linked = try await service.federation.linked(try call.session())
    return try call.answer(
      LinkedProvidersBody(
        providers: linked.map {
          LinkedProvidersBody.Linked(
            id: $0.reference.text, provider: $0.identity.provider.text, name: $0.name,
            email: $0.identity.email?.text, linkedAt: $0.identity.linkedAt.rfc3339,
            removable: $0.canBeRemoved)
        }))
  }

  @Sendable func removeProvider(_ call: APICall) async throws -> APIAnswer {
    let session = try call.session()
    let id = try call.named("id")
    let shown = try call.read(ShownBody.self, orEmpty: ShownBody()).shown()
    try await service.federation.remove(id, showing: shown, session)
    return try call.answer("Provider removed")
  }

  private func answer(_ call: APICall, _ outcome: FederationAnswer) throws -> APIAnswer {
    switch outcome {
    case .challenge(let challenge, let email):
      return try call.answer(
        FederationAnswerBody(status: 0, challenge: ChallengeBody(challenge), email: email?.text))
    case .signedIn(let grant, let account, let bindings):
      return try call.answer(
        FederationAnswerBody(
          status: 1, userData: UserProfileBody(ProfileAnswer(account, bindings)),
          tokens: TokenBody(grant, "Login successful", isExtension: false)),
        cookie: APIAnswer.CookieChange(grant))
    }
  }
}

extension FederationStartBody {
  init(_ start: FederationStart) {
    self.init(
      authorizationURL: start.authorizationURL, state: start.state.exposed,
      token: start.token.exposed, expiresAt: start.expiresAt.rfc3339)
  }
}

extension FederationReturnBody {
  fileprivate var returned: ReturnedAnswer {
    ReturnedAnswer(state: Secret(state), code: Secret(code))
  }
}

extension IdentityOperations {
  /// Takes a provider's response (FED-4): the fields of its redirect, or of the form that it
  /// posted.
  package func receive(
    _ provider: String, _ fields: [String: String], _ caller: Caller
  ) async throws -> FederationReturn {
    func field(_ name: String, most: Int) -> String? {
      fields[name].flatMap { $0.isEmpty || $0.utf8.count > most ? nil : $0 }
    }
    let response = ProviderResponse(
      code: field("code", most: SecurityRules.providerCodeBytes).map { Secret($0) },
      issuer: field("iss", most: SecurityRules.issuerBytes),
      error: field("error", most: SecurityRules.nameBytes),
      user: field("user", most: SecurityRules.returnURLBytes))
    return try await service.federation.receive(
      response, state: field("state", most: SecurityRules.presentedTokenBytes) ?? "", at: provider,
      caller: caller)
  }
}
