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
    guard !tables.signOuts.contains(where: { $0.session == record.session }) else { return }
    tables.signOuts.append(record)
  }
  func signOuts(of holder: Session.Holder, most: Int) -> [SignOutRecord] {
    note("signOuts")
    return Array(tables.signOuts.reversed().filter { $0.holder == holder }.prefix(most))
  }
  func append(_ record: AuditRecord) {
    note("append AuditRecord")
    tables.audit.append(record)
  }
  func auditRecords(most: Int) -> [AuditRecord] {
    note("auditRecords")
    return Array(tables.audit.reversed().prefix(most))
  }
  func auditRecords(of account: ID<Account>, most: Int) -> [AuditRecord] {
    note("auditRecords")
    return Array(tables.audit.reversed().filter { $0.account == account }.prefix(max(0, most)))
  }
}
