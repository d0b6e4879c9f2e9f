extension AccountOperations {
  /// Sends a code to an address or number claimed by a signed-in user who has given a fresh proof
  /// (DEC-3). The response and the work are the same if the identifier belongs to another account.
  /// Its owner is not notified, since the owner receives the code.
  ///
  /// - Parameters:
  ///   - isBeside: whether it is added to those of its kind (CTR-3). Otherwise it replaces the primary one.
  ///   - shown: the proofs presented in the call itself.
  /// - Throws: `tooMany` if the account has as many of its kind as it may have.
  package func beginVerification(
    of identifier: String, beside isBeside: Bool = false, showing shown: (any ShownInCall)? = nil,
    _ call: SessionCall
  ) async throws -> ChallengeAnswer {
    try checked(call.caller)
    let identifier = try self.identifier(identifier, field: "identifier")
    try served(identifier)
    let checked = try await stepUp.checked(shown, call)
    let prepared = codes.prepareCode()
    let intent = intents.intent("identifier.begin", call.caller)
    let (answer, stored) = try await sessions.authorized("identifier.begin", call, .write) {
      tables, session, account, now -> Result<(SettledAnswer, Challenge?), IdentityFailure> in
      let answer = try intents.once(intent, at: now, tables) {
        let refusal = try stepUp.refusal(
          of: try act(ofAdding: identifier, beside: isBeside, to: account, tables), checked,
          in: session,
          of: account, call, at: now, tables)
        if let refusal { return .refused(refusal) }
        if isBeside, try !hasRoom(for: identifier, in: account, tables) {
          return .refused(.tooMany(field: "identifier"))
        }
        let until = try limits.countSend(
          to: identifier, caller: call.caller, at: now, tables)
        if let until { return .refused(.limited(until: until)) }
        return .challenge(
          try codes.challenge(
            isBeside ? .identifierAddition : .identifierVerification, identifier,
            account: account.id, .identifierVerificationCode,
            replacing: isBeside ? nil : try primary(like: identifier, of: account, tables),
            prepared: prepared, caller: call.caller, at: now, tables))
      }
      return .success((answer, try codes.storedChallenge(answer, tables)))
    }
    return try codes.challengeAnswer(answer, stored)
  }

  /// The act that adopting an identifier amounts to: it replaces the primary one of its kind, if any.
  private func act(
    ofAdding identifier: Identifier, beside isBeside: Bool, to account: Account, _ tables: Tables
  ) throws -> Act {
    let own = try tables.bindings(of: account.id)
    let replaced = own.primary(areEmail: identifier.isEmail)
    if replaced == nil, identifier.isEmail { return .addFirstAddress }
    return .changeIdentifiers(subjectSince: isBeside ? nil : replaced?.verifiedAt)
  }

  private func primary(
    like identifier: Identifier, of account: Account, _ tables: Tables
  ) throws -> Identifier? {
    try tables.bindings(of: account.id).primary(areEmail: identifier.isEmail)?.identifier
  }

  /// Whether an account may have one more of this kind, or has it already.
  private func hasRoom(
    for identifier: Identifier, in account: Account, _ tables: Tables
  ) throws -> Bool {
    let own = try tables.bindings(of: account.id).map(\.identifier)
    return own.contains(identifier)
      || own.count { $0.isEmail == identifier.isEmail } < SecurityRules.identifiersOfAKind
  }

  /// The code was confirmed: the identifier now belongs to the account, beside those of its kind or instead of the
  /// primary one, as the first half said. Replacing a number ends the trust in devices; the owner is notified
  /// at the previous identifiers.
  ///
  /// The first half required a fresh proof, and only its caller holds the token.
  package func completeVerification(
    token: Secret<VerificationToken>, code: Secret<OneTimeCode>, _ call: SessionCall
  ) async throws {
    try checked(call.caller)
    let change = PreparedChange(ports.random)
    let intent = intents.intent("identifier.complete", call.caller)
    let answer = try await sessions.authorized("identifier.complete", call, .write) {
      tables, session, account, now -> Result<SettledAnswer, IdentityFailure> in
      if let until = try limits.countCall(with: token, caller: call.caller, at: now, tables) {
        return .failure(.limited(until: until))
      }
      return .success(
        try intents.once(intent, at: now, tables) {
          let found = try [ChallengePurpose.identifierVerification, .identifierAddition].lazy
            .compactMap { try codes.challenge(of: token, $0, caller: call.caller, tables) }.first
          guard var challenge = found, challenge.account == account.id else {
            return .refused(.verificationTokenInvalid)
          }
          let verdict = try codes.judge(code, at: &challenge, caller: call.caller, now: now, tables)
          if let failure = verdict.failure { return .refused(failure) }
          try tables.removeChallenge(challenge.id)
          // Only whoever reads the mail of this address learns this, so it reveals nothing.
          if let owner = try tables.binding(of: challenge.identifier), owner.account != account.id {
            return .refused(.identifierTaken)
          }
          let isBeside = challenge.purpose == .identifierAddition
          if isBeside, try !hasRoom(for: challenge.identifier, in: account, tables) {
            return .refused(.tooMany(field: "identifier"))
          }
          let primary = try primary(like: challenge.identifier, of: account, tables)
          // The decision was about another one, which may have been older (DEC-3).
          guard isBeside || challenge.replaces == primary?.text else {
            return .refused(.verificationTokenInvalid)
          }
          let own = try tables.bindings(of: account.id)
          let isOwn = own.contains { $0.identifier == challenge.identifier }
          if !isOwn || !isBeside && primary != challenge.identifier {
            try note(change, of: account, in: session, at: now, tables)
          }
          try adopt(
            challenge.identifier, insteadOf: isBeside ? nil : primary, of: account, at: now, tables)
          try log.note(.identifierChanged, session.id, of: account.id, call.caller, at: now, tables)
          return .done
        })
    }
    if case .refused(let failure) = answer { throw failure }
  }

  private func adopt(
    _ identifier: Identifier, insteadOf replaced: Identifier?, of account: Account,
    at now: Timestamp, _ tables: Tables
  ) throws {
    if let replaced, replaced != identifier { try release(replaced, of: account, tables) }
    let isChosen = replaced != nil && replaced != identifier
    // Proving it again does not reset its age.
    if var known = try tables.binding(of: identifier), known.account == account.id {
      if isChosen { known.chosenAt = now }
      try tables.put(known)
    } else {
      try tables.bind(identifier, to: account.id, isChosen: isChosen, at: now)
    }
    if case .phone(let number) = identifier { try tables.removeTrust(in: number) }
    var changed = account
    if case .email(let address) = identifier, account.profile.claimedEmail == address {
      changed.profile.claimedEmail = nil
    }
    try tables.put(changed)
  }
}
