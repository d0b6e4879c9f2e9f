/// Where the waiting path stands.
package enum FactorResetAnswer: Sendable {
  case waiting(until: Timestamp)
  case done(SecondStepGrant)
}

extension SecondFactors {
  /// MFA-7: the way for whoever lost every second factor, from a sign-in whose first step was
  /// right. The first call begins a wait of 72 hours, of which every address is notified; a call
  /// after that time removes the factors and signs in.
  ///
  /// The notice has an undo, which cancels the wait, or within a week brings the factors back; a
  /// sign-in with a factor cancels it too.
  ///
  /// - Throws: `factorResetUnavailable` without an address that the account has held for a week or
  ///   from the start.
  package func reset(token: String, caller: Caller) async throws -> FactorResetAnswer {
    try checked(caller)
    let (start, end) = (FactorNames(ports.random), FactorNames(ports.random))
    let sessionID: ID<Session> = ports.random.id()
    let moment = now
    let done = try await settled("second_step.reset", caller, moment, token) {
      tables, step, account in
      let changes = try tables.identifierChanges(of: account.id)
      if let reset = try tables.factorReset(of: account.id) {
        let ends = reset.endsAt(changes)
        if moment < ends { return .done }
        if moment < ends + SecurityRules.factorResetWindow {
          return try complete(
            step, account, sessionID, end, caller: caller, at: moment, tables)
        }
      }
      let standing = AccountStanding(account, try tables.bindings(of: account.id))
      let isReachable = try tables.bindings(of: account.id).contains {
        $0.identifier.isEmail
          && standing.hasHeldLong(since: $0.verifiedAt, at: moment)
      }
      guard isReachable else { return .refused(.factorResetUnavailable) }
      try changing(
        account, start, session: ID(step.id.text), .factorResetBegun, telling: .factorReset,
        caller: caller, at: moment, tables)
      try tables.put(
        FactorReset(account: account.id, startedAt: moment, change: start.change))
      return .done
    }
    switch done.answer {
    case .refused(let failure): throw failure
    case .session:
      return .done(
        SecondStepGrant(
          grant: try await sessions.grant(done.material, for: caller, at: moment),
          recoveryCodesLeft: nil))
    default:
      return try await ports.store.read("second_step.waits") {
        tables -> Result<FactorResetAnswer, IdentityFailure> in
        guard let step = try steps.found(token, caller: caller, at: moment, tables),
          let reset = try tables.factorReset(of: step.account)
        else { return .failure(.secondStepExpired) }
        return .success(
          .waiting(until: reset.endsAt(try tables.identifierChanges(of: step.account))))
      }.get()
    }
  }

  /// The wait is over: the factors go, with every session and trust that they opened.
  private func complete(
    _ step: SecondStep, _ account: Account, _ id: ID<Session>, _ names: FactorNames,
    caller: Caller, at now: Timestamp, _ tables: Tables
  ) throws -> SettledAnswer {
    try changing(
      account, names, session: id, .factorResetDone, caller: caller, at: now, tables)
    for var authenticator in try tables.totpAuthenticators(of: account.id)
    where authenticator.removedAt == nil {
      authenticator.removedAt = now
      try tables.put(authenticator)
    }
    for var set in try tables.recoveryCodeSets(of: account.id) where set.removedAt == nil {
      set.removedAt = now
      try tables.put(set)
    }
    try tables.removeFactorReset(of: account.id)
    try sessions.endSessions(of: account.id, .revokedByUser, at: now, tables)
    try tables.endTrust(.all, of: account.id)
    var changed = account
    changed.twoStepsSince = nil
    try tables.put(changed)
    let answer = try sessions.open(
      id, for: changed, by: try steps.proofs(of: step, tables), scope: step.scope,
      market: step.market, caller: caller,
      noticeID: names.notice.message.numbered(64) ?? names.notice.message, at: now, tables)
    try tables.removeSecondStep(step.id)
    return answer
  }
}
