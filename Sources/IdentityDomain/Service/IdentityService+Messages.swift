/// What a code needs of chance, drawn before the transaction.
struct PreparedCode: Sendable {
  let challenge: ID<Challenge>
  let message: ID<OutboxMessage>
  let code: Secret<OneTimeCode>
  let nonce: [UInt8]
}

extension IdentityService {
  func prepareCode() -> PreparedCode {
    PreparedCode(
      challenge: ports.random.id(), message: ports.random.id(),
      code: ports.random.oneTimeCode(), nonce: ports.random.bytes(12))
  }

  /// A code for a challenge or a registration, and its row in the outbox, in one transaction.
  ///
  /// - Parameter isDecoy: nobody gets the code. What is stored has the form and the size of a real
  ///   one, so that writing it takes as long: but no guess meets the digest, and what is sealed is
  ///   no code.
  func issue(
    _ prepared: PreparedCode, for subject: String, to recipient: Identifier,
    _ template: MessageTemplate, isDecoy: Bool, caller: Caller, at now: Timestamp,
    _ tables: Tables
  ) throws -> CodeState {
    // A guess is digested as two parts, so three are met by none.
    let parts = [subject, prepared.code.exposed] + (isDecoy ? ["decoy"] : [])
    let digest = StoredDigest.of(parts, for: .oneTimeCode, ports.digests)
    let secret = isDecoy ? Self.noSecret(like: prepared.code) : prepared.code
    let sealed = try ports.sealing.seal(
      Array(secret.exposed.utf8), nonce: prepared.nonce, context: prepared.message.text)
    try tables.append(
      OutboxMessage(
        id: prepared.message, recipient: MessageRecipient(recipient), template: template,
        language: caller.language, sealedSecret: sealed,
        expiresAt: now + SecurityRules.codeLifetime, createdAt: now))
    return CodeState(digest: digest, sentAt: now)
  }

  /// What a decoy holds in the place of a secret: dashes, as many as that has bytes.
  static func noSecret<Kind>(like secret: Secret<Kind>) -> Secret<Kind> {
    Secret(String(repeating: "-", count: secret.exposed.utf8.count))
  }

  /// Sends a code of a purpose. A code that is asked for again belongs to the same challenge.
  func challenge(
    _ purpose: ChallengePurpose, _ identifier: Identifier, account: ID<Account>?,
    _ template: MessageTemplate, isDecoy: Bool, prepared: PreparedCode, caller: Caller,
    at now: Timestamp, _ tables: Tables
  ) throws -> ID<Challenge> {
    let earlier = try tables.challenge(purpose, for: identifier, from: caller.proof.key)
    // The same answer to both of "is it there" and "is it his", so a stranger's asks nothing away.
    let isSame = earlier.map { $0.account == account && now < $0.expiresAt } ?? false
    let id = isSame ? earlier?.id ?? prepared.challenge : prepared.challenge
    let code = try issue(
      prepared, for: id.text, to: identifier, template, isDecoy: isDecoy, caller: caller,
      at: now, tables)
    try tables.put(
      Challenge(
        id: id, purpose: purpose, identifier: identifier, account: account,
        device: caller.proof.key, expiresAt: now + SecurityRules.challengeLifetime, code: code))
    return id
  }

  /// One guess at one challenge.
  func judge(
    _ guess: Secret<OneTimeCode>, at challenge: inout Challenge, caller: Caller, now: Timestamp,
    _ tables: Tables
  ) throws -> CodeVerdict {
    let isMatch = challenge.code.matches(guess, challenge: challenge.id.text, ports.digests)
    var codes = [challenge.code]
    let keys = limitKeys("guess", try ownWho(challenge.identifier, caller: caller, tables))
    let before = try keys.newest { try tables.guesses(at: $0) } ?? IdentifierGuesses()
    var guesses = before
    let verdict = guesses.judge(&codes, match: isMatch ? 0 : nil, at: now)
    challenge.code = codes[0]
    try keep(guesses, after: before, at: keys, of: challenge.identifier, now: now, tables)
    try tables.put(challenge)
    return verdict
  }

  /// Stores the guesses at an identifier. The audit hears when they block it, also where it is
  /// nobody's.
  func keep(
    _ guesses: IdentifierGuesses, after before: IdentifierGuesses, at keys: LimitKeys,
    of identifier: Identifier, now: Timestamp, _ tables: Tables
  ) throws {
    try tables.put(guesses, at: keys.current)
    guard guesses.blockedUntil != nil, guesses.blockedUntil != before.blockedUntil else { return }
    try tables.append(
      AuditRecord(
        event: .identifierBlocked, session: nil,
        account: try tables.binding(of: identifier)?.account, at: now))
  }

  /// Tells the owner of an account something: at its verified address if it has one, and by a push
  /// to each device that is signed in (docs/decisions/0015-delivery.md).
  func notify(
    _ account: ID<Account>, _ template: MessageTemplate, id: ID<OutboxMessage>, caller: Caller,
    at now: Timestamp, _ tables: Tables
  ) throws {
    for binding in try tables.bindings(of: account) {
      guard case .email = binding.identifier else { continue }
      try notify(binding.identifier, template, id: id, caller: caller, at: now, tables)
      break
    }
    try push(account, template, id: id, caller: caller, at: now, tables)
  }

  /// A row of its own for each device, so that each is tried by itself. A device whose session has
  /// ended gets none: somebody else may hold it (CMP-13).
  private func push(
    _ account: ID<Account>, _ template: MessageTemplate, id: ID<OutboxMessage>, caller: Caller,
    at now: Timestamp, _ tables: Tables
  ) throws {
    for (place, endpoint) in try tables.pushEndpoints(of: account).enumerated() {
      guard let platform = PushPlatform(endpoint.platform),
        settings.pushPlatforms.contains(platform),
        let name = id.numbered(place + 1),
        try tables.session(endpoint.session)?.family.standing(at: now) == .live
      else { continue }
      try tables.append(
        OutboxMessage(
          id: name, recipient: .push(PushAddress(endpoint)), template: template,
          language: caller.language, sealedSecret: nil,
          expiresAt: now + SecurityRules.noticeLifetime, createdAt: now))
    }
  }

  func notify(
    _ recipient: Identifier, _ template: MessageTemplate, id: ID<OutboxMessage>,
    caller: Caller, at now: Timestamp, _ tables: Tables
  ) throws {
    try tables.append(
      OutboxMessage(
        id: id, recipient: MessageRecipient(recipient),
        template: template, language: caller.language, sealedSecret: nil,
        expiresAt: now + SecurityRules.noticeLifetime, createdAt: now))
  }

  /// The token that continues a challenge: who holds it asked for the code.
  package func verificationToken(_ id: ID<Challenge>) -> Secret<VerificationToken>? {
    DerivedToken(subject: id.text, generation: 0, key: ports.digests.currentKey)
      .text(.verificationToken, ports.digests).map { Secret($0) }
  }

  func challenge(
    of token: Secret<VerificationToken>, _ purpose: ChallengePurpose, caller: Caller,
    _ tables: Tables
  ) throws -> Challenge? {
    guard let read = DerivedToken.read(token.exposed, .verificationToken, ports.digests),
      let challenge = try tables.challenge(ID(read.subject)), challenge.purpose == purpose,
      challenge.device == caller.proof.key
    else { return nil }
    return challenge
  }
}
