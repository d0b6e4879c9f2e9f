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
    /// Sessions that ended since `LedgerPlace`.
    package var signOuts: [SignOutCause: Int]
    /// Since the store was made.
    package var securityEvents: [SecurityEvent.Kind: Int]
    package var place: LedgerPlace
    /// Of the file and its log.
    package var bytes: Int
  }

  /// How far the ledger was read. Its rows are only ever added.
  package struct LedgerPlace: Hashable, Sendable {
    var signOut: Int64
  }

  /// Where the ledger ends now.
  package func ledgerPlace() async throws -> LedgerPlace {
    try await figures { database in
      LedgerPlace(
        signOut: try Int64.fetchOne(database, sql: "SELECT max(place) FROM signOut") ?? 0)
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
        oldestMessage: nil, signOuts: [:], securityEvents: [:], place: place, bytes: bytes)
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
