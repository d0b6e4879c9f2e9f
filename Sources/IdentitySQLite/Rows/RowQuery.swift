import IdentityDomain

/// Selects whole rows of one table. Made once for each statement, since its text is long.
struct RowQuery<Row: StoredRow>: Sendable {
  let sql: String
  let kinds: [StoreColumn.Kind]
  /// Whether the position of a row stands before its values.
  let hasPlace: Bool

  /// - Parameter rest: what follows the name of the table.
  init(_ rest: String, withPlace: Bool = false) {
    let columns = Row.table.valueColumns
    let names = (withPlace ? ["place"] : []) + columns.map(\.name)
    sql = "SELECT \(names.joined(separator: ", ")) FROM \(Row.table.name) \(rest)"
    kinds = columns.map(\.kind)
    hasPlace = withPlace
  }

  /// - Throws: `SQLiteStoreFailure.unreadableRecord`
  func row(_ found: FoundRow) throws -> Row {
    guard let values = found.values(kinds, from: hasPlace ? 1 : 0) else { throw unreadable }
    return try row(values)
  }

  /// - Throws: `SQLiteStoreFailure.unreadableRecord`
  func row(_ values: [StoredValue]) throws -> Row {
    do { return try Row(values) } catch { throw unreadable }
  }

  private var unreadable: SQLiteStoreFailure { .unreadableRecord(table: Row.table.name) }
}

/// Writes whole rows of one table.
struct RowWrite<Row: StoredRow>: Sendable {
  /// What becomes of a row of the same key.
  enum Meeting {
    /// It is changed where it lies, which writes the fewest pages.
    case changes
    /// It goes, and so does one of any other unique key; the new row has a position of its own.
    case replaces
    /// It stays, and the new one is ignored.
    case stays
  }

  let sql: String

  init(_ meeting: Meeting) {
    let names = Row.table.valueColumns.map(\.name)
    let key = Row.table.key.joined(separator: ", ")
    let values = names.map { _ in "?" }.joined(separator: ", ")
    let insert = meeting == .replaces ? "INSERT OR REPLACE" : "INSERT"
    let row =
      "\(insert) INTO \(Row.table.name) (\(names.joined(separator: ", "))) VALUES (\(values))"
    let changes = names.filter { !Row.table.key.contains($0) }.map { "\($0) = excluded.\($0)" }
    sql =
      switch meeting {
      case .replaces: row
      case .stays: row + " ON CONFLICT (\(key)) DO NOTHING"
      case .changes:
        row + " ON CONFLICT (\(key)) DO UPDATE SET \(changes.joined(separator: ", "))"
      }
  }
}
