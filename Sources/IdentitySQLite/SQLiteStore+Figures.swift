import Foundation
import GRDB
package import IdentityDomain

extension SQLiteStore {
  /// What an operator watches. It names nobody.
  package struct Figures: Hashable, Sendable {
    /// Messages that wait.
    package var outbox: Int
    /// When the one that waits longest was written.
    package var oldestMessage: Timestamp?
    /// Sessions that ended, and what security notes, since `LedgerPlace`.
    package var signOuts: [SignOutCause: Int]
    package var audits: [AuditRecord.Event: Int]
    package var place: LedgerPlace
    /// Of the file and its log.
    package var bytes: Int
  }

  /// How far the two ledgers were read. Their rows are only ever added.
  package struct LedgerPlace: Hashable, Sendable {
    var signOut: Int64
    var audit: Int64
  }

  /// Where the ledgers end now.
  package func ledgerPlace() async throws -> LedgerPlace {
    try await figures { database in
      func last(_ table: String) throws -> Int64 {
        try Int64.fetchOne(database, sql: "SELECT max(place) FROM \(table)") ?? 0
      }
      return LedgerPlace(signOut: try last("signOut"), audit: try last("audit"))
    }
  }

  /// - Parameter place: what was counted before is not counted again.
  package func figures(after place: LedgerPlace) async throws -> Figures {
    let bytes = ["", "-wal"].reduce(0) { sum, suffix in
      let attributes = try? FileManager.default.attributesOfItem(atPath: settings.path + suffix)
      return sum + ((attributes?[.size] as? NSNumber)?.intValue ?? 0)
    }
    return try await figures { database in
      var figures = Figures(
        outbox: try Int.fetchOne(database, sql: "SELECT count(*) FROM outbox") ?? 0,
        oldestMessage: nil, signOuts: [:], audits: [:], place: place, bytes: bytes)
      if let row = try Data.fetchOne(
        database, sql: "SELECT record FROM outbox ORDER BY place LIMIT 1")
      {
        let message: OutboxMessage = try StoredForm.value(row, of: "outbox")
        figures.oldestMessage = message.createdAt
      }
      func each<Record: Decodable>(
        _ table: String, after place: Int64, _ count: (Record) -> Void
      ) throws -> Int64 {
        var last = place
        let rows = try Row.fetchCursor(
          database, sql: "SELECT place, record FROM \(table) WHERE place > ? ORDER BY place",
          arguments: [place])
        while let row = try rows.next() {
          last = row[0]
          let bytes: Data = row[1]
          count(try StoredForm.value(bytes, of: table))
        }
        return last
      }
      figures.place.signOut = try each("signOut", after: place.signOut) {
        (record: SignOutRecord) in figures.signOuts[record.end.cause, default: 0] += 1
      }
      figures.place.audit = try each("audit", after: place.audit) { (record: AuditRecord) in
        figures.audits[record.event, default: 0] += 1
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
