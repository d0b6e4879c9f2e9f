extension MarketSignIn {
  /// `doLogin` without a password (MKT-4): on a device whose key holds a grant for this account and
  /// market, from a login with a password.
  ///
  /// The refusal is the same, after the same reads, for an unknown address, an account without a
  /// grant for this key, another market, and an expired grant.
  package func login(
    userName: String, market handle: String, caller: Caller
  ) async throws -> TokenGrant {
    try checked(caller)
    let identifier = try identifier(userName)
    let market = try settings.markets.entered(handle).get().handle
    guard let key = caller.sessionKind.key else { throw IdentityFailure.proofRequired }
    let moment = now
    let sessionID: ID<Session> = ports.random.id()
    let noticeID: ID<OutboxMessage> = ports.random.id()
    let intent = intents.intent("market.grant", caller)
    let (answer, material) = try await ports.store.transaction("market.grant") { tables in
      if let refusal = try caller.refusalOfProof(tables) {
        return (SettledAnswer.refused(refusal), GrantMaterial?.none)
      }
      let answer = try intents.once(intent, at: moment, tables) {
        let until = try limits.countLogin(at: identifier, caller: caller, at: moment, tables)
        if let until { return .refused(.limited(until: until)) }
        let owner = try tables.binding(of: identifier)?.account ?? Account.nobody
        let account = try tables.account(owner)
        let device = try tables.device(key, of: owner)
        guard let account, let device, device.marketGrant?.opens(market, at: moment) == true else {
          return .refused(.wrongCredentials)
        }
        let proof = Proof(
          .device, of: account.id, shownAt: moment, heldSince: device.firstSeenAt)
        return try sessions.open(
          sessionID, for: account, by: [proof], market: market, caller: caller,
          noticeID: noticeID, at: moment, tables)
      }
      return (answer, try sessions.settledMaterial(answer, tables))
    }
    if case .refused(let failure) = answer { throw failure }
    return try await sessions.grant(material, for: caller, at: moment)
  }
}
