extension PasswordSignIn {
  /// CTR-4: sets the first password of an account that has none, after a fresh proof (DEC-3). The other sessions go
  /// on, since nothing ends that they began with; the owner gets a notice.
  ///
  /// - Throws: `weakPassword`; `malformed` if the account has a password, which must be given then; `notConfirmed` if
  ///   it has no address or number to sign in with; `insufficientAuthentication`.
  package func set(
    _ new: String, showing shown: (any ShownInCall)? = nil, call: SessionCall
  ) async throws {
    try checked(call.caller)
    if let flaw = PlaintextPassword.flaw(of: new) { throw IdentityFailure.weakPassword(flaw) }
    let stepUp = StepUp(parts: parts)
    let proofs = try await stepUp.checked(shown, call)
    let moment = now
    let (identifiers, name) = try await sessions.authorized("password.find_none", call, .read) {
      tables, _, account, _ -> Result<([Identifier], String?), IdentityFailure> in
      guard try tables.password(of: account.id) == nil else { return .failure(Self.isMissing) }
      let identifiers = try tables.bindings(of: account.id).map(\.identifier)
      guard let first = identifiers.first else { return .failure(.notConfirmed) }
      let until = try limits.countLogin(
        at: first, caller: call.caller, at: moment, tables)
      if let until { return .failure(.limited(until: until)) }
      return .success((identifiers, account.profile.name))
    }
    let next = try hashing.newPassword(new, settings.newPasswords, identifiers, name)
    let hash = try await hashing.run { try await $0.hash(next) }
    let noticeID: ID<OutboxMessage> = ports.random.id()
    let intent = intents.intent("password.set", call.caller)
    try await sessions.authorized("password.set", call, .write) {
      tables, session, account, now -> Result<Void, IdentityFailure> in
      let answer = try intents.once(intent, at: now, tables) {
        guard try tables.password(of: account.id) == nil else { return .refused(Self.isMissing) }
        let refusal = try stepUp.refusal(
          of: .changePassword(subjectSince: nil), proofs, in: session, of: account, call, at: now,
          tables)
        if let refusal { return .refused(refusal) }
        try tables.put(
          PasswordCredential(account: account.id, hash: hash, changedAt: now, version: 1))
        try log.note(.passwordChanged, session.id, of: account.id, call.caller, at: now, tables)
        try notices.notify(account.id, .passwordChanged, id: noticeID, at: now, tables)
        return .done
      }
      if case .refused(let failure) = answer { return .failure(failure) }
      return .success(())
    }
  }

  /// Whoever has a password gives it (`change`).
  private static let isMissing = IdentityFailure.malformed(field: "password")
}
