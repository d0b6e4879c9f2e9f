/// The response to `GetUserRequest` and `userVerification`.
package enum PhoneSignInAnswer: Sendable {
  /// `status = 1`: signed in.
  case signedIn(TokenGrant, Account, [IdentifierBinding])
  /// `status = 0`: a code was sent. Has the same form for new and known numbers.
  case challenge(ChallengeAnswer)
  /// The number belongs to an old account: prove ownership by mail, or start over. The times are
  /// those of the response; the mail has not been sent yet.
  case secondProof(ChallengeAnswer)
}

/// The outcome of a phone operation, from which its response is built.
struct PhoneSettlement: Sendable {
  let answer: SettledAnswer
  let material: GrantMaterial?
  let challenge: Challenge?
}

/// The owner of a number that by now belongs to someone else.
private struct FormerOwner {
  let account: Account
  let device: Device

  func proof(at now: Timestamp) -> Proof {
    Proof(.device, of: account.id, shownAt: now, heldSince: device.firstSeenAt)
  }
}

extension PhoneSignIn {
  /// `GetUserRequest` (PHN-3, PHN-5, PHN-9).
  package func begin(
    number typed: String, region: String?, caller: Caller
  ) async throws -> PhoneSignInAnswer {
    try checked(caller)
    guard typed.utf8.count <= 64, let number = ports.phones.parse(typed, region: region) else {
      throw IdentityFailure.phoneNumberInvalid
    }
    let identifier = Identifier.phone(number)
    try served(identifier)
    let moment = now
    let prepared = codes.prepareCode()
    let sessionID: ID<Session> = ports.random.id()
    let noticeID: ID<OutboxMessage> = ports.random.id()
    let intent = intents.intent("phone.begin", caller)
    return try await answer(
      try await settled("phone.begin", intent, caller, moment) { tables in
        let owner = try tables.binding(of: identifier)?.account
        let account = try tables.account(owner ?? Account.nobody)
        if let former = try former(number, caller: caller, tables) {
          return try sessions.open(
            sessionID, for: former.account, by: [former.proof(at: moment)], caller: caller,
            noticeID: noticeID, at: moment, tables)
        }
        let beginning = PhoneSignInRules.begin(
          number: number, owner: account, trust: try tables.trust(in: number),
          key: caller.proof.key, isTrustOn: settings.isDeviceTrustOn, at: moment)
        if case .open = beginning, let account, let key = caller.proof.key,
          let device = try tables.device(key, of: account.id)
        {
          let proof = Proof(
            .device, of: account.id, shownAt: moment, heldSince: device.firstSeenAt)
          return try sessions.open(
            sessionID, for: account, by: [proof], caller: caller, noticeID: noticeID, at: moment,
            tables)
        }
        let until = try limits.countSend(
          to: identifier, caller: caller, at: moment, tables)
        if let until { return .refused(.limited(until: until)) }
        return .challenge(
          try codes.challenge(
            // A number without an account gets a row of the same size, which its index contains as
            // well.
            .phoneSignIn, identifier, account: account?.id ?? Account.nobody, .phoneCode,
            prepared: prepared, caller: caller, at: moment, tables))
      }, caller: caller, at: moment)
  }

  /// Resends the code of a challenge, 60 s after the last one at the earliest.
  package func resend(
    token: Secret<VerificationToken>, caller: Caller
  ) async throws -> ChallengeAnswer {
    try checked(caller)
    let moment = now
    let prepared = codes.prepareCode()
    let intent = intents.intent("phone.resend", caller)
    let settlement = try await settled("phone.resend", intent, caller, moment, token) { tables in
      let found = try codes.challenge(of: token, .phoneSignIn, caller: caller, tables)
      guard let found, !found.awaitsSecondProof, moment < found.expiresAt else {
        return .refused(.verificationTokenInvalid)
      }
      let until = try limits.countSend(
        to: found.identifier, caller: caller, at: moment, tables)
      if let until { return .refused(.limited(until: until)) }
      return .challenge(
        try codes.challenge(
          .phoneSignIn, found.identifier, account: found.account, .phoneCode, continuing: found,
          prepared: prepared, caller: caller, at: moment, tables))
    }
    return try codes.challengeAnswer(settlement.answer, settlement.challenge)
  }

  /// `userVerification` (PHN-9, PHN-10).
  package func verify(
    token: Secret<VerificationToken>, code: Secret<OneTimeCode>, caller: Caller
  ) async throws -> PhoneSignInAnswer {
    try checked(caller)
    let moment = now
    let names = prepareIDs()
    let intent = intents.intent("phone.verify", caller)
    return try await answer(
      try await settled("phone.verify", intent, caller, moment, token) { tables in
        let found = try codes.challenge(of: token, .phoneSignIn, caller: caller, tables)
        guard var challenge = found, !challenge.awaitsSecondProof else {
          return .refused(.verificationTokenInvalid)
        }
        let verdict = try codes.judge(code, at: &challenge, caller: caller, now: moment, tables)
        if let failure = verdict.failure { return .refused(failure) }
        let continuation = try continuation(
          of: challenge.identifier, caller: caller, at: moment, tables)
        if case .secondProof(let account) = continuation {
          challenge = Challenge(
            id: challenge.id, purpose: .phoneSignIn, identifier: challenge.identifier,
            account: account, device: challenge.device,
            expiresAt: moment + SecurityRules.challengeLifetime, code: challenge.code)
          challenge.awaitsSecondProof = true
          challenge.provedAt = moment
          try tables.put(challenge)
          return .challenge(challenge.id)
        }
        try tables.removeChallenge(challenge.id)
        return try finish(
          continuation, challenge.identifier, names, caller: caller, at: moment, tables)
      }, caller: caller, at: moment)
  }

  /// PHN-10: the account that had a number before, if the caller's key has signed in to it.
  private func former(
    _ number: PhoneNumber, caller: Caller, _ tables: Tables
  ) throws -> FormerOwner? {
    let detachments = try tables.detachments(of: number)
    guard let key = caller.proof.key else { return nil }
    for detachment in detachments {
      if let device = try tables.device(key, of: detachment.account),
        let account = try tables.account(detachment.account), !account.isBlocked,
        // A key cancels no deletion (CTR-10).
        account.deletionDueAt == nil
      {
        return FormerOwner(account: account, device: device)
      }
    }
    return nil
  }

  /// Where a right code by SMS leads: the decision says whether it is sufficient.
  private func continuation(
    of identifier: Identifier, caller: Caller, at now: Timestamp, _ tables: Tables
  ) throws -> PhoneSignInRules.Continuation {
    guard
      let owner = try tables.binding(of: identifier).flatMap({ try tables.account($0.account) }),
      let proof = try Proof(codeTo: identifier, of: owner.id, at: now, tables)
    else { return .create }
    let device = try judging.deviceStanding(of: caller, to: owner.id, tables)
    let verdict = try judging.judge(
      .openSession, by: [proof], of: owner, on: device, at: now, tables)
    return PhoneSignInRules.verified(
      owner: owner.id, verdict, hasVerifiedEmail: try email(of: owner.id, tables) != nil)
  }

  func answer(
    _ settlement: PhoneSettlement, caller: Caller, at moment: Timestamp
  ) async throws -> PhoneSignInAnswer {
    if case .session = settlement.answer {
      let grant = try await sessions.grant(settlement.material, for: caller, at: moment)
      guard let material = settlement.material, let account = material.account else {
        throw IdentityFailure.idempotencySettled
      }
      return .signedIn(grant, account, material.bindings)
    }
    let challenge = try codes.challengeAnswer(settlement.answer, settlement.challenge)
    guard let stored = settlement.challenge, stored.awaitsSecondProof else {
      return .challenge(challenge)
    }
    return .secondProof(
      ChallengeAnswer(
        challenge: stored.id, verificationToken: challenge.verificationToken,
        resendAt: stored.code.sentAt, expiresAt: stored.expiresAt,
        tries: SecurityRules.codeTries, sentTo: stored.identifier))
  }

  func settled(
    _ name: StaticString, _ intent: Intent?, _ caller: Caller, _ moment: Timestamp,
    _ token: Secret<VerificationToken>? = nil,
    _ effect: @Sendable (Tables) throws -> SettledAnswer
  ) async throws -> PhoneSettlement {
    try await ports.store.transaction(name) { tables in
      let answer: SettledAnswer
      if let refusal = try caller.refusalOfProof(tables) {
        answer = .refused(refusal)
      } else if let token,
        let until = try limits.countCall(with: token, caller: caller, at: moment, tables)
      {
        answer = .refused(.limited(until: until))
      } else {
        answer = try intents.once(intent, at: moment, tables) { try effect(tables) }
      }
      return PhoneSettlement(
        answer: answer, material: try sessions.settledMaterial(answer, tables),
        challenge: try codes.storedChallenge(answer, tables))
    }
  }

  func email(of account: ID<Account>, _ tables: Tables) throws -> Identifier? {
    try tables.bindings(of: account).primary(areEmail: true)?.identifier
  }
}
