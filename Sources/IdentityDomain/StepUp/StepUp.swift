/// A proof that a call presents in addition to its session, for an act that requires a fresh one
/// (DEC-3). Each way in has its own type.
package protocol ShownInCall: Sendable {
  /// Performs the slow part of the check, such as a hash.
  func checked(_ call: SessionCall, _ parts: ServiceParts) async throws -> any CheckedInCall
}

/// The proof on its way into the transaction in which it counts.
package protocol CheckedInCall: Sendable {
  /// Consumes it, if it can be consumed.
  func proof(
    of account: Account, _ call: SessionCall, at now: Timestamp, _ parts: ServiceParts,
    _ tables: any IdentityTransaction
  ) throws -> Result<Proof, IdentityFailure>
}

/// Authenticating a signed-in user again (RFC 9470).
package struct StepUp: ServiceRoom {
  package let parts: ServiceParts

  func checked(
    _ shown: (any ShownInCall)?, _ call: SessionCall
  ) async throws -> (any CheckedInCall)? {
    try await shown?.checked(call, parts)
  }

  /// Whether a session may do something now: passes the proofs of the session and its call to the
  /// decision, and remembers what was presented and consumed.
  ///
  /// - Parameter level: the level to require; nil for the account's own.
  func refusal(
    of act: Act, _ checked: (any CheckedInCall)?, in session: Session, of account: Account,
    _ call: SessionCall, requiring level: AssuranceLevel? = nil, at now: Timestamp,
    _ tables: Tables
  ) throws -> IdentityFailure? {
    var proofs = try freshProofs(of: session, tables)
    switch try checked?.proof(of: account, call, at: now, parts, tables) {
    case .failure(let failure): return failure
    case .success(let proof): proofs.append(proof)
    case nil: break
    }
    let key = session.family.kind.key
    let isTrusted = try key.map { key in
      try WaysIn.all.contains { try $0.trusts(key, for: account.id, at: now, tables) }
    }
    let device = try judging.deviceStanding(
      of: call.caller, to: account.id, isTrusted: isTrusted ?? false, tables)
    return try judging.judge(
      act, by: proofs, of: account, on: device, requiring: level, at: now, tables
    ).refusal
  }

  /// The proofs that a session's user presented last and that may count as fresh: only if the
  /// session is bound to a key, since otherwise the token can be copied (DEC-3).
  func freshProofs(of session: Session, _ tables: Tables) throws -> [Proof] {
    session.family.kind.key == nil ? [] : try WaysIn.proofs(of: session, tables)
  }

  /// RFC 9470, first half: sends a code to the user of a session, who must authenticate again.
  ///
  /// - Parameter channel: if the account has both an address and a number; nil leaves the choice to
  ///   the server (`forCodes`).
  package func begin(
    by channel: MessageChannel? = nil, _ call: SessionCall
  ) async throws -> ChallengeAnswer {
    try checked(call.caller)
    let prepared = codes.prepareCode()
    let intent = intents.intent("step_up.begin", call.caller)
    let (answer, stored) = try await sessions.authorized("step_up.begin", call, .write) {
      tables, _, account, now -> Result<(SettledAnswer, Challenge?), IdentityFailure> in
      let answer = try intents.once(intent, at: now, tables) {
        let own = try tables.bindings(of: account.id)
          .filter { channel == nil || MessageChannel(MessageRecipient($0.identifier)) == channel }
        guard let binding = own.forCodes(to: account, at: now) else {
          return .refused(.notFound)
        }
        let until = try limits.countSend(
          to: binding.identifier, caller: call.caller, at: now, tables)
        if let until { return .refused(.limited(until: until)) }
        return .challenge(
          try codes.challenge(
            .stepUp, binding.identifier, account: account.id, .stepUpCode, prepared: prepared,
            caller: call.caller, at: now, tables))
      }
      return .success((answer, try codes.storedChallenge(answer, tables)))
    }
    return try codes.challengeAnswer(answer, stored)
  }

  /// RFC 9470, second half: the password or the code sets the session's `auth_time` to now. For a
  /// session without a key nothing is kept: it presents the proof with the act itself (DEC-3).
  package func complete(_ shown: (any ShownInCall)?, _ call: SessionCall) async throws {
    try checked(call.caller)
    let checked = try await checked(shown, call)
    let intent = intents.intent("step_up.complete", call.caller)
    let answer = try await sessions.authorized("step_up.complete", call, .write) {
      tables, session, account, now -> Result<SettledAnswer, IdentityFailure> in
      guard session.family.kind.key != nil else { return .failure(.proofRequired) }
      return .success(
        try intents.once(intent, at: now, tables) {
          switch try checked?.proof(of: account, call, at: now, parts, tables) {
          case .failure(let failure): return .refused(failure)
          case nil: return .refused(.insufficientAuthentication(ProofNeed(level: .one)))
          case .success(let proof):
            var fresh = session
            fresh.show(try freshProofs(of: session, tables) + [proof], at: now)
            try tables.put(fresh)
            try log.note(.stepUp, session.id, of: account.id, call.caller, at: now, tables)
            return .done
          }
        })
    }
    if case .refused(let failure) = answer { throw failure }
  }
}

extension IdentityService {
  package var stepUp: StepUp { StepUp(parts: parts) }
}

extension ChallengePurpose {
  package static let stepUp = ChallengePurpose("step_up")
}
