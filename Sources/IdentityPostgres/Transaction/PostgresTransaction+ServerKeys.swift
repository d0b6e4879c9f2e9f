import IdentityDomain

extension PostgresTransaction {
  private static let serverKeys = RowLookup<ServerKey>(by: "use", and: "ORDER BY active_from, id")
  private static let serverKeyWrite = RowWrite<ServerKey>(.changes)

  func serverKeys(for use: ServerKeyUse) throws -> [ServerKey] {
    try all(Self.serverKeys, [.text(use.rawValue)])
  }
  func put(_ key: ServerKey) throws { try put(key, Self.serverKeyWrite) }
  func removeServerKey(_ id: KeyID) throws {
    try remove(ServerKey.self, by: "id", being: [.text(id.text)])
  }

  private static let marks = RowLookup<StoreMarks>(by: "place", isOftenAbsent: true)
  private static let markWrite = RowWrite<StoreMarks>(.changes)

  func storeMarks() throws -> StoreMarks? { try one(Self.marks, [.integer(1)]) }
  func put(_ marks: StoreMarks) throws { try put(marks, Self.markWrite) }
}
