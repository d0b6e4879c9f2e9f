package protocol SessionTable {
  func session(_ id: ID<Session>) throws -> Session?
  /// Those that have not ended, oldest first.
  func openSessions(of account: ID<Account>) throws -> [Session]
  /// Those that have not ended and were opened with this key, oldest first.
  func openSessions(with key: KeyThumbprint) throws -> [Session]
  /// All that have not ended, in the order of their ids, after one of them or from the first.
  func openSessions(after id: ID<Session>?, most: Int) throws -> [Session]
  /// Inserts or replaces.
  func put(_ session: Session) throws
}
