extension AccountOperations {
  /// ACC-9, first half: sends a code to the account's address, or to its number.
  package func beginDeletion(_ call: SessionCall) async throws -> ChallengeAnswer {
    try checked(call.caller)
    let prepared = codes.prepareCode()
    let intent = intents.intent("deletion.begin", call.caller)
    let (answer, stored) = try await sessions.authorized("deletion.begin", call, .write) {
      tables, _, account, now -> Result<(SettledAnswer, Challenge?), IdentityFailure> in
      let answer = try intents.once(intent, at: now, tables) {
        // The code is the fresh proof that a deletion requires (DEC-3), so it is sent to the
        // identifier that the account has had longest, an address before a number.
        let own = try tables.bindings(of: account.id)
          .sorted {
            ($0.verifiedAt, $0.identifier.isEmail ? 0 : 1)
              < ($1.verifiedAt, $1.identifier.isEmail ? 0 : 1)
          }
        guard let identifier = own.first?.identifier else { return .refused(.notFound) }
        let until = try limits.countSend(
          to: identifier, caller: call.caller, at: now, tables)
        if let until { return .refused(.limited(until: until)) }
        return .challenge(
          try codes.challenge(
            .accountDeletion, identifier, account: account.id, .accountDeletionCode,
            prepared: prepared, caller: call.caller, at: now, tables))
      }
      return .success((answer, try codes.storedChallenge(answer, tables)))
    }
    return try codes.challengeAnswer(answer, stored)
  }

  /// ACC-9, second half: ends every session and removes the owner's data. The sign-out log keeps
  /// the ends of the sessions, without naming anyone.
  package func completeDeletion(code: Secret<OneTimeCode>, _ call: SessionCall) async throws {
    try checked(call.caller)
    let nonces = RevocationNonces(ports.random)
    try await sessions.authorized("deletion.complete", call, .write) {
      tables, session, account, now -> Result<Void, IdentityFailure> in
      let bindings = try tables.bindings(of: account.id)
      let found = try bindings.lazy.compactMap {
        try tables.challenge(.accountDeletion, for: $0.identifier, from: call.caller.proof.key)
      }.first
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
      try delete(account, bindings, nonces, call, at: now, tables)
      return .success(())
    }
  }

  /// The same for an account with neither an address nor a number, to which no code can be sent: a
  /// fresh sign-in at its provider is the proof (DEC-3).
  ///
  /// - Throws: `insufficientAuthentication` if the session's sign-in is older than ten minutes;
  ///   `malformed` for an account to which a code can be sent.
  package func completeDeletion(_ call: SessionCall) async throws {
    try checked(call.caller)
    let nonces = RevocationNonces(ports.random)
    try await sessions.authorized("deletion.complete", call, .write) {
      tables, session, account, now -> Result<Void, IdentityFailure> in
      guard try tables.bindings(of: account.id).isEmpty else {
        return .failure(.malformed(field: "verification_code"))
      }
      let refusal = try StepUp(parts: parts).refusal(
        of: .deleteAccount, nil, in: session, of: account, call, at: now, tables)
      if let refusal { return .failure(refusal) }
      try delete(account, [], nonces, call, at: now, tables)
      return .success(())
    }
  }

  private func delete(
    _ account: Account, _ bindings: [IdentifierBinding], _ nonces: RevocationNonces,
    _ call: SessionCall, at now: Timestamp, _ tables: Tables
  ) throws {
    try erase(account, bindings, nonces, at: now, tables)
    // An account's events are deleted with it; only the fact that there was a deletion remains.
    try log.note(.accountDeleted, of: nil, call.caller, at: now, tables)
  }

  /// Ends every session, and removes what names the owner.
  func erase(
    _ account: Account, _ bindings: [IdentifierBinding], _ nonces: RevocationNonces,
    at now: Timestamp, _ tables: Tables
  ) throws {
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
