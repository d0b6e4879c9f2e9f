/// Begins the second step of a sign-in, for whichever way in comes first.
struct SecondSteps: ServiceMember {
  let parts: ServiceParts
}

extension SecondSteps {
  /// The answer to a sign-in whose proofs reach level 1 where level 2 is required.
  ///
  /// - Parameter id: what the session would have been called; it names the step.
  /// - Returns: what can be shown now; or the refusal of a client without a key (MFA-3), and of
  ///   proofs that no second factor can complete, such as a code by mail.
  func begin(
    _ id: ID<Session>, for account: Account, by proofs: [Proof], scope: SessionScope,
    market: MarketHandle?, caller: Caller, at now: Timestamp, _ tables: Tables
  ) throws -> IdentityFailure {
    let need = IdentityFailure.insufficientAuthentication(ProofNeed(level: .two))
    let next = Proof(.totp, of: account.id, shownAt: now, heldSince: account.createdAt)
    guard Decision.level(of: proofs + [next], at: now) == .two else { return need }
    guard let key = caller.proof.key else { return .twoStepsNeedKey }
    let step = SecondStep(
      id: ID(id.text), account: account.id, device: key, shown: proofs.map(ShownProof.init),
      scope: scope, market: market, createdAt: now)
    try tables.put(step)
    return .secondFactorRequired(
      SecondFactorRequest(
        step: step.id, factors: try choices(of: account, by: proofs, tables),
        expiresAt: step.expiresAt))
  }

  /// What the account can show beside these proofs. SMS never stands alone (MFA-6).
  private func choices(
    of account: Account, by proofs: [Proof], _ tables: Tables
  ) throws -> FactorChoices {
    guard try tables.totpAuthenticators(of: account.id).contains(where: \.isActive) else {
      return .enrolment
    }
    var choices: FactorChoices = .totp
    if try tables.recoveryCodeSets(of: account.id).contains(where: { $0.isActive && $0.left > 0 }) {
      choices.insert(.recoveryCode)
    }
    let bindings = try tables.bindings(of: account.id)
    if bindings.contains(where: { !$0.identifier.isEmail }) { choices.insert(.sms) }
    if bindings.contains(where: { $0.identifier.isEmail }) { choices.insert(.reset) }
    return choices
  }

  /// The step that a call continues, for the device that began it, and as long as everything that its first step showed
  /// is still the account's: a changed password ends it.
  func found(
    _ token: String, caller: Caller, at now: Timestamp, _ tables: Tables
  ) throws -> SecondStep? {
    guard let step = try tables.secondStep(ID(token)), step.device == caller.proof.key,
      now < step.expiresAt, step.triesLeft > 0,
      try proofs(of: step, tables).count == step.shown.count
    else { return nil }
    return step
  }

  /// The same with its account, which may have been blocked since.
  func standing(
    _ token: String, caller: Caller, at now: Timestamp, _ tables: Tables
  ) throws -> Result<(step: SecondStep, account: Account), IdentityFailure> {
    guard let step = try found(token, caller: caller, at: now, tables),
      let account = try tables.account(step.account)
    else { return .failure(.secondStepExpired) }
    return account.isBlocked ? .failure(.accountBlocked) : .success((step, account))
  }

  /// What its first step showed, as far as the account still has it.
  func proofs(of step: SecondStep, _ tables: Tables) throws -> [Proof] {
    try WaysIn.proofs(step.shown, of: step.account, tables)
  }
}
