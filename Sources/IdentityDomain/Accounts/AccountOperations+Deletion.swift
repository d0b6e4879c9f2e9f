extension AccountOperations {
  /// ACC-9, first half: sends a code to the account's address, or to its number.
  ///
  /// - Returns: also how long the account is kept after the code was presented.
  package func beginDeletion(
    _ call: SessionCall
  ) async throws -> (challenge: ChallengeAnswer, wait: Duration) {
    try checked(call.caller)
    let prepared = codes.prepareCode()
    let intent = intents.intent("deletion.begin", call.caller)
    let (answer, stored, wait) = try await sessions.authorized("deletion.begin", call, .write) {
      tables, session, account, now
        -> Result<(SettledAnswer, Challenge?, Duration), IdentityFailure> in
      let answer = try intents.once(intent, at: now, tables) {
        // The code is the fresh proof that a deletion requires (DEC-3), so it is sent to the
        // identifier that is asked for one, of equals to an address.
        let own = try tables.bindings(of: account.id)
        let ordered = own.filter(\.identifier.isEmail) + own.filter { !$0.identifier.isEmail }
        guard let identifier = ordered.forCodes(to: account, at: now)?.identifier else {
          return .refused(.notFound)
        }
        let until = try limits.countSend(
          to: identifier, caller: call.caller, at: now, tables)
        if let until { return .refused(.limited(until: until)) }
        return .challenge(
          try codes.challenge(
            .accountDeletion, identifier, account: account.id, .accountDeletionCode,
            prepared: prepared, caller: call.caller, at: now, tables))
      }
      return .success(
        (answer, try codes.storedChallenge(answer, tables), deletionWait(in: session)))
    }
    return (try codes.challengeAnswer(answer, stored), wait)
  }

  /// How long an account is kept after its deletion was asked for in this session (CTR-10): as the operator set it,
  /// and not at all for clients that cannot say so to their user.
  private func deletionWait(in session: Session) -> Duration {
    session.family.kind == .compat ? .zero : settings.deletionWait
  }

  /// ACC-9, second half: ends every session and removes the owner's data, or stores when that is due. The sign-out
  /// log keeps the ends of the sessions, without naming anyone.
  ///
  /// - Returns: from when on the account is deleted; nil if it was deleted now.
  @discardableResult
  package func completeDeletion(
    code: Secret<OneTimeCode>, _ call: SessionCall
  ) async throws -> Timestamp? {
    try checked(call.caller)
    let prepared = PreparedDeletion(ports.random)
    return try await sessions.authorized("deletion.complete", call, .write) {
      tables, session, account, now -> Result<Timestamp?, IdentityFailure> in
      let bindings = try tables.bindings(of: account.id)
      // Another identifier may have become the one that is asked since the code before.
      let found = try bindings.compactMap {
        try tables.challenge(.accountDeletion, for: $0.identifier, from: call.caller.proof.key)
      }.max { $0.code.sentAt < $1.code.sentAt }
      guard var challenge = found, challenge.account == account.id else {
        return .failure(.wrongCode(triesLeft: 0))
      }
      let verdict = try codes.judge(code, at: &challenge, caller: call.caller, now: now, tables)
      if let failure = verdict.failure { return .failure(failure) }
      let proof = try Proof(codeTo: challenge.identifier, of: account.id, at: now, tables)
      let allowed = try judging.judge(
        .deleteAccount,
        by: try StepUp(parts: parts).freshProofs(of: session, tables) + (proof.map { [$0] } ?? []),
        of: account, on: .known, at: now, tables)
      if let refusal = allowed.refusal { return .failure(refusal) }
      return .success(try delete(account, in: session, prepared, call, at: now, tables))
    }
  }

  /// The same for an account with neither an address nor a number, to which no code can be sent: a
  /// fresh sign-in at its provider is the proof (DEC-3).
  ///
  /// - Throws: `insufficientAuthentication` if the session's sign-in is older than ten minutes;
  ///   `malformed` for an account to which a code can be sent.
  @discardableResult
  package func completeDeletion(_ call: SessionCall) async throws -> Timestamp? {
    try checked(call.caller)
    let prepared = PreparedDeletion(ports.random)
    return try await sessions.authorized("deletion.complete", call, .write) {
      tables, session, account, now -> Result<Timestamp?, IdentityFailure> in
      guard try tables.bindings(of: account.id).isEmpty else {
        return .failure(.malformed(field: "verification_code"))
      }
      let refusal = try StepUp(parts: parts).refusal(
        of: .deleteAccount, nil, in: session, of: account, call, at: now, tables)
      if let refusal { return .failure(refusal) }
      return .success(try delete(account, in: session, prepared, call, at: now, tables))
    }
  }

  /// Deletes the account, or stores when that is due: then every session and all trust in devices end, so that
  /// nobody but its user gets in, who thereby keeps it.
  private func delete(
    _ account: Account, in session: Session, _ prepared: PreparedDeletion, _ call: SessionCall,
    at now: Timestamp, _ tables: Tables
  ) throws -> Timestamp? {
    let wait = deletionWait(in: session)
    guard wait > .zero else {
      try erase(account, prepared.nonces, at: now, tables)
      // An account's events are deleted with it; only the fact that there was a deletion remains.
      try log.note(.accountDeleted, of: nil, call.caller, at: now, tables)
      return nil
    }
    var leaving = account
    let due = now + wait
    leaving.deletionDueAt = due
    try tables.put(leaving)
    try tables.removeChallenges(of: account.id)
    try tables.endTrust(.all, of: account.id)
    try sessions.endSessions(of: account.id, .deletionScheduled, at: now, tables)
    try log.note(.deletionScheduled, session.id, of: account.id, call.caller, at: now, tables)
    try notices.notify(of: due, account, prepared.notice, at: now, tables)
    return due
  }

  /// Deletes the accounts whose waiting time is over, each in a transaction of its own that looks again: where
  /// several servers share a store, one of them deletes it, once (CTR-10).
  ///
  /// - Returns: how many were deleted.
  /// - Throws: what the store throws; what was deleted by then stays deleted.
  @discardableResult
  package func deleteWhatIsDue() async throws -> Int {
    var deleted = 0
    while true {
      let moment = now
      let due = try await ports.store.read("deletions.due") {
        try $0.accountsToDelete(at: moment, most: SecurityRules.deletionsAtOnce).map(\.id)
      }
      for id in due {
        let nonces = RevocationNonces(ports.random)
        let isDeleted = try await ports.store.transaction("deletion.perform") { tables in
          guard let account = try tables.ownAccount(id), let due = account.deletionDueAt,
            due <= moment
          else { return false }
          try erase(account, nonces, at: moment, tables)
          try tables.append(SecurityEvent(.accountDeleted, account: nil, at: moment))
          return true
        }
        if isDeleted { deleted += 1 }
      }
      if due.count < SecurityRules.deletionsAtOnce { return deleted }
    }
  }

  /// Ends every session, and removes what names the owner.
  func erase(
    _ account: Account, _ nonces: RevocationNonces, at now: Timestamp, _ tables: Tables
  ) throws {
    let bindings = try tables.bindings(of: account.id)
    try sessions.endSessions(of: account.id, .accountDeleted, at: now, tables)
    try grants.revoke(try tables.federatedIdentities(of: account.id), nonces, at: now, tables)
    for binding in bindings { try tables.removeBinding(of: binding.identifier) }
    for way in WaysIn.all { try way.forget(account.id, bindings.map(\.identifier), tables) }
    for device in try tables.devices(of: account.id) {
      try tables.removeDevice(device.key, of: account.id)
    }
    for change in try tables.identifierChanges(of: account.id) {
      try tables.removeIdentifierChange(change.id)
    }
    try tables.removeChallenges(of: account.id)
    try tables.removeSelections(of: .account(account.id))
    try tables.removeParticipations(of: .account(account.id))
    try tables.removeAccount(account.id)
    try tables.removeSecurityEvents(of: account.id)
  }
}

/// What a deletion draws before its transaction.
private struct PreparedDeletion: Sendable {
  let nonces: RevocationNonces
  let notice: PreparedNotice

  init(_ random: any RandomBytes) {
    nonces = RevocationNonces(random)
    notice = PreparedNotice(random)
  }
}
