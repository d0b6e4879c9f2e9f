import IdentityDomain

extension SQLiteTransaction {
  private static let passkey = RowQuery<Passkey>("WHERE credential = ?")
  private static let passkeys = RowQuery<Passkey>(
    "WHERE account = ? ORDER BY created_at, credential")
  private static let passkeyWrite = RowWrite<Passkey>(.changes)

  func passkey(_ credential: String) throws -> Passkey? {
    try one(Self.passkey, [.text(credential)])
  }
  func passkeys(of account: ID<Account>) throws -> [Passkey] {
    try all(Self.passkeys, [.id(account)])
  }
  func put(_ passkey: Passkey) throws { try write(passkey, Self.passkeyWrite) }
  func removePasskey(_ credential: String) throws {
    try write("DELETE FROM passkey WHERE credential = ?", [.text(credential)])
  }

  private static let ceremony = RowQuery<PasskeyCeremony>("WHERE challenge = ?")
  private static let ceremonyWrite = RowWrite<PasskeyCeremony>(.changes)

  func passkeyCeremony(_ challenge: String) throws -> PasskeyCeremony? {
    try one(Self.ceremony, [.text(challenge)])
  }
  func put(_ ceremony: PasskeyCeremony) throws { try write(ceremony, Self.ceremonyWrite) }
  func removePasskeyCeremony(_ challenge: String) throws {
    try write("DELETE FROM passkey_ceremony WHERE challenge = ?", [.text(challenge)])
  }
}
