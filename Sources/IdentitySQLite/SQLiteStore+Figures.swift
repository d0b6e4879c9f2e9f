import Foundation
import GRDB
package import IdentityDomain

extension SQLiteStore {
  package func logEnd() async throws -> LogPosition {
    try await figures { database in
      LogPosition(place: try Int64.fetchOne(database, sql: "SELECT max(place) FROM sign_out") ?? 0)
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
      figures.oldestMessage = try Int64.fetchOne(
        database, sql: "SELECT created_at FROM outbox ORDER BY place LIMIT 1"
      ).map { Timestamp(milliseconds: $0) }
      let signOuts = try Row.fetchAll(
        database,
        sql: "SELECT cause, count(*), max(place) FROM sign_out WHERE place > ? GROUP BY cause",
        arguments: [position.place])
      for row in signOuts {
        figures.position = max(figures.position, LogPosition(place: row[2]))
        if let cause = SignOutCause(rawValue: row[0]) { figures.signOuts[cause] = row[1] }
      }
      for row in try Row.fetchAll(database, sql: "SELECT kind, total FROM security_event_total") {
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
