package struct RegistrationAnswer: Sendable {
  /// Identifies the attempt, for clients that can name it when they confirm. Has the same form
  /// whether the address is new, pending or taken.
  package let attempt: ID<PendingRegistration>
  package let resendAt: Timestamp
  package let expiresAt: Timestamp
}

/// Registration with an address or number and a password.
package struct Registration: ServiceRoom {
  package let parts: ServiceParts

  /// ACC-1: registers an address (or number) with a password, and sends or resends the code. New,
  /// pending and taken ones get the same response, with the same work and one password hash.
  package func register(
    userName: String, password typed: String, name: String? = nil,
    market: MarketPerson? = nil, caller: Caller
  ) async throws -> RegistrationAnswer {
    try checked(caller)
    // Before anything is looked up, so it reveals nothing about the address.
    guard settings.isRegistrationOpen else { throw IdentityFailure.registrationClosed }
    let identifier = try identifier(userName)
    try served(identifier)
    let password = try hashing.newPassword(typed, settings.accountPasswords, [identifier], name)
    if let name { try bounded(name, SecurityRules.nameBytes, "name") }
    guard let check = PasswordCheck(password, identifier, ports.digests),
      let id = PendingRegistration.id(
        password, identifier, device: caller.proof.key, ports.digests)
    else { throw IdentityFailure.malformed(field: "password") }

    let moment = now
    let intent = intents.intent("register", caller)
    let prepared = codes.prepareCode()
    let (answer, record) = try await limits.holding(intent, "register.limit", at: moment) {
      try limits.sendBudgets(to: identifier, caller: caller, $0)
    } work: { budgets in
      let hash = try await hashing.hash(password, for: budgets)
      return try await ports.store.transaction("register.store") {
        tables -> (SettledAnswer, PendingRegistration?) in
        if let limited = try limits.count(against: budgets, intent, at: moment, tables) {
          return (limited, nil)
        }
        if let refusal = try caller.refusalOfProof(tables) { return (.refused(refusal), nil) }
        let answer = try intents.once(intent, at: moment, tables) {
          guard let hash else { return .refused(.busy(until: moment + .seconds(1))) }
          let owner = try tables.binding(of: identifier)?.account
          let attempts = try tables.registrations(for: identifier)
          if owner != nil && settings.disclosesTaken { return .refused(.identifierTaken) }
          let code = try registrationCode(
            prepared, for: id, to: identifier, owner: owner, caller: caller, at: moment, tables)
          let record = PendingRegistration(
            id: id, identifier: identifier, device: caller.proof.key, createdAt: moment,
            name: name, market: market, password: hash, check: check, code: code)
          try tables.put(
            RegistrationRules.keep(record, among: attempts, at: moment), for: identifier)
          return .registration(id)
        }
        guard case .registration(let id) = answer else { return (answer, nil) }
        return (answer, try tables.registrations(for: identifier).first { $0.id == id })
      }
    }
    switch answer {
    case .registration:
      guard let record else { throw IdentityFailure.idempotencySettled }
      return RegistrationAnswer(
        attempt: record.id, resendAt: record.code.sentAt + SecurityRules.codeResendWait,
        expiresAt: record.code.expiresAt)
    case .refused(let failure): throw failure
    case .done, .session, .challenge, .authorization, .authenticator, .recoveryCodes:
      throw IdentityFailure.idempotencySettled
    }
  }

  /// The code of an attempt; for a taken address, a decoy and a notice to the owner.
  func registrationCode(
    _ prepared: PreparedCode, for attempt: ID<PendingRegistration>, to identifier: Identifier,
    owner: ID<Account>?, caller: Caller, at now: Timestamp, _ tables: Tables
  ) throws -> CodeState {
    try codes.issue(
      prepared,
      CodeMessage(
        origin: .registration(attempt), purpose: "registration", recipient: identifier,
        template: owner == nil ? .registrationCode : .registrationTaken, owner: owner,
        isDecoy: owner != nil),
      asker: CodeAsker("registration", identifier, holder: nil, caller: caller), caller: caller,
      at: now, tables)
  }

  /// Confirms a registration by its code. The other attempts for the address are removed, with
  /// everything that depends on them.
  ///
  /// - Parameter attempt: from `register`, if the client can keep it.
  package func confirm(
    userName: String, code guess: Secret<OneTimeCode>, attempt: ID<PendingRegistration>? = nil,
    caller: Caller
  ) async throws {
    try checked(caller)
    let identifier = try identifier(userName)
    let moment = now
    let accountID: ID<Account> = ports.random.id()
    let noticeID: ID<OutboxMessage> = ports.random.id()
    let intent = intents.intent("confirm", caller)
    let answer = try await ports.store.transaction("register.confirm") { tables in
      if let refusal = try caller.refusalOfProof(tables) {
        return SettledAnswer.refused(refusal)
      }
      if let until = try limits.countAttempt(caller: caller, at: moment, tables) {
        return .refused(.limited(until: until))
      }
      return try intents.once(intent, at: moment, tables) {
        let known = try tables.registrations(for: identifier)
        // A code requested with a key is valid with that key only.
        let asked = known.filter {
          $0.isAlive(at: moment) && $0.device == caller.proof.key
            && (attempt == nil || $0.id == attempt)
        }
        var states = asked.map(\.code)
        // An owner who has verified the address meanwhile keeps it: no other attempt can match.
        let isTaken = try tables.binding(of: identifier) != nil
        let match = asked.firstIndex {
          $0.code.matches(guess, challenge: $0.id.text, ports.digests) && !isTaken
        }
        let asker = CodeAsker("registration", identifier, holder: nil, caller: caller)
        let verdict = try codes.judge(
          &states, match: match, by: asker, at: identifier, now: moment, tables)
        guard verdict == .accepted, let match else {
          let tried = Dictionary(zip(asked.map(\.id), states)) { first, _ in first }
          let attempts = known.map { attempt in
            var attempt = attempt
            attempt.code = tried[attempt.id] ?? attempt.code
            return attempt
          }
          try tables.put(attempts, for: identifier)
          return .refused(verdict.failure ?? .wrongCode(triesLeft: 0))
        }
        try confirm(
          RegistrationRules.confirm(known, named: attempt, match: asked[match], at: moment),
          asked[match], as: accountID, noticeID: noticeID, caller: caller, at: moment, tables)
        return .done
      }
    }
    if case .refused(let failure) = answer { throw failure }
  }

  private func confirm(
    _ confirmation: RegistrationRules.Confirmation, _ attempt: PendingRegistration,
    as account: ID<Account>, noticeID: ID<OutboxMessage>, caller: Caller, at now: Timestamp,
    _ tables: Tables
  ) throws {
    let isWhole = confirmation != .addressOnly
    try tables.put(
      Account(
        id: account, createdAt: now,
        profile: Account.Profile(
          name: isWhole ? attempt.name : nil, market: isWhole ? attempt.market : nil),
        language: caller.language))
    try tables.bind(attempt.identifier, to: account, at: now)
    switch confirmation {
    case .whole:
      try tables.put(
        PasswordCredential(
          account: account, hash: attempt.password, changedAt: now, version: 1))
    case .addressOnly:
      try notices.notify(
        attempt.identifier, .confirmedWithoutPassword, id: noticeID, language: caller.language,
        at: now, tables)
    }
  }
}

extension IdentityService {
  package var registration: Registration { Registration(parts: parts) }
}
