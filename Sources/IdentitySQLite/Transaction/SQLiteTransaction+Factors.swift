import IdentityDomain

extension SQLiteTransaction {
  private static let authenticator = RowQuery<TOTPAuthenticator>("WHERE id = ?")
  private static let authenticators = RowQuery<TOTPAuthenticator>(
    "WHERE account = ? ORDER BY created_at, id")
  private static let authenticatorWrite = RowWrite<TOTPAuthenticator>(.changes)

  func totpAuthenticator(_ id: ID<TOTPAuthenticator>) throws -> TOTPAuthenticator? {
    try one(Self.authenticator, [.id(id)])
  }
  func totpAuthenticators(of account: ID<Account>) throws -> [TOTPAuthenticator] {
    try all(Self.authenticators, [.id(account)])
  }
  func put(_ authenticator: TOTPAuthenticator) throws {
    try write(authenticator, Self.authenticatorWrite)
  }

  private static let codes = RowQuery<RecoveryCodeSet>("WHERE id = ?")
  private static let allCodes = RowQuery<RecoveryCodeSet>("WHERE account = ? ORDER BY made_at, id")
  private static let codesWrite = RowWrite<RecoveryCodeSet>(.changes)

  func recoveryCodeSet(_ id: ID<RecoveryCodeSet>) throws -> RecoveryCodeSet? {
    try one(Self.codes, [.id(id)])
  }
  func recoveryCodeSets(of account: ID<Account>) throws -> [RecoveryCodeSet] {
    try all(Self.allCodes, [.id(account)])
  }
  func put(_ set: RecoveryCodeSet) throws { try write(set, Self.codesWrite) }

  func removeFactors(of account: ID<Account>) throws {
    for table in ["totp_authenticator", "recovery_codes", "second_step", "factor_reset"] {
      try write("DELETE FROM \(table) WHERE account = ?", [.id(account)])
    }
  }

  private static let step = RowQuery<SecondStep>("WHERE id = ?")
  private static let stepWrite = RowWrite<SecondStep>(.changes)

  func secondStep(_ id: ID<SecondStep>) throws -> SecondStep? { try one(Self.step, [.id(id)]) }
  func put(_ step: SecondStep) throws { try write(step, Self.stepWrite) }
  func removeSecondStep(_ id: ID<SecondStep>) throws {
    try write("DELETE FROM second_step WHERE id = ?", [.id(id)])
  }

  private static let reset = RowQuery<FactorReset>("WHERE account = ?")
  private static let resetWrite = RowWrite<FactorReset>(.changes)

  func factorReset(of account: ID<Account>) throws -> FactorReset? {
    try one(Self.reset, [.id(account)])
  }
  func put(_ reset: FactorReset) throws { try write(reset, Self.resetWrite) }
  func removeFactorReset(of account: ID<Account>) throws {
    try write("DELETE FROM factor_reset WHERE account = ?", [.id(account)])
  }
}
