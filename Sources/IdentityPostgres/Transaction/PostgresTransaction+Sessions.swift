import IdentityDomain

extension PostgresTransaction {
  private static let session = RowLookup<Session>(by: "id")
  private static let sessionsOfAccount = RowLookup<Session>(
    by: "account", and: "AND ended_at IS NULL ORDER BY opened_at, id")
  private static let sessionsWithKey = RowLookup<Session>(
    by: "key", and: "AND ended_at IS NULL ORDER BY opened_at, id")
  private static let openSessions = RowLookup<Session>(
    and: "WHERE ended_at IS NULL AND id > $1 ORDER BY id LIMIT $2")
  private static let sessionWrite = RowWrite<Session>(.changes)

  /// Whoever shows a token asks for its session, the owner and the owner's names: one trip where that is
  /// all.
  private static let sessionAndOwner = CompanyLookup(
    session, by: "account",
    with: [Companion(ownAccount), Companion(bindings, orderedBy: "identifier")])

  func session(_ id: ID<Session>) throws -> Session? { try one(Self.sessionAndOwner, [.id(id)]) }
  func openSessions(of account: ID<Account>) throws -> [Session] {
    try all(Self.sessionsOfAccount, [.id(account)])
  }
  func openSessions(with key: KeyThumbprint) throws -> [Session] {
    try all(Self.sessionsWithKey, [.key(key)])
  }
  func openSessions(after id: ID<Session>?, most: Int) throws -> [Session] {
    try all(Self.openSessions, [.text(id?.text ?? ""), .most(most)])
  }
  func put(_ session: Session) throws { try put(session, Self.sessionWrite) }

  private static let proofWrite = RowWrite<SeenProof>(.stays)

  /// The key of the table decides, and waits for whoever writes the same proof at this moment.
  func rememberProof(
    _ proofID: String, by key: KeyThumbprint, until forgettableAt: Timestamp
  ) throws -> Bool {
    try putIfAbsent(SeenProof(proofID, by: key, until: forgettableAt), Self.proofWrite)
  }

  private static let device = RowLookup<Device>(by: "account", "key", isOftenAbsent: true)
  private static let devices = RowLookup<Device>(by: "account", and: "ORDER BY first_seen_at, key")
  private static let deviceWrite = RowWrite<Device>(.changes)

  func device(_ key: KeyThumbprint, of account: ID<Account>) throws -> Device? {
    try one(Self.device, [.id(account), .key(key)])
  }
  func devices(of account: ID<Account>) throws -> [Device] {
    try all(Self.devices, [.id(account)])
  }
  func put(_ device: Device) throws { try put(device, Self.deviceWrite) }
  func removeDevice(_ key: KeyThumbprint, of account: ID<Account>) throws {
    try remove(Device.self, by: "account", "key", being: [.id(account), .key(key)])
  }

  private static let trust = RowLookup<DeviceTrust>(by: "number", isOftenAbsent: true)
  private static let trustWrite = RowWrite<DeviceTrust>(.changes)

  func trust(in number: PhoneNumber) throws -> DeviceTrust? {
    try hidden(Self.trust, [.text(number.e164)], dummy: DummyRecord.trust)
  }
  func put(_ trust: DeviceTrust) throws { try put(trust, Self.trustWrite) }
  func removeTrust(in number: PhoneNumber) throws {
    try remove(DeviceTrust.self, by: "number", being: [.text(number.e164)])
  }
  func removeTrusts(of account: ID<Account>) throws {
    try remove(DeviceTrust.self, by: "account", being: [.id(account)])
  }

  private static let detachments = RowLookup<DetachedNumber>(
    by: "number", and: "ORDER BY detached_at DESC")
  private static let detachmentWrite = RowWrite<DetachedNumber>(.changes)

  func detachments(of number: PhoneNumber) throws -> [DetachedNumber] {
    try all(Self.detachments, [.text(number.e164)])
  }
  func put(_ detachment: DetachedNumber) throws { try put(detachment, Self.detachmentWrite) }
  func removeDetachments(of account: ID<Account>) throws {
    try remove(DetachedNumber.self, by: "account", being: [.id(account)])
  }

  private static let change = RowLookup<IdentifierChange>(by: "id", isOftenAbsent: true)
  private static let changes = RowLookup<IdentifierChange>(
    by: "account", and: "ORDER BY changed_at")
  private static let changeWrite = RowWrite<IdentifierChange>(.changes)

  func identifierChange(_ id: ID<IdentifierChange>) throws -> IdentifierChange? {
    try one(Self.change, [.id(id)])
  }
  func identifierChanges(of account: ID<Account>) throws -> [IdentifierChange] {
    try all(Self.changes, [.id(account)])
  }
  func put(_ change: IdentifierChange) throws { try put(change, Self.changeWrite) }
  func removeIdentifierChange(_ id: ID<IdentifierChange>) throws {
    try remove(IdentifierChange.self, by: "id", being: [.id(id)])
  }

  private static let endpoint = RowLookup<PushEndpoint>(by: "push_token", isOftenAbsent: true)
  private static let endpoints = RowLookup<PushEndpoint>(by: "account", and: "ORDER BY push_token")
  private static let endpointWrite = RowWrite<PushEndpoint>(.changes)

  func pushEndpoint(_ pushToken: String) throws -> PushEndpoint? {
    try one(Self.endpoint, [.free(pushToken)])
  }
  func pushEndpoints(of account: ID<Account>) throws -> [PushEndpoint] {
    try all(Self.endpoints, [.id(account)])
  }
  /// Both unique keys, the push token and the session, make room for the new row.
  func put(_ endpoint: PushEndpoint) throws {
    let other = Command(
      "DELETE FROM push WHERE session = $1 AND push_token <> $2",
      [.id(endpoint.session), .free(endpoint.pushToken)])
    try put(endpoint, Self.endpointWrite, removing: other)
  }
  func removePushEndpoint(_ pushToken: String) throws {
    try remove(PushEndpoint.self, by: "push_token", being: [.free(pushToken)])
  }
  func removePushEndpoints(of session: ID<Session>) throws {
    try remove(PushEndpoint.self, by: "session", being: [.id(session)])
  }

  private static let signOuts = RowLookup<SignOutRecord>(
    by: "holder_kind", "holder", and: "ORDER BY place DESC LIMIT $3")
  private static let signOutWrite = RowWrite<SignOutRecord>(.stays)

  func append(_ record: SignOutRecord) throws { try put(record, Self.signOutWrite) }
  func signOuts(of holder: Session.Holder, most: Int) throws -> [SignOutRecord] {
    try all(Self.signOuts, [.text(holder.kind), .text(holder.text), .most(most)])
  }
}
