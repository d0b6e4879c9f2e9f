/// Writes security events (DEC-11).
struct SecurityLog: ServiceMember {
  let parts: ServiceParts

  /// The origin of a call, for the security log.
  func eventSource(_ caller: Caller) -> String? {
    if let key = caller.proof.key { return key.text }
    let digest = ports.digests.digest(
      ["source", caller.network], for: .limitKey, under: ports.digests.currentKey)
    return digest.map { "network:" + Base64URL.text(Array($0.prefix(9))) }
  }

  func note(
    _ kind: SecurityEvent.Kind, _ session: ID<Session>? = nil, of account: ID<Account>?,
    _ caller: Caller, at now: Timestamp, _ tables: Tables
  ) throws {
    try tables.append(
      SecurityEvent(
        kind, session: session, account: account, source: eventSource(caller), at: now))
  }
}
