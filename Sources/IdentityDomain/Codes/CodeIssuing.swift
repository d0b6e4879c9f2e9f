/// The random parts of a code, drawn before the transaction.
struct PreparedCode: Sendable {
  let challenge: ID<Challenge>
  let message: ID<OutboxMessage>
  let code: Secret<OneTimeCode>
  /// For identifiers at which strangers guess as well (DEC-7).
  let longCode: Secret<OneTimeCode>
  let nonce: [UInt8]
}

/// A message with a code to be sent.
struct CodeMessage: Sendable {
  /// The challenge or registration, whose id the code is bound to in its digest.
  let origin: MessageOrigin
  let purpose: String
  let recipient: Identifier
  let template: MessageTemplate
  /// See `OutboxMessage`.
  var insteadOf: MessageTemplate?
  /// The owner of the address; nil if there is none.
  let owner: ID<Account>?
  /// No one receives the code. What is stored has the form and size of a real one, so that writing
  /// it takes as long; but no guess matches the digest, and the sealed value is not a code.
  var isDecoy = false
}

/// One-time codes: sending them and checking guesses.
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
    // A guess is digested as two parts, so no guess matches three.
    let parts = [message.origin.id, code.exposed] + (message.isDecoy ? ["decoy"] : [])
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
        expiresAt: now + SecurityRules.codeLifetime, createdAt: now, origin: message.origin))
    return CodeState(digest: digest, sentAt: now, isLong: isLong)
  }

  /// What a decoy holds in place of a secret: dashes of the same length.
  static func noSecret<Kind>(like secret: Secret<Kind>) -> Secret<Kind> {
    Secret(String(repeating: "-", count: secret.exposed.utf8.count))
  }

  /// Sends a code of a purpose. A code requested again by the same device, or with the challenge's
  /// token, belongs to the same challenge. Without either, each request gets a challenge of its own
  /// (DEC-2).
  func challenge(
    _ purpose: ChallengePurpose, _ identifier: Identifier, account: ID<Account>?,
    _ template: MessageTemplate, insteadOf: MessageTemplate? = nil, isDecoy: Bool = false,
    continuing found: Challenge? = nil, replacing replaced: Identifier? = nil,
    prepared: PreparedCode, caller: Caller, at now: Timestamp, _ tables: Tables
  ) throws -> ID<Challenge> {
    let earlier = try found ?? tables.challenge(purpose, for: identifier, from: caller.proof.key)
    // "Does it exist" and "is it theirs" have the same answer, so a stranger's request reveals
    // nothing.
    let isSame = earlier.map { $0.account == account && now < $0.expiresAt } ?? false
    let id = isSame ? earlier?.id ?? prepared.challenge : prepared.challenge
    let asker = CodeAsker(purpose, identifier, challenge: id, caller: caller)
    let code = try issue(
      prepared,
      CodeMessage(
        origin: .challenge(id), purpose: purpose.rawValue, recipient: identifier,
        template: template,
        insteadOf: insteadOf, owner: account, isDecoy: isDecoy),
      asker: asker, caller: caller, at: now, tables)
    var challenge = Challenge(
      id: id, purpose: purpose, identifier: identifier, account: account,
      device: caller.proof.key, expiresAt: now + SecurityRules.challengeLifetime, code: code)
    challenge.replaces = replaced?.text
    try tables.put(challenge)
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

  /// The token that continues a challenge; its holder requested the code.
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

  /// The response that continues a challenge, as stored: a repeated call shows the times of the
  /// first.
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
        expiresAt: stored.code.expiresAt, tries: stored.code.triesLeft,
        sentTo: stored.identifier)
    case .refused(let failure): throw failure
    case .done, .session, .registration, .authorization, .authenticator, .recoveryCodes:
      throw IdentityFailure.idempotencySettled
    }
  }

  func storedChallenge(_ answer: SettledAnswer, _ tables: Tables) throws -> Challenge? {
    guard case .challenge(let id) = answer else { return nil }
    return try tables.challenge(id)
  }
}

/// What continues a challenge. The same for known and unknown identifiers.
package struct ChallengeAnswer: Sendable {
  package let challenge: ID<Challenge>
  package let verificationToken: Secret<VerificationToken>
  package let resendAt: Timestamp
  package let expiresAt: Timestamp
  package let tries: Int
  /// Told only to those who have shown whose account it is, and masked.
  package let sentTo: Identifier
}
