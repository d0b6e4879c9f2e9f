package protocol SessionTable {
  func session(_ id: ID<Session>) throws -> Session?
  /// Those that have not ended, the oldest first.
  func openSessions(of account: ID<Account>) throws -> [Session]
  /// Those that have not ended and were opened with this key, the oldest first.
  func openSessions(with key: KeyThumbprint) throws -> [Session]
  /// Those of everybody that have not ended, in the order of their ids, from behind one of them or
  /// from the first.
  func openSessions(after id: ID<Session>?, most: Int) throws -> [Session]
  /// Inserts or replaces.
  func put(_ session: Session) throws
}
