/// What a code needs of chance, drawn before the transaction.
struct PreparedCode: Sendable {
  let challenge: ID<Challenge>
  let message: ID<OutboxMessage>
  let code: Secret<OneTimeCode>
  /// For where strangers guess as well (DEC-7).
  let longCode: Secret<OneTimeCode>
  let nonce: [UInt8]
}

/// What a notice with a secret needs of chance, drawn before the transaction.
struct PreparedNotice: Sendable {
  let message: ID<OutboxMessage>
  private let bytes: [UInt8]

  init(_ random: any RandomBytes) {
    message = random.id()
    bytes = random.bytes(12 * Self.most)
  }

  /// An account has one address and one number.
  private static let most = 4

  /// A nonce for each recipient.
  func nonce(_ place: Int) -> [UInt8] {
    let start = 12 * (place % Self.most)
    return Array(bytes[start..<start + 12])
  }
}

/// A message with a code that is to be sent.
struct CodeMessage: Sendable {
  /// What the code is digested with: of a challenge or a registration.
  let subject: String
  let purpose: String
  let recipient: Identifier
  let template: MessageTemplate
  /// Whose address it is; nil for nobody's.
  let owner: ID<Account>?
  /// Nobody gets the code. What is stored has the form and the size of a real one, so that writing it
  /// takes as long: but no guess meets the digest, and what is sealed is no code.
  var isDecoy = false
}

extension IdentityService {
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
    let secret = message.isDecoy ? Self.noSecret(like: code) : code
    let sealed = try ports.sealing.seal(
      Array(secret.exposed.utf8), nonce: prepared.nonce, context: prepared.message.text)
    let language = try tables.account(message.owner ?? Self.nobody)?.language
    try tables.append(
      OutboxMessage(
        id: prepared.message, recipient: MessageRecipient(message.recipient),
        template: message.template, language: language ?? caller.language, sealedSecret: sealed,
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
    _ template: MessageTemplate, isDecoy: Bool = false, continuing found: Challenge? = nil,
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
        owner: account, isDecoy: isDecoy),
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

  /// Tells the owner of an account something, in the owner's language, at every address and number
  /// that the account verified, and by a push to each device that is signed in (DEC-10;
  /// docs/decisions/0015-delivery.md).
  func notify(
    _ account: ID<Account>, _ template: MessageTemplate, id: ID<OutboxMessage>, caller: Caller,
    at now: Timestamp, _ tables: Tables
  ) throws {
    let budget = Charge(limitKeys("notice", account.text), SecurityRules.notices)
    guard try tables.charge([budget], at: now) == nil else { return }
    let language = try tables.ownAccount(account)?.language ?? caller.language
    for (place, binding) in try tables.bindings(of: account).enumerated() {
      guard let name = place == 0 ? id : id.numbered(128 + place) else { continue }
      try notify(binding.identifier, template, id: name, language: language, at: now, tables)
    }
    try push(account, template, id: id, language: language, at: now, tables)
  }

  /// Tells the owner of a change, with the way back: to each address that the account had, or where it
  /// had none, to its number (DEC-4).
  func notify(
    of change: IdentifierChange, _ notice: PreparedNotice, caller: Caller, at now: Timestamp,
    _ tables: Tables
  ) throws {
    guard let token = undoToken(change.id) else { return }
    let language = try tables.ownAccount(change.account)?.language ?? caller.language
    for (place, binding) in change.bindings.enumerated() {
      guard let name = place == 0 ? notice.message : notice.message.numbered(128 + place) else {
        continue
      }
      let showsToken = binding.identifier.isEmail || !change.goesToMailbox
      try tables.append(
        OutboxMessage(
          id: name, recipient: MessageRecipient(binding.identifier),
          template: showsToken ? .identifierChanged : .identifierChangedElsewhere,
          language: language,
          sealedSecret: showsToken
            ? try ports.sealing.seal(
              Array(token.exposed.utf8), nonce: notice.nonce(place), context: name.text) : nil,
          expiresAt: now + SecurityRules.noticeLifetime, createdAt: now))
    }
    try push(
      change.account, .identifierChangedElsewhere, id: notice.message, language: language, at: now,
      tables)
  }

  /// A row of its own for each device, so that each is tried by itself. A device whose session has
  /// ended gets none: somebody else may hold it (CMP-13).
  private func push(
    _ account: ID<Account>, _ template: MessageTemplate, id: ID<OutboxMessage>, language: String,
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
          language: language, sealedSecret: nil,
          expiresAt: now + SecurityRules.noticeLifetime, createdAt: now))
    }
  }

  func notify(
    _ recipient: Identifier, _ template: MessageTemplate, id: ID<OutboxMessage>,
    language: String, at now: Timestamp, _ tables: Tables
  ) throws {
    try tables.append(
      OutboxMessage(
        id: id, recipient: MessageRecipient(recipient),
        template: template, language: language, sealedSecret: nil,
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
