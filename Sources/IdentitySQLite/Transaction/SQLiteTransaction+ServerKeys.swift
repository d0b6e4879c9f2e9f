import GRDB
import IdentityDomain

extension SQLiteTransaction {
  func serverKeys(for use: ServerKeyUse) throws -> [ServerKey] {
    try all("serverKey", "WHERE use = ? ORDER BY activeFrom, id", [use.rawValue.databaseValue])
  }
  func put(_ key: ServerKey) throws {
    try write(
      "INSERT OR REPLACE INTO serverKey (id, use, activeFrom, record) VALUES (?, ?, ?, ?)",
      [
        Self.key(key.id.text), key.use.rawValue.databaseValue, Self.moment(key.activeFrom),
        try record(key),
      ])
  }
  func removeServerKey(_ id: KeyID) throws {
    try write("DELETE FROM serverKey WHERE id = ?", [Self.key(id.text)])
  }

  func storeMarks() throws -> StoreMarks? {
    try one("mark", "place = ?", [1.databaseValue])
  }
  func put(_ marks: StoreMarks) throws {
    try write(
      "INSERT OR REPLACE INTO mark (place, record) VALUES (1, ?)", [try record(marks)])
  }
}
