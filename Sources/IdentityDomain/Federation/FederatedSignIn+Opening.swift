extension FederatedSignIn {
  /// What follows from the provider's assertion: a session, a new account, or a code first.
  func signIn(
    _ request: AuthorizationRequest, _ names: FederationNames, caller: Caller,
    at now: Timestamp, _ tables: Tables
  ) throws -> SettledAnswer {
    guard case .signIn = request.purpose else { return .refused(.authorizationInvalid) }
    if case .failed(let failure) = request.outcome { return .refused(.provider(failure)) }
    guard let person = request.person(at: now) else { return .refused(.authorizationInvalid) }
    let identity = try tables.federatedIdentity(person.subject)
    let holder = try person.email.flatMap { try tables.binding(of: .email($0)) }?.account
    switch FederationRules.signIn(person, identity: identity, holder: holder) {
    case .open(let account):
      return try open(account, request, person, names, caller: caller, at: now, tables)
    case .create(let email):
      return try create(
        request, person, address: email, names, caller: caller, at: now, tables)
    case .proveAddress(let email):
      return try sendCode(
        to: .email(email), of: holder, continuing: nil, names, caller: caller, at: now, tables)
    }
  }

  /// Opens the linked account. One in doubt asks for a second proof, by the identifier that it has had
  /// longest (DEC-1).
  private func open(
    _ owner: ID<Account>, _ request: AuthorizationRequest, _ person: AssertedPerson,
    _ names: FederationNames, caller: Caller, at now: Timestamp, _ tables: Tables
  ) throws -> SettledAnswer {
    guard let account = try tables.account(owner),
      let identity = try used(person, of: account, tables)
    else { return .refused(.authorizationInvalid) }
    let proof = Proof(federated: identity, level: person.level, at: now)
    let device = try judging.deviceStanding(of: caller, to: owner, tables)
    let verdict = try judging.judge(
      .openSession, by: [proof], of: account, on: device, at: now, tables)
    if case .insufficient(let need) = verdict, need.level <= person.level,
      let known = try tables.bindings(of: owner).forCodes(to: account, at: now)
    {
      return try sendCode(
        to: known.identifier, of: owner, continuing: nil, names, caller: caller, at: now, tables)
    }
    return try finish(request, account, by: [proof], names, caller: caller, at: now, tables)
  }

  /// A new sign-in takes a new consent at the provider, so an identity that was revoked is good again (FED-9).
  private func used(
    _ person: AssertedPerson, of account: Account, _ tables: Tables
  ) throws -> FederatedIdentity? {
    guard var identity = try tables.federatedIdentity(person.subject) else { return nil }
    if identity.revokedAt != nil || person.refreshToken != nil {
      identity.revokedAt = nil
      identity.refreshToken = person.refreshToken ?? identity.refreshToken
      try tables.put(identity)
    }
    return identity
  }

  /// FED-2: an account with no form and no password.
  ///
  /// - Parameter address: verified by the provider or by a code.
  func create(
    _ request: AuthorizationRequest, _ person: AssertedPerson, address: EmailAddress?,
    _ names: FederationNames, caller: Caller, at now: Timestamp, _ tables: Tables
  ) throws -> SettledAnswer {
    guard settings.isRegistrationOpen else { return .refused(.registrationClosed) }
    let account = Account(
      id: names.account, createdAt: now,
      profile: Account.Profile(name: person.name, pictureURL: person.pictureURL),
      language: caller.language)
    try tables.put(account)
    if let address { try tables.bind(.email(address), to: account.id, at: now) }
    let identity = FederatedIdentity(
      subject: person.subject, account: account.id, provider: request.provider, linkedAt: now,
      email: person.email, refreshToken: person.refreshToken)
    try tables.put(identity)
    let proof = Proof(federated: identity, level: person.level, at: now)
    return try finish(request, account, by: [proof], names, caller: caller, at: now, tables)
  }

  /// Opens the session and removes the request, which is good once. What is refused can be tried again.
  func finish(
    _ request: AuthorizationRequest, _ account: Account, by proofs: [Proof],
    _ names: FederationNames, caller: Caller, at now: Timestamp, _ tables: Tables
  ) throws -> SettledAnswer {
    let answer = try sessions.open(
      names.session, for: account, by: proofs, caller: caller, noticeID: names.notice.message,
      at: now, tables)
    if case .session = answer { try tables.removeAuthorizationRequest(request.id) }
    return answer
  }

  /// Sends a code for this sign-in. The same work whether or not an account has the address.
  func sendCode(
    to identifier: Identifier, of owner: ID<Account>?, continuing found: Challenge?,
    _ names: FederationNames, caller: Caller, at now: Timestamp, _ tables: Tables
  ) throws -> SettledAnswer {
    if let until = try limits.countSend(to: identifier, caller: caller, at: now, tables) {
      return .refused(.limited(until: until))
    }
    return .challenge(
      try codes.challenge(
        .federatedSignIn, identifier, account: owner ?? Account.nobody, .loginCode,
        continuing: found, prepared: names.code, caller: caller, at: now, tables))
  }
}
