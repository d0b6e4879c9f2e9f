package struct RegistrationAnswer: Sendable {
  /// Names the attempt, for clients that can name it when they confirm. Of the same shape whether
  /// the address is new, pending or taken.
  package let attempt: ID<PendingRegistration>
  package let resendAt: Timestamp
  package let expiresAt: Timestamp
}

extension IdentityService {
  /// ACC-1: registers an address (or number) with a password, and sends the code, also again. New,
  /// pending and taken ones answer alike, with the same work and one password hash.
  package func register(
    userName: String, password typed: String, name: String? = nil,
    market: MarketPerson? = nil, caller: Caller
  ) async throws -> RegistrationAnswer {
    try checked(caller)
    // Before anything is looked up: it says nothing of the address.
    guard settings.isRegistrationOpen else { throw IdentityFailure.registrationClosed }
    guard let identifier = Identifier(userName: userName, ports.phones) else {
      throw IdentityFailure.malformed(field: "user_name")
    }
    try served(identifier)
    let password = try newPassword(typed, settings.accountPasswords, identifier, name)
    if let name { try bounded(name, SecurityRules.nameBytes, "name") }
    guard let check = PasswordCheck(password, identifier, ports.digests) else {
      throw IdentityFailure.malformed(field: "password")
    }

    let moment = now
    let intent = intent("register", caller)
    let charges = try await openCharges("register.limit", intent, at: moment) {
      try sendCharges(to: identifier, caller: caller, $0)
    }
    let hash = try await hashing { try await $0.hash(password) }

    let prepared = prepareCode()
    let freshID: ID<PendingRegistration> = ports.random.id()
    let (answer, record) = try await ports.store.transaction("register.store") { tables in
      if let limited = try charge(charges, intent, at: moment, tables) {
        return (limited, PendingRegistration?.none)
      }
      if let refusal = try refusal(ofProof: caller, tables) { return (.refused(refusal), nil) }
      let answer = try once(intent, at: moment, tables) {
        let isTaken = try tables.binding(of: identifier) != nil
        let attempts = try tables.registrations(for: identifier)
        if isTaken && settings.disclosesTaken { return .refused(.identifierTaken) }
        let fresh = PendingRegistration(
          id: freshID, identifier: identifier, device: caller.proof.key, createdAt: moment,
          name: name, market: market, password: hash, check: check,
          code: CodeState(digest: nil, sentAt: moment))
        let id = RegistrationRules.begin(attempts, fresh: fresh) {
          $0.check.matches(password, identifier, ports.digests)
        }
        let code = try issue(
          prepared, for: id.text, to: identifier,
          isTaken ? .registrationTaken : .registrationCode, isDecoy: isTaken, caller: caller,
          at: moment, tables)
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
    switch answer {
    case .registration:
      guard let record else { throw IdentityFailure.idempotencySettled }
      return RegistrationAnswer(
        attempt: record.id, resendAt: record.code.sentAt + SecurityRules.codeResendWait,
        expiresAt: record.code.expiresAt)
    case .refused(let failure): throw failure
    case .done, .session, .challenge: throw IdentityFailure.idempotencySettled
    }
  }

  /// Confirms a registration by its code. The other attempts for the address go, with everything
  /// that hung on them.
  ///
  /// - Parameter attempt: from `register`, where the client can keep it.
  package func confirmRegistration(
    userName: String, code guess: Secret<OneTimeCode>, attempt: ID<PendingRegistration>? = nil,
    caller: Caller
  ) async throws {
    try checked(caller)
    guard let identifier = Identifier(userName: userName, ports.phones) else {
      throw IdentityFailure.malformed(field: "user_name")
    }
    let moment = now
    let accountID: ID<Account> = ports.random.id()
    let noticeID: ID<OutboxMessage> = ports.random.id()
    let intent = intent("confirm", caller)
    let answer = try await ports.store.transaction("register.confirm") { tables in
      if let refusal = try refusal(ofProof: caller, tables) {
        return SettledAnswer.refused(refusal)
      }
      if let until = try chargeAttempt(caller: caller, at: moment, tables) {
        return .refused(.limited(until: until))
      }
      return try once(intent, at: moment, tables) {
        let alive = try tables.registrations(for: identifier).filter { $0.isAlive(at: moment) }
        let asked = alive.filter { attempt == nil || $0.id == attempt }
        let keys = limitKeys("guess", try ownWho(identifier, caller: caller, tables))
        var codes = asked.map(\.code)
        // Whoever verified the address meanwhile keeps it: no attempt of another can match.
        let isTaken = try tables.binding(of: identifier) != nil
        let match = asked.firstIndex {
          $0.code.matches(guess, challenge: $0.id.text, ports.digests) && !isTaken
        }
        let before = try keys.newest { try tables.guesses(at: $0) } ?? IdentifierGuesses()
        var guesses = before
        let verdict = guesses.judge(&codes, match: match, at: moment)
        try keep(guesses, after: before, at: keys, of: identifier, now: moment, tables)
        guard verdict == .accepted, let match else {
          let tried = Dictionary(zip(asked.map(\.id), codes)) { first, _ in first }
          let attempts = alive.map { attempt in
            var attempt = attempt
            attempt.code = tried[attempt.id] ?? attempt.code
            return attempt
          }
          try tables.put(attempts, for: identifier)
          return .refused(verdict.failure ?? .wrongCode(triesLeft: 0))
        }
        let kept = asked[match]
        let account = Account(
          id: accountID, createdAt: moment,
          profile: Account.Profile(name: kept.name, market: kept.market))
        try tables.put(account)
        try bind(identifier, to: accountID, at: moment, tables)
        switch RegistrationRules.confirm(alive, named: attempt, match: kept.id) {
        case .withPassword:
          try tables.put(
            PasswordCredential(
              account: accountID, hash: kept.password, changedAt: moment, version: 1))
        case .withoutPassword:
          try notify(
            identifier, .confirmedWithoutPassword, id: noticeID, caller: caller, at: moment,
            tables)
        }
        return .done
      }
    }
    if case .refused(let failure) = answer { throw failure }
  }

  /// Gives an identifier that was just proven to an account. Whatever strangers began with it
  /// before goes.
  func bind(
    _ identifier: Identifier, to account: ID<Account>, at now: Timestamp, _ tables: Tables
  ) throws {
    try tables.put(
      IdentifierBinding(identifier: identifier, account: account, verifiedAt: now))
    try tables.put([PendingRegistration](), for: identifier)
    try tables.removeTemporaryPassword(for: identifier)
  }

  /// Whether messages go to this identifier: asked before anything is looked up, so it says nothing of
  /// who has it.
  func served(_ identifier: Identifier) throws(IdentityFailure) {
    guard case .phone(let number) = identifier else { return }
    guard settings.servedRegions.contains(number.region) else { throw .regionNotServed }
    guard ports.phones.takesMessages(number) else { throw .phoneNumberInvalid }
  }

  func bounded(_ text: String, _ most: Int, _ field: String) throws(IdentityFailure) {
    let isPrintable = !text.unicodeScalars.contains { $0.properties.generalCategory == .control }
    guard text.utf8.count <= most, isPrintable else { throw .malformed(field: field) }
  }

  func newPassword(
    _ typed: String, _ policy: PasswordPolicy, _ identifier: Identifier, _ name: String?
  ) throws(IdentityFailure) -> PlaintextPassword {
    guard let password = PlaintextPassword(typed) else {
      throw .weakPassword(PlaintextPassword.flaw(of: typed) ?? .tooLong)
    }
    var words = [identifier.text, name ?? ""]
    if case .email(let address) = identifier { words.append(address.localPart) }
    if let weakness = policy.weakness(of: password, ownWords: words) {
      throw .weakPassword(weakness)
    }
    return password
  }
}
