import Foundation
import GRDB
import IdentityDomain

extension SQLiteTransaction {
  func account(_ id: ID<Account>) throws -> Account? {
    try hidden(
      "SELECT record FROM account WHERE id = ?", by: id.text, memos.accounts,
      standIn: StandIn.account)
  }
  func ownAccount(_ id: ID<Account>) throws -> Account? {
    try all("SELECT record FROM account WHERE id = ?", by: id.text, memos.accounts).first
  }
  func put(_ account: Account) throws {
    let record = account.record
    // An update in place where the row is there, as at each sign-in: fewer pages are written.
    try write(
      """
      INSERT INTO account (id, record) VALUES (?, ?)
      ON CONFLICT (id) DO UPDATE SET record = excluded.record
      """,
      [Self.key(account.id.text), self.record(record)])
    // The next sign-in reads it.
    memos.accounts.remember(account, from: Data(record.bytes))
  }
  func removeAccount(_ id: ID<Account>) throws {
    try write("DELETE FROM account WHERE id = ?", [Self.key(id.text)])
  }

  func binding(of identifier: Identifier) throws -> IdentifierBinding? {
    try hidden(
      "SELECT record FROM identifier WHERE identifier = ?", by: identifier.text, memos.bindings,
      standIn: StandIn.binding(of: identifier))
  }
  func bindings(of account: ID<Account>) throws -> [IdentifierBinding] {
    try all(
      "SELECT record FROM identifier WHERE account = ? ORDER BY identifier", by: account.text,
      memos.bindings)
  }
  func put(_ binding: IdentifierBinding) throws {
    try write(
      "INSERT OR REPLACE INTO identifier (identifier, account, record) VALUES (?, ?, ?)",
      [
        Self.key(binding.identifier.text), Self.key(binding.account.text), try record(binding),
      ])
  }
  func removeBinding(of identifier: Identifier) throws {
    try write("DELETE FROM identifier WHERE identifier = ?", [Self.key(identifier.text)])
  }

  func password(of account: ID<Account>) throws -> PasswordCredential? {
    try own("password", "account = ?", [Self.key(account.text)])
  }
  func put(_ password: PasswordCredential) throws {
    try write(
      "INSERT OR REPLACE INTO password (account, record) VALUES (?, ?)",
      [Self.key(password.account.text), try record(password)])
  }
  func removePassword(of account: ID<Account>) throws {
    try write("DELETE FROM password WHERE account = ?", [Self.key(account.text)])
  }

  func passwords(after account: ID<Account>?, most: Int) throws -> [PasswordCredential] {
    try all(
      "password", "WHERE account > ? ORDER BY account LIMIT ?",
      [Self.key(account?.text ?? ""), max(0, most).databaseValue])
  }

  func registrations(for identifier: Identifier) throws -> [PendingRegistration] {
    try one("registration", "identifier = ?", [Self.key(identifier.text)]) ?? []
  }
  func put(_ registrations: [PendingRegistration], for identifier: Identifier) throws {
    let key = Self.key(identifier.text)
    guard let newest = registrations.map(\.createdAt).max() else {
      try write("DELETE FROM registration WHERE identifier = ?", [key])
      return
    }
    try write(
      "INSERT OR REPLACE INTO registration (identifier, newestAt, record) VALUES (?, ?, ?)",
      [key, Self.moment(newest), try record(registrations)])
  }

  func temporaryPassword(for identifier: Identifier) throws -> TemporaryPassword? {
    try one("temporaryPassword", "identifier = ?", [Self.key(identifier.text)])
  }
  func put(_ password: TemporaryPassword) throws {
    try write(
      "INSERT OR REPLACE INTO temporaryPassword (identifier, sentAt, record) VALUES (?, ?, ?)",
      [
        Self.key(password.identifier.text), Self.moment(password.sentAt), try record(password),
      ])
  }
  func removeTemporaryPassword(for identifier: Identifier) throws {
    try write("DELETE FROM temporaryPassword WHERE identifier = ?", [Self.key(identifier.text)])
  }

  func challenge(_ id: ID<Challenge>) throws -> Challenge? {
    try one("challenge", "id = ?", [Self.key(id.text)])
  }
  func challenge(
    _ purpose: ChallengePurpose, for identifier: Identifier, from device: KeyThumbprint?
  ) throws -> Challenge? {
    try one(
      "challenge", "identifier = ? AND purpose = ? AND device = ?",
      [Self.key(identifier.text), purpose.rawValue.databaseValue, Self.device(device)])
  }
  func put(_ challenge: Challenge) throws {
    // Both unique keys, the id and (identifier, purpose, device), make room for the new row.
    try write(
      """
      INSERT OR REPLACE INTO challenge
        (id, purpose, identifier, device, account, expiresAt, record)
      VALUES (?, ?, ?, ?, ?, ?, ?)
      """,
      [
        Self.key(challenge.id.text), challenge.purpose.rawValue.databaseValue,
        Self.key(challenge.identifier.text), Self.slot(of: challenge),
        Self.key(challenge.account?.text), Self.moment(challenge.expiresAt),
        try record(challenge),
      ])
  }
  func removeChallenge(_ id: ID<Challenge>) throws {
    try write("DELETE FROM challenge WHERE id = ?", [Self.key(id.text)])
  }
  func removeChallenges(of account: ID<Account>) throws {
    try write("DELETE FROM challenge WHERE account = ?", [Self.key(account.text)])
  }

  /// One that stands alone has a place of its own, which no device has for a name: a byte that no text
  /// in UTF-8 has, and its own name.
  private static func slot(of challenge: Challenge) -> DatabaseValue {
    guard challenge.standsAlone else { return device(challenge.device) }
    return (Data([0xFE]) + Data(challenge.id.text.utf8)).databaseValue
  }

  /// No device is a value of its own, since NULL equals nothing in a unique key: a byte that no
  /// text in UTF-8 has.
  private static func device(_ key: KeyThumbprint?) -> DatabaseValue {
    key.map { Self.key($0.text) } ?? Data([0xFF]).databaseValue
  }

  func guesses(at key: LimitKey) throws -> IdentifierGuesses? {
    try one("guess", "key = ?", [Self.key(key.text)])
  }
  func put(_ guesses: IdentifierGuesses, at key: LimitKey) throws {
    try write(
      "INSERT OR REPLACE INTO guess (key, lastWrongAt, record) VALUES (?, ?, ?)",
      [
        Self.key(key.text), guesses.lastWrongAt.map { Self.moment($0) } ?? .null,
        try record(guesses),
      ])
  }
}
