package protocol SessionTable {
  func session(_ id: ID<Session>) throws -> Session?
  /// Those that have not ended, the oldest first.
  func openSessions(of account: ID<Account>) throws -> [Session]
  /// Those that have not ended and were opened with this key, the oldest first.
  func openSessions(with key: KeyThumbprint) throws -> [Session]
  /// Inserts or replaces.
  func put(_ session: Session) throws
}
