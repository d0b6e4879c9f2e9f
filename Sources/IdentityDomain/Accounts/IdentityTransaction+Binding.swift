extension IdentityTransaction {
  /// Binds a newly proven identifier to an account. Whatever others began with it before is
  /// removed.
  ///
  /// - Parameter isChosen: whether it becomes the primary one of its kind.
  func bind(
    _ identifier: Identifier, to account: ID<Account>, isChosen: Bool = false, at now: Timestamp
  ) throws {
    try put(
      IdentifierBinding(
        identifier: identifier, account: account, verifiedAt: now,
        chosenAt: isChosen ? now : nil))
    try put([PendingRegistration](), for: identifier)
    try removeTemporaryPassword(for: identifier)
    if case .phone = identifier { try removeDetachments(of: account) }
  }
}
