/// A code presented with a session as a fresh proof (DEC-3), sent by `StepUp.begin`. It is checked
/// in the transaction that consumes it.
package struct ShownCode: ShownInCall, CheckedInCall {
  let code: Secret<OneTimeCode>
  let token: Secret<VerificationToken>

  package init(_ code: Secret<OneTimeCode>, token: Secret<VerificationToken>) {
    self.code = code
    self.token = token
  }

  package func checked(
    _ call: SessionCall, _ parts: ServiceParts
  ) async throws -> any CheckedInCall { self }

  package func proof(
    of account: Account, _ call: SessionCall, at now: Timestamp, _ parts: ServiceParts,
    _ tables: any IdentityTransaction
  ) throws -> Result<Proof, IdentityFailure> {
    if let until = try parts.limits.countCall(with: token, caller: call.caller, at: now, tables) {
      return .failure(.limited(until: until))
    }
    let found = try parts.codes.challenge(of: token, .stepUp, caller: call.caller, tables)
    guard var challenge = found, challenge.account == account.id else {
      return .failure(.verificationTokenInvalid)
    }
    let verdict = try parts.codes.judge(
      code, at: &challenge, caller: call.caller, now: now, tables)
    if let failure = verdict.failure { return .failure(failure) }
    try tables.removeChallenge(challenge.id)
    guard let proof = try Proof(codeTo: challenge.identifier, of: account.id, at: now, tables)
    else { return .failure(.verificationTokenInvalid) }
    return .success(proof)
  }
}
