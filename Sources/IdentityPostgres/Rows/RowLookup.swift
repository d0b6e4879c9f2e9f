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
  /// The lookup that would ask for them.
  let question: String
  /// Equal to that value.
  fileprivate let column: String
  fileprivate let order: String?
  fileprivate let names: [String]
  private let kinds: [StoreColumn.Kind]
  let placement: Placement
  let isByKey: Bool
  /// Finds and locks them, with the parameters of the first row.
  fileprivate(set) var lockingSQL: String
  /// Where their columns begin behind those of the first row.
  fileprivate(set) var joinedFrom: Int32 = 0

  /// - Parameters:
  ///   - lookup: by one column, and no other condition.
  ///   - order: the column in whose order it finds them; nil where there is one at most.
  init<Row>(_ lookup: RowLookup<Row>, orderedBy order: String? = nil) {
    table = Row.table.name
    question = lookup.sql
    column = lookup.columns[0]
    self.order = order.map { "\(Row.table.name).\($0)" }
    names = Row.table.valueColumns.map { "\(Row.table.name).\($0.name)" }
    kinds = lookup.kinds
    placement = lookup.placement
    isByKey = lookup.isByKey
    lockingSQL = lookup.lockingSQL
  }

  /// - Throws: `PostgresStoreFailure.unreadableRecord`
  func values(_ found: FoundRow, from first: Int32 = 0) throws -> [StoredValue] {
    guard let values = found.values(kinds, from: first) else {
      throw PostgresStoreFailure.unreadableRecord(table: table)
    }
    return values
  }
}

/// Selects one row with its companions.
struct CompanyLookup<Row: StoredRow>: Sendable {
  let first: RowLookup<Row>
  let companions: [Companion]
  /// Where the value by which companions are looked for stands among those of the row.
  let place: Int
  /// All in one statement: a line for each companion of the kind that may be several.
  let joinedSQL: String

  /// - Parameters:
  ///   - first: by its key.
  ///   - column: of the row; companions are looked for by its value.
  ///   - companions: one kind of them at most may be several.
  init(_ first: RowLookup<Row>, by column: String, with companions: [Companion]) {
    let table = Row.table
    self.first = first
    place = table.places(of: [column])[0]
    let condition = { (prefix: String) in
      first.columns.enumerated().map { "\(prefix)\($0.element) = $\($0.offset + 1)" }
        .joined(separator: " AND ")
    }
    let source = "SELECT \(column) FROM \(table.name) WHERE \(condition(""))"
    var names = table.valueColumns.map { "\(table.name).\($0.name)" }
    var joins = ""
    self.companions = companions.map { companion in
      var companion = companion
      companion.lockingSQL.replace("$1", with: "(\(source))")
      companion.joinedFrom = Int32(names.count)
      names += companion.names
      joins +=
        " LEFT JOIN \(companion.table)"
        + " ON \(companion.table).\(companion.column) = \(table.name).\(column)"
      return companion
    }
    let orders = companions.compactMap(\.order)
    joinedSQL =
      "SELECT \(names.joined(separator: ", ")) FROM \(table.name)\(joins)"
      + " WHERE \(condition("\(table.name)."))"
      + (orders.isEmpty ? "" : " ORDER BY \(orders.joined(separator: ", "))")
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
