private struct CurrentPassword: Sendable {
  let identifier: Identifier
  let credential: PasswordCredential
  let name: String?
}

extension IdentityService {
  /// Changes the password of a signed-in person; the other sessions end, the owner gets a notice.
  package func changePassword(
    from old: String, to new: String, call: SessionCall
  ) async throws {
    try checked(call.caller)
    // What cannot be a password is refused before anything is counted.
    if let flaw = PlaintextPassword.flaw(of: new) { throw IdentityFailure.weakPassword(flaw) }
    guard let typed = PlaintextPassword(old) else { throw IdentityFailure.wrongCredentials }
    let moment = now
    // Guesses at the old password count like logins: who stole a session must not get to try.
    let current = try await authorized("password.find", call, .read) {
      tables, _, account, _ -> Result<CurrentPassword, IdentityFailure> in
      guard let binding = try tables.bindings(of: account.id).first,
        let credential = try tables.password(of: account.id)
      else { return .failure(.wrongCredentials) }
      let until = try chargeLogin(
        at: binding.identifier, caller: call.caller, at: moment, tables)
      if let until { return .failure(.limited(until: until)) }
      return .success(
        CurrentPassword(
          identifier: binding.identifier, credential: credential, name: account.profile.name))
    }
    let next = try newPassword(
      new, settings.accountPasswords, current.identifier, current.name)
    let verdict = try await hashing {
      try await $0.verify(typed, against: current.credential.hash)
    }
    guard verdict != .wrong else { throw IdentityFailure.wrongCredentials }
    let hash = try await hashing { try await $0.hash(next) }
    let noticeID: ID<OutboxMessage> = ports.random.id()
    let intent = intent("password.change", call.caller)
    try await authorized("password.change", call, .write) {
      tables, session, account, now -> Result<Void, IdentityFailure> in
      let answer = try once(intent, at: now, tables) {
        guard try tables.password(of: account.id)?.version == current.credential.version else {
          return .refused(.wrongCredentials)
        }
        try setPassword(hash, of: account.id, at: now, tables)
        try endSessions(
          of: account.id, but: session.id, .passwordChanged, at: now, tables)
        try endGrants(of: account.id, but: session.family.kind.key, tables)
        try notify(
          account.id, .passwordChanged, id: noticeID, caller: call.caller, at: now, tables)
        return .done
      }
      if case .refused(let failure) = answer { return .failure(failure) }
      return .success(())
    }
  }

  /// ACC-5, first half: mails a code to the owner of an address; alike when there is none.
  package func beginPasswordReset(userName: String, caller: Caller) async throws -> ChallengeAnswer
  {
    try await sendCode(.passwordReset, .passwordResetCode, userName: userName, caller: caller)
  }

  /// ACC-5, second half: the code sets a new password, ends every session and every trusted device.
  ///
  /// The hash is computed first, whether or not the code is right: the code is used up and the
  /// password set in one transaction, and the time says nothing.
  package func completePasswordReset(
    userName: String, code: Secret<OneTimeCode>, newPassword typed: String, caller: Caller
  ) async throws {
    try checked(caller)
    guard let identifier = Identifier(userName: userName, ports.phones) else {
      throw IdentityFailure.malformed(field: "user_name")
    }
    let password = try newPassword(typed, settings.accountPasswords, identifier, nil)
    let moment = now
    let intent = intent("password.reset", caller)
    let charges = try await openCharges("reset.limit", intent, at: moment) { _ in
      attemptCharges(caller: caller)
    }
    let hash = try await hashing { try await $0.hash(password) }
    let noticeID: ID<OutboxMessage> = ports.random.id()
    let answer = try await ports.store.transaction("reset.complete") { tables in
      if let limited = try charge(charges, intent, at: moment, tables) { return limited }
      if let refusal = try refusal(ofProof: caller, tables) {
        return SettledAnswer.refused(refusal)
      }
      return try once(intent, at: moment, tables) {
        let found = try tables.challenge(
          .passwordReset, for: identifier, from: caller.proof.key)
        guard var challenge = found else { return .refused(.wrongCode(triesLeft: 0)) }
        let verdict = try judge(code, at: &challenge, caller: caller, now: moment, tables)
        guard verdict == .accepted, let owner = challenge.account else {
          return .refused(verdict.failure ?? .wrongCode(triesLeft: 0))
        }
        // The address may have moved on since the code was sent.
        guard try tables.binding(of: identifier)?.account == owner else {
          return .refused(.wrongCode(triesLeft: 0))
        }
        try tables.removeChallenge(challenge.id)
        try setPassword(hash, of: owner, at: moment, tables)
        try endSessions(of: owner, .passwordReset, at: moment, tables)
        try endTrusts(of: owner, tables)
        try notify(owner, .passwordChanged, id: noticeID, caller: caller, at: moment, tables)
        return .done
      }
    }
    if case .refused(let failure) = answer { throw failure }
  }

  func setPassword(
    _ hash: PasswordHash, of account: ID<Account>, at now: Timestamp, _ tables: Tables
  ) throws {
    let version = try tables.password(of: account)?.version ?? 0
    try tables.put(
      PasswordCredential(account: account, hash: hash, changedAt: now, version: version + 1))
  }
}
