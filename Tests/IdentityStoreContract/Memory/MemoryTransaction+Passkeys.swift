import IdentityDomain

extension MemoryTransaction {
  func passkey(_ credential: String) -> Passkey? {
    note("passkey")
    return tables.passkeys[credential]
  }
  func passkeys(of account: ID<Account>) -> [Passkey] {
    note("passkeys")
    return tables.passkeys.values.filter { $0.account == account }
      .sorted { ($0.createdAt, $0.credential) < ($1.createdAt, $1.credential) }
  }
  func put(_ passkey: Passkey) {
    note("put Passkey")
    tables.passkeys[passkey.credential] = passkey
  }
  func removePasskey(_ credential: String) {
    note("removePasskey")
    tables.passkeys[credential] = nil
  }

  func passkeyCeremony(_ challenge: String) -> PasskeyCeremony? {
    note("passkeyCeremony")
    return tables.passkeyCeremonies[challenge]
  }
  func put(_ ceremony: PasskeyCeremony) {
    note("put PasskeyCeremony")
    tables.passkeyCeremonies[ceremony.challenge] = ceremony
  }
  func removePasskeyCeremony(_ challenge: String) {
    note("removePasskeyCeremony")
    tables.passkeyCeremonies[challenge] = nil
  }
}
