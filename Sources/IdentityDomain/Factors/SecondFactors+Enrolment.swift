/// What an authenticator app has to be told.
package struct TOTPEnrolment: Sendable {
  package let id: ID<TOTPAuthenticator>
  /// In base32, to be typed.
  package let secret: Secret<TOTPSecret>
  /// The same as a QR code holds it.
  package let uri: Secret<TOTPSecret>
  package let expiresAt: Timestamp
}

package enum TOTPSecret {}

/// The random parts of an enrolment.
struct PreparedEnrolment: Sendable {
  let id: ID<TOTPAuthenticator>
  let secret: [UInt8]
  let nonce: [UInt8]

  init(_ random: any RandomBytes) {
    id = random.id()
    secret = random.bytes(SecurityRules.totpSecretBytes)
    nonce = random.bytes(12)
  }
}

extension SecondFactors {
  /// MFA-1, first half: draws a secret, after a fresh proof. Nothing counts yet, and a new call of
  /// the same session replaces what it began before.
  package func beginTOTP(
    showing shown: (any ShownInCall)? = nil, _ call: SessionCall
  ) async throws -> TOTPEnrolment {
    try checked(call.caller)
    let checked = try await stepUp.checked(shown, call)
    let prepared = PreparedEnrolment(ports.random)
    let intent = intents.intent("factors.totp.begin", call.caller)
    let found = try await sessions.authorized("factors.totp.begin", call, .write) {
      tables, session, account, now -> Result<TOTPEnrolment, IdentityFailure> in
      let answer = try intents.once(intent, at: now, tables) {
        // Where there is no factor yet, level 2 cannot be asked for.
        let level: AssuranceLevel? = try checks.hasFactor(account.id, tables) ? nil : .one
        let refusal = try stepUp.refusal(
          of: .changeIdentifiers(subjectSince: nil), checked, in: session, of: account, call,
          requiring: level, at: now, tables)
        if let refusal { return .refused(refusal) }
        return try begin(prepared, of: account, for: session.id.text, at: now, tables)
      }
      return try enrolment(answer, of: account, at: now, tables)
    }
    return found
  }

  /// The same within a sign-in whose account must have a second factor and has none (MFA-4).
  package func beginTOTP(token: String, caller: Caller) async throws -> TOTPEnrolment {
    try checked(caller)
    let moment = now
    let prepared = PreparedEnrolment(ports.random)
    let intent = intents.intent("second_step.totp", caller)
    return try await ports.store.decide("second_step.totp") {
      tables -> Result<TOTPEnrolment, IdentityFailure> in
      if let refusal = try caller.refusalOfProof(tables) { return .failure(refusal) }
      if let until = try limits.countAttempt(caller: caller, at: moment, tables) {
        return .failure(.limited(until: until))
      }
      let (step, account): (SecondStep, Account)
      switch try steps.standing(token, caller: caller, at: moment, tables) {
      case .failure(let failure): return .failure(failure)
      case .success(let found): (step, account) = found
      }
      let answer = try intents.once(intent, at: moment, tables) {
        guard try !checks.hasFactor(account.id, tables) else {
          return .refused(.insufficientAuthentication(ProofNeed(level: .two)))
        }
        return try begin(prepared, of: account, for: step.id.text, at: moment, tables)
      }
      return try enrolment(answer, of: account, at: moment, tables)
    }
  }

  private func begin(
    _ prepared: PreparedEnrolment, of account: Account, for enroller: String, at now: Timestamp,
    _ tables: Tables
  ) throws -> SettledAnswer {
    let all = try tables.totpAuthenticators(of: account.id)
    guard all.count(where: \.isActive) < SecurityRules.totpAuthenticators else {
      return .refused(.tooMany(field: "totp"))
    }
    for var earlier in all where earlier.isPending(at: now) && earlier.enroller == enroller {
      earlier.removedAt = now
      try tables.put(earlier)
    }
    // As many devices at once as there may be authenticators.
    guard
      all.count(where: { $0.isPending(at: now) && $0.enroller != enroller })
        < SecurityRules.totpAuthenticators
    else { return .refused(.tooMany(field: "totp")) }
    try tables.put(
      TOTPAuthenticator(
        id: prepared.id, account: account.id,
        secret: try ports.factors.seal(
          prepared.secret, nonce: prepared.nonce, context: TOTPAuthenticator.context(prepared.id)),
        enroller: enroller, createdAt: now))
    return .authenticator(prepared.id)
  }

  /// What to show of an enrolment: the same each time, while it waits for its code.
  private func enrolment(
    _ answer: SettledAnswer, of account: Account, at now: Timestamp, _ tables: Tables
  ) throws -> Result<TOTPEnrolment, IdentityFailure> {
    guard case .authenticator(let id) = answer else {
      if case .refused(let failure) = answer { return .failure(failure) }
      return .failure(.idempotencySettled)
    }
    guard let pending = try tables.totpAuthenticator(id), pending.isPending(at: now) else {
      return .failure(.enrolmentExpired)
    }
    let secret = try ports.factors.open(pending.secret, context: TOTPAuthenticator.context(id))
    let own = try tables.bindings(of: account.id)
    let primary = own.primary(areEmail: true) ?? own.primary(areEmail: false)
    let name = primary?.identifier.text ?? account.id.text
    return .success(
      TOTPEnrolment(
        id: id, secret: Secret(TOTP.base32(secret)),
        uri: Secret(TOTP.uri(secret, service: settings.service, name: name)),
        expiresAt: pending.createdAt + SecurityRules.enrolmentLifetime))
  }

  /// MFA-1, second half: the code of the new authenticator makes it count. Only the session that
  /// began it can, so that two devices that enrol at once have one each.
  ///
  /// - Throws: `enrolmentExpired`; `factorCodeWrong`, `factorClockSkewed`.
  package func confirmTOTP(_ id: String, code: String, _ call: SessionCall) async throws {
    try checked(call.caller)
    guard case .totp(let digits) = TypedFactor(code) else {
      throw IdentityFailure.factorCodeWrong(triesLeft: SecurityRules.secondStepTries)
    }
    let names = FactorNames(ports.random)
    let intent = intents.intent("factors.totp.confirm", call.caller)
    try await settled("factors.totp.confirm", call) { tables, session, account, now in
      try intents.once(intent, at: now, tables) {
        guard let pending = try tables.totpAuthenticator(ID(id)), pending.account == account.id
        else { return .refused(.enrolmentExpired) }
        switch try confirm(
          pending, digits, enroller: session.id.text, session: session.id, of: account, names,
          caller: call.caller, at: now, tables)
        {
        case .failure(let failure): return .refused(failure)
        case .success(let proof):
          var fresh = session
          fresh.show(try stepUp.freshProofs(of: session, tables) + [proof], at: now)
          try tables.put(fresh)
          return .done
        }
      }
    }
  }

  /// Makes a pending authenticator count, by the code that it shows.
  func confirm(
    _ pending: TOTPAuthenticator, _ digits: String, enroller: String, session: ID<Session>,
    of account: Account, _ names: FactorNames, caller: Caller, at now: Timestamp, _ tables: Tables
  ) throws -> Result<Proof, IdentityFailure> {
    guard pending.isPending(at: now), pending.enroller == enroller else {
      return .failure(.enrolmentExpired)
    }
    let own = KeyedBudget(limits.keys("totp-enrolment", pending.id.text), SecurityRules.totpGuesses)
    if let until = try tables.count(
      against: [own] + limits.attemptBudgets(caller: caller), at: now)
    {
      return .failure(.limited(until: until))
    }
    let secret = try ports.factors.open(
      pending.secret, context: TOTPAuthenticator.context(pending.id))
    switch TOTP.judge(
      digits, secret, lastStep: nil, isEnrolment: true, at: now, ports.factors)
    {
    case .right(let step):
      try changing(
        account, names, session: session, .factorAdded, caller: caller, at: now, tables)
      var confirmed = pending
      confirmed.confirmedAt = now
      confirmed.lastStep = step
      confirmed.lastUsedAt = now
      try tables.put(confirmed)
      return .success(Proof(totp: confirmed, at: now))
    case .skewed: return .failure(.factorClockSkewed)
    case .used, .wrong: return .failure(.factorCodeWrong(triesLeft: SecurityRules.secondStepTries))
    }
  }
}
