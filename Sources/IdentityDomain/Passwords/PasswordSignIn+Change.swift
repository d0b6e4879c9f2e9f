private struct CurrentPassword: Sendable {
  let identifiers: [Identifier]
  let credential: PasswordCredential
  let name: String?
}

extension PasswordSignIn {
  /// Changes the password of a signed-in user; the other sessions end, and the owner gets a notice.
  package func change(
    from old: String, to new: String, call: SessionCall
  ) async throws {
    try checked(call.caller)
    // A text that cannot be a password is refused before anything is counted.
    if let flaw = PlaintextPassword.flaw(of: new) { throw IdentityFailure.weakPassword(flaw) }
    guard let typed = PlaintextPassword(old) else { throw IdentityFailure.wrongCredentials }
    let moment = now
    // Guesses at the old password count like logins: the thief of a session must not get to try.
    let current = try await sessions.authorized("password.find", call, .read) {
      tables, _, account, _ -> Result<CurrentPassword, IdentityFailure> in
      let own = try tables.bindings(of: account.id)
      // They are counted where the owner signs in most likely.
      guard let binding = own.primary(areEmail: true) ?? own.primary(areEmail: false),
        let credential = try tables.password(of: account.id)
      else { return .failure(.wrongCredentials) }
      let until = try limits.countLogin(
        at: binding.identifier, caller: call.caller, at: moment, tables)
      if let until { return .failure(.limited(until: until)) }
      return .success(
        CurrentPassword(
          identifiers: own.map(\.identifier), credential: credential, name: account.profile.name))
    }
    let next = try hashing.newPassword(
      new, settings.newPasswords, current.identifiers, current.name)
    let verdict = try await hashing.run {
      try await $0.verify(typed, against: current.credential.hash)
    }
    guard verdict != .wrong else { throw IdentityFailure.wrongCredentials }
    let hash = try await hashing.run { try await $0.hash(next) }
    let noticeID: ID<OutboxMessage> = ports.random.id()
    let intent = intents.intent("password.change", call.caller)
    try await sessions.authorized("password.change", call, .write) {
      tables, session, account, now -> Result<Void, IdentityFailure> in
      let answer = try intents.once(intent, at: now, tables) {
        guard let stored = try tables.password(of: account.id),
          stored.version == current.credential.version
        else { return .refused(.wrongCredentials) }
        let verdict = try judging.judge(
          .changePassword(subjectSince: stored.heldSince),
          by: try StepUp(parts: parts).freshProofs(of: session, tables)
            + [Proof(password: stored, at: now)],
          of: account, on: .known, at: now, tables)
        if let refusal = verdict.refusal { return .refused(refusal) }
        let next = PasswordCredential(
          account: account.id, hash: hash, changedAt: now, version: stored.version + 1,
          since: stored.heldSince, recoveredBy: stored.recoveredBy)
        try tables.put(next)
        var kept = session
        kept.replace(Proof(password: stored, at: now), by: Proof(password: next, at: now))
        try tables.put(kept)
        try sessions.endSessions(
          of: account.id, but: session.id, .passwordChanged, at: now, tables)
        try tables.endTrust(.allBut(session.family.kind.key), of: account.id)
        try log.note(.passwordChanged, session.id, of: account.id, call.caller, at: now, tables)
        try notices.notify(
          account.id, .passwordChanged, id: noticeID, at: now, tables)
        return .done
      }
      if case .refused(let failure) = answer { return .failure(failure) }
      return .success(())
    }
  }
}
