import Foundation

/// Values as they lie in the column `record`: JSON with its keys in order, so that one value has
/// one text, and a migration can change it in SQL.
enum StoredForm {
  private static let encoder = {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return encoder
  }()
  private static let decoder = JSONDecoder()

  static func text(_ value: some Encodable) throws -> String {
    String(decoding: try encoder.encode(value), as: UTF8.self)
  }

  /// - Parameter table: for the message if it is no such value.
  static func value<Value: Decodable>(_ bytes: Data, of table: String) throws -> Value {
    try decoded(bytes, of: table)
  }

  /// The same by the decoder, whatever the value.
  static func decoded<Value: Decodable>(_ bytes: Data, of table: String) throws -> Value {
    do {
      return try decoder.decode(Value.self, from: bytes)
    } catch {
      // The decoder's own error would quote the record.
      throw SQLiteStoreFailure.unreadableRecord(table: table)
    }
  }
}
