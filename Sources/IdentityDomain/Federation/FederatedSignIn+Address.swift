extension FederatedSignIn {
  /// The code of a sign-in that asked for one: it verifies the address from the provider (FED-7), or is the
  /// second proof of an account in doubt (DEC-1).
  ///
  /// - Parameter verification: the token of the challenge.
  package func verify(
    token: Secret<FederationToken>, verification: Secret<VerificationToken>,
    code: Secret<OneTimeCode>, caller: Caller
  ) async throws -> FederationAnswer {
    try checked(caller)
    let moment = now
    let names = names()
    return try await answer(
      try await settled("federation.verify", caller, moment, token) { tables, request in
        if let until = try limits.countCall(
          with: verification, caller: caller, at: moment, tables)
        {
          return .refused(.limited(until: until))
        }
        let found = try codes.challenge(
          of: verification, .federatedSignIn, caller: caller, tables)
        guard let person = request.person(at: moment), var challenge = found else {
          return .refused(.verificationTokenInvalid)
        }
        let verdict = try codes.judge(code, at: &challenge, caller: caller, now: moment, tables)
        if let failure = verdict.failure { return .refused(failure) }
        try tables.removeChallenge(challenge.id)
        return try proved(
          challenge.identifier, request, person, names, caller: caller, at: moment, tables)
      }, caller: caller, at: moment)
  }

  /// Where a right code leads.
  private func proved(
    _ identifier: Identifier, _ request: AuthorizationRequest, _ person: AssertedPerson,
    _ names: FederationNames, caller: Caller, at now: Timestamp, _ tables: Tables
  ) throws -> SettledAnswer {
    let identity = try tables.federatedIdentity(person.subject)
    let owner = try tables.binding(of: identifier)?.account
    if let identity {
      // The code is the second proof. It has to be the same account's.
      guard let account = try tables.account(identity.account),
        let code = try Proof(codeTo: identifier, of: account.id, at: now, tables)
      else { return .refused(.verificationTokenInvalid) }
      let own = Proof(federated: identity, level: person.level, at: now)
      return try finish(request, account, by: [own, code], names, caller: caller, at: now, tables)
    }
    guard case .email(let address) = identifier, address == person.email else {
      return .refused(.verificationTokenInvalid)
    }
    guard let owner, let account = try tables.account(owner),
      let code = try Proof(codeTo: identifier, of: owner, at: now, tables)
    else {
      return try create(
        request, person, address: address, names, caller: caller, at: now, tables)
    }
    // FED-7: an account has the address, so the code must be enough to sign in and to add a way in. The
    // provider's assertion proves nothing about this account yet.
    let device = try judging.deviceStanding(of: caller, to: owner, tables)
    for act in [Act.openSession, .changeIdentifiers(subjectSince: nil)] {
      let verdict = try judging.judge(act, by: [code], of: account, on: device, at: now, tables)
      if let refusal = verdict.refusal { return .refused(refusal) }
    }
    if let refusal = try link(
      person, at: request.provider, to: account, names, session: names.session, caller: caller,
      at: now, tables)
    {
      return .refused(refusal)
    }
    return try finish(request, account, by: [code], names, caller: caller, at: now, tables)
  }

  /// Sends the code of a challenge again.
  package func resend(
    token: Secret<FederationToken>, verification: Secret<VerificationToken>, caller: Caller
  ) async throws -> FederationAnswer {
    try checked(caller)
    let moment = now
    let names = names()
    return try await answer(
      try await settled("federation.resend", caller, moment, token) { tables, request in
        let found = try codes.challenge(
          of: verification, .federatedSignIn, caller: caller, tables)
        guard let found, request.person(at: moment) != nil, moment < found.expiresAt else {
          return .refused(.verificationTokenInvalid)
        }
        return try sendCode(
          to: found.identifier, of: found.account, continuing: found, names, caller: caller,
          at: moment, tables)
      }, caller: caller, at: moment)
  }

  /// Creates an account without the provider's address, for someone who cannot read mail there.
  ///
  /// - Throws: `authorizationInvalid` if an account is already linked.
  package func completeWithoutAddress(
    token: Secret<FederationToken>, caller: Caller
  ) async throws -> FederationAnswer {
    try checked(caller)
    let moment = now
    let names = names()
    return try await answer(
      try await settled("federation.without_address", caller, moment, token) { tables, request in
        guard case .signIn = request.purpose, let person = request.person(at: moment),
          try tables.federatedIdentity(person.subject) == nil
        else { return .refused(.authorizationInvalid) }
        return try create(
          request, person, address: nil, names, caller: caller, at: moment, tables)
      }, caller: caller, at: moment)
  }
}
