/// Whose trust ends: what lets a device in without a password or a code (PHN-5, MKT-4).
package enum TrustEnd: Hashable, Sendable {
  /// Every device of the account.
  case all
  /// Every device except this one, if any.
  case allBut(KeyThumbprint?)
  case only(KeyThumbprint)

  func ends(_ key: KeyThumbprint) -> Bool {
    switch self {
    case .all: true
    case .allBut(let kept): key != kept
    case .only(let ended): key == ended
    }
  }
}

extension IdentityTransaction {
  /// The single place where trust in devices ends (DEC-6): for their numbers, and with it the
  /// grants of markets and the skipping of second factors. Devices stay known.
  package func endTrust(_ end: TrustEnd, of account: ID<Account>) throws {
    for binding in try bindings(of: account) {
      guard case .phone(let number) = binding.identifier, let trust = try trust(in: number),
        trust.account == account, end.ends(trust.key)
      else { continue }
      try removeTrust(in: number)
    }
    if end == .all { try removeTrusts(of: account) }
    for var device in try devices(of: account)
    where (device.marketGrant != nil || device.factorTrustedAt != nil) && end.ends(device.key) {
      device.marketGrant = nil
      device.factorTrustedAt = nil
      try put(device)
    }
  }

  /// Ends a session with everything that depends on it, and adds its line to the sign-out log.
  func end(_ session: Session, _ cause: SignOutCause, at now: Timestamp) throws {
    var ended = session
    guard ended.family.revoke(cause, at: now) else { return }
    try settle(ended)
  }

  /// Stores a session; if it has ended, removes its push endpoint and adds its line to the sign-out
  /// log.
  func settle(_ session: Session) throws {
    try put(session)
    guard let end = session.family.end else { return }
    try removePushEndpoints(of: session.id)
    try append(SignOutRecord(session: session.id, holder: session.holder, end: end))
  }
}
