import WebAuthn

extension PasskeySignIn {
  /// A challenge for a signed-in person who shows again who they are (RFC 9470): by a passkey of the account.
  ///
  /// - Throws: `notFound` if the account has none.
  package func beginStepUp(_ call: SessionCall) async throws -> PasskeyRequest {
    try checked(call.caller)
    let own = try party()
    let challenge = challenge()
    return try await sessions.authorized("passkey.step_up", call, .write) {
      tables, session, account, now -> Result<PasskeyRequest, IdentityFailure> in
      let known = try tables.passkeys(of: account.id)
      guard !known.isEmpty else { return .failure(.notFound) }
      return try begin(
        challenge, .stepUp(account.id, session.id), requiresVerification: false,
        caller: call.caller, at: now, tables
      ).map {
        PasskeyRequest(
          ceremony: $0, relyingParty: own.party.id, allowed: known.map(\.credential))
      }
    }
  }
}

/// A passkey presented with a session as a fresh proof (DEC-3), for a challenge of `beginStepUp`.
package struct ShownPasskey: ShownInCall {
  let presented: PresentedAssertion

  package init(_ presented: PresentedAssertion) { self.presented = presented }

  package func checked(
    _ call: SessionCall, _ parts: ServiceParts
  ) async throws -> any CheckedInCall {
    CheckedPasskey(presented: presented, notice: parts.ports.random.id())
  }
}

private struct CheckedPasskey: CheckedInCall {
  let presented: PresentedAssertion
  let notice: ID<OutboxMessage>

  func proof(
    of account: Account, _ call: SessionCall, at now: Timestamp, _ parts: ServiceParts,
    _ tables: any IdentityTransaction
  ) throws -> Result<Proof, IdentityFailure> {
    if let until = try parts.limits.countAttempt(caller: call.caller, at: now, tables) {
      return .failure(.limited(until: until))
    }
    let room = PasskeySignIn(parts: parts)
    return try room.take(presented.clientData, caller: call.caller, at: now, tables).flatMap {
      guard $0.purpose == .stepUp(account.id, call.claims.session) else {
        return .failure(.passkey(.wrongChallenge))
      }
      return .success($0)
    }.flatMapThrowing { ceremony in
      try room.asserted(
        presented, ceremony, of: account.id, notice: notice, caller: call.caller, at: now, tables)
    }
  }
}

extension Result {
  fileprivate func flatMapThrowing<Other>(
    _ next: (Success) throws -> Result<Other, Failure>
  ) throws -> Result<Other, Failure> {
    switch self {
    case .success(let value): try next(value)
    case .failure(let failure): .failure(failure)
    }
  }
}
