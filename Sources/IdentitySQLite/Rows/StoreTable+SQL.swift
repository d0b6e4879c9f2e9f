import IdentityDomain

extension StoreTable {
  /// The statement that makes the table in SQLite.
  ///
  /// Tables are STRICT, so a value of another kind is refused and not stored as it is.
  var creation: String {
    let position = columns.first { $0.kind == .position }
    let keyNames = "(\(key.joined(separator: ", ")))"
    let lines =
      columns.map(\.definition) + [
        position == nil ? "PRIMARY KEY \(keyNames)" : "UNIQUE \(keyNames)"
      ]
    let options = isClustered ? "STRICT, WITHOUT ROWID" : "STRICT"
    return "CREATE TABLE \(name) (\n  \(lines.joined(separator: ",\n  "))) \(options);\n"
  }

  /// The statements that make its indexes.
  var indexCreation: String { indexes.map { $0.creation(in: name) }.joined() }
}

extension StoreIndex {
  /// The statement that makes it.
  func creation(in table: String) -> String {
    let kind = isUnique ? "UNIQUE INDEX" : "INDEX"
    let names = columns.joined(separator: ", ")
    let conditions = conditions.map { condition in
      switch condition {
      case .isEmpty(let column): "\(column) IS NULL"
      case .isFilled(let column): "\(column) IS NOT NULL"
      }
    }
    let rest = conditions.isEmpty ? "" : " WHERE " + conditions.joined(separator: " AND ")
    return "CREATE \(kind) \(name(in: table)) ON \(table) (\(names))\(rest);\n"
  }
}

extension StoreColumn {
  var definition: String {
    let rest = isOptional ? "" : " NOT NULL"
    return switch kind {
    case .integer: "\(name) INTEGER\(rest)"
    case .boolean: "\(name) INTEGER\(rest) CHECK (\(name) IN (0, 1))"
    case .text: "\(name) TEXT\(rest)"
    case .bytes: "\(name) BLOB\(rest)"
    // AUTOINCREMENT: no number is given twice, also when its row is gone.
    case .position: "\(name) INTEGER PRIMARY KEY AUTOINCREMENT"
    case .transaction: "\(name) INTEGER NOT NULL DEFAULT 0"
    }
  }
}
