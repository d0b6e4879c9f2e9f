import GRDB
import Synchronization

/// Runs the bodies of transactions one after the other on the one connection that writes, and
/// commits those that came while the disk was busy together.
///
/// Each body is a savepoint of its own; nobody hears of an outcome, not even of a refusal, before
/// the group is durable, since a body may have read what another one of its group wrote. If SQLite
/// rolls a group back (disk full, an interrupted statement), its members run again, each alone, and
/// only the one at fault fails.
final class GroupedWriter: Sendable {
  /// So many bodies at most in one group: a bound for the wait of the first.
  static let mostMembers = 256

  private let pool: DatabasePool
  private let busyTries: Int
  /// The group whose transaction is open on the writer; touched on the writer's queue only.
  private let open = Mutex<CommitGroup?>(nil)

  init(_ pool: DatabasePool, busyTries: Int) {
    self.pool = pool
    self.busyTries = busyTries
  }

  func run<Value: Sendable>(_ body: @Sendable (Database) throws -> Value) async throws -> Value {
    if let value = try await attempt(isAlone: false, body) { return value }
    while true {
      if let value = try await attempt(isAlone: true, body) { return value }
    }
  }

  /// - Returns: nil if the group was lost.
  private func attempt<Value: Sendable>(
    isAlone: Bool, _ body: @Sendable (Database) throws -> Value
  ) async throws -> Value? {
    let (result, group) = try await waiting {
      try await pool.writeWithoutTransaction { database in
        try self.join(database, isAlone: isAlone, body)
      }
    }
    switch await group.outcome() {
    case .committed: return try result.get()
    case .lost: return nil
    case .failed(let error): throw error
    }
  }

  /// Tries again while another process keeps the file locked.
  private func waiting<Value>(_ work: () async throws -> Value) async throws -> Value {
    for _ in 1..<max(1, busyTries) {
      do {
        return try await work()
      } catch let error as DatabaseError where error.resultCode == .SQLITE_BUSY {}
    }
    return try await work()
  }

  /// Runs work that must not be in a transaction, after what is open was committed.
  func outside<Value: Sendable>(
    _ work: @Sendable (Database) throws -> Value
  ) async throws -> Value {
    try await pool.writeWithoutTransaction { database in
      self.commit(database)
      return try work(database)
    }
  }

  /// Commits what is open, and waits for it.
  func finish() {
    pool.writeWithoutTransaction { commit($0) }
  }

  private func join<Value>(
    _ database: Database, isAlone: Bool, _ body: (Database) throws -> Value
  ) throws -> (Result<Value, any Error>, CommitGroup) {
    if isAlone { commit(database) }
    let group = try openGroup(database, isAlone: isAlone)
    let result: Result<Value, any Error>
    do {
      result = try savepoint(database, body)
    } catch {
      // The whole transaction is gone, perhaps only because the group was too large for the disk:
      // alone, each hears what is its own.
      open.withLock { $0 = nil }
      group.settle(.lost)
      if isAlone || error is CancellationError { throw error }
      return (.failure(error), group)
    }
    if group.join() >= Self.mostMembers || isAlone { commit(database) }
    return (result, group)
  }

  private func openGroup(_ database: Database, isAlone: Bool) throws -> CommitGroup {
    if let group = open.withLock({ $0 }) { return group }
    try run("BEGIN IMMEDIATE TRANSACTION", database)
    let group = CommitGroup()
    open.withLock { $0 = group }
    if !isAlone {
      // The writer's queue is served in order: bodies that wait already come before this.
      pool.asyncWriteWithoutTransaction { self.commit($0) }
    }
    return group
  }

  /// - Returns: what the body returned or threw; its changes are kept or undone.
  /// - Throws: when the transaction itself is no more.
  private func savepoint<Value>(
    _ database: Database, _ body: (Database) throws -> Value
  ) throws -> Result<Value, any Error> {
    do {
      try run("SAVEPOINT body", database)
      let value = try body(database)
      try run("RELEASE body", database)
      return .success(value)
    } catch {
      if database.isInsideTransaction,
        (try? database.execute(sql: "ROLLBACK TO body; RELEASE body")) != nil
      {
        return .failure(error)
      }
      // Also where the task was cancelled, so that no statement but a full rollback may run.
      try? database.rollback()
      throw error
    }
  }

  private func commit(_ database: Database) {
    let group = open.withLock { group in
      defer { group = nil }
      return group
    }
    guard let group else { return }
    do {
      try run("COMMIT TRANSACTION", database)
      group.settle(.committed)
    } catch {
      try? database.rollback()
      group.settle(group.members == 1 ? .failed(error) : .lost)
    }
  }

  /// Runs what each transaction begins or ends with, without compiling it each time.
  private func run(_ sql: String, _ database: Database) throws {
    try database.cachedStatement(sql: sql).execute()
  }
}
