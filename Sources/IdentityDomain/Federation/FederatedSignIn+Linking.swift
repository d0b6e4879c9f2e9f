/// A provider that an account is linked to, as its owner sees it.
package struct LinkedProvider: Sendable {
  package let reference: ID<FederatedIdentity>
  package let identity: FederatedIdentity
  /// As configured; the provider's id if it is no longer configured.
  package let name: String
  /// False if it is the only way to sign in (FED-8).
  package let canBeRemoved: Bool
}

extension FederatedSignIn {
  /// FED-8: adds the provider that a signed-in person has just signed in at. That they had shown again who
  /// they are, `beginLinking` asked: only that session can complete it.
  ///
  /// - Throws: `identityTaken` where another account is linked to it.
  package func completeLinking(
    token: Secret<FederationToken>, _ returned: ReturnedAnswer, _ call: SessionCall
  ) async throws {
    try checked(call.caller)
    let names = names()
    let answer = try await sessions.authorized("federation.linked", call, .write) {
      tables, session, account, now -> Result<SettledAnswer, IdentityFailure> in
      if let until = try limits.countAttempt(caller: call.caller, at: now, tables) {
        return .failure(.limited(until: until))
      }
      return .success(
        try intents.once(intents.intent("federation.linked", call.caller), at: now, tables) {
          guard let request = try request(of: token, caller: call.caller, at: now, tables),
            request.purpose == .link(account.id, session.id)
          else { return .refused(.authorizationInvalid) }
          if let failure = refusal(of: returned, for: request) { return .refused(failure) }
          if case .failed(let failure) = request.outcome { return .refused(.provider(failure)) }
          guard let person = request.person(at: now) else {
            return .refused(.authorizationInvalid)
          }
          let refusal = try link(
            person, at: request.provider, to: account, names, session: session.id,
            caller: call.caller, at: now, tables)
          if let refusal { return .refused(refusal) }
          try tables.removeAuthorizationRequest(request.id)
          return .done
        })
    }
    if case .refused(let failure) = answer { throw failure }
  }

  /// Adds a way in: what there was before can be had back for a week, and the owner is told (DEC-4, DEC-10).
  ///
  /// - Returns: the refusal.
  func link(
    _ person: AssertedPerson, at provider: ProviderID, to account: Account,
    _ names: FederationNames, session: ID<Session>, caller: Caller, at now: Timestamp,
    _ tables: Tables
  ) throws -> IdentityFailure? {
    if let known = try tables.federatedIdentity(person.subject) {
      return known.account == account.id ? nil : .identityTaken
    }
    guard try tables.federatedIdentities(of: account.id).count < SecurityRules.federatedIdentities
    else { return .tooMany(field: "provider") }
    try changing(account, names, session: session, caller: caller, at: now, tables)
    try tables.put(
      FederatedIdentity(
        subject: person.subject, account: account.id, provider: provider, linkedAt: now,
        email: person.email, refreshToken: person.refreshToken))
    return nil
  }

  /// FED-8: the providers of an account, the oldest first.
  package func linked(_ call: SessionCall) async throws -> [LinkedProvider] {
    try await sessions.reading("federation.list", call) { tables, _, account, _ in
      let identities = try tables.federatedIdentities(of: account.id)
      let bindings = try tables.bindings(of: account.id)
      let passkeys = try tables.passkeys(of: account.id)
      return .success(
        identities.compactMap { identity in
          identity.reference(ports.digests).map { reference in
            LinkedProvider(
              reference: reference, identity: identity,
              name: ports.providers.policy(identity.provider)?.name ?? identity.provider.text,
              canBeRemoved: FederationRules.canRemove(
                identity.subject, from: identities, bindings, passkeys))
          }
        })
    }
  }

  /// FED-8: removes one, after a fresh proof, unless it is the last way in.
  ///
  /// - Throws: `lastWayIn`; `notFound` for one that the account does not have.
  package func remove(
    _ reference: String, showing shown: (any ShownInCall)? = nil, _ call: SessionCall
  ) async throws {
    try checked(call.caller)
    let checked = try await stepUp.checked(shown, call)
    let names = names()
    let nonces = RevocationNonces(ports.random)
    try await sessions.authorized("federation.remove", call, .write) {
      tables, session, account, now -> Result<Void, IdentityFailure> in
      let identities = try tables.federatedIdentities(of: account.id)
      guard
        let identity = identities.first(where: {
          $0.reference(ports.digests)?.text == reference
        })
      else { return .failure(.notFound) }
      let refusal = try stepUp.refusal(
        of: .changeIdentifiers(subjectSince: identity.linkedAt), checked, in: session, of: account,
        call, at: now, tables)
      if let refusal { return .failure(refusal) }
      guard
        FederationRules.canRemove(
          identity.subject, from: identities, try tables.bindings(of: account.id),
          try tables.passkeys(of: account.id))
      else { return .failure(.lastWayIn) }
      try changing(account, names, session: session.id, caller: call.caller, at: now, tables)
      try tables.removeFederatedIdentity(identity.subject)
      try grants.revoke(
        [identity], nonces, after: SecurityRules.undoLifetime, at: now, tables)
      return .success(())
    }
  }

  private func changing(
    _ account: Account, _ names: FederationNames, session: ID<Session>, caller: Caller,
    at now: Timestamp, _ tables: Tables
  ) throws {
    let change = try IdentifierChange(
      names.change, of: account, session: session, at: now, tables)
    try tables.put(change)
    try notices.notify(of: change, names.notice, at: now, tables)
    try log.note(.identifierChanged, session, of: account.id, caller, at: now, tables)
  }
}
