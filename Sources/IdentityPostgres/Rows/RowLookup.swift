import IdentityDomain

/// Selects whole rows of one table. Made once for each statement, since its text is long.
struct RowLookup<Row: StoredRow>: Sendable {
  /// Equal to the first parameters, in their order: the set of rows that is looked at.
  let columns: [String]
  let isByKey: Bool
  /// Whether a row is as likely not there: then the set is locked before the first look.
  let isOftenAbsent: Bool
  let sql: String
  let lockingSQL: String
  let kinds: [StoreColumn.Kind]
  let placement: Placement
  /// How many columns stand before those of the row.
  let leading: Int32

  /// - Parameters:
  ///   - columns: equal to `$1`, `$2` and so on.
  ///   - rest: what follows that condition, such as `AND …` or `ORDER BY …`; without columns, what follows
  ///     the name of the table.
  ///   - leading: names of columns that the store fills, put before the row's own.
  init(
    by columns: String..., and rest: String = "", isOftenAbsent: Bool = false,
    leading: [String] = []
  ) {
    let table = Row.table
    let names = leading + table.valueColumns.map(\.name)
    let conditions = columns.enumerated().map { "\($0.element) = $\($0.offset + 1)" }
    let condition = conditions.isEmpty ? "" : "WHERE \(conditions.joined(separator: " AND ")) "
    sql = "SELECT \(names.joined(separator: ", ")) FROM \(table.name) \(condition)\(rest)"
    lockingSQL = sql + " FOR UPDATE OF \(table.name)"
    self.columns = columns
    isByKey = columns == table.key
    self.isOftenAbsent = isOftenAbsent
    kinds = table.valueColumns.map(\.kind)
    placement = Placement(table)
    self.leading = Int32(leading.count)
  }

  /// The set that is looked at; nil for one that no row is put in.
  func granule(_ arguments: [StoredValue]) -> Granule? {
    guard !columns.isEmpty, isByKey || Row.table.sets.contains(columns) else { return nil }
    return Granule(Row.table.name, columns, Array(arguments.prefix(columns.count)))
  }

  /// - Throws: `PostgresStoreFailure.unreadableRecord`
  func values(_ found: FoundRow) throws -> [StoredValue] {
    guard let values = found.values(kinds, from: leading) else { throw unreadable }
    return values
  }

  /// - Throws: `PostgresStoreFailure.unreadableRecord`
  func row(_ values: [StoredValue]) throws -> Row {
    do { return try Row(values) } catch { throw unreadable }
  }

  private var unreadable: PostgresStoreFailure { .unreadableRecord(table: Row.table.name) }
}

/// Rows that are asked for right after another one, by a value of that one.
struct Companion: Sendable {
  let table: String
  /// Of the lookup that would ask for them.
  let question: String
  let sql: String
  let lockingSQL: String
  let kinds: [StoreColumn.Kind]
  let placement: Placement

  /// - Parameter source: selects the value by which they are looked for, with the parameters of the first
  ///   row.
  init<Row>(_ lookup: RowLookup<Row>, source: String) {
    table = Row.table.name
    question = lookup.sql
    sql = lookup.sql.replacing("$1", with: "(\(source))")
    lockingSQL = lookup.lockingSQL.replacing("$1", with: "(\(source))")
    kinds = lookup.kinds
    placement = lookup.placement
  }
}

/// Writes whole rows of one table.
struct RowWrite<Row: StoredRow>: Sendable {
  /// What becomes of a row of the same key.
  enum Meeting {
    case changes
    /// It is changed, and has a new position.
    case moves
    /// It stays, and the new one is ignored.
    case stays
  }

  let sql: String
  let placement: Placement

  init(_ meeting: Meeting) {
    let table = Row.table
    let names = table.valueColumns.map(\.name)
    let values = names.indices.map { "$\($0 + 1)" }.joined(separator: ", ")
    let insert =
      "INSERT INTO \(table.name) (\(names.joined(separator: ", "))) VALUES (\(values)) "
      + "ON CONFLICT (\(table.key.joined(separator: ", "))) DO "
    var changes = names.filter { !table.key.contains($0) }.map { "\($0) = excluded.\($0)" }
    if meeting == .moves {
      changes += table.columns.filter(\.kind.isGiven).map { "\($0.name) = DEFAULT" }
    }
    sql =
      insert
      + (meeting == .stays || changes.isEmpty
        ? "NOTHING" : "UPDATE SET " + changes.joined(separator: ", "))
    placement = Placement(table)
  }
}
