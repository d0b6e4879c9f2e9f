import IdentityAPI
import IdentityDomain

// Passkeys. Signing in or up takes two calls, and so do adding one and showing one again.

extension IdentityOperations {
  static let passkeyFunctions: [String: Function] = [
    "beginPasskeySignIn": beginPasskeySignIn, "completePasskeySignIn": completePasskeySignIn,
    "recoverPasskeyAccount": recoverPasskeyAccount,
    "beginPasskeySignUp": beginPasskeySignUp, "completePasskeySignUp": completePasskeySignUp,
    "getPasskeys": getPasskeys, "beginPasskey": beginPasskey, "addPasskey": addPasskey,
    "renamePasskey": renamePasskey, "removePasskey": removePasskey,
    "beginPasskeyStepUp": beginPasskeyStepUp, "completePasskeyStepUp": completePasskeyStepUp,
  ]

  /// PAS-1.
  @Sendable func beginPasskeySignIn(_ call: APICall) async throws -> APIAnswer {
    _ = try call.read(EmptyBody.self, orEmpty: EmptyBody())
    return try call.answer(
      PasskeyRequestBody(try await service.passkeys.beginSignIn(caller: call.caller)))
  }

  /// PAS-1, PAS-5.
  @Sendable func completePasskeySignIn(_ call: APICall) async throws -> APIAnswer {
    let body = try call.read(PasskeyAssertionBody.self)
    return try answer(
      call, try await service.passkeys.signIn(body.presented(), caller: call.caller))
  }

  /// PAS-5. What cannot be a code is as wrong as any other.
  @Sendable func recoverPasskeyAccount(_ call: APICall) async throws -> APIAnswer {
    let body = try call.read(PasskeyRecoveryBody.self)
    guard let typed = SheetCode(body.factorCode) else { throw IdentityFailure.wrongCredentials }
    return try answer(
      call, try await service.passkeys.signIn(recovering: typed, caller: call.caller))
  }

  /// PAS-1.
  @Sendable func beginPasskeySignUp(_ call: APICall) async throws -> APIAnswer {
    let body = try call.read(PasskeySignUpBody.self, orEmpty: PasskeySignUpBody())
    return try call.answer(
      PasskeyCreationRequestBody(
        try await service.passkeys.beginSignUp(name: body.name, caller: call.caller)))
  }

  @Sendable func completePasskeySignUp(_ call: APICall) async throws -> APIAnswer {
    let body = try call.read(PasskeyCreationBody.self)
    return try answer(
      call, try await service.passkeys.signUp(body.presented(), caller: call.caller))
  }

  /// PAS-3.
  @Sendable func getPasskeys(_ call: APICall) async throws -> APIAnswer {
    let own = try await service.passkeys.own(try call.session())
    return try call.answer(
      PasskeysBody(
        passkeys: own.map { own in
          let passkey = own.passkey
          return PasskeysBody.Passkey(
            id: passkey.id.text, credential: passkey.credential,
            name: passkey.name ?? PasskeyProviders.name(passkey.model),
            createdAt: passkey.createdAt.rfc3339, lastUsedAt: passkey.lastUsedAt?.rfc3339,
            synced: passkey.isBackedUp, suspect: passkey.clonedAt != nil,
            removable: own.canBeRemoved)
        }, relyingParty: service.passkeys.relyingParty))
  }

  @Sendable func beginPasskey(_ call: APICall) async throws -> APIAnswer {
    let session = try call.session()
    let shown = try call.read(ShownBody.self, orEmpty: ShownBody()).shown()
    return try call.answer(
      PasskeyCreationRequestBody(
        try await service.passkeys.beginAdding(showing: shown, session)))
  }

  @Sendable func addPasskey(_ call: APICall) async throws -> APIAnswer {
    let session = try call.session()
    let body = try call.read(PasskeyCreationBody.self)
    try await service.passkeys.add(body.presented(), name: body.name, session)
    return try call.answer("Passkey added")
  }

  @Sendable func renamePasskey(_ call: APICall) async throws -> APIAnswer {
    let session = try call.session()
    let id = try call.named("id")
    let body = try call.read(PasskeyNameBody.self)
    try await service.passkeys.rename(id, to: body.name, session)
    return try call.answer("Passkey renamed")
  }

  @Sendable func removePasskey(_ call: APICall) async throws -> APIAnswer {
    let session = try call.session()
    let id = try call.named("id")
    let shown = try call.read(ShownBody.self, orEmpty: ShownBody()).shown()
    try await service.passkeys.remove(id, showing: shown, session)
    return try call.answer("Passkey removed")
  }

  /// DEC-3.
  @Sendable func beginPasskeyStepUp(_ call: APICall) async throws -> APIAnswer {
    let session = try call.session()
    _ = try call.read(EmptyBody.self, orEmpty: EmptyBody())
    return try call.answer(PasskeyRequestBody(try await service.passkeys.beginStepUp(session)))
  }

  @Sendable func completePasskeyStepUp(_ call: APICall) async throws -> APIAnswer {
    let session = try call.session()
    let body = try call.read(PasskeyAssertionBody.self)
    try await service.stepUp.complete(ShownPasskey(body.presented()), session)
    return try call.answer("Verified")
  }

  private func answer(_ call: APICall, _ opened: PasskeyGrant) throws -> APIAnswer {
    try call.answer(
      FederationAnswerBody(
        status: 1, userData: UserProfileBody(ProfileAnswer(opened.account, opened.bindings)),
        tokens: TokenBody(opened.grant, "Login successful", isExtension: false)),
      cookie: APIAnswer.CookieChange(opened.grant))
  }
}

extension PasskeyAssertionBody {
  fileprivate func presented() throws(IdentityFailure) -> PresentedAssertion {
    try PresentedAssertion(
      credential: id, clientData: clientData, authenticatorData: authenticatorData,
      signature: signature, userHandle: userHandle)
  }
}

extension PasskeyCreationBody {
  fileprivate func presented() throws(IdentityFailure) -> PresentedCreation {
    try PresentedCreation(
      credential: id, clientData: clientData, attestation: attestationObject)
  }
}

extension PasskeyRequestBody {
  fileprivate init(_ request: PasskeyRequest) {
    self.init(
      challenge: request.ceremony.challenge, relyingParty: request.relyingParty,
      userVerification: request.ceremony.requiresVerification ? "required" : "preferred",
      allowed: request.allowed, expiresAt: request.ceremony.expiresAt.rfc3339)
  }
}

extension PasskeyCreationRequestBody {
  fileprivate init(_ request: PasskeyCreationRequest) {
    self.init(
      challenge: request.ceremony.challenge, relyingParty: request.relyingParty,
      relyingPartyName: request.relyingPartyName, userHandle: request.userHandle,
      userName: request.userName,
      userVerification: request.ceremony.requiresVerification ? "required" : "preferred",
      algorithms: request.algorithms, excluded: request.excluded,
      expiresAt: request.ceremony.expiresAt.rfc3339)
  }
}
