/// A second factor as typed: the code of an authenticator app, or a recovery code.
package enum TypedFactor: Hashable, Sendable {
  case totp(String)
  case recovery(String)

  /// Spaces and hyphens do not count, nor does case, and an O is a zero (MFA-2).
  /// - Returns: nil if it has neither form, so that it costs no try.
  package init?(_ typed: String) {
    guard typed.utf8.count <= SecurityRules.presentedFactorBytes else { return nil }
    let bare = typed.filter { $0 != " " && $0 != "-" }
    if bare.utf8.count == SecurityRules.totpDigits, bare.utf8.allSatisfy({ 48...57 ~= $0 }) {
      self = .totp(bare)
    } else if let code = SpelledCode.canonical(bare, count: SecurityRules.recoveryCodeCharacters) {
      self = .recovery(code)
    } else if let named = SheetCode(bare) {
      // The name of its sheet says nothing more here.
      self = .recovery(named.code)
    } else {
      return nil
    }
  }
}

/// What an account has, and checking what its owner types.
struct FactorChecks: ServiceMember {
  let parts: ServiceParts
}

extension FactorChecks {
  /// Checks a factor and uses it up. Whatever comes of it has been counted first (DEC-8, MFA-8).
  func check(
    _ typed: TypedFactor, of account: Account, caller: Caller, at now: Timestamp, _ tables: Tables
  ) throws -> Result<Proof, IdentityFailure> {
    switch typed {
    case .totp(let digits): try checkTOTP(digits, account, caller, now, tables)
    case .recovery(let code): try checkRecovery(code, account, caller, now, tables)
    }
  }

  private func checkTOTP(
    _ digits: String, _ account: Account, _ caller: Caller, _ now: Timestamp, _ tables: Tables
  ) throws -> Result<Proof, IdentityFailure> {
    // Strangers who know the password share one budget, whatever keys they make up; a known device
    // has its own, so nobody can use up the owner's.
    let isOwn = try limits.isOwnDevice(caller, of: account.id, tables)
    let who = account.id.text + (isOwn ? "/" + (caller.proof.key?.text ?? "") : "")
    let own = KeyedBudget(limits.keys("totp", who), SecurityRules.totpGuesses)
    if let until = try tables.count(
      against: [own] + limits.attemptBudgets(caller: caller), at: now)
    {
      return .failure(.limited(until: until))
    }
    var failure = IdentityFailure.factorCodeWrong(triesLeft: 0)
    for var authenticator in try tables.totpAuthenticators(of: account.id)
    where authenticator.isActive {
      let secret = try ports.factors.open(
        authenticator.secret, context: TOTPAuthenticator.context(authenticator.id))
      switch TOTP.judge(
        digits, secret, lastStep: authenticator.lastStep, at: now, ports.factors)
      {
      case .right(let step):
        authenticator.lastStep = step
        authenticator.lastUsedAt = now
        try tables.put(authenticator)
        return .success(Proof(totp: authenticator, at: now))
      case .used: failure = .factorCodeUsed
      case .skewed: if failure != .factorCodeUsed { failure = .factorClockSkewed }
      case .wrong: break
      }
    }
    return .failure(failure)
  }

  private func checkRecovery(
    _ code: String, _ account: Account, _ caller: Caller, _ now: Timestamp, _ tables: Tables
  ) throws -> Result<Proof, IdentityFailure> {
    // 80 random bits are not guessed, so strangers' guesses must not stand in the owner's way.
    if let until = try limits.countAttempt(caller: caller, at: now, tables) {
      return .failure(.limited(until: until))
    }
    for var set in try tables.recoveryCodeSets(of: account.id) where set.isActive {
      guard set.use(code, at: now, ports.factors) else { continue }
      try tables.put(set)
      try log.note(.recoveryCodeUsed, of: account.id, caller, at: now, tables)
      return .success(Proof(recoveryCodes: set, at: now))
    }
    return .failure(.factorCodeWrong(triesLeft: 0))
  }

  /// Whether an account has a factor that a sign-in could show.
  func hasFactor(_ account: ID<Account>, _ tables: Tables) throws -> Bool {
    try tables.totpAuthenticators(of: account).contains(where: \.isActive)
  }
}

/// A second factor presented with a session, as a fresh proof (DEC-3, MFA-5).
package struct ShownFactor: ShownInCall, CheckedInCall {
  let typed: TypedFactor

  package init(_ typed: TypedFactor) { self.typed = typed }

  package func checked(
    _ call: SessionCall, _ parts: ServiceParts
  ) async throws -> any CheckedInCall { self }

  package func proof(
    of account: Account, _ call: SessionCall, at now: Timestamp, _ parts: ServiceParts,
    _ tables: any IdentityTransaction
  ) throws -> Result<Proof, IdentityFailure> {
    try FactorChecks(parts: parts).check(
      typed, of: account, caller: call.caller, at: now, tables)
  }
}

extension AuthenticatorKind {
  /// The code of an authenticator app.
  package static let totp = AuthenticatorKind(
    name: "totp", factor: .possession, method: .oneTimePassword)
  /// One of the codes that the owner keeps for a lost factor (NIST SP 800-63B-4 section 3.1.2).
  package static let recoveryCode = AuthenticatorKind(
    name: "recovery_code", factor: .possession, isReassignable: false, method: .oneTimePassword)
}

extension Proof {
  init(totp authenticator: TOTPAuthenticator, at now: Timestamp) {
    self.init(
      .totp, of: authenticator.account, reference: authenticator.id.text, shownAt: now,
      heldSince: authenticator.confirmedAt ?? now)
  }

  init(recoveryCodes set: RecoveryCodeSet, at now: Timestamp) {
    self.init(
      .recoveryCode, of: set.account, reference: set.id.text, shownAt: now,
      heldSince: set.keptAt ?? now)
  }
}
