import IdentityDomain
import Synchronization

// How a transaction ends: a commit is acknowledged when the server has it, and the standbys that the server waits for.

extension PostgresStore {
  /// How long a commit may take that waits for anything else than a standby.
  private static let longestCommit = Duration.seconds(60)
  /// How soon the server tells after its wait was ended.
  private static let answer = Duration.seconds(1)

  /// - Returns: false where the server says that nothing was committed.
  /// - Throws: what failed before anything was committed; `unknownOutcome`, `unconfirmed`.
  func commit(_ transaction: PostgresTransaction, _ name: StaticString) throws -> Bool {
    try transaction.identify()
    let connection = transaction.connection
    do {
      if try end(connection, transaction.id, with: transaction.takeEnd()) { return true }
    } catch {
      if error is ServerError, connection.isAlive { throw error }
      pool.drop()
      return try settle(transaction, name)
    }
    throw unconfirmed(name)
  }

  /// Ends a transaction. Where no standby confirms it in time, the server is told to wait no longer: closing the connection
  /// would leave the transaction there, with its locks.
  /// - Parameter id: of the transaction.
  /// - Returns: whether every standby that the server waits for has it. Else it is committed at the server alone.
  private func end(_ connection: Connection, _ id: Int64?, with commands: [Command]) throws -> Bool
  {
    connection.forgetNotices()
    let limit = ContinuousClock.now + Self.longestCommit
    var isOver = try connection.run(commands, until: .now + settings.confirmation)
    while !isOver {
      guard ContinuousClock.now < limit else { throw connection.abandoned }
      if let id { endWait(of: id, era: connection.session.era) }
      isOver = try connection.finish(until: .now + Self.answer)
    }
    return !connection.isUnconfirmed
  }

  /// Tells the server that a transaction waits for standbys no longer. Nothing else is interrupted.
  private func endWait(of id: Int64, era: String) {
    guard let other = try? pool.takeNew(), other.session.era == era else { return }
    _ = try? other.run([
      Command(
        """
        SELECT pg_cancel_backend(pid) FROM pg_stat_activity
        WHERE backend_xid::text = $1 AND wait_event = 'SyncRep'
        """, [.text(String(UInt32(truncatingIfNeeded: id)))])
    ])
  }

  private func unconfirmed(_ name: StaticString) -> PostgresStoreFailure {
    if stall.withLock({ $0.unconfirmed() }) {
      settings.log?(
        "no standby confirms commits at \(place): writes are refused until one does; start the standby, or "
          + "change synchronous_standby_names")
    }
    return .unconfirmed(place: place, operation: "\(name)")
  }

  /// Whether a standby confirms what is committed now, and with it all that was committed before.
  func isConfirmed(on connection: Connection) throws -> Bool {
    var id: Int64?
    try connection.run([
      Command("BEGIN ISOLATION LEVEL READ COMMITTED READ WRITE"),
      // A transaction that writes nothing waits for nobody.
      Command(
        """
        SELECT pg_current_xact_id()::text::bigint,
          pg_logical_emit_message(true, 'portico', ''::text)::text
        """
      ) { id = $0.number(0) },
    ])
    return try end(connection, id, with: [Command("COMMIT")])
  }

  // MARK: - Without an answer

  /// Asks what became of a commit that nobody answered. Its number was fetched before.
  private func settle(_ transaction: PostgresTransaction, _ name: StaticString) throws -> Bool {
    let unknown = PostgresStoreFailure.unknownOutcome(place: place, operation: "\(name)")
    guard let id = transaction.id else { throw unknown }
    let era = transaction.connection.session.era
    var effort = Effort(settings)
    repeat {
      guard let connection = try? pool.takeNew(), !connection.session.isReadOnly else {
        effort.wait()
        continue
      }
      // After a failover the number may be that of another transaction.
      guard connection.session.era == era else { throw unknown }
      var status: String?
      do {
        try connection.run([
          Command("SELECT pg_xact_status($1::text::xid8)", [.text(String(id))]) {
            status = $0.text(0)
          }
        ])
        // The server that committed it may have been stopped before a standby had it.
        if status == "committed", try !isConfirmed(on: connection) { throw unconfirmed(name) }
      } catch is LostConnection {
        effort.wait()
        continue
      } catch let failure as PostgresStoreFailure {
        throw failure
      } catch { throw unknown }
      pool.giveBack(connection)
      switch status {
      case "committed": return true
      case "aborted": return false
      // The server has not noticed yet that we are gone, or is about to commit.
      case "in progress": effort.wait()
      default: throw unknown
      }
    } while !effort.isOver
    // Its locks would last as long as the wait.
    endWait(of: id, era: era)
    throw unknown
  }
}
