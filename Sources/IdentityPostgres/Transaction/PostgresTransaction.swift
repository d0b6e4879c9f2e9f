import IdentityDomain

/// The tables within one transaction of one connection. It does not outlive the body.
///
/// What is written waits until something is read, or for the commit, and goes to the server with it: a
/// trip takes longer than most statements. What is read in a transaction that writes is locked until its
/// end: rows that are there by themselves, absent ones by the lock of their set (`Granule`). So of two
/// transactions that depend on each other one waits for the other, and the outcome is that of some order.
final class PostgresTransaction: IdentityTransaction {
  enum Mode: Hashable {
    case reading
    case writing
  }

  private struct Question: Hashable {
    let table: String
    let sql: String
    let arguments: [StoredValue]
  }

  /// A trip holds this many statements at most, so that neither side waits for the other to read.
  private static let mostWaiting = 64

  let connection: Connection
  private let operation: StaticString
  private let mode: Mode
  private let hear: (@Sendable (_ sql: String) -> Void)?
  private var waiting: [Command] = []
  private(set) var hasBegun = false
  /// Set by the first trip of a transaction that writes.
  private(set) var id: Int64?
  /// The database's clock at the first trip, in milliseconds.
  private(set) var moment: Int64?
  /// Sets that are locked, in the order in which that was done.
  private(set) var locked: [Granule] = []
  private var isLocked: Set<Granule> = []
  /// Rows that are locked because they were read or written here, with the sets that they are in.
  private var known: [Granule: Set<Granule>] = [:]
  /// Rows that came along before they were asked for, by what would have asked for them.
  private var ahead: [Question: [[StoredValue]]] = [:]
  /// The first failure. From then on every operation fails with it: a body that caught it cannot commit
  /// half of its work.
  private(set) var failure: (any Error)?

  /// - Parameter first: sets to lock before anything else, in this order.
  init(
    _ connection: Connection, _ operation: StaticString, _ mode: Mode, locking first: [Granule] = [],
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

  var isReading: Bool { mode == .reading }

  // MARK: - Trips

  private var beginning: [Command] {
    switch mode {
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
          moment = row.number(1)
        },
      ]
    }
  }

  /// Sends what waits, with one statement more.
  /// - Returns: how many rows that one changed.
  @discardableResult
  private func trip(_ last: Command? = nil) throws -> Int {
    let commands = (hasBegun ? [] : beginning) + waiting + (last.map { [$0] } ?? [])
    waiting = []
    hasBegun = true
    if let hear { for command in commands { hear(command.sql) } }
    return try connection.run(commands)
  }

  private func wait(_ command: Command) throws {
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

  private func lock(_ granules: [Granule]) {
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

  private func note(_ values: [StoredValue], _ placement: Placement) {
    known[placement.key(values)] = Set(placement.sets(values))
  }

  // MARK: - Reading

  /// The rows that a query selects, in the order it asks for.
  func all<Row>(_ lookup: RowLookup<Row>, _ arguments: [StoredValue]) throws -> [Row] {
    if failure == nil, let known = ahead[Question(table: Row.table.name, sql: lookup.sql, arguments: arguments)] {
      return try noting { try known.map { try lookup.row($0) } }
    }
    return try each(lookup, arguments) { _, row in row }
  }

  /// Looks for one row, and brings rows of other tables along in the same trip, which whoever asks for
  /// it will ask for next.
  ///
  /// - Parameters:
  ///   - column: of the row; companions are looked for by its value.
  ///   - companions: of them, in a transaction that writes, only rows that are there count: an absent one
  ///     would have to be locked first.
  func one<Row>(
    _ lookup: RowLookup<Row>, _ arguments: [StoredValue], by column: String,
    with companions: [Companion]
  ) throws -> Row? {
    let place = Row.table.places(of: [column]).first ?? 0
    let isReading = isReading
    var followers: [(Companion, [[StoredValue]])] = []
    var value = StoredValue.null
    let row = try noting { () throws -> Row? in
      guard !Self.holdsNUL(arguments) else { return nil }
      guard ahead[Question(table: Row.table.name, sql: lookup.sql, arguments: arguments)] == nil else {
        return try all(lookup, arguments).first
      }
      for (number, companion) in companions.enumerated() {
        followers.append((companion, []))
        let sql = isReading ? companion.sql : companion.lockingSQL
        waiting.append(
          Command(sql, arguments) { found in
            guard let values = found.values(companion.kinds) else {
              throw PostgresStoreFailure.unreadableRecord(table: companion.table)
            }
            followers[number].1.append(values)
            if !isReading { self.note(values, companion.placement) }
          })
      }
      return try each(lookup, arguments) { _, row in
        value = row.storedValues[place]
        return row
      }.first
    }
    guard row != nil, value != .null else { return row }
    for (companion, rows) in followers where isReading || !rows.isEmpty {
      ahead[Question(table: companion.table, sql: companion.question, arguments: [value])] = rows
    }
    return row
  }

  /// The same, with what the store filled in.
  func each<Row, Value>(
    _ lookup: RowLookup<Row>, _ arguments: [StoredValue], _ body: (FoundRow, Row) throws -> Value
  ) throws -> [Value] {
    try noting {
      guard !Self.holdsNUL(arguments) else { return [] }
      guard mode == .writing else { return try select(lookup, lookup.sql, arguments, body) }
      let granule = lookup.granule(arguments)
      // Most rows that are asked for by their key are there, and then their own lock is enough.
      if lookup.isByKey, !lookup.isOftenAbsent, let granule, !isLocked.contains(granule) {
        let found = try select(lookup, lookup.lockingSQL, arguments, body)
        if !found.isEmpty { return found }
      }
      if let granule { lock([granule]) }
      return try select(lookup, lookup.lockingSQL, arguments, body)
    }
  }

  private func select<Row, Value>(
    _ lookup: RowLookup<Row>, _ sql: String, _ arguments: [StoredValue],
    _ body: (FoundRow, Row) throws -> Value
  ) throws -> [Value] {
    try withoutActuallyEscaping(body) { body in
      var values: [Value] = []
      try trip(
        Command(sql, arguments) { found in
          let row = try lookup.values(found)
          if self.mode == .writing { self.note(row, lookup.placement) }
          values.append(try body(found, try lookup.row(row)))
        })
      return values
    }
  }

  /// The one row that a query selects.
  func one<Row>(_ lookup: RowLookup<Row>, _ arguments: [StoredValue]) throws -> Row? {
    try all(lookup, arguments).first
  }

  /// A row of which strangers must not learn by time whether it is there: where there is none, that of
  /// a dummy record is read, which has values in the same columns.
  func hidden<Row>(
    _ lookup: RowLookup<Row>, _ arguments: [StoredValue], dummy: [StoredValue]
  ) throws -> Row? {
    if let row = try one(lookup, arguments) { return row }
    _ = try noting { try lookup.row(dummy) }
    return nil
  }

  /// What a statement selects, where that is not whole rows.
  /// - Parameter granule: the set that is looked at.
  func rows<Value>(
    _ sql: String, _ arguments: [StoredValue] = [], in granule: Granule? = nil,
    _ body: (FoundRow) throws -> Value
  ) throws -> [Value] {
    try noting {
      guard !Self.holdsNUL(arguments) else { return [] }
      if let granule { lock([granule]) }
      return try withoutActuallyEscaping(body) { body in
        var values: [Value] = []
        try trip(Command(sql, arguments) { values.append(try body($0)) })
        return values
      }
    }
  }

  // MARK: - Writing

  /// Puts a row in its table, with the locks of the sets that it comes into.
  /// - Parameter removing: what takes away a row of another key that stands in its way.
  func put<Row>(_ row: Row, _ write: RowWrite<Row>, removing: Command? = nil) throws {
    try noting {
      let values = row.storedValues
      try check(values, for: Row.table.name)
      try enter(values, write.placement, isShared: Row.table.isShared)
      if let removing { try wait(removing) }
      try wait(Command(write.sql, values))
    }
  }

  /// - Returns: whether there was none of its key.
  func putIfAbsent<Row>(_ row: Row, _ write: RowWrite<Row>) throws -> Bool {
    try noting {
      let values = row.storedValues
      try check(values, for: Row.table.name)
      try enter(values, write.placement, isShared: Row.table.isShared)
      return try trip(Command(write.sql, values)) == 1
    }
  }

  private func enter(_ values: [StoredValue], _ placement: Placement, isShared: Bool) throws {
    guard isShared else { return }
    let key = placement.key(values)
    let sets = placement.sets(values)
    if let before = known[key] {
      lock(sets.filter { !before.contains($0) })
    } else {
      lock([key] + sets)
    }
    known[key] = Set(sets)
  }

  /// Removes the rows of a set.
  /// - Parameter columns: equal to the values.
  func remove<Row: StoredRow>(
    _: Row.Type, by columns: String..., being values: [StoredValue]
  ) throws {
    try noting {
      try requireWriting()
      forget(Row.table.name)
      guard !Self.holdsNUL(values) else { return }
      let table = Row.table
      let granule = Granule(table.name, columns, values)
      if table.isShared, known[granule] == nil { lock([granule]) }
      if columns == table.key { known[granule] = nil } else { known = [:] }
      let conditions = columns.enumerated().map { "\($0.element) = $\($0.offset + 1)" }
      try wait(
        Command("DELETE FROM \(table.name) WHERE \(conditions.joined(separator: " AND "))", values))
    }
  }

  /// Runs a statement that changes rows which nobody has to be kept from.
  func write(_ sql: String, _ arguments: [StoredValue] = []) throws {
    try noting {
      try check(arguments)
      try wait(Command(sql, arguments))
    }
  }

  /// The same, at once.
  /// - Returns: how many rows changed.
  func count(_ sql: String, _ arguments: [StoredValue] = []) throws -> Int {
    try noting {
      try check(arguments)
      return try trip(Command(sql, arguments))
    }
  }

  /// - Parameter table: that the values go to; nil where that is not known.
  private func check(_ values: [StoredValue], for table: String? = nil) throws {
    try requireWriting()
    forget(table)
    if Self.holdsNUL(values) {
      throw PostgresStoreFailure.unstorableValue(reason: "text with a NUL")
    }
  }

  private func forget(_ table: String?) {
    guard !ahead.isEmpty else { return }
    ahead = ahead.filter { table != nil && $0.key.table != table }
  }

  private func requireWriting() throws {
    guard mode == .writing else {
      throw PostgresStoreFailure.wroteWhileReading(operation: "\(operation)")
    }
  }

  /// PostgreSQL has no text with a NUL: none is stored, so none is found.
  private static func holdsNUL(_ values: [StoredValue]) -> Bool {
    values.contains { value in
      if case .text(let text) = value { text.utf8.contains(0) } else { false }
    }
  }

  private func noting<Value>(_ work: () throws -> Value) throws -> Value {
    if let failure { throw failure }
    do {
      return try work()
    } catch {
      if failure == nil { failure = error }
      throw error
    }
  }
}
