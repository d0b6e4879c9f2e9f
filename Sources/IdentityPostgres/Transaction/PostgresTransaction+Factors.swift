import IdentityDomain

extension PostgresTransaction {
  private static let authenticator = RowLookup<TOTPAuthenticator>(by: "id", isOftenAbsent: true)
  private static let authenticators = RowLookup<TOTPAuthenticator>(
    by: "account", and: "ORDER BY created_at, id")
  private static let authenticatorWrite = RowWrite<TOTPAuthenticator>(.changes)

  func totpAuthenticator(_ id: ID<TOTPAuthenticator>) throws -> TOTPAuthenticator? {
    try one(Self.authenticator, [.id(id)])
  }
  func totpAuthenticators(of account: ID<Account>) throws -> [TOTPAuthenticator] {
    try all(Self.authenticators, [.id(account)])
  }
  func put(_ authenticator: TOTPAuthenticator) throws {
    try put(authenticator, Self.authenticatorWrite)
  }

  private static let codes = RowLookup<RecoveryCodeSet>(by: "id", isOftenAbsent: true)
  private static let allCodes = RowLookup<RecoveryCodeSet>(
    by: "account", and: "ORDER BY made_at, id")
  private static let codesWrite = RowWrite<RecoveryCodeSet>(.changes)

  func recoveryCodeSet(_ id: ID<RecoveryCodeSet>) throws -> RecoveryCodeSet? {
    try one(Self.codes, [.id(id)])
  }
  func recoveryCodeSets(of account: ID<Account>) throws -> [RecoveryCodeSet] {
    try all(Self.allCodes, [.id(account)])
  }
  func put(_ set: RecoveryCodeSet) throws { try put(set, Self.codesWrite) }

  func removeFactors(of account: ID<Account>) throws {
    try remove(TOTPAuthenticator.self, by: "account", being: [.id(account)])
    try remove(RecoveryCodeSet.self, by: "account", being: [.id(account)])
    try remove(SecondStep.self, by: "account", being: [.id(account)])
    try remove(FactorReset.self, by: "account", being: [.id(account)])
  }

  private static let step = RowLookup<SecondStep>(by: "id", isOftenAbsent: true)
  private static let stepWrite = RowWrite<SecondStep>(.changes)

  func secondStep(_ id: ID<SecondStep>) throws -> SecondStep? { try one(Self.step, [.id(id)]) }
  func put(_ step: SecondStep) throws { try put(step, Self.stepWrite) }
  func removeSecondStep(_ id: ID<SecondStep>) throws {
    try remove(SecondStep.self, by: "id", being: [.id(id)])
  }

  private static let reset = RowLookup<FactorReset>(by: "account", isOftenAbsent: true)
  private static let resetWrite = RowWrite<FactorReset>(.changes)

  func factorReset(of account: ID<Account>) throws -> FactorReset? {
    try one(Self.reset, [.id(account)])
  }
  func put(_ reset: FactorReset) throws { try put(reset, Self.resetWrite) }
  func removeFactorReset(of account: ID<Account>) throws {
    try remove(FactorReset.self, by: "account", being: [.id(account)])
  }
}
