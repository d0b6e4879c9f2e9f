import IdentityDomain

/// The tables within one transaction of one connection. It does not outlive the body.
///
/// What is written waits until something is read, or for the commit, and goes to the server with it: a
/// trip takes longer than most statements. What is read in a transaction that writes is locked until its
/// end: rows that are there by themselves, absent ones by the lock of their set (`Granule`). So of two
/// transactions that depend on each other one waits for the other, and the outcome is that of some order.
final class PostgresTransaction: IdentityTransaction {
  enum Mode: Hashable {
    /// One statement, without a transaction around it.
    case glancing
    case reading
    case writing
  }

  /// A body that glances asks for a second statement, which might see another state.
  struct SecondTrip: Error {}

  struct Question: Hashable {
    let table: String
    let sql: String
    let arguments: [StoredValue]
  }

  /// A trip holds this many statements at most, so that neither side waits for the other to read.
  private static let mostWaiting = 64

  let connection: Connection
  var requestID: String?
  let operation: StaticString
  let mode: Mode
  private let hear: (@Sendable (_ sql: String) -> Void)?
  var waiting: [Command] = []
  /// Whether the server has a transaction to end.
  private(set) var hasBegun = false
  private var hasGlanced = false
  /// Set by the first trip of a transaction that writes.
  private(set) var id: Int64?
  /// What the database's clock said, of a transaction that writes.
  private(set) var reading: DatabaseClock.Reading?
  /// When the last trip began.
  private var left = ContinuousClock.now
  /// Sets that are locked, in the order in which that was done.
  private(set) var locked: [Granule] = []
  private(set) var isLocked: Set<Granule> = []
  /// Keys of rows that were asked for by them, whose own lock keeps others away.
  var asked: Set<Granule> = []
  /// Rows that are locked because they were read or written here, with the sets that they are in.
  var known: [Granule: Set<Granule>] = [:]
  /// Rows that came along before they were asked for, by what would have asked for them.
  var ahead: [Question: [[StoredValue]]] = [:]
  /// The first failure. From then on every operation fails with it: a body that caught it cannot commit
  /// half of its work.
  private(set) var failure: (any Error)?

  /// - Parameter first: sets to lock before anything else, in this order.
  init(
    _ connection: Connection, _ operation: StaticString, _ mode: Mode,
    locking first: [Granule] = [],
    hear: (@Sendable (_ sql: String) -> Void)? = nil
  ) {
    self.connection = connection
    self.operation = operation
    self.mode = mode
    self.hear = hear
    for granule in first { lock([granule]) }
  }

  func run<Value>(_ body: (any IdentityTransaction) throws -> Value) throws -> Value {
    let value: Value
    do { value = try body(self) } catch { throw failure ?? error }
    if let failure { throw failure }
    return value
  }

  var isReading: Bool { mode != .writing }

  // MARK: - Trips

  private var beginning: [Command] {
    switch mode {
    case .glancing: []
    case .reading: [Command("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY")]
    case .writing:
      [
        Command("BEGIN ISOLATION LEVEL READ COMMITTED READ WRITE"),
        Command(
          """
          SELECT pg_current_xact_id()::text::bigint,
            (extract(epoch FROM clock_timestamp()) * 1000)::bigint
          """
        ) { [unowned self] row in
          id = row.number(0)
          reading = DatabaseClock.Reading(moment: row.number(1), asked: left, heard: .now)
        },
      ]
    }
  }

  /// Sends what waits, with one statement more.
  /// - Returns: how many rows that one changed.
  @discardableResult
  func trip(_ last: Command? = nil) throws -> Int {
    let commands = (hasBegun ? [] : beginning) + waiting + (last.map { [$0] } ?? [])
    waiting = []
    if mode == .glancing {
      guard !hasGlanced, commands.count == 1 else { throw SecondTrip() }
      hasGlanced = true
    } else {
      hasBegun = true
    }
    left = .now
    if let hear { for command in commands { hear(command.sql) } }
    return try connection.run(commands)
  }

  func wait(_ command: Command) throws {
    waiting.append(command)
    if waiting.count >= Self.mostWaiting { try trip() }
  }

  /// So that the transaction has a number, which tells what became of it.
  func identify() throws { try noting { if id == nil { try trip() } } }

  /// What is left to send, with the commit behind it. No trip of its own where nothing was asked.
  func takeEnd() -> [Command] {
    defer { waiting = [] }
    let commands = waiting + [Command("COMMIT")]
    if let hear { for command in commands { hear(command.sql) } }
    return commands
  }

  // MARK: - Locks

  func lock(_ granules: [Granule]) {
    let missing = granules.filter { !isLocked.contains($0) }
    guard mode == .writing, !missing.isEmpty else { return }
    // Within one statement in the order of their numbers, so that two of them never cross.
    let ordered = Set(missing).sorted { $0.number < $1.number }
    let calls = ordered.indices.map { "pg_advisory_xact_lock($\($0 + 1))" }
    waiting.append(
      Command("SELECT " + calls.joined(separator: ", "), ordered.map { .integer($0.number) }))
    locked += ordered
    isLocked.formUnion(ordered)
  }

  func note(_ values: [StoredValue], _ placement: Placement) {
    known[placement.key(values)] = Set(placement.sets(values))
  }

  func noting<Value>(_ work: () throws -> Value) throws -> Value {
    if let failure { throw failure }
    do {
      return try work()
    } catch {
      if failure == nil { failure = error }
      throw error
    }
  }
}
