/// A second factor for a sign-in that waits for one.
package enum SecondStepFactor: Sendable {
  case typed(TypedFactor)
  /// A code that was sent by SMS, with the token of its challenge (MFA-6).
  case sms(Secret<OneTimeCode>, token: Secret<VerificationToken>)
}

/// A completed sign-in.
package struct SecondStepGrant: Sendable {
  package let grant: TokenGrant
  /// MFA-2; nil for an account without recovery codes.
  package let recoveryCodesLeft: Int?
}

/// What happens in the second step's transaction.
struct SecondStepSettlement: Sendable {
  let answer: SettledAnswer
  let material: GrantMaterial?
  let challenge: Challenge?
  let recoveryCodesLeft: Int?
}

extension SecondFactors {
  /// MFA-3: completes a sign-in with a second factor. Where the account has none and began to add
  /// one in this sign-in, its first code confirms it (MFA-4).
  ///
  /// - Parameter trustsDevice: whether this device is asked for no second factor for 30 days.
  package func complete(
    token: String, by factor: SecondStepFactor, trustsDevice: Bool = false, caller: Caller
  ) async throws -> SecondStepGrant {
    try checked(caller)
    let names = FactorNames(ports.random)
    let sessionID: ID<Session> = ports.random.id()
    let moment = now
    let done = try await settled("second_step", caller, moment, token) { tables, step, account in
      switch try proof(
        factor, step, account, session: sessionID, names, caller: caller, at: moment, tables)
      {
      case .failure(let failure):
        return .refused(try counted(failure, step, tables))
      case .success(let proof):
        // Whoever has the factor has no use for the waiting path.
        try tables.removeFactorReset(of: account.id)
        return try open(
          step, try tables.account(account.id) ?? account, by: proof, sessionID, names,
          trustsDevice: trustsDevice, caller: caller, at: moment, tables)
      }
    }
    if case .refused(let failure) = done.answer { throw failure }
    return SecondStepGrant(
      grant: try await sessions.grant(done.material, for: caller, at: moment),
      recoveryCodesLeft: done.recoveryCodesLeft)
  }

  /// A wrong code costs one of the step's tries; a step without one is over.
  private func counted(
    _ failure: IdentityFailure, _ step: SecondStep, _ tables: Tables
  ) throws -> IdentityFailure {
    guard case .factorCodeWrong = failure else { return failure }
    var tried = step
    tried.wrongTries += 1
    try tables.put(tried)
    return .factorCodeWrong(triesLeft: tried.triesLeft)
  }

  private func proof(
    _ factor: SecondStepFactor, _ step: SecondStep, _ account: Account, session: ID<Session>,
    _ names: FactorNames, caller: Caller, at now: Timestamp, _ tables: Tables
  ) throws -> Result<Proof, IdentityFailure> {
    switch factor {
    case .typed(.totp(let digits)):
      let pending = try tables.totpAuthenticators(of: account.id).last {
        $0.enroller == step.id.text && $0.isPending(at: now)
      }
      if let pending {
        return try confirm(
          pending, digits, enroller: step.id.text, session: session, of: account, names,
          caller: caller, at: now, tables)
      }
      return try checks.check(.totp(digits), of: account, caller: caller, at: now, tables)
    case .typed(let typed):
      return try checks.check(typed, of: account, caller: caller, at: now, tables)
    case .sms(let code, let token):
      if let until = try limits.countCall(with: token, caller: caller, at: now, tables) {
        return .failure(.limited(until: until))
      }
      let found = try codes.challenge(of: token, .secondStep, caller: caller, tables)
      guard var challenge = found, challenge.account == account.id else {
        return .failure(.verificationTokenInvalid)
      }
      let verdict = try codes.judge(code, at: &challenge, caller: caller, now: now, tables)
      if let failure = verdict.failure { return .failure(failure) }
      try tables.removeChallenge(challenge.id)
      guard let proof = try Proof(codeTo: challenge.identifier, of: account.id, at: now, tables)
      else { return .failure(.verificationTokenInvalid) }
      return .success(proof)
    }
  }

  private func open(
    _ step: SecondStep, _ account: Account, by proof: Proof, _ id: ID<Session>,
    _ names: FactorNames, trustsDevice: Bool, caller: Caller, at now: Timestamp, _ tables: Tables
  ) throws -> SettledAnswer {
    let answer = try sessions.open(
      id, for: account, by: try steps.proofs(of: step, tables) + [proof], scope: step.scope,
      market: step.market, caller: caller,
      noticeID: names.notice.message.numbered(64)
        ?? names.notice.message, at: now, tables)
    try tables.removeSecondStep(step.id)
    guard case .session = answer else {
      // What the first step showed is gone, or is not another factor.
      if case .refused(.secondFactorRequired(let again)) = answer {
        try tables.removeSecondStep(again.step)
        return .refused(.insufficientAuthentication(ProofNeed(level: .two)))
      }
      return answer
    }
    if trustsDevice, var device = try tables.device(step.device, of: account.id) {
      device.factorTrustedAt = now
      try tables.put(device)
    }
    return answer
  }

  /// MFA-6: sends a code to the account's number, where an authenticator app is named beside it.
  ///
  /// - Throws: `notFound` for an account without a number.
  package func sendCode(token: String, caller: Caller) async throws -> ChallengeAnswer {
    try checked(caller)
    let prepared = codes.prepareCode()
    let moment = now
    let done = try await settled("second_step.code", caller, moment, token) {
      tables, step, account in
      let number = try tables.bindings(of: account.id).primary(areEmail: false)
      guard let number, try checks.hasFactor(account.id, tables) else {
        return .refused(.notFound)
      }
      if let until = try limits.countSend(
        to: number.identifier, caller: caller, at: moment, tables)
      {
        return .refused(.limited(until: until))
      }
      return .challenge(
        try codes.challenge(
          .secondStep, number.identifier, account: account.id, .secondProofCode,
          prepared: prepared, caller: caller, at: moment, tables))
    }
    return try codes.challengeAnswer(done.answer, done.challenge)
  }

  /// One transaction with the sign-in of a token. A repeated call gets the answer of the first,
  /// also when the sign-in is over by then.
  func settled(
    _ name: StaticString, _ caller: Caller, _ moment: Timestamp, _ token: String,
    _ body: @Sendable (Tables, SecondStep, Account) throws -> SettledAnswer
  ) async throws -> SecondStepSettlement {
    let intent = intents.intent("\(name)", caller)
    return try await ports.store.transaction(name) { tables in
      if let refusal = try caller.refusalOfProof(tables) {
        return SecondStepSettlement(
          answer: .refused(refusal), material: nil, challenge: nil, recoveryCodesLeft: nil)
      }
      let answer = try intents.once(intent, at: moment, tables) {
        if let until = try limits.countAttempt(caller: caller, at: moment, tables) {
          return .refused(.limited(until: until))
        }
        switch try steps.standing(token, caller: caller, at: moment, tables) {
        case .failure(let failure): return .refused(failure)
        case .success(let found): return try body(tables, found.step, found.account)
        }
      }
      let material = try sessions.settledMaterial(answer, tables)
      let left = try material?.account.flatMap {
        try tables.recoveryCodeSets(of: $0.id).last(where: \.isActive)?.left
      }
      return SecondStepSettlement(
        answer: answer, material: material, challenge: try codes.storedChallenge(answer, tables),
        recoveryCodesLeft: left)
    }
  }
}

extension ChallengePurpose {
  /// The restricted second factor of a sign-in.
  package static let secondStep = ChallengePurpose("second_step")
}
