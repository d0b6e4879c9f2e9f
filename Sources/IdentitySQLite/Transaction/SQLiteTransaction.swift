import Foundation
import GRDB
import IdentityDomain

/// The tables within one transaction of one connection. It does not outlive the body.
final class SQLiteTransaction: IdentityTransaction {
  let database: Database
  let memos: RecordMemos
  private let operation: StaticString
  private let isReading: Bool
  /// The first failure. From then on every operation fails with it: a body that caught it can
  /// neither commit half of its work nor, where SQLite rolled the transaction back, write outside
  /// of one.
  private(set) var failure: (any Error)?

  init(
    _ database: Database, _ operation: StaticString, _ memos: RecordMemos, isReading: Bool
  ) {
    self.database = database
    self.memos = memos
    self.operation = operation
    self.isReading = isReading
  }

  func run<Value>(_ body: (any IdentityTransaction) throws -> Value) throws -> Value {
    let value = try body(self)
    if let failure { throw failure }
    return value
  }

  /// A text to look up by. SQLite is given texts up to their first NUL, so one that has a NUL is
  /// bound as its bytes: a BLOB equals no text.
  static func key(_ text: String) -> DatabaseValue {
    text.utf8.contains(0) ? Data(text.utf8).databaseValue : text.databaseValue
  }

  static func key(_ text: String?) -> DatabaseValue { text.map { key($0) } ?? .null }

  static func moment(_ moment: Timestamp) -> DatabaseValue { moment.milliseconds.databaseValue }

  /// Runs a statement that changes rows.
  /// - Returns: how many.
  @discardableResult
  func write(_ sql: String, _ arguments: [DatabaseValue]) throws -> Int {
    try noting {
      guard !isReading else {
        throw SQLiteStoreFailure.wroteWhileReading(operation: "\(operation)")
      }
      try RecordStatement(sql, on: database).each(arguments)
      return database.changesCount
    }
  }

  func record(_ json: JSONWriter) -> DatabaseValue {
    String(decoding: json.bytes, as: UTF8.self).databaseValue
  }

  func record(_ value: some Encodable) throws -> DatabaseValue {
    try noting { try StoredForm.text(value).databaseValue }
  }

  /// The record that a statement selects as its one column.
  func one<Value: Decodable>(
    _ table: String, _ condition: String, _ arguments: [DatabaseValue]
  ) throws -> Value? {
    try noting {
      try bytes("SELECT record FROM \(table) WHERE \(condition)", arguments).first
        .map { try StoredForm.value($0, of: table) }
    }
  }

  /// The same without a decoder.
  func own<Value: OwnRecord>(
    _ table: String, _ condition: String, _ arguments: [DatabaseValue]
  ) throws -> Value? {
    try noting {
      try bytes("SELECT record FROM \(table) WHERE \(condition)", arguments).first
        .map { try StoredForm.own($0, of: table) }
    }
  }

  /// The records of a table that a condition chooses, in the order it asks for.
  func all<Value: Decodable>(
    _ table: String, _ condition: String, _ arguments: [DatabaseValue]
  ) throws -> [Value] {
    try noting {
      try bytes("SELECT record FROM \(table) \(condition)", arguments)
        .map { try StoredForm.value($0, of: table) }
    }
  }

  private func bytes(_ sql: String, _ arguments: [DatabaseValue]) throws -> [Data] {
    var found: [Data] = []
    try RecordStatement(sql, on: database).each(arguments) { found.append($0) }
    return found
  }

  /// The records that a statement selects by one text, of a table that is read often.
  func all<Value>(
    _ sql: String, by key: String, _ memo: RecordMemo<Value>
  ) throws -> [Value] {
    try noting {
      var values: [Value] = []
      try RecordStatement(sql, on: database).each(key) { values.append(try memo.value($0)) }
      return values
    }
  }

  /// A record of which strangers must not learn by time whether it is there: its JSON is read each
  /// time, and that of a stand-in where there is none.
  func hidden<Value>(
    _ sql: String, by key: String, _ memo: RecordMemo<Value>, standIn: Data
  ) throws -> Value? {
    try noting {
      var found: Value?
      try RecordStatement(sql, on: database).each(key) { found = try memo.read($0) }
      if found == nil { _ = try memo.read(standIn) }
      return found
    }
  }

  /// What a statement selects, where that is not a record.
  func rows(_ sql: String, _ arguments: [DatabaseValue]) throws -> [Row] {
    try noting {
      let statement = try database.cachedStatement(sql: sql)
      return try Row.fetchAll(statement, arguments: StatementArguments(arguments))
    }
  }

  /// The value of a record that `rows` selected.
  func value<Value: Decodable>(_ bytes: Data, of table: String) throws -> Value {
    try noting { try StoredForm.value(bytes, of: table) }
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
