import Foundation
package import IdentityClient

/// Secure storage in one file of its own folder, for platforms without a keychain: readable only by
/// this user, replaced as a whole, shared by all processes that open the same folder.
///
/// It protects against other users of the machine, but not against someone who reads the disk.
package final class FileSecureStore: SecureStore {
  private let files: PrivateFolder
  private let lock: SharedLock

  private static let file = "secure.store"

  /// - Parameter folder: created if it does not exist, inside an existing folder.
  package init(folder: String) throws(SecureStoreFailure) {
    files = try PrivateFolder(folder)
    lock = try SharedLock(files.path("secure.lock"))
  }

  package func names() throws(SecureStoreFailure) -> [String] {
    try items().keys.sorted()
  }

  package func read(_ name: String) throws(SecureStoreFailure) -> [UInt8]? {
    try items()[name]
  }

  package func write(_ changes: [SecureChange]) throws(SecureStoreFailure) {
    try exclusively { () throws(SecureStoreFailure) in
      var next = try items()
      let before = next
      for change in changes { next[change.name] = change.value }
      guard next != before else { return }
      try files.replace(Self.file, by: SecureItems.bytes(of: next))
    }
  }

  package func exclusively<Value>(
    _ body: () throws(SecureStoreFailure) -> Value
  ) throws(SecureStoreFailure) -> Value {
    try lock.exclusively(body)
  }

  /// Deletes everything, including unreadable values and those that were set aside (PHN-1).
  package func wipe() throws(SecureStoreFailure) {
    try exclusively { () throws(SecureStoreFailure) in
      try files.remove(Self.file)
      try files.removeAsides(Self.file)
    }
  }

  /// Moves the data of the first of these folders that has any here, if nothing is here yet: earlier versions of an app
  /// had a store for each flow.
  package func adopt(from folders: [String]) throws(SecureStoreFailure) {
    try exclusively { () throws(SecureStoreFailure) in
      guard try files.read(Self.file, most: SecureItems.mostBytes) == nil else { return }
      for folder in folders where try PrivateFolder.has(Self.file, in: folder) {
        return try files.adopt(Self.file, from: folder)
      }
    }
  }

  package func setAside() throws(SecureStoreFailure) {
    try exclusively { () throws(SecureStoreFailure) in
      do throws(SecureStoreFailure) { _ = try items() } catch .corrupt {
        try files.setAside(Self.file)
      }
    }
  }

  package func removeAsides() throws(SecureStoreFailure) { try files.removeAsides(Self.file) }

  private func items() throws(SecureStoreFailure) -> [String: [UInt8]] {
    guard let bytes = try files.read(Self.file, most: SecureItems.mostBytes) else { return [:] }
    guard let items = SecureItems.items(in: bytes) else { throw .corrupt }
    return items
  }
}

/// The bytes of the file: a magic number, a version, names and values with their lengths, a
/// checksum.
enum SecureItems {
  static let mostBytes = 4 << 20
  private static let mark: [UInt8] = [0x50, 0x53, 0x49, 1]

  static func bytes(of items: [String: [UInt8]]) -> [UInt8] {
    var bytes = mark
    append(UInt64(items.count), to: &bytes)
    for (name, value) in items.sorted(by: { $0.key < $1.key }) {
      for field in [Array(name.utf8), value] {
        append(UInt64(field.count), to: &bytes)
        bytes += field
      }
    }
    append(checksum(bytes[...]), to: &bytes)
    return bytes
  }

  /// - Returns: nil if they are damaged, or were written by another version.
  static func items(in bytes: [UInt8]) -> [String: [UInt8]]? {
    guard bytes.starts(with: mark) else { return nil }
    var rest = bytes[mark.count...]
    guard let count = number(&rest), count <= 10_000 else { return nil }
    var items: [String: [UInt8]] = [:]
    for _ in 0..<count {
      guard let name = field(&rest), let value = field(&rest) else { return nil }
      let text = String(decoding: name, as: UTF8.self)
      // Other bytes than UTF-8 would be repaired.
      guard Array(text.utf8) == name else { return nil }
      items[text] = value
    }
    let sum = checksum(bytes[..<rest.startIndex])
    guard number(&rest) == sum, rest.isEmpty, items.count == count else { return nil }
    return items
  }

  private static func append(_ number: UInt64, to bytes: inout [UInt8]) {
    for shift in stride(from: 0, to: 64, by: 8) {
      bytes.append(UInt8(truncatingIfNeeded: number >> UInt64(shift)))
    }
  }

  private static func number(_ rest: inout ArraySlice<UInt8>) -> UInt64? {
    guard rest.count >= 8 else { return nil }
    let number = rest.prefix(8).reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    rest = rest.dropFirst(8)
    return number
  }

  private static func field(_ rest: inout ArraySlice<UInt8>) -> [UInt8]? {
    guard let count = number(&rest), count <= UInt64(rest.count) else { return nil }
    defer { rest = rest.dropFirst(Int(count)) }
    return Array(rest.prefix(Int(count)))
  }

  /// FNV-1a: against accidents, not attackers.
  private static func checksum(_ bytes: ArraySlice<UInt8>) -> UInt64 {
    var sum: UInt64 = 0xCBF2_9CE4_8422_2325
    for byte in bytes { sum = (sum ^ UInt64(byte)) &* 0x100_0000_01B3 }
    return sum
  }
}
