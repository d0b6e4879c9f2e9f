import IdentityDomain

extension PostgresTransaction {
  /// The rows that a query selects, in the order it asks for.
  func all<Row>(_ lookup: RowLookup<Row>, _ arguments: [StoredValue]) throws -> [Row] {
    if failure == nil,
      let known = ahead[Question(table: Row.table.name, sql: lookup.sql, arguments: arguments)]
    {
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
      guard ahead[Question(table: Row.table.name, sql: lookup.sql, arguments: arguments)] == nil
      else {
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
        asked.insert(granule)
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
}
