import IdentityDomain

extension PostgresTransaction {
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
  static func holdsNUL(_ values: [StoredValue]) -> Bool {
    values.contains { value in
      if case .text(let text) = value { text.utf8.contains(0) } else { false }
    }
  }
}
