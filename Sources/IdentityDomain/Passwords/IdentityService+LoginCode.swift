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

  /// Second half: the code opens a session; where the account asks for a second proof, together with the
  /// password (DEC-1).
  ///
  /// - Parameters:
  ///   - userName: where the client names it again, the one that the code was sent to.
  ///   - password: what was typed with the code.
  package func completeLoginByCode(
    userName: String? = nil, password typed: String? = nil, token: Secret<VerificationToken>,
    code: Secret<OneTimeCode>, caller: Caller
  ) async throws -> TokenGrant {
    try checked(caller)
    let named = try userName.map { name in
      guard let identifier = Identifier(userName: name, ports.phones) else {
        throw IdentityFailure.malformed(field: "user_name")
      }
      return identifier
    }
    let moment = now
    let second = try await secondPassword(typed, at: named, token: token, caller: caller)
    let sessionID: ID<Session> = ports.random.id()
    let noticeID: ID<OutboxMessage> = ports.random.id()
    let intent = intent("login.code", caller)
    let (answer, material) = try await ports.store.transaction("login.code") { tables in
      if let refusal = try refusal(ofProof: caller, tables) {
        return (SettledAnswer.refused(refusal), GrantMaterial?.none)
      }
      if let until = try chargeCall(with: token, caller: caller, at: moment, tables) {
        return (.refused(.limited(until: until)), nil)
      }
      if let second, let until = try tables.charge(second.charges, at: moment) {
        return (.refused(.limited(until: until)), nil)
      }
      let answer = try once(intent, at: moment, tables) {
        let found = try challenge(of: token, .login, caller: caller, tables)
        guard var challenge = found, named == nil || named == challenge.identifier else {
          return .refused(.verificationTokenInvalid)
        }
        let verdict = try judge(code, at: &challenge, caller: caller, now: moment, tables)
        // The address may have moved on since the code was sent.
        guard verdict == .accepted, let owner = challenge.account,
          let proof = try proof(codeTo: challenge.identifier, of: owner, at: moment, tables),
          let account = try tables.account(owner)
        else { return .refused(verdict.failure ?? .wrongCode(triesLeft: 0)) }
        try tables.removeChallenge(challenge.id)
        var proofs = [proof]
        if let second {
          guard let credential = second.right, credential.account == owner,
            try tables.password(of: owner)?.version == credential.version
          else { return .refused(.wrongCredentials) }
          proofs.append(self.proof(password: credential, at: moment))
        }
        return try openSession(
          sessionID, for: account, by: proofs, caller: caller, noticeID: noticeID, at: moment,
          tables)
      }
      return (answer, try settledMaterial(answer, tables))
    }
    if case .refused(let failure) = answer { throw failure }
    return try await grant(material, for: caller, at: moment)
  }

  /// A password beside a code, judged as any guess at it is: only for who holds a challenge of this
  /// purpose.
  private func secondPassword(
    _ typed: String?, at identifier: Identifier?, token: Secret<VerificationToken>, caller: Caller
  ) async throws -> (right: PasswordCredential?, charges: [Charge])? {
    guard let typed else { return nil }
    guard let identifier else { throw IdentityFailure.malformed(field: "user_name") }
    guard let password = PlaintextPassword(typed) else { throw IdentityFailure.wrongCredentials }
    let moment = now
    let (credential, charges) = try await ports.store.read("login.code.find") {
      tables -> Result<(PasswordCredential?, [Charge]), IdentityFailure> in
      let found = try challenge(of: token, .login, caller: caller, tables)
      guard let found, found.identifier == identifier else {
        return .failure(.verificationTokenInvalid)
      }
      let charges =
        [Charge(limitKeys("login", found.id.text), SecurityRules.callsByChallenge)]
        + attemptCharges(caller: caller)
      if let until = try tables.wait(charges, at: moment) {
        return .failure(.limited(until: until))
      }
      let owner = try tables.binding(of: identifier)?.account
      let credential = try tables.password(
        of: owner ?? PasswordDecoys.account(for: identifier, ports.digests))
      return .success((credential, charges))
    }.get()
    let verdict = try await hashing { try await $0.verify(password, against: credential?.hash) }
    return (verdict == .wrong ? nil : credential, charges)
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
