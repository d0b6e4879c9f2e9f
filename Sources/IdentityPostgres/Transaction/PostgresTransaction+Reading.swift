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
  func one<Row>(_ lookup: CompanyLookup<Row>, _ arguments: [StoredValue]) throws -> Row? {
    isReading ? try joined(lookup, arguments) : try led(lookup, arguments)
  }

  /// In one statement, which sees one state.
  private func joined<Row>(_ lookup: CompanyLookup<Row>, _ arguments: [StoredValue]) throws -> Row?
  {
    try noting {
      guard !Self.holdsNUL(arguments) else { return nil }
      var row: Row?
      var value = StoredValue.null
      var found = lookup.companions.map { _ in [[StoredValue]]() }
      try trip(
        Command(lookup.joinedSQL, arguments) { line in
          if row == nil {
            let values = try lookup.first.values(line)
            row = try lookup.first.row(values)
            value = values[lookup.place]
          }
          for (number, companion) in lookup.companions.enumerated() {
            let values = try companion.values(line, from: companion.joinedFrom)
            // Without one, all columns are empty; and one stands beside each of another companion.
            guard values.contains(where: { $0 != .null }), found[number].last != values else {
              continue
            }
            found[number].append(values)
          }
        })
      for (companion, rows) in zip(lookup.companions, found) where value != .null {
        bring(rows, of: companion, by: value)
      }
      return row
    }
  }

  /// In statements of one trip, each of which locks what it finds. Only rows that are there count: an
  /// absent one would have to be locked first.
  private func led<Row>(_ lookup: CompanyLookup<Row>, _ arguments: [StoredValue]) throws -> Row? {
    var found: [(Companion, [StoredValue])] = []
    var value = StoredValue.null
    let row = try noting { () throws -> Row? in
      guard !Self.holdsNUL(arguments) else { return nil }
      for companion in lookup.companions where companion.isByKey {
        waiting.append(
          Command(companion.lockingSQL, arguments) { line in
            let values = try companion.values(line)
            found.append((companion, values))
            self.note(values, companion.placement)
          })
      }
      return try each(lookup.first, arguments) { _, row in
        value = row.storedValues[lookup.place]
        return row
      }.first
    }
    guard row != nil, value != .null else { return row }
    for (companion, values) in found { bring([values], of: companion, by: value) }
    return row
  }

  private func bring(_ rows: [[StoredValue]], of companion: Companion, by value: StoredValue) {
    ahead[Question(table: companion.table, sql: companion.question, arguments: [value])] = rows
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
