extension AccountOperations {
  /// Undoes a change of identifiers, once and within 7 days (DEC-4).
  ///
  /// Identifiers and password are restored to what they were before the change. Whatever was added
  /// since is removed, with its undo tokens; sessions, devices, trusts and grants created since
  /// end, and a deletion that is due later is cancelled. No session is opened; a user who does not know the password
  /// recovers it as usual.
  ///
  /// - Throws: `verificationTokenInvalid` if the token is invalid, was used, or is too old;
  ///   `insufficientAuthentication` if the notice went to a number and the key was not known to the
  ///   account before.
  package func undoIdentifierChange(_ token: Secret<UndoToken>, caller: Caller) async throws {
    let moment = now
    let noticeID: ID<OutboxMessage> = ports.random.id()
    let nonces = RevocationNonces(ports.random)
    try await ports.store.decide("identifier.undo") { tables -> Result<Void, IdentityFailure> in
      if let refusal = try caller.refusalOfProof(tables) { return .failure(refusal) }
      if let until = try limits.countAttempt(caller: caller, at: moment, tables) {
        return .failure(.limited(until: until))
      }
      guard let read = DerivedToken.read(token.exposed, .undoToken, ports.digests),
        let change = try tables.identifierChange(ID(read.subject)),
        change.canBeUndone(at: moment), var account = try tables.account(change.account)
      else { return .failure(.verificationTokenInvalid) }
      if !change.goesToMailbox {
        let device = try caller.proof.key.flatMap { try tables.device($0, of: account.id) }
        guard let device, device.firstSeenAt < change.at else {
          return .failure(.insufficientAuthentication(ProofNeed(level: .one)))
        }
      }
      try restore(change, nonces, at: moment, tables)
      try endWhatCameSince(change, at: moment, tables)
      for later in try tables.identifierChanges(of: account.id) where later.at >= change.at {
        try tables.removeIdentifierChange(later.id)
      }
      if let factors = change.factors {
        try tables.restoreFactors(factors, of: account.id, at: moment)
        // An earlier second factor stays required.
        account.twoStepsSince = factors.twoStepsSince
      }
      // Whoever made the change may have asked for it.
      account.deletionDueAt = nil
      account.lastSeenAt = max(account.lastSeenAt, moment)
      try tables.put(account)
      try log.note(.identifierUndone, of: account.id, caller, at: moment, tables)
      try notices.notify(
        account.id, .changeUndone, id: noticeID, at: moment, tables)
      return .success(())
    }
  }

  private func restore(
    _ change: IdentifierChange, _ nonces: RevocationNonces, at now: Timestamp, _ tables: Tables
  ) throws {
    let kept = Set(change.bindings.map(\.identifier))
    for binding in try tables.bindings(of: change.account) where !kept.contains(binding.identifier)
    {
      try tables.removeBinding(of: binding.identifier)
      try tables.removeTemporaryPassword(for: binding.identifier)
    }
    for binding in change.bindings {
      // A user who has proved it since keeps it.
      let holder = try tables.binding(of: binding.identifier)?.account
      guard holder == nil || holder == change.account else { continue }
      try tables.put(binding)
      try tables.removeTemporaryPassword(for: binding.identifier)
    }
    try restoreIdentities(of: change, nonces, at: now, tables)
    try restorePasskeys(of: change, tables)
    let version = try tables.password(of: change.account)?.version ?? 0
    if let password = change.password {
      guard password.version != version else { return }
      try tables.put(
        PasswordCredential(
          account: change.account, hash: password.hash, changedAt: password.changedAt,
          version: version + 1, since: password.since, recoveredBy: password.recoveredBy))
    } else {
      try tables.removePassword(of: change.account)
    }
  }

  /// Removes what was linked since, and restores what was removed since unless it belongs to
  /// another account by now.
  private func restoreIdentities(
    of change: IdentifierChange, _ nonces: RevocationNonces, at now: Timestamp, _ tables: Tables
  ) throws {
    let kept = Set(change.identities.map(\.subject))
    let added = try tables.federatedIdentities(of: change.account)
      .filter { !kept.contains($0.subject) }
    try grants.revoke(added, nonces, at: now, tables)
    for identity in added { try tables.removeFederatedIdentity(identity.subject) }
    for identity in change.identities
    where try tables.federatedIdentity(identity.subject) == nil {
      try tables.put(identity)
    }
  }

  /// The same for passkeys. One that is still there keeps its counter, so that no clone passes.
  private func restorePasskeys(of change: IdentifierChange, _ tables: Tables) throws {
    let kept = Set(change.passkeys.map(\.credential))
    for passkey in try tables.passkeys(of: change.account) where !kept.contains(passkey.credential)
    {
      try tables.removePasskey(passkey.credential)
    }
    for passkey in change.passkeys where try tables.passkey(passkey.credential) == nil {
      try tables.put(passkey)
    }
  }

  private func endWhatCameSince(
    _ change: IdentifierChange, at now: Timestamp, _ tables: Tables
  ) throws {
    let account = change.account
    for session in try tables.openSessions(of: account)
    where session.family.openedAt >= change.at || session.id == change.session {
      try sessions.end(session, .changeUndone, at: now, tables)
    }
    for device in try tables.devices(of: account) {
      let isNew = device.firstSeenAt >= change.at
      let hasNewGrant = device.marketGrant.map { $0.grantedAt >= change.at } ?? false
      let hasNewTrust = device.factorTrustedAt.map { $0 >= change.at } ?? false
      if isNew || hasNewGrant || hasNewTrust { try tables.endTrust(.only(device.key), of: account) }
      if isNew { try tables.removeDevice(device.key, of: account) }
    }
    for binding in change.bindings {
      guard case .phone(let number) = binding.identifier, let trust = try tables.trust(in: number),
        trust.account == account, trust.provedAt >= change.at
      else { continue }
      try tables.removeTrust(in: number)
    }
    try tables.removeChallenges(of: account)
  }
}
