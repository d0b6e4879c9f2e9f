extension IdentityService {
  /// ACC-9, first half: sends a code to the account's address, or to its number.
  package func beginDeletion(_ call: SessionCall) async throws -> ChallengeAnswer {
    try checked(call.caller)
    let prepared = prepareCode()
    let intent = intent("deletion.begin", call.caller)
    let (answer, stored) = try await authorized("deletion.begin", call, .write) {
      tables, _, account, now -> Result<(SettledAnswer, Challenge?), IdentityFailure> in
      let answer = try once(intent, at: now, tables) {
        let own = try tables.bindings(of: account.id).map(\.identifier)
        guard let identifier = try email(of: account.id, tables) ?? own.first else {
          return .refused(.notFound)
        }
        let until = try chargeSend(
          to: identifier, caller: call.caller, at: now, tables)
        if let until { return .refused(.limited(until: until)) }
        return .challenge(
          try challenge(
            .accountDeletion, identifier, account: account.id, .accountDeletionCode,
            isDecoy: false, prepared: prepared, caller: call.caller, at: now, tables))
      }
      return .success((answer, try storedChallenge(answer, tables)))
    }
    return try challengeAnswer(answer, stored)
  }

  /// ACC-9, second half: ends every session and removes what belongs to the person. The ledger
  /// keeps the ends of the sessions; it names nobody.
  package func completeDeletion(code: Secret<OneTimeCode>, _ call: SessionCall) async throws {
    try checked(call.caller)
    try await authorized("deletion.complete", call, .write) {
      tables, _, account, now -> Result<Void, IdentityFailure> in
      let bindings = try tables.bindings(of: account.id)
      let found = try bindings.lazy.compactMap {
        try tables.challenge(.accountDeletion, for: $0.identifier, from: call.caller.proof.key)
      }.first
      guard var challenge = found, challenge.account == account.id else {
        return .failure(.wrongCode(triesLeft: 0))
      }
      let verdict = try judge(code, at: &challenge, caller: call.caller, now: now, tables)
      if let failure = verdict.failure { return .failure(failure) }
      try endSessions(of: account.id, .accountDeleted, at: now, tables)
      for binding in bindings {
        try tables.removeBinding(of: binding.identifier)
        try tables.removeTemporaryPassword(for: binding.identifier)
      }
      for device in try tables.devices(of: account.id) {
        try tables.removeDevice(device.key, of: account.id)
      }
      try tables.removeTrusts(of: account.id)
      try tables.removeChallenges(of: account.id)
      try tables.removeSelections(of: .account(account.id))
      try tables.removeParticipations(of: .account(account.id))
      try tables.removePassword(of: account.id)
      try tables.removeAccount(account.id)
      return .success(())
    }
  }
}
