import WebAuthn

/// A passkey as its owner sees it.
package struct OwnPasskey: Sendable {
  package let passkey: Passkey
  /// False where it is the last way in (PAS-3).
  package let canBeRemoved: Bool
}

extension PasskeySignIn {
  /// PAS-3: a challenge for one more passkey of a signed-in person, after a fresh proof (DEC-3).
  package func beginAdding(
    showing shown: (any ShownInCall)? = nil, _ call: SessionCall
  ) async throws -> PasskeyCreationRequest {
    try checked(call.caller)
    let own = try party()
    let checked = try await stepUp.checked(shown, call)
    let (challenge, newHandle) = (challenge(), userHandle())
    return try await sessions.authorized("passkey.begin_adding", call, .write) {
      tables, session, account, now -> Result<PasskeyCreationRequest, IdentityFailure> in
      let refusal = try stepUp.refusal(
        of: .changeIdentifiers(subjectSince: nil), checked, in: session, of: account, call,
        at: now, tables)
      if let refusal { return .failure(refusal) }
      let known = try tables.passkeys(of: account.id)
      guard known.count < SecurityRules.passkeys else {
        return .failure(.tooMany(field: "passkey"))
      }
      let handle = known.first?.userHandle ?? newHandle
      let name = try tables.bindings(of: account.id).forCodes(to: account, at: now)
      return try begin(
        challenge, .add(account.id, session.id, userHandle: handle), requiresVerification: false,
        caller: call.caller, at: now, tables
      ).map { ceremony in
        PasskeyCreationRequest(
          ceremony: ceremony, relyingParty: own.party.id, relyingPartyName: own.name,
          userHandle: handle,
          userName: name?.identifier.text ?? account.profile.name ?? "",
          excluded: known.map(\.credential))
      }
    }
  }

  /// PAS-3: adds the passkey. The session that asked for the challenge had shown again who it is; no other can answer it.
  ///
  /// What there was before can be had back for a week, and the owner is told (DEC-4, DEC-10).
  package func add(
    _ presented: PresentedCreation, name: String? = nil, _ call: SessionCall
  ) async throws {
    try checked(call.caller)
    if let name { try bounded(name, SecurityRules.nameBytes, "name") }
    let names = PasskeyNames(ports.random)
    let intent = intents.intent("passkey.add", call.caller)
    let answer = try await sessions.authorized("passkey.add", call, .write) {
      tables, session, account, now -> Result<SettledAnswer, IdentityFailure> in
      if let until = try limits.countAttempt(caller: call.caller, at: now, tables) {
        return .failure(.limited(until: until))
      }
      return .success(
        try intents.once(intent, at: now, tables) {
          let ceremony: PasskeyCeremony
          switch try take(presented.clientData, caller: call.caller, at: now, tables) {
          case .failure(let failure): return .refused(failure)
          case .success(let taken): ceremony = taken
          }
          guard case .add(account.id, session.id, let handle) = ceremony.purpose else {
            return .refused(.passkey(.wrongChallenge))
          }
          let outcome = try created(
            presented, ceremony, id: names.passkey, of: account.id, userHandle: handle,
            name: name, at: now, tables)
          switch outcome {
          case .failure(let failure): return .refused(failure)
          case .success(let made):
            // Two devices may have begun at once.
            guard try tables.passkeys(of: account.id).count < SecurityRules.passkeys else {
              return .refused(.tooMany(field: "passkey"))
            }
            try changing(account, names, session: session.id, at: now, tables)
            try tables.put(made.passkey)
            try log.note(.passkeyAdded, session.id, of: account.id, call.caller, at: now, tables)
            return .done
          }
        })
    }
    if case .refused(let failure) = answer { throw failure }
  }

  /// PAS-3: the passkeys of an account, the oldest first.
  package func own(_ call: SessionCall) async throws -> [OwnPasskey] {
    try await sessions.reading("passkey.list", call) { tables, _, account, _ in
      let passkeys = try tables.passkeys(of: account.id)
      let identities = try tables.federatedIdentities(of: account.id)
      let bindings = try tables.bindings(of: account.id)
      return .success(
        passkeys.map { passkey in
          OwnPasskey(
            passkey: passkey,
            canBeRemoved: FederationRules.hasWayIn(
              identities, bindings, passkeys.filter { $0 != passkey }))
        })
    }
  }

  /// - Throws: `notFound` for one that the account does not have.
  package func rename(_ id: String, to name: String, _ call: SessionCall) async throws {
    try checked(call.caller)
    try bounded(name, SecurityRules.nameBytes, "name")
    guard !name.isEmpty else { throw IdentityFailure.malformed(field: "name") }
    try await sessions.authorized("passkey.rename", call, .write) {
      tables, _, account, _ -> Result<Void, IdentityFailure> in
      let known = try tables.passkeys(of: account.id)
      guard var passkey = known.first(where: { $0.id.text == id }) else {
        return .failure(.notFound)
      }
      passkey.name = name
      try tables.put(passkey)
      return .success(())
    }
  }

  /// PAS-3: removes one, after a fresh proof, unless it is the last way in. Sessions that it opened go on; they
  /// can be ended one by one.
  ///
  /// - Throws: `lastWayIn`; `notFound` for one that the account does not have.
  package func remove(
    _ id: String, showing shown: (any ShownInCall)? = nil, _ call: SessionCall
  ) async throws {
    try checked(call.caller)
    let checked = try await stepUp.checked(shown, call)
    let names = PasskeyNames(ports.random)
    try await sessions.authorized("passkey.remove", call, .write) {
      tables, session, account, now -> Result<Void, IdentityFailure> in
      let known = try tables.passkeys(of: account.id)
      guard let passkey = known.first(where: { $0.id.text == id }) else {
        return .failure(.notFound)
      }
      let refusal = try stepUp.refusal(
        of: .changeIdentifiers(subjectSince: passkey.createdAt), checked, in: session,
        of: account, call, at: now, tables)
      if let refusal { return .failure(refusal) }
      guard
        FederationRules.hasWayIn(
          try tables.federatedIdentities(of: account.id), try tables.bindings(of: account.id),
          known.filter { $0 != passkey })
      else { return .failure(.lastWayIn) }
      try changing(account, names, session: session.id, at: now, tables)
      try tables.removePasskey(passkey.credential)
      try log.note(.passkeyRemoved, session.id, of: account.id, call.caller, at: now, tables)
      return .success(())
    }
  }

  private func changing(
    _ account: Account, _ names: PasskeyNames, session: ID<Session>, at now: Timestamp,
    _ tables: Tables
  ) throws {
    let change = try IdentifierChange(
      names.change, of: account, session: session, at: now, tables)
    try tables.put(change)
    try notices.notify(of: change, names.notice, at: now, tables)
  }
}

/// What changing passkeys may make, drawn before the transaction.
private struct PasskeyNames: Sendable {
  let passkey: ID<Passkey>
  let change: ID<IdentifierChange>
  let notice: PreparedNotice

  init(_ random: any RandomBytes) {
    passkey = random.id()
    change = random.id()
    notice = PreparedNotice(random)
  }
}
