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
  /// - Parameter isDecoy: nobody gets the code: no guess meets it, and the row is of the kind
  ///   `template` without a secret.
  func issue(
    _ prepared: PreparedCode, for subject: String, to recipient: Identifier,
    _ template: MessageTemplate, isDecoy: Bool, caller: Caller, at now: Timestamp,
    _ tables: Tables
  ) throws -> CodeState {
    let parts = [subject, prepared.code.exposed]
    let digest = StoredDigest.of(parts, for: .oneTimeCode, ports.digests)
    let sealed = try ports.sealing.seal(
      Array(prepared.code.exposed.utf8), nonce: prepared.nonce, context: prepared.message.text)
    try tables.append(
      OutboxMessage(
        id: prepared.message, recipient: recipient, template: template,
        language: caller.language, sealedSecret: isDecoy ? nil : sealed,
        expiresAt: now + SecurityRules.codeLifetime, createdAt: now))
    return CodeState(digest: isDecoy ? nil : digest, sentAt: now)
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
    let key = limitKey("guess", try ownWho(challenge.identifier, caller: caller, tables))
    var guesses = try tables.guesses(at: key) ?? IdentifierGuesses()
    let verdict = guesses.judge(&codes, match: isMatch ? 0 : nil, at: now)
    challenge.code = codes[0]
    try tables.put(guesses, at: key)
    try tables.put(challenge)
    return verdict
  }

  /// Tells the owner of an account something, at its verified address if it has one.
  func notify(
    _ account: ID<Account>, _ template: MessageTemplate, id: ID<OutboxMessage>, caller: Caller,
    at now: Timestamp, _ tables: Tables
  ) throws {
    for binding in try tables.bindings(of: account) {
      guard case .email = binding.identifier else { continue }
      try notify(binding.identifier, template, id: id, caller: caller, at: now, tables)
      return
    }
  }

  func notify(
    _ recipient: Identifier, _ template: MessageTemplate, id: ID<OutboxMessage>,
    caller: Caller, at now: Timestamp, _ tables: Tables
  ) throws {
    try tables.append(
      OutboxMessage(
        id: id, recipient: recipient,
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
