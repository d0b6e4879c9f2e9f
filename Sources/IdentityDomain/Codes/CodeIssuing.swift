/// What a code needs of chance, drawn before the transaction.
struct PreparedCode: Sendable {
  let challenge: ID<Challenge>
  let message: ID<OutboxMessage>
  let code: Secret<OneTimeCode>
  /// For where strangers guess as well (DEC-7).
  let longCode: Secret<OneTimeCode>
  let nonce: [UInt8]
}

/// A message with a code that is to be sent.
struct CodeMessage: Sendable {
  /// What the code is digested with: of a challenge or a registration.
  let subject: String
  let purpose: String
  let recipient: Identifier
  let template: MessageTemplate
  /// See `OutboxMessage`.
  var insteadOf: MessageTemplate?
  /// Whose address it is; nil for nobody's.
  let owner: ID<Account>?
  /// Nobody gets the code. What is stored has the form and the size of a real one, so that writing it
  /// takes as long: but no guess meets the digest, and what is sealed is no code.
  var isDecoy = false
}

/// One-time codes: sending them, and judging guesses.
struct Codes: ServiceMember {
  let parts: ServiceParts
}

extension Codes {
  func prepareCode() -> PreparedCode {
    PreparedCode(
      challenge: ports.random.id(), message: ports.random.id(),
      code: ports.random.oneTimeCode(),
      longCode: Secret(SpelledCode.made(of: ports.random.bytes(SecurityRules.longCodeCharacters))),
      nonce: ports.random.bytes(12))
  }

  /// A code for a challenge or a registration, and its row in the outbox, in one transaction.
  func issue(
    _ prepared: PreparedCode, _ message: CodeMessage, asker: CodeAsker, caller: Caller,
    at now: Timestamp, _ tables: Tables
  ) throws -> CodeState {
    let isLong = try codeSent(to: asker, at: now, tables)
    let code = isLong ? prepared.longCode : prepared.code
    // A guess is digested as two parts, so three are met by none.
    let parts = [message.subject, code.exposed] + (message.isDecoy ? ["decoy"] : [])
    let digest = StoredDigest.of(parts, for: .oneTimeCode, ports.digests)
    let secret = message.isDecoy ? Codes.noSecret(like: code) : code
    let sealed = try ports.sealing.seal(
      Array(secret.exposed.utf8), nonce: prepared.nonce, context: prepared.message.text)
    let owner = try tables.account(message.owner ?? Account.nobody)
    try tables.append(
      OutboxMessage(
        id: prepared.message, recipient: MessageRecipient(message.recipient),
        template: message.template, insteadOf: message.insteadOf,
        language: owner.map(language) ?? caller.language,
        sealedSecret: sealed,
        expiresAt: now + SecurityRules.codeLifetime, createdAt: now))
    return CodeState(digest: digest, sentAt: now, isLong: isLong)
  }

  /// What a decoy holds in the place of a secret: dashes, as many as that has bytes.
  static func noSecret<Kind>(like secret: Secret<Kind>) -> Secret<Kind> {
    Secret(String(repeating: "-", count: secret.exposed.utf8.count))
  }

  /// Sends a code of a purpose. A code that a device asks for again belongs to the same challenge, and so
  /// does one that is asked for with the token of the challenge. Without either each who asks gets one
  /// of their own (DEC-2).
  func challenge(
    _ purpose: ChallengePurpose, _ identifier: Identifier, account: ID<Account>?,
    _ template: MessageTemplate, insteadOf: MessageTemplate? = nil, isDecoy: Bool = false,
    continuing found: Challenge? = nil,
    prepared: PreparedCode, caller: Caller, at now: Timestamp, _ tables: Tables
  ) throws -> ID<Challenge> {
    let earlier = try found ?? tables.challenge(purpose, for: identifier, from: caller.proof.key)
    // The same answer to both of "is it there" and "is it his", so a stranger's asks nothing away.
    let isSame = earlier.map { $0.account == account && now < $0.expiresAt } ?? false
    let id = isSame ? earlier?.id ?? prepared.challenge : prepared.challenge
    let asker = CodeAsker(purpose, identifier, challenge: id, caller: caller)
    let code = try issue(
      prepared,
      CodeMessage(
        subject: id.text, purpose: purpose.rawValue, recipient: identifier, template: template,
        insteadOf: insteadOf, owner: account, isDecoy: isDecoy),
      asker: asker, caller: caller, at: now, tables)
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
    let asker = CodeAsker(
      challenge.purpose, challenge.identifier, challenge: challenge.id, caller: caller)
    let verdict = try judge(
      &codes, match: isMatch ? 0 : nil, by: asker, at: challenge.identifier, now: now, tables)
    challenge.code = codes[0]
    try tables.put(challenge)
    return verdict
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
    case .done, .session, .registration, .authorization: throw IdentityFailure.idempotencySettled
    }
  }

  func storedChallenge(_ answer: SettledAnswer, _ tables: Tables) throws -> Challenge? {
    guard case .challenge(let id) = answer else { return nil }
    return try tables.challenge(id)
  }
}

/// What continues a challenge. The same for an identifier that is known and one that is not.
package struct ChallengeAnswer: Sendable {
  package let challenge: ID<Challenge>
  package let verificationToken: Secret<VerificationToken>
  package let resendAt: Timestamp
  package let expiresAt: Timestamp
  package let tries: Int
}
