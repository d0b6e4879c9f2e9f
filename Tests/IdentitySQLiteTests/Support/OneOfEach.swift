import IdentityDomain
import Testing

/// One row of every kind, with every property set, for the golden file.
enum OneOfEach {
  struct Digests: KeyedDigest {
    var currentKey: KeyID { KeyID("server-key") }
    var recentKeys: [KeyID] { [currentKey] }
    func digest(_ message: [UInt8], for purpose: DigestPurpose, under key: KeyID) -> [UInt8]? {
      [1, 2, 254, 255]
    }
  }

  static let now = Timestamp(milliseconds: 1_700_000_000_123)
  static let key = KeyThumbprint("thumbprint")
  static let owner = ID<Account>("account")
  static let holder = Session.Holder.account(owner)
  static let guest = Session.Holder.installation(ID("installation"))
  static let client = ClientDescription(name: "app", platform: "iOS", appVersion: "1.2.3")
  static let limit = LimitKey("login", "ann", Digests())
  static let code = CodeState(
    digest: StoredDigest.of(["x"], for: .oneTimeCode, Digests()), sentAt: now)
  static let intent = IntentKey(operation: "register", scope: .device(key), key: "intent")

  static func email() throws -> EmailAddress { try #require(EmailAddress("ann@example.com")) }
  static func phone() throws -> PhoneNumber {
    try #require(PhoneNumber(e164: "+4915112345678", region: "DE"))
  }

  static func account() throws -> Account {
    var account = Account(
      id: owner, createdAt: now, isBlocked: true, isSuperAdmin: true,
      profile: Account.Profile(
        name: "Zoë \"1/2\"", claimedEmail: try email(), pictureURL: "https://example.com/p"))
    account.lastSeenAt = now + .seconds(1)
    return account
  }

  static func bindings() throws -> [IdentifierBinding] {
    [
      IdentifierBinding(
        identifier: .phone(try phone()), account: owner, verifiedAt: now + .seconds(2)),
      IdentifierBinding(identifier: .email(try email()), account: owner, verifiedAt: now),
    ]
  }

  static let password = PasswordCredential(
    account: owner, hash: PasswordHash("$argon2id$v=19$m=1$c2FsdA$aGFzaA"), changedAt: now,
    version: 3)

  static func registration() throws -> PendingRegistration {
    let plain = try #require(PlaintextPassword("correct horse battery"))
    let check = try #require(PasswordCheck(plain, .email(try email()), Digests()))
    return PendingRegistration(
      id: ID("registration"), identifier: .email(try email()), device: key, createdAt: now,
      name: "Ann", password: password.hash, check: check, code: code)
  }

  static func challenges() throws -> [Challenge] {
    var first = Challenge(
      id: ID("challenge"), purpose: .phoneSignIn, identifier: .phone(try phone()), account: owner,
      device: key, expiresAt: now + .hours(1), code: code)
    first.awaitsSecondProof = true
    let decoy = Challenge(
      id: ID("decoy"), purpose: .passwordReset, identifier: .email(try email()), account: nil,
      device: nil, expiresAt: now + .hours(1), code: CodeState(digest: nil, sentAt: now))
    return [first, decoy]
  }

  static func guesses() -> IdentifierGuesses {
    var guesses = IdentifierGuesses()
    var codes = [code]
    for _ in 0..<2 { _ = guesses.judge(&codes, match: nil, at: now) }
    guesses.codeSent()
    return guesses
  }

  static func sessions() -> [Session] {
    let kinds: [SessionKind] = [.bound(key), .cookie(key), .compat]
    return kinds.enumerated().map { place, kind in
      var family = TokenFamily(
        kind: kind, openedAt: now + .seconds(Int64(place)), derivationKey: KeyID("server-key"))
      _ = family.refresh(
        RefreshAttempt(
          generation: 0, proof: .fresh(key), now: now + .hours(1), newKey: KeyID("next-key")))
      if kind == .compat { family.revoke(.revokedByUser, at: now + .hours(2)) }
      return Session(
        id: ID("session-\(place)"), holder: place == 1 ? guest : holder,
        scope: place == 1 ? .anonymous : .full, authenticatedAt: now,
        methods: [.password, .oneTimePassword, .sms, .key], client: client, family: family)
    }
  }

  static let device = Device(key: key, account: owner, firstSeenAt: now, client: client)
  static let push = PushEndpoint(
    pushToken: "push-token", platform: "APNS", session: ID("session-0"), account: owner,
    registeredAt: now)

  static func trust() throws -> DeviceTrust {
    DeviceTrust(account: owner, number: try phone(), key: key, provedAt: now)
  }

  static func signOut() throws -> SignOutRecord {
    let ended = sessions()[2]
    return SignOutRecord(
      session: ended.id, holder: holder, end: try #require(ended.family.end))
  }

  static let event = SecurityEvent(
    .foreignKeyRefresh, session: ID("session-0"), account: owner, at: now)
  static let eventRow = SecurityEventRow(event, source: nil)

  /// What came with `StoreMigration.decision`.
  static func detachment() throws -> DetachedNumber {
    DetachedNumber(number: try phone(), account: owner, at: now)
  }
  static func change() throws -> IdentifierChange {
    IdentifierChange(
      id: ID("change"), account: owner, session: ID("session-0"), at: now,
      bindings: try bindings(), password: password, identities: [])
  }

  /// What came with `StoreMigration.federation`.
  static func identity(of account: ID<Account> = owner) throws -> FederatedIdentity {
    FederatedIdentity(
      subject: try #require(FederatedSubject(issuer: "https://provider.example", subject: "42")),
      account: account, provider: try #require(ProviderID("example")), linkedAt: now,
      email: try email(), revokedAt: now + .seconds(1), refreshToken: [0, 128, 255])
  }
  static func laterChange() throws -> IdentifierChange {
    IdentifierChange(
      id: ID("later-change"), account: ID("another"), session: ID("session-0"), at: now,
      bindings: [], password: nil, identities: [try identity(of: ID("another"))])
  }
  static func request(_ outcome: AuthorizationRequest.Outcome?) throws -> AuthorizationRequest {
    var request = AuthorizationRequest(
      id: ID("request-\(outcome == nil ? "open" : "done")"),
      provider: try #require(ProviderID("example")), device: key,
      purpose: outcome == nil ? .link(owner, ID("session-0")) : .signIn,
      returnURL: "com.example.app:/return", key: KeyID("server-key"), createdAt: now)
    request.exchangeStartedAt = now + .seconds(1)
    request.outcome = outcome
    return request
  }
  static func requests() throws -> [AuthorizationRequest] {
    [
      try request(nil),
      try request(
        .asserted(
          AssertedPerson(
            subject: try identity().subject, email: try email(), ownsEmail: true, name: "Zo\u{eb}",
            pictureURL: "https://example.com/p", level: .two, assertedAt: now,
            refreshToken: [1, 2]))),
    ]
  }

  /// What came with `StoreMigration.factors`.
  static var authenticator: TOTPAuthenticator {
    var row = TOTPAuthenticator(
      id: ID("totp"), account: owner, secret: [0, 128, 255], enroller: "session-0", createdAt: now)
    row.confirmedAt = now + .seconds(1)
    row.lastStep = 56_666_667
    row.lastUsedAt = now + .seconds(2)
    row.removedAt = now + .seconds(3)
    return row
  }
  static let recoveryCodes = RecoveryCodeSet(
    id: ID("codes"), account: owner, key: KeyID("factor-key"), seed: [0, 1, 255], madeAt: now,
    keptAt: now + .seconds(1), removedAt: now + .seconds(2),
    codes: [
      RecoveryCodeSet.Code(digest: [0, 128, 255]),
      RecoveryCodeSet.Code(digest: [1, 2], usedAt: now + .seconds(3)),
    ])
  static var secondStep: SecondStep {
    var step = SecondStep(
      id: ID("step"), account: owner, device: key,
      shown: [ShownProof(kind: "password", identifier: nil, at: now)], scope: .full, market: nil,
      createdAt: now)
    step.wrongTries = 2
    return step
  }
  static let factorReset = FactorReset(account: owner, startedAt: now, change: ID("change"))
  static func factorChange() throws -> IdentifierChange {
    IdentifierChange(
      id: ID("factor-change"), account: ID("third"), session: ID("session-0"), at: now,
      bindings: [], password: nil, identities: [],
      factors: FactorsBefore(
        twoStepsSince: now, authenticators: [ID("totp"), ID("other")], recoveryCodes: []))
  }
  static var secured: Account {
    var account = Account(id: ID("secured"), createdAt: now)
    account.twoStepsSince = now + .seconds(1)
    return account
  }

  /// What came with `StoreMigration.accountCentre`.
  static var leaving: Account {
    var account = Account(id: ID("leaving"), createdAt: now)
    account.deletionDueAt = now + .days(14)
    return account
  }
  static let travelling = Session(
    id: ID("travelling"), holder: .account(ID("leaving")), scope: .full, authenticatedAt: now,
    methods: [.password], client: client, country: "DE",
    family: TokenFamily(
      kind: .bound(KeyThumbprint("other")), openedAt: now, derivationKey: KeyID("server-key")))

  /// What came with `StoreMigration.identifiers`.
  static func chosen() throws -> IdentifierBinding {
    IdentifierBinding(
      identifier: .phone(try #require(PhoneNumber(e164: "+4915187654321", region: "DE"))),
      account: ID("chosen"), verifiedAt: now, chosenAt: now + .seconds(3))
  }
  static func replacing() throws -> Challenge {
    var challenge = Challenge(
      id: ID("replacing"), purpose: .identifierVerification, identifier: .email(try email()),
      account: ID("chosen"), device: KeyThumbprint("replacing"), expiresAt: now + .minutes(10),
      code: CodeState(digest: nil, sentAt: now, isLong: false))
    challenge.replaces = "+4915187654321"
    return challenge
  }
  static func choice() throws -> IdentifierChange {
    IdentifierChange(
      id: ID("choice"), account: ID("chosen"), session: ID("session-0"), at: now,
      bindings: [try chosen()], password: nil, identities: [])
  }

  /// What came with `StoreMigration.passkeys`.
  static let passkey = Passkey(
    id: ID("passkey"), credential: "credential", account: owner, userHandle: "handle",
    key: [0, 128, 255], signCount: 7, isBackupEligible: true, isBackedUp: false,
    model: "fbfc3007154e4ecc8c0b6e020557d7bd", name: "Zo\u{eb}", createdAt: now,
    lastUsedAt: now + .seconds(1), clonedAt: now + .seconds(2))
  static let ceremonies: [PasskeyCeremony] = [
    PasskeyCeremony(
      challenge: "challenge-add", device: key,
      purpose: .add(owner, ID("session-0"), userHandle: "handle"), requiresVerification: true,
      createdAt: now),
    PasskeyCeremony(
      challenge: "challenge-sign-up", device: key,
      purpose: .signUp(userHandle: "other", name: "Zo\u{eb}"), requiresVerification: false,
      createdAt: now),
  ]
  static let newestChange = IdentifierChange(
    id: ID("newest-change"), account: ID("passkeys"), session: ID("session-0"), at: now,
    bindings: [], password: nil, identities: [],
    passkeys: [
      Passkey(
        id: ID("old"), credential: "old-credential", account: ID("passkeys"),
        userHandle: "handle", key: [1, 2], signCount: 0, isBackupEligible: false,
        isBackedUp: false, model: "00000000000000000000000000000000", createdAt: now)
    ])

  /// What came with `StoreMigration.administration`.
  static let imported = Account(
    id: ID("imported"), createdAt: now, imported: ImportMark(source: "42", at: now))

  static func intents() throws -> [IdempotencyRecord] {
    let answers: [SettledAnswer?] = [
      nil, .done, .session(ID("session-0")), .challenge(ID("challenge")),
      .registration(ID("registration")), .refused(.wrongCode(triesLeft: 2)),
      .refused(.limited(until: now)), .refused(.refreshTokenInvalid(.refreshTokenReuse)),
      .refused(.unauthorized(nil)), .refused(.malformed(field: "email")),
      .refused(.weakPassword(.common)),
    ]
    return try answers.enumerated().map { place, answer in
      let scope: IntentKey.Scope = place == 1 ? .account(owner) : .device(key)
      let intent = Intent(
        key: IntentKey(operation: "register", scope: scope, key: "intent-\(place)"),
        body: Secret("body"))
      var record = try #require(IdempotencyRecord(intent, at: now, Digests()))
      if let answer { record.settle(answer) }
      return record
    }
  }

  static func counter() -> RateLimitCounter {
    var counter = RateLimitCounter(at: now, of: Budget(most: 3, within: .hours(1)))
    _ = counter.count(against: Budget(most: 3, within: .hours(1)), at: now)
    return counter
  }

  static func message() throws -> OutboxMessage {
    OutboxMessage(
      id: ID("message"), recipient: .email(try email()), template: .loginCode, language: "de-CH",
      sealedSecret: [0, 127, 255], expiresAt: now + .hours(1), createdAt: now)
  }

  static let serverKeys = ServerKeyUse.allCases.enumerated().map { place, use in
    ServerKey(
      id: KeyID("key-\(place)"), use: use, sealed: [0, 128, 255], createdAt: now,
      activeFrom: now + .days(Int64(place)))
  }
  static let marks = StoreMarks(isDevelopment: true, masterKeyCheck: [1, 127, 254])

  static let participation = {
    var row = Participation(
      experiment: ID("onboarding"), installation: ID("installation"), account: owner,
      variant: "screenB1", assignedAt: now)
    row.expose("screenB2", at: now + .seconds(1))
    row.reach("screenD", at: now + .seconds(2))
    return row
  }()

  static let selection = Selection(holder: guest, key: "size", value: "42", at: now)

  static func put(into tables: any IdentityTransaction) throws {
    try tables.put(try account())
    for binding in try bindings() + [chosen()] { try tables.put(binding) }
    try tables.put(try choice())
    try tables.put(try replacing())
    try tables.put(password)
    try tables.put([try registration()], for: .email(try email()))
    for challenge in try challenges() { try tables.put(challenge) }
    try tables.put(guesses(), at: limit)
    for session in sessions() { try tables.put(session) }
    _ = try tables.rememberProof("jti", by: key, until: now + .minutes(4))
    try tables.put(device)
    try tables.put(try trust())
    try tables.put(push)
    try tables.append(try signOut())
    try tables.append(event)
    try tables.put(try detachment())
    try tables.put(try change())
    try tables.put(try identity())
    try tables.put(try laterChange())
    for request in try requests() { try tables.put(request) }
    try tables.put(authenticator)
    try tables.put(recoveryCodes)
    try tables.put(secondStep)
    try tables.put(factorReset)
    try tables.put(try factorChange())
    try tables.put(secured)
    try tables.put(leaving)
    try tables.put(travelling)
    try tables.put(passkey)
    try tables.put(newestChange)
    for ceremony in ceremonies { try tables.put(ceremony) }
    for intent in try intents() { try tables.put(intent) }
    try tables.put(counter(), for: limit)
    try tables.append(try message())
    try tables.put(selection)
    for key in serverKeys { try tables.put(key) }
    try tables.put(marks)
    try tables.put(participation)
    try putMarkets(into: tables)
    try putOutbox(into: tables)
    try tables.put(imported)
  }

  /// - Parameter migration: the version that wrote the file; what came later is not in it.
  static func expect(
    in tables: any IdentityTransaction, writtenBy migration: StoreMigration
  ) throws {
    try expectIdentity(in: tables)
    func has(_ other: StoreMigration) -> Bool { migration.rawValue >= other.rawValue }
    try expectMarkets(in: tables, has(.markets))
    try expectOutbox(in: tables, by: migration)
    #expect(try tables.account(imported.id) == (has(.administration) ? imported : nil))
    #expect(try tables.securityEvents(of: owner, most: 9) == [eventRow])
    let hasDecision = has(.decision)
    #expect(try tables.detachments(of: phone()) == (hasDecision ? [detachment()] : []))
    #expect(try tables.identifierChange(ID("change")) == (hasDecision ? change() : nil))
    #expect(try tables.identifierChanges(of: owner) == (hasDecision ? [change()] : []))
    let hasFederation = has(.federation)
    #expect(try tables.federatedIdentities(of: owner) == (hasFederation ? [identity()] : []))
    #expect(
      try tables.identifierChange(ID("later-change")) == (hasFederation ? laterChange() : nil))
    for request in try requests() {
      #expect(try tables.authorizationRequest(request.id) == (hasFederation ? request : nil))
    }
    let hasFactors = has(.factors)
    #expect(try tables.totpAuthenticators(of: owner) == (hasFactors ? [authenticator] : []))
    #expect(try tables.totpAuthenticator(ID("totp")) == (hasFactors ? authenticator : nil))
    #expect(try tables.recoveryCodeSets(of: owner) == (hasFactors ? [recoveryCodes] : []))
    #expect(try tables.recoveryCodeSet(ID("codes")) == (hasFactors ? recoveryCodes : nil))
    #expect(try tables.secondStep(secondStep.id) == (hasFactors ? secondStep : nil))
    #expect(try tables.factorReset(of: owner) == (hasFactors ? factorReset : nil))
    #expect(
      try tables.identifierChange(ID("factor-change")) == (hasFactors ? factorChange() : nil))
    #expect(try tables.account(secured.id) == (hasFactors ? secured : nil))
    let hasAccountCentre = has(.accountCentre)
    #expect(try tables.account(leaving.id) == (hasAccountCentre ? leaving : nil))
    #expect(try tables.session(travelling.id) == (hasAccountCentre ? travelling : nil))
    let hasChoice = has(.identifiers)
    #expect(try tables.bindings(of: ID("chosen")) == (hasChoice ? [chosen()] : []))
    #expect(try tables.challenge(ID("replacing")) == (hasChoice ? replacing() : nil))
    #expect(try tables.identifierChange(ID("choice")) == (hasChoice ? choice() : nil))
    let hasPasskeys = has(.passkeys)
    #expect(try tables.passkeys(of: owner) == (hasPasskeys ? [passkey] : []))
    #expect(
      try tables.identifierChange(newestChange.id) == (hasPasskeys ? newestChange : nil))
    for ceremony in ceremonies {
      #expect(
        try tables.passkeyCeremony(ceremony.challenge) == (hasPasskeys ? ceremony : nil))
    }
    let hasKeys = has(.serverKeys)
    for key in serverKeys {
      let hasKey = hasKeys && (key.use != .factor || hasFactors)
      #expect(try tables.serverKeys(for: key.use) == (hasKey ? [key] : []))
    }
    #expect(try tables.storeMarks() == (hasKeys ? marks : nil))
    let hasExperiments = has(.experiments)
    #expect(
      try tables.participation(of: participation.installation, in: participation.experiment)
        == (hasExperiments ? participation : nil))
  }

  private static func expectIdentity(in tables: any IdentityTransaction) throws {
    #expect(try tables.account(owner) == account())
    #expect(try tables.bindings(of: owner) == bindings())
    for binding in try bindings() {
      #expect(try tables.binding(of: binding.identifier) == binding)
    }
    #expect(try tables.password(of: owner) == password)
    #expect(try tables.registrations(for: .email(try email())) == [registration()])
    for challenge in try challenges() {
      #expect(try tables.challenge(challenge.id) == challenge)
      #expect(
        try tables.challenge(
          challenge.purpose, for: challenge.identifier, from: challenge.device) == challenge)
    }
    #expect(try tables.guesses(at: limit) == guesses())
    for session in sessions() { #expect(try tables.session(session.id) == session) }
    #expect(try tables.openSessions(of: owner) == [sessions()[0]])
    #expect(try tables.openSessions(with: key) == Array(sessions()[..<2]))
    #expect(try tables.devices(of: owner) == [device])
    #expect(try tables.device(key, of: owner) == device)
    #expect(try tables.trust(in: phone()) == trust())
    #expect(try tables.pushEndpoint("push-token") == push)
    #expect(try tables.pushEndpoints(of: owner) == [push])
    #expect(try tables.signOuts(of: holder, most: 9) == [signOut()])
    #expect(try tables.securityEvents(most: 9) == [eventRow])
    for intent in try intents() { #expect(try tables.idempotencyRecord(intent.key) == intent) }
    #expect(try tables.counter(limit) == counter())
    #expect(try tables.outboxMessages(most: 1) == [message()])
    #expect(try tables.selections(of: guest) == [selection])
  }
}
