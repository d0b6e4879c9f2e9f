/// A change of an account's identifiers that its owner can take back (DEC-4): what there was before.
package struct IdentifierChange: Hashable, Sendable, Codable {
  package let id: ID<IdentifierChange>
  package let account: ID<Account>
  /// Which session made it.
  package let session: ID<Session>
  package let at: Timestamp
  package let bindings: [IdentifierBinding]
  package let password: PasswordCredential?

  package init(
    id: ID<IdentifierChange>, account: ID<Account>, session: ID<Session>, at: Timestamp,
    bindings: [IdentifierBinding], password: PasswordCredential?
  ) {
    self.id = id
    self.account = account
    self.session = session
    self.at = at
    self.bindings = bindings
    self.password = password
  }

  package func canBeUndone(at now: Timestamp) -> Bool { now < at + SecurityRules.undoLifetime }

  /// Whether the way back goes to a mailbox. To a number it goes only with a key that the account knew
  /// before, for numbers change hands.
  var goesToMailbox: Bool { bindings.contains { $0.identifier.isEmail } }
}

package enum UndoToken {}

package protocol IdentifierChangeTable {
  func identifierChange(_ id: ID<IdentifierChange>) throws -> IdentifierChange?
  /// The oldest first.
  func identifierChanges(of account: ID<Account>) throws -> [IdentifierChange]
  func put(_ change: IdentifierChange) throws
  func removeIdentifierChange(_ id: ID<IdentifierChange>) throws
}

extension IdentityService {
  /// The token that takes a change back: in the notice that tells of it, and nowhere else.
  package func undoToken(_ id: ID<IdentifierChange>) -> Secret<UndoToken>? {
    DerivedToken(subject: id.text, generation: 0, key: ports.digests.currentKey)
      .text(.undoToken, ports.digests).map { Secret($0) }
  }

  /// Takes a change of identifiers back, once and within 7 days (DEC-4).
  ///
  /// Identifiers and password are again what they were before the change; what was added since goes, with
  /// later ways back; sessions, devices, trusts and grants made since end. It opens nothing: who does not
  /// know the password recovers it as ever.
  ///
  /// - Throws: `verificationTokenInvalid` if the token is invalid, was used, or is too old;
  ///   `insufficientAuthentication` where a number's notice is answered by a key that the account did
  ///   not know before.
  package func undoIdentifierChange(_ token: Secret<UndoToken>, caller: Caller) async throws {
    let moment = now
    let noticeID: ID<OutboxMessage> = ports.random.id()
    try await ports.store.decide("identifier.undo") { tables -> Result<Void, IdentityFailure> in
      if let refusal = try refusal(ofProof: caller, tables) { return .failure(refusal) }
      if let until = try chargeAttempt(caller: caller, at: moment, tables) {
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
      try restore(change, tables)
      try endWhatCameSince(change, at: moment, tables)
      for later in try tables.identifierChanges(of: account.id) where later.at >= change.at {
        try tables.removeIdentifierChange(later.id)
      }
      account.lastSeenAt = max(account.lastSeenAt, moment)
      try tables.put(account)
      try note(.identifierUndone, of: account.id, caller, at: moment, tables)
      try notify(account.id, .changeUndone, id: noticeID, caller: caller, at: moment, tables)
      return .success(())
    }
  }

  private func restore(_ change: IdentifierChange, _ tables: Tables) throws {
    let kept = Set(change.bindings.map(\.identifier))
    for binding in try tables.bindings(of: change.account) where !kept.contains(binding.identifier)
    {
      try tables.removeBinding(of: binding.identifier)
      try tables.removeTemporaryPassword(for: binding.identifier)
    }
    for binding in change.bindings {
      // Who proved it meanwhile keeps it.
      let holder = try tables.binding(of: binding.identifier)?.account
      guard holder == nil || holder == change.account else { continue }
      try tables.put(binding)
      try tables.removeTemporaryPassword(for: binding.identifier)
    }
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

  private func endWhatCameSince(
    _ change: IdentifierChange, at now: Timestamp, _ tables: Tables
  ) throws {
    let account = change.account
    for session in try tables.openSessions(of: account)
    where session.family.openedAt >= change.at || session.id == change.session {
      try end(session, .changeUndone, at: now, tables)
    }
    for device in try tables.devices(of: account) {
      let isNew = device.firstSeenAt >= change.at
      let hasNewGrant = device.marketGrant.map { $0.grantedAt >= change.at } ?? false
      if isNew || hasNewGrant { try tables.endTrust(.only(device.key), of: account) }
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
