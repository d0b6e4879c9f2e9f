import IdentityDomain

// Accounts with their identifiers and passwords, registrations, temporary passwords, challenges and
// guesses at codes. The protocols that make up `IdentityTransaction` document the calls. `hidden`
// reads a dummy record where there is no row, so that the time of a response discloses nothing.

extension SQLiteTransaction {
  private static let account = RowQuery<Account>("WHERE id = ?")
  private static let accounts = RowQuery<Account>("WHERE id > ? ORDER BY id LIMIT ?")
  private static let accountsToDelete = RowQuery<Account>(
    "WHERE deletion_due_at <= ? ORDER BY deletion_due_at, id LIMIT ?")
  private static let accountWrite = RowWrite<Account>(.changes)

  func account(_ id: ID<Account>) throws -> Account? {
    try hidden(Self.account, [.id(id)], dummy: DummyRecord.account)
  }
  func ownAccount(_ id: ID<Account>) throws -> Account? { try one(Self.account, [.id(id)]) }
  func put(_ account: Account) throws { try write(account, Self.accountWrite) }
  func removeAccount(_ id: ID<Account>) throws {
    try write("DELETE FROM account WHERE id = ?", [.id(id)])
  }
  func accounts(after id: ID<Account>?, most: Int) throws -> [Account] {
    // The empty text is before every id.
    try all(Self.accounts, [.text(id?.text ?? ""), .most(most)])
  }
  func accountsToDelete(at now: Timestamp, most: Int) throws -> [Account] {
    try all(Self.accountsToDelete, [.moment(now), .most(most)])
  }

  private static let binding = RowQuery<IdentifierBinding>("WHERE identifier = ?")
  private static let bindings = RowQuery<IdentifierBinding>("WHERE account = ? ORDER BY identifier")
  private static let bindingsInRange = RowQuery<IdentifierBinding>(
    "WHERE identifier >= ? AND identifier < ? ORDER BY identifier LIMIT ?")
  private static let bindingWrite = RowWrite<IdentifierBinding>(.changes)

  func binding(of identifier: Identifier) throws -> IdentifierBinding? {
    try hidden(
      Self.binding, [.text(identifier.text)], dummy: DummyRecord.binding(of: identifier))
  }
  func bindings(of account: ID<Account>) throws -> [IdentifierBinding] {
    try all(Self.bindings, [.id(account)])
  }
  func put(_ binding: IdentifierBinding) throws { try write(binding, Self.bindingWrite) }
  func removeBinding(of identifier: Identifier) throws {
    try write("DELETE FROM identifier WHERE identifier = ?", [.text(identifier.text)])
  }
  func bindings(startingWith text: String, most: Int) throws -> [IdentifierBinding] {
    // The upper bound: U+10FFFF is above every character of an identifier.
    try all(Self.bindingsInRange, [.text(text), .text(text + "\u{10FFFF}"), .most(most)])
  }

  private static let password = RowQuery<PasswordCredential>("WHERE account = ?")
  private static let passwords = RowQuery<PasswordCredential>(
    "WHERE account > ? ORDER BY account LIMIT ?")
  private static let passwordWrite = RowWrite<PasswordCredential>(.changes)

  func password(of account: ID<Account>) throws -> PasswordCredential? {
    try one(Self.password, [.id(account)])
  }
  func put(_ password: PasswordCredential) throws { try write(password, Self.passwordWrite) }
  func removePassword(of account: ID<Account>) throws {
    try write("DELETE FROM password WHERE account = ?", [.id(account)])
  }
  func passwords(after account: ID<Account>?, most: Int) throws -> [PasswordCredential] {
    try all(Self.passwords, [.text(account?.text ?? ""), .most(most)])
  }

  private static let attempts = RowQuery<AttemptRow>("WHERE identifier = ? ORDER BY place")
  private static let attemptWrite = RowWrite<AttemptRow>(.changes)

  func registrations(for identifier: Identifier) throws -> [PendingRegistration] {
    try all(Self.attempts, [.text(identifier.text)]).map(\.attempt)
  }
  func put(_ registrations: [PendingRegistration], for identifier: Identifier) throws {
    try write("DELETE FROM registration WHERE identifier = ?", [.text(identifier.text)])
    for row in AttemptRow.rows(of: registrations) { try write(row, Self.attemptWrite) }
  }

  private static let temporaryPassword = RowQuery<TemporaryPassword>("WHERE identifier = ?")
  private static let temporaryPasswordWrite = RowWrite<TemporaryPassword>(.changes)

  func temporaryPassword(for identifier: Identifier) throws -> TemporaryPassword? {
    try one(Self.temporaryPassword, [.text(identifier.text)])
  }
  func put(_ password: TemporaryPassword) throws {
    try write(password, Self.temporaryPasswordWrite)
  }
  func removeTemporaryPassword(for identifier: Identifier) throws {
    try write("DELETE FROM temporary_password WHERE identifier = ?", [.text(identifier.text)])
  }

  private static let challenge = RowQuery<Challenge>("WHERE id = ?")
  private static let challengeInSlot = RowQuery<Challenge>(
    "WHERE identifier = ? AND purpose = ? AND slot = ?")
  /// The table has two unique keys, the id and (identifier, purpose, slot): a row that has one of
  /// them in common with the new one is removed.
  private static let challengeWrite = RowWrite<Challenge>(.replaces)

  func challenge(_ id: ID<Challenge>) throws -> Challenge? { try one(Self.challenge, [.id(id)]) }
  func challenge(
    _ purpose: ChallengePurpose, for identifier: Identifier, from device: KeyThumbprint?
  ) throws -> Challenge? {
    try one(
      Self.challengeInSlot,
      [
        .text(identifier.text), .text(purpose.rawValue), .bytes(Challenge.slot(of: device)),
      ])
  }
  func put(_ challenge: Challenge) throws { try write(challenge, Self.challengeWrite) }
  func removeChallenge(_ id: ID<Challenge>) throws {
    try write("DELETE FROM challenge WHERE id = ?", [.id(id)])
  }
  func removeChallenges(of account: ID<Account>) throws {
    try write("DELETE FROM challenge WHERE account = ?", [.id(account)])
  }

  private static let guesses = RowQuery<GuessRow>("WHERE key = ?")
  private static let guessWrite = RowWrite<GuessRow>(.changes)

  func guesses(at key: LimitKey) throws -> IdentifierGuesses? {
    try one(Self.guesses, [.text(key.text)])?.guesses
  }
  func put(_ guesses: IdentifierGuesses, at key: LimitKey) throws {
    try write(GuessRow(guesses, at: key), Self.guessWrite)
  }
}
