import IdentityDomain

extension SQLiteTransaction {
  private static let session = RowQuery<Session>("WHERE id = ?")
  private static let sessionsOfAccount = RowQuery<Session>(
    "WHERE ended_at IS NULL AND account = ? ORDER BY opened_at, id")
  private static let sessionsWithKey = RowQuery<Session>(
    "WHERE ended_at IS NULL AND key = ? ORDER BY opened_at, id")
  private static let openSessions = RowQuery<Session>(
    "WHERE ended_at IS NULL AND id > ? ORDER BY id LIMIT ?")
  private static let sessionWrite = RowWrite<Session>(.changes)

  func session(_ id: ID<Session>) throws -> Session? { try one(Self.session, [.id(id)]) }
  func openSessions(of account: ID<Account>) throws -> [Session] {
    try all(Self.sessionsOfAccount, [.id(account)])
  }
  func openSessions(with key: KeyThumbprint) throws -> [Session] {
    try all(Self.sessionsWithKey, [.key(key)])
  }
  func openSessions(after id: ID<Session>?, most: Int) throws -> [Session] {
    try all(Self.openSessions, [.text(id?.text ?? ""), .most(most)])
  }
  func put(_ session: Session) throws { try write(session, Self.sessionWrite) }

  private static let proofWrite = RowWrite<SeenProof>(.stays)

  func rememberProof(
    _ proofID: String, by key: KeyThumbprint, until forgettableAt: Timestamp
  ) throws -> Bool {
    try write(SeenProof(proofID, by: key, until: forgettableAt), Self.proofWrite) == 1
  }

  private static let device = RowQuery<Device>("WHERE account = ? AND key = ?")
  private static let devices = RowQuery<Device>("WHERE account = ? ORDER BY first_seen_at, key")
  private static let deviceWrite = RowWrite<Device>(.changes)

  func device(_ key: KeyThumbprint, of account: ID<Account>) throws -> Device? {
    try one(Self.device, [.id(account), .key(key)])
  }
  func devices(of account: ID<Account>) throws -> [Device] {
    try all(Self.devices, [.id(account)])
  }
  func put(_ device: Device) throws { try write(device, Self.deviceWrite) }
  func removeDevice(_ key: KeyThumbprint, of account: ID<Account>) throws {
    try write("DELETE FROM device WHERE account = ? AND key = ?", [.id(account), .key(key)])
  }

  private static let trust = RowQuery<DeviceTrust>("WHERE number = ?")
  private static let trustWrite = RowWrite<DeviceTrust>(.changes)

  func trust(in number: PhoneNumber) throws -> DeviceTrust? {
    try hidden(Self.trust, [.text(number.e164)], dummy: DummyRecord.trust)
  }
  func put(_ trust: DeviceTrust) throws { try write(trust, Self.trustWrite) }
  func removeTrust(in number: PhoneNumber) throws {
    try write("DELETE FROM trust WHERE number = ?", [.text(number.e164)])
  }
  func removeTrusts(of account: ID<Account>) throws {
    try write("DELETE FROM trust WHERE account = ?", [.id(account)])
  }

  private static let detachments = RowQuery<DetachedNumber>(
    "WHERE number = ? ORDER BY detached_at DESC")
  private static let detachmentWrite = RowWrite<DetachedNumber>(.changes)

  func detachments(of number: PhoneNumber) throws -> [DetachedNumber] {
    try all(Self.detachments, [.text(number.e164)])
  }
  func put(_ detachment: DetachedNumber) throws { try write(detachment, Self.detachmentWrite) }
  func removeDetachments(of account: ID<Account>) throws {
    try write("DELETE FROM detachment WHERE account = ?", [.id(account)])
  }

  private static let change = RowQuery<IdentifierChange>("WHERE id = ?")
  private static let changes = RowQuery<IdentifierChange>("WHERE account = ? ORDER BY changed_at")
  private static let changeWrite = RowWrite<IdentifierChange>(.changes)

  func identifierChange(_ id: ID<IdentifierChange>) throws -> IdentifierChange? {
    try one(Self.change, [.id(id)])
  }
  func identifierChanges(of account: ID<Account>) throws -> [IdentifierChange] {
    try all(Self.changes, [.id(account)])
  }
  func put(_ change: IdentifierChange) throws { try write(change, Self.changeWrite) }
  func removeIdentifierChange(_ id: ID<IdentifierChange>) throws {
    try write("DELETE FROM identifier_change WHERE id = ?", [.id(id)])
  }

  private static let endpoint = RowQuery<PushEndpoint>("WHERE push_token = ?")
  private static let endpoints = RowQuery<PushEndpoint>("WHERE account = ? ORDER BY push_token")
  /// Both unique keys, the push token and the session, make room for the new row.
  private static let endpointWrite = RowWrite<PushEndpoint>(.replaces)

  func pushEndpoint(_ pushToken: String) throws -> PushEndpoint? {
    try one(Self.endpoint, [.free(pushToken)])
  }
  func pushEndpoints(of account: ID<Account>) throws -> [PushEndpoint] {
    try all(Self.endpoints, [.id(account)])
  }
  func put(_ endpoint: PushEndpoint) throws { try write(endpoint, Self.endpointWrite) }
  func removePushEndpoint(_ pushToken: String) throws {
    try write("DELETE FROM push WHERE push_token = ?", [.free(pushToken)])
  }
  func removePushEndpoints(of session: ID<Session>) throws {
    try write("DELETE FROM push WHERE session = ?", [.id(session)])
  }

  private static let signOuts = RowQuery<SignOutRecord>(
    "WHERE holder_kind = ? AND holder = ? ORDER BY place DESC LIMIT ?")
  private static let signOutWrite = RowWrite<SignOutRecord>(.stays)

  func append(_ record: SignOutRecord) throws { try write(record, Self.signOutWrite) }
  func signOuts(of holder: Session.Holder, most: Int) throws -> [SignOutRecord] {
    try all(Self.signOuts, [.text(holder.kind), .text(holder.text), .most(most)])
  }
}
