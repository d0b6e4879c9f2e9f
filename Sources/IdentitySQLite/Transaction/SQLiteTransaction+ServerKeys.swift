import IdentityDomain

extension SQLiteTransaction {
  private static let serverKeys = RowQuery<ServerKey>("WHERE use = ? ORDER BY active_from, id")
  private static let serverKeyWrite = RowWrite<ServerKey>(.changes)

  func serverKeys(for use: ServerKeyUse) throws -> [ServerKey] {
    try all(Self.serverKeys, [.text(use.rawValue)])
  }
  func put(_ key: ServerKey) throws { try write(key, Self.serverKeyWrite) }
  func removeServerKey(_ id: KeyID) throws {
    try write("DELETE FROM server_key WHERE id = ?", [.text(id.text)])
  }

  private static let marks = RowQuery<StoreMarks>("WHERE place = 1")
  private static let markWrite = RowWrite<StoreMarks>(.changes)

  func storeMarks() throws -> StoreMarks? { try one(Self.marks, []) }
  func put(_ marks: StoreMarks) throws { try write(marks, Self.markWrite) }
}
