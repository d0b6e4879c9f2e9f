import Foundation
import GRDB
import IdentityDomain

extension Schema {
  /// `StoreMigration.relational`: the tables of `StoreSchema`, filled from the JSON of before. Never
  /// edited.
  static func migrateToColumns(_ database: Database) throws {
    database.add(function: bytesOfNumbers)
    database.add(function: bytesOfText)
    defer {
      database.remove(function: bytesOfNumbers)
      database.remove(function: bytesOfText)
    }
    let made = StoreSchema.tables.compactMap { $0.made(by: .relational) }
    var old: [String] = []
    for filling in fillings where !old.contains(filling.old) { old.append(filling.old) }
    try database.execute(
      sql: old.map { "ALTER TABLE \($0) RENAME TO old_\($0);\n" }.joined()
        + made.map(\.creation).joined())
    for filling in fillings { try database.execute(sql: filling.sql) }
    try database.execute(
      sql: old.map { "DROP TABLE old_\($0);\n" }.joined()
        + made.map(\.indexCreation).joined())
  }

  /// One table that is filled from one of before.
  struct Filling {
    let old: String
    /// The statement that does it.
    let sql: String

    /// - Parameters:
    ///   - rest: what follows the table of before.
    ///   - columns: a line for each column, with the SQL of its value.
    init(_ old: String, into new: String, rest: String = "", _ columns: String) {
      let pairs = columns.split(separator: "\n").map { $0.split(separator: ": ", maxSplits: 1) }
      let names = pairs.map { $0[0] }.joined(separator: ", ")
      let values = pairs.map { $0[1] }.joined(separator: ", ")
      self.old = old
      sql = "INSERT INTO \(new) (\(names)) SELECT \(values) FROM old_\(old) \(rest);\n"
    }
  }

  static func text(_ path: String, of record: String = "record") -> String {
    "json_extract(\(record), '$.\(path)')"
  }

  static func moment(_ path: String, of record: String = "record") -> String {
    text("\(path).milliseconds", of: record)
  }

  static func bool(_ path: String, of record: String = "record") -> String {
    "coalesce(\(text(path, of: record)), 0)"
  }

  /// The UTF-8 of a text. SQLite's own function cuts it off at a NUL.
  static func free(_ path: String, of record: String = "record") -> String {
    """
    CASE WHEN instr(\(record), '\\u0000') = 0 THEN CAST(\(text(path, of: record)) AS BLOB) \
    ELSE bytes_of_text(\(record), '\(path)') END
    """
  }

  static func bytes(_ path: String, of record: String = "record") -> String {
    "bytes_of_numbers(\(text(path, of: record)))"
  }

  /// The name of the one member of an object: which case of an enumeration it was.
  static func name(_ path: String) -> String {
    "(SELECT key FROM json_each(record, '$.\(path)'))"
  }

  static func region(_ path: String) -> String { text("\(path).phone._0.region") }

  /// JSON of an array of numbers from 0 to 255, as bytes.
  private static let bytesOfNumbers = DatabaseFunction(
    "bytes_of_numbers", argumentCount: 1, pure: true
  ) { values in
    guard let text = String.fromDatabaseValue(values[0]) else { return nil }
    let numbers = text.dropFirst().dropLast().split(separator: ",")
    let bytes = numbers.compactMap { UInt8($0) }
    guard bytes.count == numbers.count else { throw malformed }
    return Data(bytes)
  }

  /// The UTF-8 of a text in JSON, by a path of members.
  private static let bytesOfText = DatabaseFunction(
    "bytes_of_text", argumentCount: 2, pure: true
  ) { values in
    guard let record = Data.fromDatabaseValue(values[0]),
      let path = String.fromDatabaseValue(values[1])
    else { throw malformed }
    var value: Any? = try? JSONSerialization.jsonObject(with: record)
    for name in path.split(separator: ".") { value = (value as? [String: Any])?[String(name)] }
    return (value as? String).map { Data($0.utf8) }
  }

  private static let malformed = DatabaseError(
    resultCode: .SQLITE_ERROR, message: "malformed JSON")
}
