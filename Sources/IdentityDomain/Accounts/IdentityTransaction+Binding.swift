extension IdentityTransaction {
  /// Binds a newly proven identifier to an account. Whatever others began with it before is
  /// removed.
  func bind(
    _ identifier: Identifier, to account: ID<Account>, at now: Timestamp
  ) throws {
    try put(
      IdentifierBinding(identifier: identifier, account: account, verifiedAt: now))
    try put([PendingRegistration](), for: identifier)
    try removeTemporaryPassword(for: identifier)
    if case .phone = identifier { try removeDetachments(of: account) }
  }
}
