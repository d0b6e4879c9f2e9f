import IdentityDomain

extension MemoryTransaction {
  func account(_ id: ID<Account>) -> Account? {
    note("account")
    return tables.accounts[id]
  }
  func put(_ account: Account) {
    note("put Account")
    tables.accounts[account.id] = account
  }
  func removeAccount(_ id: ID<Account>) {
    note("removeAccount")
    tables.accounts[id] = nil
  }
  func accounts(after id: ID<Account>?, most: Int) -> [Account] {
    note("accounts")
    let behind = tables.accounts.values.filter { $0.id.text > id?.text ?? "" }
    return Array(behind.sorted { $0.id.text < $1.id.text }.prefix(max(0, most)))
  }
  func accountsToDelete(at now: Timestamp, most: Int) -> [Account] {
    note("accountsToDelete")
    let due = tables.accounts.values.compactMap { account in
      account.deletionDueAt.map { ($0, account) }
    }
    .filter { $0.0 <= now }
    return due.sorted { ($0.0, $0.1.id.text) < ($1.0, $1.1.id.text) }.prefix(max(0, most)).map(\.1)
  }

  func binding(of identifier: Identifier) -> IdentifierBinding? {
    note("binding")
    return tables.bindings[identifier.text]
  }
  func bindings(of account: ID<Account>) -> [IdentifierBinding] {
    note("bindings")
    return tables.bindings.values.filter { $0.account == account }
      .sorted { $0.identifier.text < $1.identifier.text }
  }
  func put(_ binding: IdentifierBinding) {
    note("put IdentifierBinding")
    tables.bindings[binding.identifier.text] = binding
  }
  func removeBinding(of identifier: Identifier) {
    note("removeBinding")
    tables.bindings[identifier.text] = nil
  }
  func bindings(startingWith text: String, most: Int) -> [IdentifierBinding] {
    note("bindings")
    let found = tables.bindings.values.filter { $0.identifier.text.hasPrefix(text) }
    return Array(found.sorted { $0.identifier.text < $1.identifier.text }.prefix(max(0, most)))
  }

  func password(of account: ID<Account>) -> PasswordCredential? {
    note("password")
    return tables.passwords[account]
  }
  func put(_ password: PasswordCredential) {
    note("put PasswordCredential")
    tables.passwords[password.account] = password
  }
  func removePassword(of account: ID<Account>) {
    note("removePassword")
    tables.passwords[account] = nil
  }
  func passwords(after account: ID<Account>?, most: Int) -> [PasswordCredential] {
    note("passwords")
    let behind = tables.passwords.values.filter { $0.account.text > account?.text ?? "" }
    return Array(behind.sorted { $0.account.text < $1.account.text }.prefix(max(0, most)))
  }

  func registrations(for identifier: Identifier) -> [PendingRegistration] {
    note("registrations")
    return tables.registrations[identifier.text] ?? []
  }
  func put(_ registrations: [PendingRegistration], for identifier: Identifier) {
    note("put registrations")
    tables.registrations[identifier.text] = registrations.isEmpty ? nil : registrations
  }

  func temporaryPassword(for identifier: Identifier) -> TemporaryPassword? {
    note("temporaryPassword")
    return tables.temporaryPasswords[identifier.text]
  }
  func put(_ password: TemporaryPassword) {
    note("put TemporaryPassword")
    tables.temporaryPasswords[password.identifier.text] = password
  }
  func removeTemporaryPassword(for identifier: Identifier) {
    note("removeTemporaryPassword")
    tables.temporaryPasswords[identifier.text] = nil
  }

  func challenge(_ id: ID<Challenge>) -> Challenge? {
    note("challenge")
    return tables.challenges[id]
  }
  func challenge(
    _ purpose: ChallengePurpose, for identifier: Identifier, from device: KeyThumbprint?
  ) -> Challenge? {
    note("challenge by identifier")
    return tables.challenges.values.first {
      $0.purpose == purpose && $0.identifier.text == identifier.text && $0.device == device
        && !$0.standsAlone
    }
  }
  func put(_ challenge: Challenge) {
    note("put Challenge")
    let older = self.challenge(
      challenge.purpose, for: challenge.identifier, from: challenge.device)
    if let older, !challenge.standsAlone { tables.challenges[older.id] = nil }
    tables.challenges[challenge.id] = challenge
  }
  func removeChallenge(_ id: ID<Challenge>) {
    note("removeChallenge")
    tables.challenges[id] = nil
  }
  func removeChallenges(of account: ID<Account>) {
    note("removeChallenges")
    tables.challenges = tables.challenges.filter { $0.value.account != account }
  }

  func guesses(at key: LimitKey) -> IdentifierGuesses? {
    note("guesses")
    return tables.guesses[key]
  }
  func put(_ guesses: IdentifierGuesses, at key: LimitKey) {
    note("put IdentifierGuesses")
    tables.guesses[key] = guesses
  }
}
