import Glibc
import IdentityDomain
import Synchronization

extension PostgresStore {
  /// How much was done for one call, and whether there may be more.
  struct Effort {
    let tries: Int
    let deadline: ContinuousClock.Instant
    var done = 0
    private var pause: Int32 = 10

    init(_ settings: PostgresStoreSettings) {
      tries = settings.tries
      deadline = .now + settings.patience
    }

    var isOver: Bool { ContinuousClock.now >= deadline }

    /// Stands still, each time for longer. The thread has a connection's work to do and nothing else.
    mutating func wait() {
      poll(nil, 0, pause)
      pause = min(pause * 2, 250)
    }
  }

  // MARK: - Writing

  /// Runs a body until its transaction was committed, or failed for good.
  ///
  /// It is run again only where nothing was committed: a conflict with others, a connection that broke
  /// before the commit was sent, and a commit of which the server says that it did not happen.
  func write<Value>(
    _ name: StaticString, _ body: (any IdentityTransaction) throws -> Value
  ) throws -> Value {
    let turn = stall.withLock { $0.begin() }
    guard turn != .refused else { throw PostgresStoreFailure.withoutStandby(place: place) }
    var isConfirmed = false
    defer { if turn == .probing { probed(isConfirmed: isConfirmed) } }
    var effort = Effort(settings)
    var first: [Granule] = []
    while true {
      effort.done += 1
      let connection = try connect(&effort)
      let transaction = PostgresTransaction(
        connection, name, .writing, locking: first, hear: settings.trace)
      do {
        let value = try transaction.run(body)
        if let reading = transaction.reading { learn(reading) }
        if try commit(transaction, name) {
          if turn == .probing { isConfirmed = (try? self.isConfirmed(on: connection)) ?? false }
          pool.giveBack(connection)
          return value
        }
      } catch {
        undo(transaction)
        try again(error, name, &effort)
        // Two that begin with all of their locks, in one order, do not wait for each other crosswise. That takes in
        // rows that were there, and the one that could not be had: their own locks come in the body's order.
        first = transaction.asked.union(transaction.locked).sorted { $0.number < $1.number }
      }
    }
  }

  private func probed(isConfirmed: Bool) {
    stall.withLock { $0.probed(isConfirmed: isConfirmed) }
    if isConfirmed { settings.log?("commits are confirmed at \(place) again: writes are taken") }
  }

  private func undo(_ transaction: PostgresTransaction) {
    let connection = transaction.connection
    guard connection.isAlive else { return }
    if transaction.hasBegun {
      guard (try? connection.run([Command("ROLLBACK")])) != nil else { return }
    }
    pool.giveBack(connection)
  }

  // MARK: - Reading

  /// Runs a body on one state that was committed.
  ///
  /// One statement sees one state, and needs no transaction around it. Whether a body takes one is known
  /// when it asks for the next: then it is run again in a transaction, and from then on at once.
  func look<Value>(
    _ name: StaticString, _ body: (PostgresTransaction) throws -> Value
  ) throws -> Value {
    var effort = Effort(settings)
    while true {
      effort.done += 1
      let connection = try connect(&effort)
      let isLong = longReads.withLock { $0.contains(name.description) }
      let transaction = PostgresTransaction(
        connection, name, isLong ? .reading : .glancing, hear: settings.trace)
      do {
        let value = try body(transaction)
        if transaction.hasBegun {
          // Nothing depends on the answer; it is read before the next trip.
          try connection.sendOff([Command("COMMIT")])
        }
        pool.giveBack(connection)
        return value
      } catch is PostgresTransaction.SecondTrip {
        pool.giveBack(connection)
        longReads.withLock { _ = $0.insert(name.description) }
        effort.done -= 1
      } catch {
        undo(transaction)
        try again(error, name, &effort)
      }
    }
  }

  // MARK: - Again

  private func connect(_ effort: inout Effort) throws -> Connection {
    while true {
      guard !pool.isClosed else { throw PostgresStoreFailure.closed }
      do { return try pool.take() } catch let error as LostConnection {
        guard !effort.isOver else { throw error }
        effort.wait()
      }
    }
  }

  /// Returns where the body may be run again.
  /// - Throws: the error, where it may not.
  private func again(_ error: any Error, _ name: StaticString, _ effort: inout Effort) throws {
    guard effort.done < settings.tries || !effort.isOver else { throw error }
    // Each time, another of those that cross it may have gone first.
    if effort.done >= settings.tries { effort.wait() }
    switch error {
    case is LostConnection:
      pool.drop()
      guard !effort.isOver else { throw error }
    case let error as ServerError:
      switch error.code {
      // Serialization failure, deadlock, and a row that came at the same moment.
      case "40001", "40P01", "23505": break
      // The primary is one no more: another will be found, or none.
      case "25006", "57P01", "57P02", "57P03":
        pool.drop()
        guard !effort.isOver else { throw error }
        effort.wait()
      default: throw error
      }
    default: throw error
    }
  }
}
