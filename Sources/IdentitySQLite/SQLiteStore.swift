import Foundation
import GRDB
package import IdentityDomain
import Synchronization

/// The store in one SQLite file, which other processes may have open as well.
///
/// One connection writes, several read, all in WAL mode: a read sees one committed state and waits
/// for no writer. The writer's `synchronous` is FULL, so that what was acknowledged survives the
/// loss of power; transactions that run at the same time share one write to the disk.
package final class SQLiteStore: OperableStore {
  package let settings: SQLiteStoreSettings
  let pool: DatabasePool
  private let reading: ReadConnections
  let writer: GroupedWriter
  private let isClosed = Atomic(false)
  /// The file that is open.
  private let place: FilePlace?

  /// Opens the file, makes it where there is none, and brings its tables up to date. Blocks for the
  /// time of the migration.
  /// - Throws: `SQLiteStoreFailure`. A file that is refused is left as it was.
  package init(_ settings: SQLiteStoreSettings) throws {
    self.settings = settings
    do {
      pool = try Self.open(settings)
    } catch {
      throw SQLiteStoreFailure.of(error, path: settings.path)
    }
    place = FilePlace(settings.path)
    writer = GroupedWriter(pool, busyTries: settings.busyTries)
    reading = Self.readConnections(settings)
  }

  package func transaction<Value: Sendable>(
    _ name: StaticString, _ body: @Sendable (any IdentityTransaction) throws -> Value
  ) async throws -> Value {
    do {
      return try await writer.run { database in
        try SQLiteTransaction(database, name, isReading: false).run(body)
      }
    } catch {
      throw SQLiteStoreFailure.of(error, path: settings.path)
    }
  }

  package func read<Value: Sendable>(
    _ name: StaticString, _ body: @Sendable (any IdentityTransaction) throws -> Value
  ) async throws -> Value {
    do {
      let outcome = try reading.read { database in
        try SQLiteTransaction(database, name, isReading: true).run(body)
      }
      if case .value(let value) = outcome { return value }
      return try await pool.read { database in
        try SQLiteTransaction(database, name, isReading: true).run(body)
      }
    } catch {
      throw SQLiteStoreFailure.of(error, path: settings.path)
    }
  }

  package func checkPlace() throws {
    guard let place, FilePlace(settings.path) != place else { return }
    throw SQLiteStoreFailure.lostFile(path: settings.path)
  }

  /// Ends all connections. What is in the log goes into the file, and the log away, if no other
  /// process has the file open. Calls that come later fail; closing again does nothing.
  package func close() throws {
    guard !isClosed.exchange(true, ordering: .relaxed) else { return }
    do {
      writer.finish()
      // Who closes last clears the log away, and a connection that only reads cannot.
      try reading.close()
      pool.releaseMemory()
      try pool.close()
    } catch {
      throw SQLiteStoreFailure.of(error, path: settings.path)
    }
  }
}
