import IdentityDomain

extension MemoryTransaction {
  func serverKeys(for use: ServerKeyUse) -> [ServerKey] {
    note("serverKeys")
    return tables.serverKeys.values.filter { $0.use == use }
      .sorted { ($0.activeFrom, $0.id.text) < ($1.activeFrom, $1.id.text) }
  }
  func put(_ key: ServerKey) {
    note("put ServerKey")
    tables.serverKeys[key.id] = key
  }
  func removeServerKey(_ id: KeyID) {
    note("removeServerKey")
    tables.serverKeys[id] = nil
  }

  func storeMarks() -> StoreMarks? {
    note("storeMarks")
    return tables.marks
  }
  func put(_ marks: StoreMarks) {
    note("put StoreMarks")
    tables.marks = marks
  }
}
