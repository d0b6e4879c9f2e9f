/// What a call shows of its person beside its session, for something that asks for a fresh proof
/// (DEC-3): the password, or a code that `beginStepUp` sent.
package enum ShownInCall: Sendable {
  case nothing
  case password(String)
  case code(Secret<OneTimeCode>, token: Secret<VerificationToken>)
}

/// The same once its hash was computed; a code is judged in the transaction that spends it.
enum CheckedInCall: Sendable {
  case nothing
  case password(PasswordCredential)
  case code(Secret<OneTimeCode>, token: Secret<VerificationToken>)
}

extension IdentityService {
  /// Checks what a call shows as far as that takes time.
  ///
  /// - Throws: `wrongCredentials` for a wrong password; guesses count like logins, so that who took a
  ///   session over does not get to try (DEC-8).
  func checked(_ shown: ShownInCall, _ call: SessionCall) async throws -> CheckedInCall {
    switch shown {
    case .nothing: return .nothing
    case .code(let code, let token): return .code(code, token: token)
    case .password(let typed):
      guard let password = PlaintextPassword(typed) else { throw IdentityFailure.wrongCredentials }
      let credential = try await reading("step_up.find", call) {
        tables, _, account, _ -> Result<PasswordCredential?, IdentityFailure> in
        .success(try tables.password(of: account.id))
      }
      let moment = now
      let charges =
        [Charge(limitKeys("step-up", call.claims.subject), SecurityRules.loginsByIdentifier)]
        + attemptCharges(caller: call.caller)
      let until = try await ports.store.transaction("step_up.charge") {
        try $0.charge(charges, at: moment)
      }
      if let until { throw IdentityFailure.limited(until: until) }
      let verdict = try await hashing { try await $0.verify(password, against: credential?.hash) }
      guard verdict != .wrong, let credential else { throw IdentityFailure.wrongCredentials }
      return .password(credential)
    }
  }

  /// Whether a session may do something now: what it and its call show goes to the decision, and what
  /// was shown and spent counts from now on.
  func refusal(
    of act: Act, _ checked: CheckedInCall, in session: Session, of account: Account,
    _ call: SessionCall, at now: Timestamp, _ tables: Tables
  ) throws -> IdentityFailure? {
    var proofs = try freshProofs(of: session, tables)
    switch try proof(checked, of: account, call, at: now, tables) {
    case .failure(let failure): return failure
    case .success(let proof?): proofs.append(proof)
    case .success(nil): break
    }
    let key = session.family.kind.key
    let isTrusted = try tables.bindings(of: account.id).contains { binding in
      guard case .phone(let number) = binding.identifier else { return false }
      return try tables.trust(in: number)?
        .skipsCode(account: account.id, number: number, key: key, at: now) ?? false
    }
    let device = try deviceStanding(
      of: call.caller, to: account.id, isTrusted: key != nil && isTrusted, tables)
    return try judge(act, by: proofs, of: account, on: device, at: now, tables).refusal
  }

  private func proof(
    _ checked: CheckedInCall, of account: Account, _ call: SessionCall, at now: Timestamp,
    _ tables: Tables
  ) throws -> Result<Proof?, IdentityFailure> {
    switch checked {
    case .nothing: return .success(nil)
    case .password(let credential):
      // The hash took its time.
      guard let current = try tables.password(of: account.id),
        current.version == credential.version, credential.account == account.id
      else { return .failure(.wrongCredentials) }
      return .success(proof(password: current, at: now))
    case .code(let code, let token):
      if let until = try chargeCall(with: token, caller: call.caller, at: now, tables) {
        return .failure(.limited(until: until))
      }
      let found = try challenge(of: token, .stepUp, caller: call.caller, tables)
      guard var challenge = found, challenge.account == account.id else {
        return .failure(.verificationTokenInvalid)
      }
      let verdict = try judge(code, at: &challenge, caller: call.caller, now: now, tables)
      if let failure = verdict.failure { return .failure(failure) }
      try tables.removeChallenge(challenge.id)
      guard let proof = try proof(codeTo: challenge.identifier, of: account.id, at: now, tables)
      else { return .failure(.verificationTokenInvalid) }
      return .success(proof)
    }
  }

  /// RFC 9470, first half: sends a code to the person of a session, who is to prove again who they are.
  ///
  /// - Parameter channel: where the account has both an address and a number; nil leaves it to the
  ///   server, which takes what the account has had longest.
  package func beginStepUp(
    by channel: MessageChannel? = nil, _ call: SessionCall
  ) async throws -> ChallengeAnswer {
    try checked(call.caller)
    let prepared = prepareCode()
    let intent = intent("step_up.begin", call.caller)
    let (answer, stored) = try await authorized("step_up.begin", call, .write) {
      tables, _, account, now -> Result<(SettledAnswer, Challenge?), IdentityFailure> in
      let answer = try once(intent, at: now, tables) {
        let own = try tables.bindings(of: account.id)
          .filter { channel == nil || MessageChannel(MessageRecipient($0.identifier)) == channel }
        guard let binding = own.min(by: { $0.verifiedAt < $1.verifiedAt }) else {
          return .refused(.notFound)
        }
        let until = try chargeSend(
          to: binding.identifier, caller: call.caller, at: now, tables)
        if let until { return .refused(.limited(until: until)) }
        return .challenge(
          try challenge(
            .stepUp, binding.identifier, account: account.id, .stepUpCode, prepared: prepared,
            caller: call.caller, at: now, tables))
      }
      return .success((answer, try storedChallenge(answer, tables)))
    }
    return try challengeAnswer(answer, stored)
  }

  /// RFC 9470, second half: the password, or the code, makes the session's `auth_time` that of now. Of a
  /// session without a key nothing is kept: it shows the proof with what it wants to do (DEC-3).
  package func completeStepUp(_ shown: ShownInCall, _ call: SessionCall) async throws {
    try checked(call.caller)
    let checked = try await checked(shown, call)
    let intent = intent("step_up.complete", call.caller)
    let answer = try await authorized("step_up.complete", call, .write) {
      tables, session, account, now -> Result<SettledAnswer, IdentityFailure> in
      guard session.family.kind.key != nil else { return .failure(.proofRequired) }
      return .success(
        try once(intent, at: now, tables) {
          switch try proof(checked, of: account, call, at: now, tables) {
          case .failure(let failure): return .refused(failure)
          case .success(nil): return .refused(.insufficientAuthentication(ProofNeed(level: .one)))
          case .success(let proof?):
            var fresh = session
            fresh.show(try freshProofs(of: session, tables) + [proof], at: now)
            try tables.put(fresh)
            try note(.stepUp, session.id, of: account.id, call.caller, at: now, tables)
            return .done
          }
        })
    }
    if case .refused(let failure) = answer { throw failure }
  }
}
