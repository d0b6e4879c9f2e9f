/// What continues a challenge. The same for an identifier that is known and one that is not.
package struct ChallengeAnswer: Sendable {
  package let challenge: ID<Challenge>
  package let verificationToken: Secret<VerificationToken>
  package let resendAt: Timestamp
  package let expiresAt: Timestamp
  package let tries: Int
}

extension IdentityService {
  /// Facts, "login by code", first half: mails a code to an address that somebody has.
  package func beginLoginByCode(
    userName: String, caller: Caller
  ) async throws -> ChallengeAnswer {
    try await sendCode(.login, .loginCode, userName: userName, caller: caller)
  }

  /// Second half: the code opens a session.
  ///
  /// - Parameter userName: where the client names it again, the one that the code was sent to.
  package func completeLoginByCode(
    userName: String? = nil, token: Secret<VerificationToken>, code: Secret<OneTimeCode>,
    caller: Caller
  ) async throws -> TokenGrant {
    try checked(caller)
    let named = try userName.map { name in
      guard let identifier = Identifier(userName: name, ports.phones) else {
        throw IdentityFailure.malformed(field: "user_name")
      }
      return identifier
    }
    let moment = now
    let sessionID: ID<Session> = ports.random.id()
    let noticeID: ID<OutboxMessage> = ports.random.id()
    let intent = intent("login.code", caller)
    let (answer, material) = try await ports.store.transaction("login.code") { tables in
      if let refusal = try refusal(ofProof: caller, tables) {
        return (SettledAnswer.refused(refusal), GrantMaterial?.none)
      }
      let answer = try once(intent, at: moment, tables) {
        let found = try challenge(of: token, .login, caller: caller, tables)
        guard var challenge = found, named == nil || named == challenge.identifier else {
          return .refused(.verificationTokenInvalid)
        }
        let verdict = try judge(code, at: &challenge, caller: caller, now: moment, tables)
        // The address may have moved on since the code was sent.
        guard verdict == .accepted, let owner = challenge.account,
          try tables.binding(of: challenge.identifier)?.account == owner,
          let account = try tables.account(owner)
        else { return .refused(verdict.failure ?? .wrongCode(triesLeft: 0)) }
        try tables.removeChallenge(challenge.id)
        guard !account.isBlocked else { return .refused(.accountBlocked) }
        try openSession(
          sessionID, for: account, by: [.oneTimePassword], caller: caller, noticeID: noticeID,
          at: moment, tables)
        return .session(sessionID)
      }
      return (answer, try settledMaterial(answer, tables))
    }
    if case .refused(let failure) = answer { throw failure }
    return try await grant(material, for: caller, at: moment)
  }

  /// A code to whoever owns an identifier, or a decoy that does the same work.
  func sendCode(
    _ purpose: ChallengePurpose, _ template: MessageTemplate, userName: String, caller: Caller
  ) async throws -> ChallengeAnswer {
    try checked(caller)
    guard let identifier = Identifier(userName: userName, ports.phones) else {
      throw IdentityFailure.malformed(field: "user_name")
    }
    try served(identifier)
    let moment = now
    let prepared = prepareCode()
    let intent = intent("code." + purpose.rawValue, caller)
    let (answer, stored) = try await ports.store.transaction("code.send") { tables in
      if let refusal = try refusal(ofProof: caller, tables) {
        return (SettledAnswer.refused(refusal), Challenge?.none)
      }
      let answer = try once(intent, at: moment, tables) {
        let owner = try tables.binding(of: identifier)?.account
        if let until = try chargeSend(
          to: identifier, caller: caller, at: moment, tables)
        {
          return .refused(.limited(until: until))
        }
        let isDecoy = owner == nil
        return .challenge(
          try challenge(
            purpose, identifier, account: owner ?? Self.nobody, isDecoy ? .suppressed : template,
            isDecoy: isDecoy, prepared: prepared, caller: caller, at: moment, tables))
      }
      return (answer, try storedChallenge(answer, tables))
    }
    return try challengeAnswer(answer, stored)
  }

  /// What continues a challenge, as it is stored: a repeated call shows the times of the first.
  func challengeAnswer(
    _ answer: SettledAnswer, _ stored: Challenge?
  ) throws -> ChallengeAnswer {
    switch answer {
    case .challenge(let id):
      guard let stored, let token = verificationToken(id) else {
        throw IdentityFailure.idempotencySettled
      }
      return ChallengeAnswer(
        challenge: id, verificationToken: token,
        resendAt: stored.code.sentAt + SecurityRules.codeResendWait,
        expiresAt: stored.code.expiresAt, tries: stored.code.triesLeft)
    case .refused(let failure): throw failure
    case .done, .session, .registration: throw IdentityFailure.idempotencySettled
    }
  }

  func storedChallenge(_ answer: SettledAnswer, _ tables: Tables) throws -> Challenge? {
    guard case .challenge(let id) = answer else { return nil }
    return try tables.challenge(id)
  }
}
