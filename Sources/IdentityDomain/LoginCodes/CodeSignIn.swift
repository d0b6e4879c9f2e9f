/// A password presented with a code, before it is hashed.
private struct PasswordBesideCode: Sendable {
  let typed: PlaintextPassword
  let credential: PasswordCredential?
  let budgets: [KeyedBudget]

  /// - Returns: the matching credential; nil if the password is wrong.
  func right(_ hashing: Hashing) async throws -> PasswordCredential? {
    let verdict = try await hashing.run { try await $0.verify(typed, against: credential?.hash) }
    return verdict == .wrong ? nil : credential
  }
}

/// Sign-in with a one-time code, sent by mail or SMS.
package struct CodeSignIn: WayIn {
  package let parts: ServiceParts

  package static let authenticators: [AuthenticatorKind] = [.email, .sms]

  package static func proof(
    _ shown: ShownProof, of account: ID<Account>, _ tables: any IdentityTransaction
  ) throws -> Proof? {
    let binding = try tables.bindings(of: account).first { $0.identifier.text == shown.identifier }
    return try binding.flatMap {
      try Proof(codeTo: $0.identifier, of: account, at: shown.at, tables)
    }
  }
}

extension CodeSignIn {
  /// Facts, "login by code", first half: mails a code to a known address.
  package func begin(
    userName: String, caller: Caller
  ) async throws -> ChallengeAnswer {
    try await sendCode(.login, .loginCode, userName: userName, caller: caller)
  }

  /// Second half: the code opens a session; if the account requires a second proof, together with
  /// the password (DEC-1).
  ///
  /// - Parameters:
  ///   - userName: if the client repeats it, the one that the code was sent to.
  ///   - password: what was typed with the code.
  package func complete(
    userName: String? = nil, password typed: String? = nil, token: Secret<VerificationToken>,
    code: Secret<OneTimeCode>, caller: Caller
  ) async throws -> TokenGrant {
    try checked(caller)
    let named = try userName.map { try identifier($0) }
    let moment = now
    let beside = try await passwordBeside(typed, at: named, token: token, caller: caller)
    let sessionID: ID<Session> = ports.random.id()
    let noticeID: ID<OutboxMessage> = ports.random.id()
    let intent = intents.intent("login.code", caller)
    let budgets = beside?.budgets ?? []
    let (answer, material) = try await limits.holding(budgets, "login.code.limit", at: moment) {
      until in
      if let until { throw IdentityFailure.limited(until: until) }
      let right = try await beside?.right(hashing)
      return try await ports.store.transaction("login.code") {
        tables -> (SettledAnswer, GrantMaterial?) in
        if let refusal = try caller.refusalOfProof(tables) {
          return (.refused(refusal), nil)
        }
        if let until = try limits.countCall(with: token, caller: caller, at: moment, tables) {
          return (.refused(.limited(until: until)), nil)
        }
        if let until = try tables.count(against: budgets, at: moment) {
          return (.refused(.limited(until: until)), nil)
        }
        let answer = try intents.once(intent, at: moment, tables) {
          let found = try challenge(of: token, caller: caller, tables)
          guard var challenge = found, named == nil || named == challenge.identifier else {
            return .refused(.verificationTokenInvalid)
          }
          let verdict = try codes.judge(code, at: &challenge, caller: caller, now: moment, tables)
          // The address may have been reassigned since the code was sent.
          guard verdict == .accepted, let owner = challenge.account,
            let proof = try Proof(codeTo: challenge.identifier, of: owner, at: moment, tables),
            let account = try tables.account(owner)
          else { return .refused(verdict.failure ?? .wrongCode(triesLeft: 0)) }
          try tables.removeChallenge(challenge.id)
          var proofs = [proof]
          if beside != nil {
            guard let credential = right, credential.account == owner,
              try tables.password(of: owner)?.version == credential.version
            else { return .refused(.wrongCredentials) }
            proofs.append(Proof(password: credential, at: moment))
          }
          return try sessions.open(
            sessionID, for: account, by: proofs, caller: caller, noticeID: noticeID, at: moment,
            tables)
        }
        return (answer, try sessions.settledMaterial(answer, tables))
      }
    }
    if case .refused(let failure) = answer { throw failure }
    return try await sessions.grant(material, for: caller, at: moment)
  }

  /// The challenge of a code that was mailed, or that the page of a mailed link made (CMP-11).
  private func challenge(
    of token: Secret<VerificationToken>, caller: Caller, _ tables: Tables
  ) throws -> Challenge? {
    try codes.challenge(of: token, .login, caller: caller, tables)
      ?? codes.challenge(of: token, .loginLink, caller: caller, tables)
  }

  /// A password with a code, checked like any guess; only for the holder of a challenge of this
  /// purpose.
  private func passwordBeside(
    _ typed: String?, at identifier: Identifier?, token: Secret<VerificationToken>, caller: Caller
  ) async throws -> PasswordBesideCode? {
    guard let typed else { return nil }
    guard let identifier else { throw IdentityFailure.malformed(field: "user_name") }
    guard let password = PlaintextPassword(typed) else { throw IdentityFailure.wrongCredentials }
    return try await ports.store.read("login.code.find") {
      tables -> Result<PasswordBesideCode, IdentityFailure> in
      let found = try challenge(of: token, caller: caller, tables)
      guard let found, found.identifier == identifier else {
        return .failure(.verificationTokenInvalid)
      }
      let own = KeyedBudget(limits.keys("login", found.id.text), SecurityRules.callsByChallenge)
      let owner = try tables.binding(of: identifier)?.account
      let credential = try tables.password(
        of: owner ?? PasswordDecoys.account(for: identifier, ports.digests))
      return .success(
        PasswordBesideCode(
          typed: password, credential: credential,
          budgets: [own] + limits.attemptBudgets(caller: caller)))
    }.get()
  }

  /// Sends a code to the owner of an identifier, or creates a decoy that does the same work.
  func sendCode(
    _ purpose: ChallengePurpose, _ template: MessageTemplate, userName: String, caller: Caller
  ) async throws -> ChallengeAnswer {
    try checked(caller)
    let identifier = try identifier(userName)
    try served(identifier)
    let moment = now
    let prepared = codes.prepareCode()
    let intent = intents.intent("code." + purpose.rawValue, caller)
    let (answer, stored) = try await ports.store.transaction("code.send") { tables in
      if let refusal = try caller.refusalOfProof(tables) {
        return (SettledAnswer.refused(refusal), Challenge?.none)
      }
      let answer = try intents.once(intent, at: moment, tables) {
        let owner = try tables.binding(of: identifier)?.account
        if let until = try limits.countSend(
          to: identifier, caller: caller, at: moment, tables)
        {
          return .refused(.limited(until: until))
        }
        let isDecoy = owner == nil
        return .challenge(
          try codes.challenge(
            purpose, identifier, account: owner ?? Account.nobody, isDecoy ? .suppressed : template,
            insteadOf: isDecoy ? template : nil, isDecoy: isDecoy, prepared: prepared,
            caller: caller, at: moment, tables))
      }
      return (answer, try codes.storedChallenge(answer, tables))
    }
    return try codes.challengeAnswer(answer, stored)
  }
}

extension IdentityService {
  package var loginCodes: CodeSignIn { CodeSignIn(parts: parts) }
}

extension ChallengePurpose {
  package static let login = ChallengePurpose("login")
}

extension AuthenticatorKind {
  /// A code or value that was mailed to an address verified by the account.
  package static let email = AuthenticatorKind(
    name: "email", factor: .possession, isMailbox: true, method: .oneTimePassword)
  /// A code by SMS to a number verified by the account.
  package static let sms = AuthenticatorKind(name: "sms", factor: .possession, method: .sms)

  /// The kind of a code sent to an identifier.
  package static func code(to identifier: Identifier) -> AuthenticatorKind {
    switch identifier {
    case .email: .email
    case .phone: .sms
    }
  }
}

extension Proof {
  /// The proof of a correct code to an identifier.
  ///
  /// Nil if the identifier does not belong to the account, or no longer does.
  init?(
    codeTo identifier: Identifier, of account: ID<Account>, at now: Timestamp,
    _ tables: any IdentityTransaction
  ) throws {
    guard let binding = try tables.binding(of: identifier), binding.account == account else {
      return nil
    }
    self.init(
      .code(to: identifier), of: account, identifier: identifier, shownAt: now,
      heldSince: binding.verifiedAt)
  }
}
