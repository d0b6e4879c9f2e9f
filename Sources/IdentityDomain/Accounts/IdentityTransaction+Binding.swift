extension IdentityTransaction {
  /// Gives an identifier that was just proven to an account. Whatever strangers began with it
  /// before goes.
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
