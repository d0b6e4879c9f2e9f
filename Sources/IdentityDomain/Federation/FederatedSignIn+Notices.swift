extension FederatedSignIn {
  /// What a provider told by itself (FED-9): a consent that was taken back, or an account there that is gone.
  ///
  /// The identity opens nothing any more, the sessions that it opened end, and the owner is told. Where it was
  /// the last way in, the account is disabled: all its sessions end, each with that cause, which is how an owner without
  /// an address hears of it. Whoever signs in at the provider again, which takes a new consent, has it back.
  ///
  /// - Throws: `provider` for a notice that is not the provider's.
  package func obey(_ body: [UInt8], from provider: String, caller: Caller) async throws {
    let policy = try policy(provider)
    let notice: ProviderNotice?
    do {
      notice = try await ports.providers.notice(body, from: policy.id)
    } catch {
      throw IdentityFailure.provider(error)
    }
    switch notice {
    case .consentRevoked(let subject), .accountDeleted(let subject):
      try await revoke(subject, caller: caller)
    case .relayChanged, nil: break
    }
  }

  private func revoke(_ subject: FederatedSubject, caller: Caller) async throws {
    let moment = now
    let noticeID: ID<OutboxMessage> = ports.random.id()
    try await ports.store.transaction("federation.revoked") { tables in
      // A notice that comes twice changes nothing the second time.
      guard var identity = try tables.federatedIdentity(subject), identity.revokedAt == nil else {
        return
      }
      identity.revokedAt = moment
      identity.refreshToken = nil
      try tables.put(identity)
      let isOpen = FederationRules.hasWayIn(
        try tables.federatedIdentities(of: identity.account),
        try tables.bindings(of: identity.account), try tables.passkeys(of: identity.account))
      for session in try tables.openSessions(of: identity.account)
      where !isOpen || session.shown?.contains(where: { $0.identifier == subject.text }) ?? false {
        try sessions.end(session, .providerRevoked, at: moment, tables)
      }
      try log.note(.identifierChanged, of: identity.account, caller, at: moment, tables)
      try notices.notify(
        identity.account, .identifierChangedElsewhere, id: noticeID, at: moment, tables)
    }
  }
}
