/// All that is known of one account and may be shown to an operator: no hash, no token, no code.
package struct AccountOverview: Sendable {
  package let account: Account
  package let bindings: [IdentifierBinding]
  /// When the password was set; nil where there is none.
  package let passwordChangedAt: Timestamp?
  /// Those that have not ended.
  package let sessions: [Session]
  package let devices: [Device]
  package let pushEndpoints: [PushEndpoint]
  package let participations: [Participation]
  /// The newest first.
  package let signOuts: [SignOutRecord]
  /// The newest first.
  package let events: [SecurityEventRow]
}

extension IdentityTransaction {
  /// - Parameter most: sign-outs, and as many security events.
  /// - Returns: nil where there is no such account.
  package func overview(of id: ID<Account>, most: Int) throws -> AccountOverview? {
    guard let account = try account(id) else { return nil }
    return AccountOverview(
      account: account, bindings: try bindings(of: id),
      passwordChangedAt: try password(of: id)?.changedAt, sessions: try openSessions(of: id),
      devices: try devices(of: id), pushEndpoints: try pushEndpoints(of: id),
      participations: try participations(ofAccount: id),
      signOuts: try signOuts(of: .account(id), most: most),
      events: try securityEvents(of: id, most: most))
  }
}
