package import IdentityDomain

/// An authenticator app, or the lack of one.
package struct NoAuthenticator: Error {
  package init() {}
}

extension ServiceRig {
  /// What an authenticator app shows at a moment.
  package func totpCode(
    _ id: ID<TOTPAuthenticator>, after delay: Duration = .zero
  ) async throws -> String {
    guard let row = try await store.read("code", { try $0.totpAuthenticator(id) }) else {
      throw NoAuthenticator()
    }
    let secret = try MadeUpFactorSecrets().open(row.secret, context: "")
    return TOTP.code(secret, step: TOTP.step(at: clock.now() + delay), MadeUpFactorSecrets())
  }

  package func signIn(
    _ address: String, _ password: String, key: String?
  ) async throws -> TokenGrant {
    try await service.passwords.login(
      userName: address, password: password, caller: caller(key))
  }

  /// Adds an authenticator app to the account of a session.
  package func addTOTP(_ grant: TokenGrant) async throws -> ID<TOTPAuthenticator> {
    let begun = try await service.factors.beginTOTP(call(grant))
    try await service.factors.confirmTOTP(
      begun.id.text, code: try await totpCode(begun.id), call(grant))
    clock.advance(.minutes(1))
    return begun.id
  }

  /// An account with two-step sign-in, its recovery codes, and the session that switched it on.
  package func twoStepMember(
    _ address: String, password: String, key: String
  ) async throws -> (grant: TokenGrant, totp: ID<TOTPAuthenticator>, codes: [String]) {
    try await member(address, password: password, key: key)
    let grant = try await signIn(address, password, key: key)
    let totp = try await addTOTP(grant)
    let made = try await service.factors.makeRecoveryCodes(call(grant))
    try await service.factors.keepRecoveryCodes(made.id.text, call(grant))
    try await service.factors.setTwoSteps(true, call(grant))
    return (grant, totp, made.codes.map(\.exposed))
  }

  /// A sign-in up to its second step.
  package func firstStep(
    _ address: String, _ password: String, key: String
  ) async throws -> SecondFactorRequest {
    do {
      _ = try await signIn(address, password, key: key)
    } catch IdentityFailure.secondFactorRequired(let request) {
      return request
    }
    throw NoAuthenticator()
  }

  package func secondStep(
    _ request: SecondFactorRequest, _ typed: String, key: String, trusts: Bool = false
  ) async throws -> SecondStepGrant {
    guard let factor = TypedFactor(typed) else { throw NoAuthenticator() }
    return try await service.factors.complete(
      token: request.step.text, by: .typed(factor), trustsDevice: trusts, caller: caller(key))
  }
}
