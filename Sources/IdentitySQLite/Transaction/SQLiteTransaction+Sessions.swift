import Foundation
import GRDB
import IdentityDomain

extension SQLiteTransaction {
  func session(_ id: ID<Session>) throws -> Session? {
    try all("SELECT record FROM session WHERE id = ?", by: id.text, memos.sessions).first
  }
  func openSessions(of account: ID<Account>) throws -> [Session] {
    try all(
      "session", "WHERE isOpen = 1 AND account = ? ORDER BY openedAt, id",
      [Self.key(account.text)])
  }
  func openSessions(with key: KeyThumbprint) throws -> [Session] {
    try all("session", "WHERE isOpen = 1 AND key = ? ORDER BY openedAt, id", [Self.key(key.text)])
  }
  func openSessions(after id: ID<Session>?, most: Int) throws -> [Session] {
    try all(
      "session", "WHERE isOpen = 1 AND id > ? ORDER BY id LIMIT ?",
      [Self.key(id?.text ?? ""), max(0, most).databaseValue])
  }
  func put(_ session: Session) throws {
    let family = session.family
    let record = Data(session.record.bytes)
    // An update in place where the row is there, as at each refresh: fewer pages are written.
    try write(
      """
      INSERT INTO session (id, account, key, openedAt, isOpen, endsAt, record)
      VALUES (?, ?, ?, ?, ?, ?, ?)
      ON CONFLICT (id) DO UPDATE SET account = excluded.account, key = excluded.key,
        openedAt = excluded.openedAt, isOpen = excluded.isOpen, endsAt = excluded.endsAt,
        record = excluded.record
      """,
      [
        Self.key(session.id.text), Self.key(session.account?.text),
        Self.key(family.kind.key?.text), Self.moment(family.openedAt),
        (family.end == nil).databaseValue, Self.moment(family.end?.at ?? family.expiresAt),
        String(decoding: record, as: UTF8.self).databaseValue,
      ])
    // The next refresh reads it.
    memos.sessions.remember(session, from: record)
  }

  func rememberProof(
    _ proofID: String, by key: KeyThumbprint, until forgettableAt: Timestamp
  ) throws -> Bool {
    try write(
      """
      INSERT INTO proof (key, proofID, forgettableAt) VALUES (?, ?, ?)
      ON CONFLICT (key, proofID) DO NOTHING
      """,
      [Self.key(key.text), Self.key(proofID), Self.moment(forgettableAt)]) == 1
  }

  func device(_ key: KeyThumbprint, of account: ID<Account>) throws -> Device? {
    try one("device", "account = ? AND key = ?", [Self.key(account.text), Self.key(key.text)])
  }
  func devices(of account: ID<Account>) throws -> [Device] {
    try all("device", "WHERE account = ? ORDER BY firstSeenAt, key", [Self.key(account.text)])
  }
  func put(_ device: Device) throws {
    try write(
      "INSERT OR REPLACE INTO device (account, key, firstSeenAt, record) VALUES (?, ?, ?, ?)",
      [
        Self.key(device.account.text), Self.key(device.key.text),
        Self.moment(device.firstSeenAt), try record(device),
      ])
  }
  func removeDevice(_ key: KeyThumbprint, of account: ID<Account>) throws {
    try write(
      "DELETE FROM device WHERE account = ? AND key = ?",
      [Self.key(account.text), Self.key(key.text)])
  }

  func trust(in number: PhoneNumber) throws -> DeviceTrust? {
    try hidden(
      "SELECT record FROM trust WHERE number = ?", by: number.e164, memos.trusts,
      standIn: StandIn.trust)
  }
  func put(_ trust: DeviceTrust) throws {
    try write(
      "INSERT OR REPLACE INTO trust (number, account, record) VALUES (?, ?, ?)",
      [Self.key(trust.number.e164), Self.key(trust.account.text), try record(trust)])
  }
  func removeTrust(in number: PhoneNumber) throws {
    try write("DELETE FROM trust WHERE number = ?", [Self.key(number.e164)])
  }
  func removeTrusts(of account: ID<Account>) throws {
    try write("DELETE FROM trust WHERE account = ?", [Self.key(account.text)])
  }

  func detachments(of number: PhoneNumber) throws -> [DetachedNumber] {
    try all(
      "detachment", "WHERE number = ? ORDER BY at DESC", [Self.key(number.e164)])
  }
  func put(_ detachment: DetachedNumber) throws {
    try write(
      "INSERT OR REPLACE INTO detachment (number, account, at, record) VALUES (?, ?, ?, ?)",
      [
        Self.key(detachment.number.e164), Self.key(detachment.account.text),
        Self.moment(detachment.at), try record(detachment),
      ])
  }
  func removeDetachments(of account: ID<Account>) throws {
    try write("DELETE FROM detachment WHERE account = ?", [Self.key(account.text)])
  }

  func identifierChange(_ id: ID<IdentifierChange>) throws -> IdentifierChange? {
    try one("identifierChange", "id = ?", [Self.key(id.text)])
  }
  func identifierChanges(of account: ID<Account>) throws -> [IdentifierChange] {
    try all("identifierChange", "WHERE account = ? ORDER BY at", [Self.key(account.text)])
  }
  func put(_ change: IdentifierChange) throws {
    try write(
      "INSERT OR REPLACE INTO identifierChange (id, account, at, record) VALUES (?, ?, ?, ?)",
      [
        Self.key(change.id.text), Self.key(change.account.text), Self.moment(change.at),
        try record(change),
      ])
  }
  func removeIdentifierChange(_ id: ID<IdentifierChange>) throws {
    try write("DELETE FROM identifierChange WHERE id = ?", [Self.key(id.text)])
  }

  func pushEndpoint(_ pushToken: String) throws -> PushEndpoint? {
    try one("push", "pushToken = ?", [Self.key(pushToken)])
  }
  func pushEndpoints(of account: ID<Account>) throws -> [PushEndpoint] {
    try all("push", "WHERE account = ? ORDER BY pushToken", [Self.key(account.text)])
  }
  func put(_ endpoint: PushEndpoint) throws {
    // Both unique keys, the push token and the session, make room for the new row.
    try write(
      "INSERT OR REPLACE INTO push (pushToken, session, account, record) VALUES (?, ?, ?, ?)",
      [
        Self.key(endpoint.pushToken), Self.key(endpoint.session.text),
        Self.key(endpoint.account.text), try record(endpoint),
      ])
  }
  func removePushEndpoint(_ pushToken: String) throws {
    try write("DELETE FROM push WHERE pushToken = ?", [Self.key(pushToken)])
  }
  func removePushEndpoints(of session: ID<Session>) throws {
    try write("DELETE FROM push WHERE session = ?", [Self.key(session.text)])
  }

  func append(_ record: SignOutRecord) throws {
    try write(
      """
      INSERT INTO signOut (session, holder, at, record) VALUES (?, ?, ?, ?)
      ON CONFLICT (session) DO NOTHING
      """,
      [
        Self.key(record.session.text), Self.holder(record.holder), Self.moment(record.end.at),
        try self.record(record),
      ])
  }
  func signOuts(of holder: Session.Holder, most: Int) throws -> [SignOutRecord] {
    try all(
      "signOut", "WHERE holder = ? ORDER BY place DESC LIMIT ?",
      [Self.holder(holder), max(0, most).databaseValue])
  }
  /// One text for each holder; an account and an installation of one name are two.
  static func holder(_ holder: Session.Holder) -> DatabaseValue {
    switch holder {
    case .account(let id): key("account:" + id.text)
    case .installation(let id): key("installation:" + id.text)
    }
  }
}
