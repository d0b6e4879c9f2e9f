import IdentityDomain

extension StoreTable {
  /// The statements that make the table in PostgreSQL, with its indexes.
  var creation: String {
    let position = columns.first { $0.kind == .position }
    var lines = columns.map(\.definition) + ["PRIMARY KEY (\(key.joined(separator: ", ")))"]
    if let position { lines.append("UNIQUE (\(position.name))") }
    return "CREATE TABLE \(name) (\n  \(lines.joined(separator: ",\n  "))\(options));\n"
      + indexes.map { $0.creation(in: name) }.joined() + logIndexCreation
  }

  /// Room on each page lets a row that is written often stay there, and its indexes as they are.
  private var options: String {
    ["session", "spending", "guess", "security_event_total"].contains(name)
      ? ") WITH (fillfactor = 80" : ""
  }

  /// For who reads on in the order of commits.
  private var logIndexCreation: String {
    guard isLog else { return "" }
    let names = columns.filter(\.kind.isGiven).map(\.name).sorted { $0 > $1 }
    return "CREATE INDEX \(name)_log ON \(name) (\(names.joined(separator: ", ")));\n"
  }
}

extension StoreIndex {
  func creation(in table: String) -> String {
    let kind = isUnique ? "UNIQUE INDEX" : "INDEX"
    let names = columns.joined(separator: ", ")
    let filters = conditions.map { condition in
      switch condition {
      case .isEmpty(let column): "\(column) IS NULL"
      case .isFilled(let column): "\(column) IS NOT NULL"
      }
    }
    let rest = filters.isEmpty ? "" : " WHERE " + filters.joined(separator: " AND ")
    return "CREATE \(kind) \(name(in: table)) ON \(table) (\(names))\(rest);\n"
  }
}

extension StoreColumn {
  var definition: String {
    let rest = isOptional ? "" : " NOT NULL"
    return switch kind {
    case .integer: "\(name) bigint\(rest)"
    case .boolean: "\(name) boolean\(rest)"
    case .text: "\(name) text COLLATE \"C\"\(rest)"
    case .bytes: "\(name) bytea\(rest)"
    // A sequence gives no number twice, also when its row is gone.
    case .position: "\(name) bigint GENERATED ALWAYS AS IDENTITY"
    case .transaction: "\(name) bigint NOT NULL DEFAULT (pg_current_xact_id()::text::bigint)"
    }
  }

  /// As the catalog names it.
  var typeName: String {
    switch kind {
    case .integer, .position, .transaction: "bigint"
    case .boolean: "boolean"
    case .text: "text"
    case .bytes: "bytea"
    }
  }
}
