import GRDB
import Synchronization

/// Runs the bodies of transactions one after the other on the one connection that writes; those that
/// came while the writer was busy share a transaction.
///
/// Each body is a savepoint of its own; nobody hears of an outcome, not even of a refusal, before
/// the group is durable, since a body may have read what another one of its group wrote. If SQLite
/// rolls a group back (disk full), its members run again, each alone, and only the one at fault
/// fails.
final class GroupedWriter: Sendable {
  /// So many bodies at most in one group: a bound for the wait of the first.
  static let mostMembers = 256

  private struct Line {
    var waiting: [any WriterCall] = []
    /// Whether the writer's queue will look here.
    var isServed = false
  }

  private let pool: DatabasePool
  private let busyTries: Int
  private let line = Mutex(Line())

  init(_ pool: DatabasePool, busyTries: Int) {
    self.pool = pool
    self.busyTries = busyTries
  }

  func run<Value: Sendable>(
    _ body: @Sendable (Database) throws -> Value
  ) async throws -> Value {
    // The call lets go of the body before it is settled, so it does not escape.
    try await withoutActuallyEscaping(body) { body in
      let call = PendingCall(body)
      return try await withTaskCancellationHandler {
        try await withCheckedThrowingContinuation { continuation in
          if call.wait(continuation) { enter(call) }
        }
      } onCancel: {
        call.cancel()
      }
    }
  }

  /// Runs work that must not be in a transaction.
  func outside<Value: Sendable>(
    _ work: @Sendable (Database) throws -> Value
  ) async throws -> Value {
    try await pool.writeWithoutTransaction { try work($0) }
  }

  /// Runs what waits, and waits for it.
  func finish() {
    pool.writeWithoutTransaction { database in
      while !serveNext(database) {}
    }
  }

  private func enter(_ call: any WriterCall) {
    let isFirst = line.withLock { line in
      line.waiting.append(call)
      defer { line.isServed = true }
      return !line.isServed
    }
    if isFirst { pool.asyncWriteWithoutTransaction { self.serve($0) } }
  }

  /// One group; the next one comes behind what else waits for the writer.
  private func serve(_ database: Database) {
    if !serveNext(database) { pool.asyncWriteWithoutTransaction { self.serve($0) } }
  }

  /// - Returns: whether nobody waits any more.
  private func serveNext(_ database: Database) -> Bool {
    let calls = line.withLock { line in
      let next = line.waiting.prefix(Self.mostMembers)
      line.waiting.removeFirst(next.count)
      return next
    }
    run(calls.filter { $0.begin() }, database)
    return line.withLock { line in
      line.isServed = !line.waiting.isEmpty
      return !line.isServed
    }
  }

  private func run(_ group: [any WriterCall], _ database: Database) {
    guard !group.isEmpty else { return }
    do {
      try begin(database)
    } catch {
      for call in group { call.settle(error) }
      return
    }
    do {
      let errors =
        group.count == 1
        ? [try alone(group[0], database)] : try group.map { try savepoint($0, database) }
      if database.isInsideTransaction { try execute("COMMIT TRANSACTION", database) }
      for (call, error) in zip(group, errors) { call.settle(error) }
    } catch {
      // The whole transaction is gone, perhaps only because the group was too large for the disk:
      // alone, each hears what is its own.
      if database.isInsideTransaction { try? database.rollback() }
      if group.count == 1 {
        group[0].settle(error)
      } else {
        for call in group { run([call], database) }
      }
    }
  }

  /// Tries again while another process keeps the file locked.
  private func begin(_ database: Database) throws {
    for _ in 1..<max(1, busyTries) {
      do {
        return try execute("BEGIN IMMEDIATE TRANSACTION", database)
      } catch let error as DatabaseError where error.resultCode == .SQLITE_BUSY {}
    }
    try execute("BEGIN IMMEDIATE TRANSACTION", database)
  }

  /// Runs the one body of a transaction.
  /// - Returns: what it threw; then the transaction is rolled back.
  private func alone(_ call: any WriterCall, _ database: Database) throws -> (any Error)? {
    do {
      try call.perform(database)
      return nil
    } catch {
      if database.isInsideTransaction { try execute("ROLLBACK TRANSACTION", database) }
      return error
    }
  }

  /// - Returns: what the body threw; then its changes are undone.
  /// - Throws: when the transaction itself is no more.
  private func savepoint(_ call: any WriterCall, _ database: Database) throws -> (any Error)? {
    do {
      try execute("SAVEPOINT body", database)
      try call.perform(database)
      try execute("RELEASE body", database)
      return nil
    } catch {
      guard database.isInsideTransaction else { throw error }
      try database.execute(sql: "ROLLBACK TO body; RELEASE body")
      return error
    }
  }

  /// Runs what each transaction begins or ends with, without compiling it each time.
  private func execute(_ sql: String, _ database: Database) throws {
    try database.cachedStatement(sql: sql).execute()
  }
}
