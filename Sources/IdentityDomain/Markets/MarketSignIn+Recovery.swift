extension MarketSignIn {
  /// `getPassword` (MKT-9), first half: mails a temporary password to a verified address. The old
  /// password keeps working; a new value replaces an earlier one.
  ///
  /// For an unknown address the same is stored, hashed and put into the outbox, for no recipient.
  package func sendTemporaryPassword(userName: String, caller: Caller) async throws {
    try checked(caller)
    guard let address = EmailAddress(userName) else {
      throw IdentityFailure.malformed(field: "user_name")
    }
    let identifier = Identifier.email(address)
    let random = ports.random.bytes(SecurityRules.temporaryPasswordDigits)
    let text = TemporaryPasswordText.made(of: random)
    guard let value = PlaintextPassword(text),
      let check = PasswordCheck(value, identifier, ports.digests)
    else { throw IdentityFailure.malformed(field: "user_name") }
    let moment = now
    let intent = intents.intent("recovery", caller)
    let id: ID<TemporaryPassword> = ports.random.id()
    let messageID: ID<OutboxMessage> = ports.random.id()
    let nonce = ports.random.bytes(12)
    let answer = try await limits.holding(intent, "recovery.limit", at: moment) {
      try limits.sendBudgets(to: identifier, caller: caller, $0)
    } work: { budgets in
      let hash = try await hashing.hash(value, for: budgets)
      return try await ports.store.transaction("recovery.store") { tables in
        if let limited = try limits.count(against: budgets, intent, at: moment, tables) {
          return limited
        }
        if let refusal = try caller.refusalOfProof(tables) {
          return SettledAnswer.refused(refusal)
        }
        return try intents.once(intent, at: moment, tables) {
          guard let hash else { return .refused(.busy(until: moment + .seconds(1))) }
          let owner = try tables.binding(of: identifier)?.account
          let account = try tables.account(owner ?? Account.nobody)
          let version = try tables.password(of: owner ?? Account.nobody)?.version
          try tables.put(
            TemporaryPassword(
              id: id, identifier: identifier, account: owner ?? Account.nobody,
              passwordVersion: owner == nil ? 1 : version, hash: hash, check: check,
              sentAt: moment))
          let secret: Secret<Password> = Secret(text)
          let sealed = try ports.sealing.seal(
            Array((owner == nil ? Codes.noSecret(like: secret) : secret).exposed.utf8),
            nonce: nonce,
            context: messageID.text)
          try tables.append(
            OutboxMessage(
              id: messageID, recipient: MessageRecipient(identifier),
              template: owner == nil ? .suppressed : .temporaryPassword,
              insteadOf: owner == nil ? .temporaryPassword : nil,
              language: account.map(language) ?? caller.language,
              sealedSecret: sealed,
              expiresAt: moment + SecurityRules.temporaryPasswordLifetime, createdAt: moment,
              origin: .temporaryPassword(id)))
          return .done
        }
      }
    }
    if case .refused(let failure) = answer { throw failure }
  }

  /// Second half: the session that the value opened sets a new password, and becomes a full
  /// session. All others of the account end, and so does the trust in its devices.
  ///
  /// Only that session may: a full one must present the old password (`PasswordSignIn.change`).
  package func setPassword(_ typed: String, _ call: SessionCall) async throws -> TokenGrant {
    try checked(call.caller)
    if let flaw = PlaintextPassword.flaw(of: typed) { throw IdentityFailure.weakPassword(flaw) }
    if let settled = try await settledSetting(call) {
      return try await sessions.grant(settled, for: call.caller, at: now)
    }
    let own = try await authorizedToSetPassword("recovery.find", call) {
      tables, _, account, now
        -> Result<(bindings: [IdentifierBinding], name: String?), IdentityFailure> in
      // Each attempt costs a hash (DEC-8).
      let budget = KeyedBudget(
        limits.keys("set-password", account.id.text), SecurityRules.loginsByIdentifier)
      if let until = try tables.count(against: [budget], at: now) {
        return .failure(.limited(until: until))
      }
      return .success((bindings: try tables.bindings(of: account.id), name: account.profile.name))
    }
    guard !own.bindings.isEmpty else { throw IdentityFailure.insufficientScope }
    let password = try hashing.newPassword(
      typed, settings.newPasswords, own.bindings.map(\.identifier), own.name)
    let hash = try await hashing.run { try await $0.hash(password) }
    let sessionID: ID<Session> = ports.random.id()
    let ids: [ID<OutboxMessage>] = [ports.random.id(), ports.random.id()]
    // A proof is valid in one transaction only; the first has remembered it.
    let moment = now
    let material = try await ports.store.decide("recovery.set") {
      tables -> Result<GrantMaterial?, IdentityFailure> in
      guard let session = try tables.session(call.claims.session), let owner = session.account,
        session.family.standing(at: moment) == .live, let account = try tables.account(owner),
        !account.isBlocked
      else { return .failure(.unauthorized(nil)) }
      let answer = try intents.once(settingIntent(call), at: moment, tables) {
        let shown = try WaysIn.proofs(of: session, tables)
        try recovery.recover(
          account, with: hash, over: shown.first?.identifier, noticeID: ids[0],
          caller: call.caller, at: moment, tables)
        let seen = try tables.ownAccount(owner) ?? account
        return try sessions.open(
          sessionID, for: seen, by: shown, market: session.market, caller: call.caller,
          noticeID: ids[1], at: moment, tables)
      }
      if case .refused(let failure) = answer { return .failure(failure) }
      return .success(try sessions.settledMaterial(answer, tables))
    }
    return try await sessions.grant(material, for: call.caller, at: moment)
  }

  /// Only for a device: its key identifies the caller even if the session of the first call has
  /// ended.
  private func settingIntent(_ call: SessionCall) -> Intent? {
    intents.intent("recovery.set", call.caller)
  }

  /// The password was set already, and this device repeats the call: its session has ended by then,
  /// or it holds the new one and was killed before it knew (CMP-8).
  private func settledSetting(_ call: SessionCall) async throws -> GrantMaterial? {
    guard let intent = settingIntent(call) else { return nil }
    let moment = now
    return try await ports.store.decide("recovery.again") {
      tables -> Result<GrantMaterial?, IdentityFailure> in
      guard let asking = try tables.session(call.claims.session),
        asking.family.kind.key == call.claims.boundKey,
        asking.family.kind == call.caller.sessionKind,
        case .answered(let answer) = IdempotencyRecord.judge(
          intent, against: try tables.idempotencyRecord(intent.key), at: moment, ports.digests),
        let material = try sessions.settledMaterial(answer, tables),
        material.session.account == asking.account
      else { return .success(nil) }
      if let refusal = try call.caller.refusalOfProof(tables) { return .failure(refusal) }
      return .success(material)
    }
  }

  private func authorizedToSetPassword<Value: Sendable>(
    _ name: StaticString, _ call: SessionCall,
    _ body: @Sendable (Tables, Session, Account, Timestamp) throws -> Result<Value, IdentityFailure>
  ) async throws -> Value {
    try await sessions.authorized(name, call, .passwordChange) { tables, session, account, now in
      guard session.scope == .passwordChange else { return .failure(.insufficientScope) }
      return try body(tables, session, account, now)
    }
  }
}
