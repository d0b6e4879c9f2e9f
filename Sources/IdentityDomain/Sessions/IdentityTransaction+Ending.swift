extension IdentityTransaction {
  /// Ends a session, with all that hangs on it and its line in the ledger.
  func end(_ session: Session, _ cause: SignOutCause, at now: Timestamp) throws {
    var ended = session
    guard ended.family.revoke(cause, at: now) else { return }
    try settle(ended)
  }

  /// Stores a session; if it has ended, its push endpoint goes and the ledger gets its line.
  func settle(_ session: Session) throws {
    try put(session)
    guard let end = session.family.end else { return }
    try removePushEndpoints(of: session.id)
    try append(SignOutRecord(session: session.id, holder: session.holder, end: end))
  }

  /// Ends all sessions of a person by an operator's hand, and the trust in devices.
  /// - Returns: how many ended.
  package func signOut(_ account: ID<Account>, at now: Timestamp) throws -> Int {
    let open = try openSessions(of: account)
    for session in open { try end(session, .revokedByAdministrator, at: now) }
    try removeTrusts(of: account)
    return open.count
  }
}
