/// Everything known about an account that an operator may see: no hash, no token, no code.
package struct AccountOverview: Sendable {
  package let account: Account
  package let bindings: [IdentifierBinding]
  /// When the password was set; nil if there is none.
  package let passwordChangedAt: Timestamp?
  /// Accounts at providers that open it.
  package let identities: [FederatedIdentity]
  package let passkeys: [Passkey]
  /// Those that are in use.
  package let authenticators: [TOTPAuthenticator]
  package let selections: [Selection]
  /// Those that have not ended.
  package let sessions: [Session]
  package let devices: [Device]
  package let pushEndpoints: [PushEndpoint]
  package let participations: [Participation]
  /// Newest first.
  package let signOuts: [SignOutRecord]
  /// Newest first.
  package let events: [SecurityEventRow]
  /// Messages that wait, oldest first.
  package let waitingMessages: [OutboxRow]
  /// Messages of the last two weeks that never arrived, newest first.
  package let deadLetters: [DeadLetter]
}

extension IdentityTransaction {
  /// - Parameter most: the maximum number of sign-outs, and of security events.
  /// - Returns: nil if there is no such account.
  package func overview(of id: ID<Account>, most: Int) throws -> AccountOverview? {
    guard let account = try account(id) else { return nil }
    let messages = try self.messages(of: id, most: most)
    return AccountOverview(
      account: account, bindings: try bindings(of: id),
      passwordChangedAt: try password(of: id)?.changedAt,
      identities: try federatedIdentities(of: id),
      passkeys: try passkeys(of: id),
      authenticators: try totpAuthenticators(of: id).filter(\.isActive),
      selections: try selections(of: .account(id)), sessions: try openSessions(of: id),
      devices: try devices(of: id), pushEndpoints: try pushEndpoints(of: id),
      participations: try participations(ofAccount: id),
      signOuts: try signOuts(of: .account(id), most: most),
      events: try securityEvents(of: id, most: most), waitingMessages: messages.waiting,
      deadLetters: messages.dead)
  }
}
