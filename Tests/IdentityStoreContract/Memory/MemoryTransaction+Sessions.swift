import IdentityDomain

extension MemoryTransaction {
  func session(_ id: ID<Session>) -> Session? {
    note("session")
    return tables.sessions[id]
  }
  func openSessions(of account: ID<Account>) -> [Session] {
    note("openSessions")
    return openSessions { $0.account == account }
  }
  func openSessions(with key: KeyThumbprint) -> [Session] {
    note("openSessions")
    return openSessions { $0.family.kind.key == key }
  }
  func openSessions(after id: ID<Session>?, most: Int) -> [Session] {
    note("openSessions")
    let open = tables.sessions.values.filter {
      $0.family.end == nil && $0.id.text > id?.text ?? ""
    }
    return Array(open.sorted { $0.id.text < $1.id.text }.prefix(max(0, most)))
  }
  func put(_ session: Session) {
    note("put Session")
    tables.sessions[session.id] = session
  }

  private func openSessions(_ isWanted: (Session) -> Bool) -> [Session] {
    tables.sessions.values.filter { $0.family.end == nil && isWanted($0) }
      .sorted { ($0.family.openedAt, $0.id.text) < ($1.family.openedAt, $1.id.text) }
  }

  func rememberProof(
    _ proofID: String, by key: KeyThumbprint, until forgettableAt: Timestamp
  ) -> Bool {
    note("rememberProof")
    let row = MemoryTables.ProofRow(key: key, proofID: proofID)
    guard tables.proofs[row] == nil else { return false }
    tables.proofs[row] = forgettableAt
    return true
  }

  func device(_ key: KeyThumbprint, of account: ID<Account>) -> Device? {
    note("device")
    return tables.devices[MemoryTables.DeviceRow(key: key, account: account)]
  }
  func devices(of account: ID<Account>) -> [Device] {
    note("devices")
    return tables.devices.values.filter { $0.account == account }
      .sorted { ($0.firstSeenAt, $0.key.text) < ($1.firstSeenAt, $1.key.text) }
  }
  func put(_ device: Device) {
    note("put Device")
    tables.devices[MemoryTables.DeviceRow(key: device.key, account: device.account)] = device
  }
  func removeDevice(_ key: KeyThumbprint, of account: ID<Account>) {
    note("removeDevice")
    tables.devices[MemoryTables.DeviceRow(key: key, account: account)] = nil
  }

  func trust(in number: PhoneNumber) -> DeviceTrust? {
    note("trust")
    return tables.trusts[number.e164]
  }
  func put(_ trust: DeviceTrust) {
    note("put DeviceTrust")
    tables.trusts[trust.number.e164] = trust
  }
  func removeTrust(in number: PhoneNumber) {
    note("removeTrust")
    tables.trusts[number.e164] = nil
  }
  func removeTrusts(of account: ID<Account>) {
    note("removeTrusts")
    tables.trusts = tables.trusts.filter { $0.value.account != account }
  }

  func detachments(of number: PhoneNumber) -> [DetachedNumber] {
    note("detachments")
    return tables.detachments.filter { $0.number.e164 == number.e164 }
      .sorted { ($1.at, $1.account.text) < ($0.at, $0.account.text) }
  }
  func put(_ detachment: DetachedNumber) {
    note("put DetachedNumber")
    tables.detachments.removeAll {
      $0.number.e164 == detachment.number.e164 && $0.account == detachment.account
    }
    tables.detachments.append(detachment)
  }
  func removeDetachments(of account: ID<Account>) {
    note("removeDetachments")
    tables.detachments.removeAll { $0.account == account }
  }

  func identifierChange(_ id: ID<IdentifierChange>) -> IdentifierChange? {
    note("identifierChange")
    return tables.identifierChanges[id]
  }
  func identifierChanges(of account: ID<Account>) -> [IdentifierChange] {
    note("identifierChanges")
    return tables.identifierChanges.values.filter { $0.account == account }
      .sorted { ($0.at, $0.id.text) < ($1.at, $1.id.text) }
  }
  func put(_ change: IdentifierChange) {
    note("put IdentifierChange")
    tables.identifierChanges[change.id] = change
  }
  func removeIdentifierChange(_ id: ID<IdentifierChange>) {
    note("removeIdentifierChange")
    tables.identifierChanges[id] = nil
  }

  func pushEndpoint(_ pushToken: String) -> PushEndpoint? {
    note("pushEndpoint")
    return tables.pushEndpoints[pushToken]
  }
  func pushEndpoints(of account: ID<Account>) -> [PushEndpoint] {
    note("pushEndpoints")
    return tables.pushEndpoints.values.filter { $0.account == account }
      .sorted { $0.pushToken < $1.pushToken }
  }
  func put(_ endpoint: PushEndpoint) {
    note("put PushEndpoint")
    removePushEndpoints(of: endpoint.session)
    tables.pushEndpoints[endpoint.pushToken] = endpoint
  }
  func removePushEndpoint(_ pushToken: String) {
    note("removePushEndpoint")
    tables.pushEndpoints[pushToken] = nil
  }
  func removePushEndpoints(of session: ID<Session>) {
    note("removePushEndpoints")
    tables.pushEndpoints = tables.pushEndpoints.filter { $0.value.session != session }
  }

  func append(_ record: SignOutRecord) {
    note("append SignOutRecord")
    guard !tables.signOuts.contains(where: { $0.record.session == record.session }) else { return }
    tables.signOutEnd = LogPosition(place: tables.signOutEnd.place + 1)
    tables.signOuts.append(MemoryTables.SignOutRow(position: tables.signOutEnd, record: record))
  }
  func signOuts(of holder: Session.Holder, most: Int) -> [SignOutRecord] {
    note("signOuts")
    return Array(
      tables.signOuts.reversed().map(\.record).filter { $0.holder == holder }.prefix(most))
  }
  func securityEvents(_ key: SecurityEventRow.Key) -> SecurityEventRow? {
    note("securityEvents by key")
    return tables.securityEvents[key]
  }
  func put(_ row: SecurityEventRow) {
    note("put SecurityEventRow")
    tables.securityEvents[row.key] = row
    tables.securityEventEnd = LogPosition(place: tables.securityEventEnd.place + 1)
    tables.securityEventPlaces[row.key] = tables.securityEventEnd
    tables.securityEventTotals[row.kind, default: 0] += 1
  }
  func securityEventSources(
    of kind: SecurityEvent.Kind, account: ID<Account>?, day: Int64
  ) -> Int {
    note("securityEventSources")
    return tables.securityEvents.keys.count {
      $0.kind == kind && $0.account == account && $0.day == day && $0.source != nil
    }
  }
  func securityEventEnd() -> LogPosition {
    note("securityEventEnd")
    return tables.securityEventEnd
  }
  func securityEvents(after position: LogPosition, most: Int) -> LogPage<SecurityEventRow> {
    note("securityEvents after")
    let found = tables.securityEvents.values.compactMap { row in
      tables.securityEventPlaces[row.key].map { (place: $0, row: row) }
    }
    let page = found.filter { $0.place > position }.sorted { $0.place < $1.place }
      .prefix(max(0, most))
    return LogPage(rows: page.map(\.row), end: page.last?.place ?? position)
  }
  func securityEvents(most: Int) -> [SecurityEventRow] {
    note("securityEvents")
    return newestEvents(most) { _ in true }
  }
  func securityEvents(of account: ID<Account>, most: Int) -> [SecurityEventRow] {
    note("securityEvents of account")
    return newestEvents(most) { $0.account == account }
  }
  func removeSecurityEvents(of account: ID<Account>) {
    note("removeSecurityEvents")
    tables.securityEvents = tables.securityEvents.filter { $0.key.account != account }
  }

  private func newestEvents(
    _ most: Int, _ isWanted: (SecurityEventRow) -> Bool
  ) -> [SecurityEventRow] {
    let rows = tables.securityEvents.values.filter(isWanted).sorted {
      ($1.lastAt, $0.kind.rawValue, $0.source ?? "") < (
        $0.lastAt, $1.kind.rawValue, $1.source ?? ""
      )
    }
    return Array(rows.prefix(max(0, most)))
  }
}
