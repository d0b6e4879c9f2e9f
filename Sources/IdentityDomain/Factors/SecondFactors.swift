/// Second factors (MFA): authenticator apps, recovery codes, and what replaces a lost one.
///
/// It is no way in by itself: what it proves counts beside what a way in has proved. Whether that
/// is needed, the one decision says (`Decision.judge`); `SecondSteps` begins the second step for
/// every way in.
package struct SecondFactors: WayIn {
  package let parts: ServiceParts

  package static let authenticators: [AuthenticatorKind] = [.totp, .recoveryCode]

  package static func proof(
    _ shown: ShownProof, of account: ID<Account>, _ tables: any IdentityTransaction
  ) throws -> Proof? {
    guard let reference = shown.identifier else { return nil }
    if shown.kind == AuthenticatorKind.totp.name {
      let found = try tables.totpAuthenticator(ID(reference))
      return found.flatMap {
        $0.account == account && $0.isActive ? Proof(totp: $0, at: shown.at) : nil
      }
    }
    let found = try tables.recoveryCodeSet(ID(reference))
    return found.flatMap {
      $0.account == account && $0.isActive ? Proof(recoveryCodes: $0, at: shown.at) : nil
    }
  }

  package static func forget(
    _ account: ID<Account>, _ identifiers: [Identifier], _ tables: any IdentityTransaction
  ) throws {
    try tables.removeFactors(of: account)
  }

  var stepUp: StepUp { StepUp(parts: parts) }
  var checks: FactorChecks { FactorChecks(parts: parts) }
  var steps: SecondSteps { SecondSteps(parts: parts) }
}

extension IdentityService {
  package var factors: SecondFactors { SecondFactors(parts: parts) }
}

/// An account's second factors as its owner sees them.
package struct FactorOverview: Sendable {
  /// The first factor of a sign-in in two steps, and what the account centre may change (CTR-4).
  package let hasPassword: Bool
  package let isTwoStepOn: Bool
  /// Whether the operator requires it (MFA-4).
  package let isRequired: Bool
  package let authenticators: [TOTPAuthenticator]
  package let recoveryCodes: RecoveryCodeSet?
  package let resetEndsAt: Timestamp?
}

/// What a change of factors may write, drawn before the transaction.
struct FactorNames: Sendable {
  let notice: PreparedNotice
  let change: ID<IdentifierChange>

  init(_ random: any RandomBytes) {
    notice = PreparedNotice(random)
    change = random.id()
  }
}

extension SecondFactors {
  package func overview(_ call: SessionCall) async throws -> FactorOverview {
    try await sessions.reading("factors.list", call) { tables, _, account, _ in
      let reset = try tables.factorReset(of: account.id)
      return .success(
        FactorOverview(
          hasPassword: try tables.password(of: account.id) != nil,
          isTwoStepOn: account.twoStepsSince != nil,
          isRequired: try judging.isRequiredByOperator(of: account, tables),
          authenticators: try tables.totpAuthenticators(of: account.id).filter(\.isActive),
          recoveryCodes: try tables.recoveryCodeSets(of: account.id).last(where: \.isActive),
          resetEndsAt: try reset?.endsAt(tables.identifierChanges(of: account.id))))
    }
  }

  /// Writes what the account had, so that its owner can have it back for a week, and notifies the
  /// owner (DEC-4, DEC-10).
  func changing(
    _ account: Account, _ names: FactorNames, session: ID<Session>, _ kind: SecurityEvent.Kind,
    telling notice: ChangeNotice = .factors, caller: Caller, at now: Timestamp, _ tables: Tables
  ) throws {
    let change = try IdentifierChange(
      names.change, of: account, session: session, at: now, tables)
    try tables.put(change)
    try notices.notify(of: change, names.notice, as: notice, at: now, tables)
    try log.note(kind, session, of: account.id, caller, at: now, tables)
  }

  /// MFA-3: switches two-step sign-in on or off, after a fresh proof.
  ///
  /// On, it needs an authenticator app, kept recovery codes, and a password to be the other factor;
  /// `compat` sessions end. Off, it is refused where the operator requires it.
  ///
  /// - Throws: `twoStepsNotReady`, `twoStepsRequired`.
  package func setTwoSteps(
    _ isOn: Bool, showing shown: (any ShownInCall)? = nil, _ call: SessionCall
  ) async throws {
    try checked(call.caller)
    let checked = try await stepUp.checked(shown, call)
    let names = FactorNames(ports.random)
    let intent = intents.intent("factors.two_steps", call.caller)
    try await settled("factors.two_steps", call) { tables, session, account, now in
      try intents.once(intent, at: now, tables) {
        let refusal = try stepUp.refusal(
          of: .changeIdentifiers(subjectSince: isOn ? nil : account.twoStepsSince), checked,
          in: session, of: account, call, at: now, tables)
        if let refusal { return .refused(refusal) }
        guard isOn != (account.twoStepsSince != nil) else { return .done }
        if isOn {
          guard try checks.hasFactor(account.id, tables),
            try tables.recoveryCodeSets(of: account.id).contains(where: \.isActive),
            try tables.password(of: account.id) != nil
          else { return .refused(.twoStepsNotReady) }
        } else if try judging.isRequiredByOperator(of: account, tables) {
          return .refused(.twoStepsRequired)
        }
        try changing(
          account, names, session: session.id, .twoStepsChanged, caller: call.caller, at: now,
          tables)
        var changed = account
        changed.twoStepsSince = isOn ? now : nil
        try tables.put(changed)
        if isOn {
          for other in try tables.openSessions(of: account.id) where other.family.kind == .compat {
            try sessions.end(other, .revokedByUser, at: now, tables)
          }
        }
        return .done
      }
    }
  }

  /// Removes an authenticator app, after a fresh proof that is older than it or a week old (DEC-3).
  /// Without the last one two-step sign-in is off.
  ///
  /// - Throws: `notFound`; `twoStepsRequired` for the last one where the operator requires one.
  package func removeTOTP(
    _ id: String, showing shown: (any ShownInCall)? = nil, _ call: SessionCall
  ) async throws {
    try checked(call.caller)
    let checked = try await stepUp.checked(shown, call)
    let names = FactorNames(ports.random)
    try await settled("factors.totp.remove", call) { tables, session, account, now in
      let all = try tables.totpAuthenticators(of: account.id).filter(\.isActive)
      guard var authenticator = all.first(where: { $0.id.text == id }) else {
        return .refused(.notFound)
      }
      let refusal = try stepUp.refusal(
        of: .changeIdentifiers(subjectSince: authenticator.confirmedAt), checked, in: session,
        of: account, call, at: now, tables)
      if let refusal { return .refused(refusal) }
      if all.count == 1, try judging.isRequiredByOperator(of: account, tables) {
        return .refused(.twoStepsRequired)
      }
      try changing(
        account, names, session: session.id, .factorRemoved, caller: call.caller, at: now, tables)
      authenticator.removedAt = now
      try tables.put(authenticator)
      if all.count == 1, account.twoStepsSince != nil {
        var changed = account
        changed.twoStepsSince = nil
        try tables.put(changed)
      }
      return .done
    }
  }

  /// One transaction of a signed-in user that settles without a value.
  func settled(
    _ name: StaticString, _ call: SessionCall,
    _ body: @Sendable (Tables, Session, Account, Timestamp) throws -> SettledAnswer
  ) async throws {
    let answer = try await sessions.authorized(name, call, .write) {
      tables, session, account, now -> Result<SettledAnswer, IdentityFailure> in
      .success(try body(tables, session, account, now))
    }
    if case .refused(let failure) = answer { throw failure }
  }
}
