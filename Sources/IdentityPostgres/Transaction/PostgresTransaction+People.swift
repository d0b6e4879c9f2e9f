import IdentityDomain

extension PostgresTransaction {
  /// Whoever looks for the account of a stranger's words must not see by the number of trips whether there
  /// is one: the set is locked first in either case.
  private static let account = RowLookup<Account>(by: "id", isOftenAbsent: true)
  static let ownAccount = RowLookup<Account>(by: "id")
  private static let accounts = RowLookup<Account>(
    and: "WHERE id > $1 ORDER BY id LIMIT $2")
  private static let accountsToDelete = RowLookup<Account>(
    and: "WHERE deletion_due_at <= $1 ORDER BY deletion_due_at, id LIMIT $2")
  private static let accountWrite = RowWrite<Account>(.changes)

  func account(_ id: ID<Account>) throws -> Account? {
    try hidden(Self.account, [.id(id)], dummy: DummyRecord.account)
  }
  func ownAccount(_ id: ID<Account>) throws -> Account? { try one(Self.ownAccount, [.id(id)]) }
  func put(_ account: Account) throws { try put(account, Self.accountWrite) }
  func removeAccount(_ id: ID<Account>) throws {
    try remove(Account.self, by: "id", being: [.id(id)])
  }
  func accounts(after id: ID<Account>?, most: Int) throws -> [Account] {
    try all(Self.accounts, [.text(id?.text ?? ""), .most(most)])
  }
  func accountsToDelete(at now: Timestamp, most: Int) throws -> [Account] {
    try all(Self.accountsToDelete, [.moment(now), .most(most)])
  }

  private static let binding = RowLookup<IdentifierBinding>(by: "identifier", isOftenAbsent: true)
  static let bindings = RowLookup<IdentifierBinding>(
    by: "account", and: "ORDER BY identifier")
  private static let found = RowLookup<IdentifierBinding>(
    and: "WHERE identifier >= $1 AND identifier < $2 ORDER BY identifier LIMIT $3")
  private static let bindingWrite = RowWrite<IdentifierBinding>(.changes)

  func binding(of identifier: Identifier) throws -> IdentifierBinding? {
    try hidden(
      Self.binding, [.text(identifier.text)], dummy: DummyRecord.binding(of: identifier))
  }
  func bindings(of account: ID<Account>) throws -> [IdentifierBinding] {
    try all(Self.bindings, [.id(account)])
  }
  func put(_ binding: IdentifierBinding) throws { try put(binding, Self.bindingWrite) }
  func removeBinding(of identifier: Identifier) throws {
    try remove(IdentifierBinding.self, by: "identifier", being: [.text(identifier.text)])
  }
  func bindings(startingWith text: String, most: Int) throws -> [IdentifierBinding] {
    // Above all that begin with it.
    try all(Self.found, [.text(text), .text(text + "\u{10FFFF}"), .most(most)])
  }

  private static let password = RowLookup<PasswordCredential>(by: "account", isOftenAbsent: true)
  private static let passwords = RowLookup<PasswordCredential>(
    and: "WHERE account > $1 ORDER BY account LIMIT $2")
  private static let passwordWrite = RowWrite<PasswordCredential>(.changes)

  func password(of account: ID<Account>) throws -> PasswordCredential? {
    try one(Self.password, [.id(account)])
  }
  func put(_ password: PasswordCredential) throws { try put(password, Self.passwordWrite) }
  func removePassword(of account: ID<Account>) throws {
    try remove(PasswordCredential.self, by: "account", being: [.id(account)])
  }
  func passwords(after account: ID<Account>?, most: Int) throws -> [PasswordCredential] {
    try all(Self.passwords, [.text(account?.text ?? ""), .most(most)])
  }

  private static let attempts = RowLookup<AttemptRow>(by: "identifier", and: "ORDER BY place")
  private static let attemptWrite = RowWrite<AttemptRow>(.changes)

  func registrations(for identifier: Identifier) throws -> [PendingRegistration] {
    try all(Self.attempts, [.text(identifier.text)]).map(\.attempt)
  }
  func put(_ registrations: [PendingRegistration], for identifier: Identifier) throws {
    try remove(AttemptRow.self, by: "identifier", being: [.text(identifier.text)])
    for row in AttemptRow.rows(of: registrations) { try put(row, Self.attemptWrite) }
  }

  private static let temporaryPassword = RowLookup<TemporaryPassword>(
    by: "identifier", isOftenAbsent: true)
  private static let temporaryPasswordWrite = RowWrite<TemporaryPassword>(.changes)

  func temporaryPassword(for identifier: Identifier) throws -> TemporaryPassword? {
    try one(Self.temporaryPassword, [.text(identifier.text)])
  }
  func put(_ password: TemporaryPassword) throws { try put(password, Self.temporaryPasswordWrite) }
  func removeTemporaryPassword(for identifier: Identifier) throws {
    try remove(TemporaryPassword.self, by: "identifier", being: [.text(identifier.text)])
  }

  private static let challenge = RowLookup<Challenge>(by: "id", isOftenAbsent: true)
  private static let slot = RowLookup<Challenge>(by: "identifier", "purpose", "slot")
  private static let challengeWrite = RowWrite<Challenge>(.changes)

  func challenge(_ id: ID<Challenge>) throws -> Challenge? { try one(Self.challenge, [.id(id)]) }
  func challenge(
    _ purpose: ChallengePurpose, for identifier: Identifier, from device: KeyThumbprint?
  ) throws -> Challenge? {
    try one(
      Self.slot,
      [
        .text(identifier.text), .text(purpose.rawValue), .bytes(Challenge.slot(of: device)),
      ])
  }
  /// Both unique keys, the id and the slot, make room for the new row.
  func put(_ challenge: Challenge) throws {
    let other = Command(
      "DELETE FROM challenge WHERE identifier = $1 AND purpose = $2 AND slot = $3 AND id <> $4",
      [
        .text(challenge.identifier.text), .text(challenge.purpose.rawValue),
        .bytes(Challenge.slot(of: challenge.device)), .id(challenge.id),
      ])
    try put(challenge, Self.challengeWrite, removing: other)
  }
  func removeChallenge(_ id: ID<Challenge>) throws {
    try remove(Challenge.self, by: "id", being: [.id(id)])
  }
  func removeChallenges(of account: ID<Account>) throws {
    try remove(Challenge.self, by: "account", being: [.id(account)])
  }

  private static let guesses = RowLookup<GuessRow>(by: "key", isOftenAbsent: true)
  private static let guessWrite = RowWrite<GuessRow>(.changes)

  func guesses(at key: LimitKey) throws -> IdentifierGuesses? {
    try one(Self.guesses, [.text(key.text)])?.guesses
  }
  func put(_ guesses: IdentifierGuesses, at key: LimitKey) throws {
    try put(GuessRow(guesses, at: key), Self.guessWrite)
  }
}
