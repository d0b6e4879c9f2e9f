import CPostgres
import IdentityDomain

/// A row of an answer, in PostgreSQL's binary form; it is gone with its answer.
struct FoundRow {
  let result: OpaquePointer
  let row: Int32

  /// - Returns: nil for NULL.
  private func bytes(_ column: Int32) -> UnsafeRawBufferPointer? {
    guard PQgetisnull(result, row, column) == 0 else { return nil }
    return UnsafeRawBufferPointer(
      start: PQgetvalue(result, row, column), count: Int(PQgetlength(result, row, column)))
  }

  /// - Returns: nil for NULL, and for what is no 64-bit integer.
  func numberIfAny(_ column: Int32) -> Int64? {
    guard let bytes = bytes(column), bytes.count == 8 else { return nil }
    return Int64(bigEndian: bytes.loadUnaligned(as: Int64.self))
  }

  /// - Returns: 0 for no number.
  func number(_ column: Int32) -> Int64 { numberIfAny(column) ?? 0 }

  /// - Returns: nil for NULL, and for what is no UTF-8.
  func text(_ column: Int32) -> String? {
    bytes(column).flatMap { $0.withMemoryRebound(to: UInt8.self) { String(storedUTF8: $0) } }
  }

  /// The values of columns of these kinds.
  /// - Returns: nil where one is of another.
  func values(_ kinds: [StoreColumn.Kind], from first: Int32 = 0) -> [StoredValue]? {
    var values: [StoredValue] = []
    values.reserveCapacity(kinds.count)
    for (place, kind) in kinds.enumerated() {
      guard let value = value(first + Int32(place), kind) else { return nil }
      values.append(value)
    }
    return values
  }

  private func value(_ column: Int32, _ kind: StoreColumn.Kind) -> StoredValue? {
    guard let bytes = bytes(column) else { return .null }
    switch kind {
    case .integer, .position, .transaction: return numberIfAny(column).map { .integer($0) }
    case .boolean: return bytes.count == 1 ? .boolean(bytes[0] != 0) : nil
    case .text: return text(column).map { .text($0) }
    case .bytes: return .bytes(Array(bytes))
    }
  }
}
