import GRDB
import IdentityDomain

/// The tables within one transaction of one connection. It does not outlive the body.
final class SQLiteTransaction: IdentityTransaction {
  let database: Database
  var requestID: String?
  private let operation: StaticString
  private let isReading: Bool
  /// The first failure. From then on every operation fails with it: a body that caught it can
  /// neither commit half of its work nor, where SQLite rolled the transaction back, write outside
  /// of one.
  private(set) var failure: (any Error)?

  init(_ database: Database, _ operation: StaticString, isReading: Bool) {
    self.database = database
    self.operation = operation
    self.isReading = isReading
  }

  func run<Value>(_ body: (any IdentityTransaction) throws -> Value) throws -> Value {
    let value = try body(self)
    if let failure { throw failure }
    return value
  }

  /// Runs a statement that changes rows.
  /// - Returns: how many.
  @discardableResult
  func write(_ sql: String, _ arguments: [StoredValue] = []) throws -> Int {
    try noting {
      guard !isReading else {
        throw SQLiteStoreFailure.wroteWhileReading(operation: "\(operation)")
      }
      try RowStatement(sql, on: database).run(arguments)
      return database.changesCount
    }
  }

  @discardableResult
  func write<Row>(_ row: Row, _ statement: RowWrite<Row>) throws -> Int {
    try write(statement.sql, row.storedValues)
  }

  /// The rows that a query selects, in the order it asks for.
  func all<Row>(_ query: RowQuery<Row>, _ arguments: [StoredValue]) throws -> [Row] {
    try noting {
      var rows: [Row] = []
      try RowStatement(query.sql, on: database).run(arguments) { rows.append(try query.row($0)) }
      return rows
    }
  }

  /// The one row that a query selects.
  func one<Row>(_ query: RowQuery<Row>, _ arguments: [StoredValue]) throws -> Row? {
    try noting {
      var found: Row?
      try RowStatement(query.sql, on: database).run(arguments) { found = try query.row($0) }
      return found
    }
  }

  /// A row of which strangers must not learn by time whether it is there: where there is none, that of
  /// a dummy record is read, which has values in the same columns.
  func hidden<Row>(
    _ query: RowQuery<Row>, _ arguments: [StoredValue], dummy: [StoredValue]
  ) throws -> Row? {
    if let row = try one(query, arguments) { return row }
    _ = try noting { try query.row(dummy) }
    return nil
  }

  /// What a statement selects, where that is not whole rows.
  func each(
    _ sql: String, _ arguments: [StoredValue], _ body: (FoundRow) throws -> Void
  ) throws {
    try noting { try RowStatement(sql, on: database).run(arguments, body) }
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
