/// Sign-in by a link in a mail (CMP-11).
///
/// The link opens a page of this server and nothing else. Its button makes a code: one that leads back to the
/// app, on the device that asked, or one to type there. Until then no code exists, so there is nothing to
/// guess; and a link scanner that opens the page, or even presses the button, uses nothing up.
///
/// What it proves is the mailbox, as a mailed code does. It has no authenticator of its own, so a link and a code
/// to one address never count as two proofs.
package struct LinkSignIn: WayIn {
  package let parts: ServiceParts

  package static let authenticators: [AuthenticatorKind] = []
}

/// What `begin` answers.
package struct LoginLinkAnswer: Sendable {
  package let challenge: ChallengeAnswer
  /// What has to come back with the return from the link's page.
  package let state: Secret<LoginLinkState>
}

/// What pressing the button of a link's page answers.
package enum LoginLinkPress: Sendable {
  /// The address of the app, with state and code.
  case leadBack(String)
  case code(Secret<OneTimeCode>, expiresAt: Timestamp)
}

extension LinkSignIn {
  /// Mails a link to a known address; the same work and the same answer for an unknown one.
  ///
  /// - Parameter returnURL: where the page leads back to on the device that asked: a configured address,
  ///   compared exactly (RFC 9700 section 4.1.3); nil for a device that nobody can be led back to.
  /// - Throws: `proofRequired` without a device key, which binds the sign-in to the device.
  package func begin(
    userName: String, returnURL: String?, caller: Caller
  ) async throws -> LoginLinkAnswer {
    try checked(caller)
    guard let key = caller.proof.key else { throw IdentityFailure.proofRequired }
    let identifier = try identifier(userName)
    guard identifier.isEmail else { throw IdentityFailure.malformed(field: "user_name") }
    if let returnURL, !settings.returns.allow(returnURL) {
      throw IdentityFailure.malformed(field: "return_url")
    }
    let moment = now
    let prepared = codes.prepareCode()
    let intent = intents.intent("login.link", caller)
    let (answer, stored) = try await ports.store.transaction("login.link") { tables in
      if let refusal = try caller.refusalOfProof(tables) {
        return (SettledAnswer.refused(refusal), Challenge?.none)
      }
      let answer = try intents.once(intent, at: moment, tables) {
        if let until = try limits.countSend(to: identifier, caller: caller, at: moment, tables) {
          return .refused(.limited(until: until))
        }
        return try mail(
          to: identifier, returnURL, key, prepared, caller: caller, at: moment, tables)
      }
      return (answer, try codes.storedChallenge(answer, tables))
    }
    let challenge = try codes.challengeAnswer(answer, stored)
    guard let state = state(challenge.challenge) else { throw IdentityFailure.idempotencySettled }
    return LoginLinkAnswer(challenge: challenge, state: state)
  }

  /// Stores the challenge, without a code yet, and its mail.
  private func mail(
    to identifier: Identifier, _ returnURL: String?, _ key: KeyThumbprint,
    _ prepared: PreparedCode, caller: Caller, at now: Timestamp, _ tables: Tables
  ) throws -> SettledAnswer {
    let owner = try tables.binding(of: identifier)?.account
    let account = try tables.account(owner ?? Account.nobody)
    let earlier = try tables.challenge(.loginLink, for: identifier, from: key)
    // A link that is asked for again belongs to the same sign-in.
    let isSame = earlier.map {
      $0.account == owner ?? Account.nobody && now < $0.expiresAt
    }
    let id = isSame == true ? earlier?.id ?? prepared.challenge : prepared.challenge
    let link = LoginLink(challenge: id, sentAt: now, returnURL: returnURL)
    guard let token = link.token(ports.digests) else { return .refused(.idempotencySettled) }
    let secret = owner == nil ? Codes.noSecret(like: token) : token
    try tables.append(
      OutboxMessage(
        id: prepared.message, recipient: MessageRecipient(identifier),
        template: owner == nil ? .suppressed : .loginLink,
        insteadOf: owner == nil ? .loginLink : nil,
        language: account.map(language) ?? caller.language,
        sealedSecret: try ports.sealing.seal(
          Array(secret.exposed.utf8), nonce: prepared.nonce, context: prepared.message.text),
        expiresAt: link.expiresAt, createdAt: now, origin: .challenge(id)))
    try tables.put(
      Challenge(
        id: id, purpose: .loginLink, identifier: identifier, account: owner ?? Account.nobody,
        device: key, expiresAt: now + SecurityRules.challengeLifetime,
        code: CodeState(digest: nil, sentAt: now)))
    return .challenge(id)
  }

  /// The button of the link's page. It can be pressed again: the latest code counts.
  ///
  /// - Parameter place: where the page is open, as its reader says.
  /// - Throws: `verificationTokenInvalid` if the link is unknown or has expired, or its sign-in is complete.
  package func press(
    _ token: Secret<LoginLinkToken>, on place: LoginLinkRules.Place, caller: Caller
  ) async throws -> LoginLinkPress {
    let moment = now
    let prepared = codes.prepareCode()
    return try await ports.store.decide("login.link.press") {
      tables -> Result<LoginLinkPress, IdentityFailure> in
      if let refusal = try caller.refusalOfProof(tables) { return .failure(refusal) }
      if let until = try limits.countAttempt(caller: caller, at: moment, tables) {
        return .failure(.limited(until: until))
      }
      guard let link = LoginLink.read(token, ports.digests) else {
        return .failure(.verificationTokenInvalid)
      }
      let own = KeyedBudget(
        limits.keys("login-link", link.challenge.text), SecurityRules.loginLinkPresses)
      if let until = try tables.count(against: [own], at: moment) {
        return .failure(.limited(until: until))
      }
      let stored = try tables.challenge(link.challenge)
      let verdict = LoginLinkRules.press(
        link, stored, on: place, returns: settings.returns, at: moment)
      guard var challenge = stored, let state = state(challenge.id) else {
        return .failure(.verificationTokenInvalid)
      }
      switch verdict {
      case .refused: return .failure(.verificationTokenInvalid)
      case .leadBack(let address):
        try put(prepared.longCode, isLong: true, in: &challenge, of: link, at: moment, tables)
        return .success(
          .leadBack(LoginLinkRules.address(address, state: state, code: prepared.longCode)))
      case .showCode:
        try put(prepared.code, isLong: false, in: &challenge, of: link, at: moment, tables)
        return .success(.code(prepared.code, expiresAt: link.expiresAt))
      }
    }
  }

  /// Makes a code the challenge's only one. It expires with the link (NIST SP 800-63B-4 section 3.1.3.2).
  private func put(
    _ code: Secret<OneTimeCode>, isLong: Bool, in challenge: inout Challenge, of link: LoginLink,
    at now: Timestamp, _ tables: Tables
  ) throws {
    challenge.code = CodeState(
      digest: StoredDigest.of(
        [challenge.id.text, code.exposed], for: .oneTimeCode, ports.digests),
      sentAt: link.sentAt, isLong: isLong)
    try tables.put(challenge)
    _ = try codes.codeSent(to: CodeAsker(of: challenge), at: now, tables)
  }

  /// Completes a sign-in with what the return from the link's page brought, on the device that asked for it.
  ///
  /// - Throws: `verificationTokenInvalid` if the return belongs to another sign-in, which stays as it is.
  package func complete(
    token: Secret<VerificationToken>, state: Secret<LoginLinkState>, code: Secret<OneTimeCode>,
    caller: Caller
  ) async throws -> TokenGrant {
    let challenge = DerivedToken.read(token.exposed, .verificationToken, ports.digests)?.subject
    let returned = DerivedToken.read(state.exposed, .loginLinkState, ports.digests)?.subject
    guard let challenge, challenge == returned else {
      throw IdentityFailure.verificationTokenInvalid
    }
    return try await CodeSignIn(parts: parts).complete(token: token, code: code, caller: caller)
  }

  private func state(_ challenge: ID<Challenge>) -> Secret<LoginLinkState>? {
    DerivedToken(subject: challenge.text, generation: 0, key: ports.digests.currentKey)
      .text(.loginLinkState, ports.digests).map { Secret($0) }
  }
}

extension IdentityService {
  package var loginLinks: LinkSignIn { LinkSignIn(parts: parts) }
}

extension ChallengePurpose {
  package static let loginLink = ChallengePurpose("login_link")
}

// Links in mails.

extension SecurityRules {
  /// How often the button of one link may be pressed. Ours: a scanner may press it too.
  package static let loginLinkPresses = Budget(most: 30, within: .minutes(15))
}
