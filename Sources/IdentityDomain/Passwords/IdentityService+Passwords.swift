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
    let next = try newPassword(new, settings.newPasswords, current.identifier, current.name)
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
        guard let stored = try tables.password(of: account.id),
          stored.version == current.credential.version
        else { return .refused(.wrongCredentials) }
        let verdict = try judge(
          .changePassword(subjectSince: stored.heldSince), by: [proof(password: stored, at: now)],
          of: account, on: .known, at: now, tables)
        if let refusal = verdict.refusal { return .refused(refusal) }
        try tables.put(
          PasswordCredential(
            account: account.id, hash: hash, changedAt: now, version: stored.version + 1,
            since: stored.heldSince, recoveredBy: stored.recoveredBy))
        try endSessions(
          of: account.id, but: session.id, .passwordChanged, at: now, tables)
        try tables.endTrust(.allBut(session.family.kind.key), of: account.id)
        try note(.passwordChanged, session.id, of: account.id, call.caller, at: now, tables)
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
    let password = try newPassword(typed, settings.newPasswords, identifier, nil)
    let moment = now
    let intent = intent("password.reset", caller)
    let charges = try await openCharges("reset.limit", intent, at: moment) { _ in
      attemptCharges(caller: caller)
    }
    let hash = try await hash(password, for: charges)
    let noticeID: ID<OutboxMessage> = ports.random.id()
    let answer = try await ports.store.transaction("reset.complete") { tables in
      if let limited = try charge(charges, intent, at: moment, tables) { return limited }
      if let refusal = try refusal(ofProof: caller, tables) {
        return SettledAnswer.refused(refusal)
      }
      return try once(intent, at: moment, tables) {
        guard let hash else { return .refused(.busy(until: moment + .seconds(1))) }
        let found = try tables.challenge(
          .passwordReset, for: identifier, from: caller.proof.key)
        guard var challenge = found else {
          // As for a code that was sent, also in what is told of tries (DEC-12).
          let asker = CodeAsker(
            ChallengePurpose.passwordReset.rawValue, identifier, holder: nil, caller: caller)
          var none: [CodeState] = []
          let verdict = try judge(
            &none, match: nil, by: asker, at: identifier, now: moment, tables)
          return .refused(verdict.failure ?? .wrongCode(triesLeft: 0))
        }
        let verdict = try judge(code, at: &challenge, caller: caller, now: moment, tables)
        guard verdict == .accepted, let owner = challenge.account,
          let account = try tables.account(owner)
        else { return .refused(verdict.failure ?? .wrongCode(triesLeft: 0)) }
        try tables.removeChallenge(challenge.id)
        guard try recovers(account, codeTo: identifier, caller: caller, at: moment, tables) else {
          return .refused(.wrongCode(triesLeft: SecurityRules.codeTries - 1))
        }
        try recover(
          account, with: hash, over: identifier, noticeID: noticeID, caller: caller, at: moment,
          tables)
        return .done
      }
    }
    if case .refused(let failure) = answer { throw failure }
  }

  /// Whether a right code to an identifier recovers its account. Where it does not, the answer is that
  /// of a wrong code: the identifier may have moved on since, be new, or be somebody else's by now (DEC-1).
  func recovers(
    _ account: Account, codeTo identifier: Identifier, caller: Caller, at now: Timestamp,
    _ tables: Tables
  ) throws -> Bool {
    guard let proof = try proof(codeTo: identifier, of: account.id, at: now, tables) else {
      return false
    }
    let device = try deviceStanding(of: caller, to: account.id, tables)
    let verdict = try judge(.recover, by: [proof], of: account, on: device, at: now, tables)
    return verdict.refusal == nil
  }

  /// Replaces the password and ends every session and trust. That the owner was here counts as being
  /// seen, or an account that slept would stay in doubt.
  func recover(
    _ account: Account, with hash: PasswordHash, over channel: Identifier?,
    noticeID: ID<OutboxMessage>, caller: Caller, at now: Timestamp, _ tables: Tables
  ) throws {
    let version = try tables.password(of: account.id)?.version ?? 0
    try tables.put(
      PasswordCredential(
        account: account.id, hash: hash, changedAt: now, version: version + 1,
        recoveredBy: channel))
    try endSessions(of: account.id, .passwordReset, at: now, tables)
    try tables.endTrust(.all, of: account.id)
    var seen = account
    seen.lastSeenAt = max(account.lastSeenAt, now)
    try tables.put(seen)
    try note(.passwordReset, of: account.id, caller, at: now, tables)
    try notify(account.id, .passwordChanged, id: noticeID, caller: caller, at: now, tables)
  }

  /// A hash of a new password, unless only the answer to an earlier call is wanted (DEC-8).
  func hash(
    _ password: PlaintextPassword, for charges: OpenCharges
  ) async throws -> PasswordHash? {
    charges.isAnswered ? nil : try await hashing { try await $0.hash(password) }
  }
}
