import Foundation
import GRDB
package import IdentityDomain

extension SQLiteStore {
  package func logEnd() async throws -> LogPosition {
    try await figures { database in
      LogPosition(place: try Int64.fetchOne(database, sql: "SELECT max(place) FROM signOut") ?? 0)
    }
  }

  package func figures(after position: LogPosition) async throws -> StoreFigures {
    let bytes = ["", "-wal"].reduce(0) { sum, suffix in
      let attributes = try? FileManager.default.attributesOfItem(atPath: settings.path + suffix)
      return sum + ((attributes?[.size] as? NSNumber)?.intValue ?? 0)
    }
    return try await figures { database in
      var figures = StoreFigures(
        outbox: try Int.fetchOne(database, sql: "SELECT count(*) FROM outbox") ?? 0,
        oldestMessage: nil, signOuts: [:], position: position, securityEvents: [:], bytes: bytes)
      if let row = try Data.fetchOne(
        database, sql: "SELECT record FROM outbox ORDER BY place LIMIT 1")
      {
        let message: OutboxMessage = try StoredForm.value(row, of: "outbox")
        figures.oldestMessage = message.createdAt
      }
      let rows = try Row.fetchCursor(
        database, sql: "SELECT place, record FROM signOut WHERE place > ? ORDER BY place",
        arguments: [position.place])
      while let row = try rows.next() {
        figures.position = LogPosition(place: row[0])
        let record: SignOutRecord = try StoredForm.value(row[1], of: "signOut")
        figures.signOuts[record.end.cause, default: 0] += 1
      }
      for row in try Row.fetchAll(database, sql: "SELECT kind, total FROM securityEventTotal") {
        if let kind = SecurityEvent.Kind(rawValue: row[0]) { figures.securityEvents[kind] = row[1] }
      }
      return figures
    }
  }

  private func figures<Value: Sendable>(
    _ work: @Sendable (Database) throws -> Value
  ) async throws -> Value {
    do {
      return try await pool.read(work)
    } catch {
      throw SQLiteStoreFailure.of(error, path: settings.path)
    }
  }
}
