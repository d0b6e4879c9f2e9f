import IdentityDomain

extension PostgresTransaction {
  private static let passkey = RowLookup<Passkey>(by: "credential", isOftenAbsent: true)
  private static let passkeys = RowLookup<Passkey>(
    by: "account", and: "ORDER BY created_at, credential")
  private static let passkeyWrite = RowWrite<Passkey>(.changes)

  func passkey(_ credential: String) throws -> Passkey? {
    try one(Self.passkey, [.text(credential)])
  }
  func passkeys(of account: ID<Account>) throws -> [Passkey] {
    try all(Self.passkeys, [.id(account)])
  }
  func put(_ passkey: Passkey) throws { try put(passkey, Self.passkeyWrite) }
  func removePasskey(_ credential: String) throws {
    try remove(Passkey.self, by: "credential", being: [.text(credential)])
  }

  private static let ceremony = RowLookup<PasskeyCeremony>(by: "challenge", isOftenAbsent: true)
  private static let ceremonyWrite = RowWrite<PasskeyCeremony>(.changes)

  func passkeyCeremony(_ challenge: String) throws -> PasskeyCeremony? {
    try one(Self.ceremony, [.text(challenge)])
  }
  func put(_ ceremony: PasskeyCeremony) throws { try put(ceremony, Self.ceremonyWrite) }
  func removePasskeyCeremony(_ challenge: String) throws {
    try remove(PasskeyCeremony.self, by: "challenge", being: [.text(challenge)])
  }
}
