import Foundation
import IdentityDomain
import Synchronization

/// Values that were read from records, by the bytes of the record.
///
/// A record is fetched from the file at every read; only reading its JSON again is saved, where the
/// bytes are the same. So another process, a revoked session, a changed profile show at once.
final class RecordMemo<Value: OwnRecord>: Sendable {
  /// The bytes, all of which count (`Data` hashes its first ones only).
  private struct Record: Hashable {
    let bytes: Data
    func hash(into hasher: inout Hasher) {
      bytes.withUnsafeBytes { hasher.combine(bytes: $0) }
    }
  }

  private let table: String
  private let memo: Mutex<BoundedMemo<Record, Value>>

  init(_ table: String, most: Int) {
    self.table = table
    memo = Mutex(BoundedMemo(most: most))
  }

  /// - Throws: `SQLiteStoreFailure.unreadableRecord`
  func value(_ bytes: Data) throws -> Value {
    let record = Record(bytes: bytes)
    if let value = memo.withLock({ $0.value(for: record) }) { return value }
    let value = try read(bytes)
    memo.withLock { $0.remember(value, for: record) }
    return value
  }

  /// A value that is being written: these are the bytes that it is read from.
  func remember(_ value: Value, from bytes: Data) {
    memo.withLock { $0.remember(value, for: Record(bytes: bytes)) }
  }

  /// The same, without being remembered.
  func read(_ bytes: Data) throws -> Value { try StoredForm.own(bytes, of: table) }
}

/// Of the tables that a call with an access token reads. None holds a hash of a password or a code.
struct RecordMemos: Sendable {
  /// At most so many of each: some megabytes.
  private static let most = 4_096
  let sessions = RecordMemo<Session>("session", most: most)
  let accounts = RecordMemo<Account>("account", most: most)
  let bindings = RecordMemo<IdentifierBinding>("identifier", most: most)
  let trusts = RecordMemo<DeviceTrust>("trust", most: most)
}
