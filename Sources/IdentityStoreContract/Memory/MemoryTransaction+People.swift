import IdentityDomain

extension MemoryTransaction {
  func account(_ id: ID<Account>) -> Account? { tables.accounts[id] }
  func put(_ account: Account) { tables.accounts[account.id] = account }
  func removeAccount(_ id: ID<Account>) { tables.accounts[id] = nil }

  func binding(of identifier: Identifier) -> IdentifierBinding? {
    tables.bindings[identifier.text]
  }
  func bindings(of account: ID<Account>) -> [IdentifierBinding] {
    tables.bindings.values.filter { $0.account == account }
      .sorted { $0.identifier.text < $1.identifier.text }
  }
  func put(_ binding: IdentifierBinding) {
    tables.bindings[binding.identifier.text] = binding
  }
  func removeBinding(of identifier: Identifier) {
    tables.bindings[identifier.text] = nil
  }

  func password(of account: ID<Account>) -> PasswordCredential? {
    tables.passwords[account]
  }
  func put(_ password: PasswordCredential) {
    tables.passwords[password.account] = password
  }
  func removePassword(of account: ID<Account>) { tables.passwords[account] = nil }

  func registrations(for identifier: Identifier) -> [PendingRegistration] {
    tables.registrations[identifier.text] ?? []
  }
  func put(_ registration: PendingRegistration, keeping: Int) {
    var rows = tables.registrations[registration.identifier.text] ?? []
    if let place = rows.firstIndex(where: { $0.id == registration.id }) {
      rows[place] = registration
    } else {
      rows.append(registration)
    }
    tables.registrations[registration.identifier.text] = rows.suffix(keeping)
  }
  func removeRegistrations(for identifier: Identifier) {
    tables.registrations[identifier.text] = nil
  }

  func challenge(_ id: ID<Challenge>) -> Challenge? { tables.challenges[id] }
  func challenge(
    _ purpose: ChallengePurpose, for identifier: Identifier, from device: KeyThumbprint?
  ) -> Challenge? {
    tables.challenges.values.first {
      $0.purpose == purpose && $0.identifier.text == identifier.text && $0.device == device
    }
  }
  func put(_ challenge: Challenge) {
    let older = self.challenge(
      challenge.purpose, for: challenge.identifier, from: challenge.device)
    if let older { tables.challenges[older.id] = nil }
    tables.challenges[challenge.id] = challenge
  }
  func removeChallenge(_ id: ID<Challenge>) { tables.challenges[id] = nil }
  func removeChallenges(of account: ID<Account>) {
    tables.challenges = tables.challenges.filter { $0.value.account != account }
  }

  func guesses(at identifier: Identifier) -> IdentifierGuesses? {
    tables.guesses[identifier.text]
  }
  func put(_ guesses: IdentifierGuesses, at identifier: Identifier) {
    tables.guesses[identifier.text] = guesses
  }
}
