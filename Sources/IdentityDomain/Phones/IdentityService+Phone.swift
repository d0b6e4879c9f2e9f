/// The answer to `GetUserRequest` and `userVerification`.
package enum PhoneSignInAnswer: Sendable {
  /// `status = 1`: signed in.
  case signedIn(TokenGrant, Account, [IdentifierBinding])
  /// `status = 0`: a code was sent. Of the same shape for new and known numbers.
  case challenge(ChallengeAnswer)
  /// The number is an old account's: prove it by mail, or start anew. The times are those of the
  /// question; the mail is not sent yet.
  case secondProof(ChallengeAnswer)
}

/// What a phone operation settles to, and what its answer is made of.
struct PhoneSettlement: Sendable {
  let answer: SettledAnswer
  let material: GrantMaterial?
  let challenge: Challenge?
}

extension IdentityService {
  /// `GetUserRequest` (PHN-3, PHN-5, PHN-9).
  package func beginPhoneSignIn(
    number typed: String, region: String?, caller: Caller
  ) async throws -> PhoneSignInAnswer {
    try checked(caller)
    guard typed.utf8.count <= 64, let number = ports.phones.parse(typed, region: region) else {
      throw IdentityFailure.phoneNumberInvalid
    }
    let identifier = Identifier.phone(number)
    try served(identifier)
    let moment = now
    let prepared = prepareCode()
    let sessionID: ID<Session> = ports.random.id()
    let noticeID: ID<OutboxMessage> = ports.random.id()
    let intent = intent("phone.begin", caller)
    return try await answer(
      try await settled("phone.begin", intent, caller, moment) { tables in
        let owner = try tables.binding(of: identifier)?.account
        let account = try tables.account(owner ?? Self.nobody)
        let beginning = PhoneSignInRules.begin(
          number: number, owner: account, trust: try tables.trust(in: number),
          key: caller.proof.key, isTrustOn: settings.isDeviceTrustOn, at: moment)
        if case .open = beginning, let account {
          try openSession(
            sessionID, for: account, by: [], caller: caller, noticeID: noticeID, at: moment,
            tables)
          return .session(sessionID)
        }
        let until = try chargeSend(
          to: identifier, caller: caller, at: moment, tables)
        if let until { return .refused(.limited(until: until)) }
        return .challenge(
          try challenge(
            // A number that nobody has gets a row of the same size, which its index holds as well.
            .phoneSignIn, identifier, account: account?.id ?? Self.nobody, .phoneCode,
            isDecoy: false, prepared: prepared, caller: caller, at: moment, tables))
      }, caller: caller, at: moment)
  }

  /// Sends the code of a challenge again, 60 s after the last one at the earliest.
  package func resendPhoneCode(
    token: Secret<VerificationToken>, caller: Caller
  ) async throws -> ChallengeAnswer {
    try checked(caller)
    let moment = now
    let prepared = prepareCode()
    let intent = intent("phone.resend", caller)
    let settlement = try await settled("phone.resend", intent, caller, moment) { tables in
      let found = try challenge(of: token, .phoneSignIn, caller: caller, tables)
      guard let found, !found.awaitsSecondProof, moment < found.expiresAt else {
        return .refused(.verificationTokenInvalid)
      }
      let until = try chargeSend(
        to: found.identifier, caller: caller, at: moment, tables)
      if let until { return .refused(.limited(until: until)) }
      return .challenge(
        try challenge(
          .phoneSignIn, found.identifier, account: found.account, .phoneCode, isDecoy: false,
          prepared: prepared, caller: caller, at: moment, tables))
    }
    return try challengeAnswer(settlement.answer, settlement.challenge)
  }

  /// `userVerification` (PHN-9, PHN-10).
  package func verifyPhone(
    token: Secret<VerificationToken>, code: Secret<OneTimeCode>, caller: Caller
  ) async throws -> PhoneSignInAnswer {
    try checked(caller)
    let moment = now
    let names = prepareNames()
    let intent = intent("phone.verify", caller)
    return try await answer(
      try await settled("phone.verify", intent, caller, moment) { tables in
        let found = try challenge(of: token, .phoneSignIn, caller: caller, tables)
        guard var challenge = found, !challenge.awaitsSecondProof else {
          return .refused(.verificationTokenInvalid)
        }
        let verdict = try judge(code, at: &challenge, caller: caller, now: moment, tables)
        if let failure = verdict.failure { return .refused(failure) }
        let owner = try tables.binding(of: challenge.identifier)
          .flatMap { try tables.account($0.account) }
        let hasEmail = try owner.map { try email(of: $0.id, tables) != nil } ?? false
        let continuation = PhoneSignInRules.verified(
          owner: owner, isKnownDevice: try isOwnDevice(caller, of: owner?.id, tables),
          hasVerifiedEmail: hasEmail, recycledAfter: settings.recycledAfter, at: moment)
        if case .secondProof(let account) = continuation {
          challenge = Challenge(
            id: challenge.id, purpose: .phoneSignIn, identifier: challenge.identifier,
            account: account, device: challenge.device,
            expiresAt: moment + SecurityRules.challengeLifetime, code: challenge.code)
          challenge.awaitsSecondProof = true
          try tables.put(challenge)
          return .challenge(challenge.id)
        }
        try tables.removeChallenge(challenge.id)
        return try finish(
          continuation, challenge.identifier, names, caller: caller, at: moment, tables)
      }, caller: caller, at: moment)
  }

  func answer(
    _ settlement: PhoneSettlement, caller: Caller, at moment: Timestamp
  ) async throws -> PhoneSignInAnswer {
    if case .session = settlement.answer {
      let grant = try await grant(settlement.material, for: caller, at: moment)
      guard let material = settlement.material, let account = material.account else {
        throw IdentityFailure.idempotencySettled
      }
      return .signedIn(grant, account, material.bindings)
    }
    let challenge = try challengeAnswer(settlement.answer, settlement.challenge)
    guard let stored = settlement.challenge, stored.awaitsSecondProof else {
      return .challenge(challenge)
    }
    return .secondProof(
      ChallengeAnswer(
        challenge: stored.id, verificationToken: challenge.verificationToken,
        resendAt: stored.code.sentAt, expiresAt: stored.expiresAt,
        tries: SecurityRules.codeTries))
  }

  func settled(
    _ name: StaticString, _ intent: Intent?, _ caller: Caller, _ moment: Timestamp,
    _ effect: @Sendable (Tables) throws -> SettledAnswer
  ) async throws -> PhoneSettlement {
    try await ports.store.transaction(name) { tables in
      let answer: SettledAnswer
      if let refusal = try refusal(ofProof: caller, tables) {
        answer = .refused(refusal)
      } else {
        answer = try once(intent, at: moment, tables) { try effect(tables) }
      }
      return PhoneSettlement(
        answer: answer, material: try settledMaterial(answer, tables),
        challenge: try storedChallenge(answer, tables))
    }
  }

  func email(of account: ID<Account>, _ tables: Tables) throws -> Identifier? {
    try tables.bindings(of: account).map(\.identifier).first {
      if case .email = $0 { true } else { false }
    }
  }
}
