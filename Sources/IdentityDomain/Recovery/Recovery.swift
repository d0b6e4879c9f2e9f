/// Password recovery: a code sets a new password.
package struct Recovery: ServiceRoom {
  package let parts: ServiceParts

  /// ACC-5, first half: mails a code to the owner of an address; behaves alike if there is none.
  package func begin(userName: String, caller: Caller) async throws -> ChallengeAnswer {
    try await CodeSignIn(parts: parts).sendCode(
      .passwordReset, .passwordResetCode, userName: userName, caller: caller)
  }

  /// ACC-5, second half: the code sets a new password, and ends every session and the trust in
  /// every device.
  ///
  /// The hash is computed first, whether or not the code is right: the code is consumed and the
  /// password set in one transaction, and the time reveals nothing.
  package func complete(
    userName: String, code: Secret<OneTimeCode>, newPassword typed: String, caller: Caller
  ) async throws {
    try checked(caller)
    let identifier = try identifier(userName)
    let password = try hashing.newPassword(typed, settings.newPasswords, [identifier], nil)
    let moment = now
    let intent = intents.intent("password.reset", caller)
    let noticeID: ID<OutboxMessage> = ports.random.id()
    let answer = try await limits.holding(intent, "reset.limit", at: moment) { _ in
      limits.attemptBudgets(caller: caller)
    } work: { budgets in
      let hash = try await hashing.hash(password, for: budgets)
      return try await ports.store.transaction("reset.complete") { tables in
        if let limited = try limits.count(against: budgets, intent, at: moment, tables) {
          return limited
        }
        if let refusal = try caller.refusalOfProof(tables) {
          return SettledAnswer.refused(refusal)
        }
        return try intents.once(intent, at: moment, tables) {
          guard let hash else { return .refused(.busy(until: moment + .seconds(1))) }
          let found = try tables.challenge(
            .passwordReset, for: identifier, from: caller.proof.key)
          guard var challenge = found else {
            // As for a code that was sent, including the disclosed number of tries (DEC-12).
            let asker = CodeAsker(
              ChallengePurpose.passwordReset.rawValue, identifier, holder: nil, caller: caller)
            var none: [CodeState] = []
            let verdict = try codes.judge(
              &none, match: nil, by: asker, at: identifier, now: moment, tables)
            return .refused(verdict.failure ?? .wrongCode(triesLeft: 0))
          }
          let verdict = try codes.judge(code, at: &challenge, caller: caller, now: moment, tables)
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
    }
    if case .refused(let failure) = answer { throw failure }
  }

  /// Whether a right code to an identifier recovers its account. If not, the response is that of a
  /// wrong code: the identifier may have moved since, be new, or belong to someone else by now
  /// (DEC-1).
  func recovers(
    _ account: Account, codeTo identifier: Identifier, caller: Caller, at now: Timestamp,
    _ tables: Tables
  ) throws -> Bool {
    guard let proof = try Proof(codeTo: identifier, of: account.id, at: now, tables) else {
      return false
    }
    let device = try judging.deviceStanding(of: caller, to: account.id, tables)
    let verdict = try judging.judge(.recover, by: [proof], of: account, on: device, at: now, tables)
    return verdict.refusal == nil
  }

  /// Replaces the password, and ends every session and trust. It counts as activity of the owner,
  /// since otherwise a dormant account would stay in doubt.
  func recover(
    _ account: Account, with hash: PasswordHash, over channel: Identifier?,
    noticeID: ID<OutboxMessage>, caller: Caller, at now: Timestamp, _ tables: Tables
  ) throws {
    let version = try tables.password(of: account.id)?.version ?? 0
    try tables.put(
      PasswordCredential(
        account: account.id, hash: hash, changedAt: now, version: version + 1,
        recoveredBy: channel))
    try sessions.endSessions(of: account.id, .passwordReset, at: now, tables)
    try tables.endTrust(.all, of: account.id)
    var seen = account
    seen.lastSeenAt = max(account.lastSeenAt, now)
    try tables.put(seen)
    try log.note(.passwordReset, of: account.id, caller, at: now, tables)
    try notices.notify(account.id, .passwordChanged, id: noticeID, at: now, tables)
  }
}

extension IdentityService {
  package var recovery: Recovery { Recovery(parts: parts) }
}

extension ChallengePurpose {
  package static let passwordReset = ChallengePurpose("password_reset")
}
