#if canImport(Security)
import Foundation
package import IdentityClient
import Security

/// Secure storage in the Keychain: one generic password item that holds all values, readable after
/// the first unlock, on this device only, and never backed up.
///
/// One item, so that several values change together: the Keychain has no transactions.
package final class KeychainStore: SecureStore, @unchecked Sendable {
  // Unchecked: `depth` is read and written only by the holder of `threads`.
  private let threads = NSRecursiveLock()
  private let lock: FileLock
  private let service: String
  private var depth = 0

  /// - Parameters:
  ///   - service: identifies the item among the app's.
  ///   - folder: for the lock between the app's processes.
  package init(service: String, folder: String) throws(SecureStoreFailure) {
    self.service = service
    lock = try FileLock(try PrivateFolder(folder).path("secure.lock"))
  }

  package func names() throws(SecureStoreFailure) -> [String] { try items().keys.sorted() }

  package func read(_ name: String) throws(SecureStoreFailure) -> [UInt8]? { try items()[name] }

  package func write(_ changes: [SecureChange]) throws(SecureStoreFailure) {
    try exclusively { () throws(SecureStoreFailure) in
      var next = try items()
      for change in changes { next[change.name] = change.value }
      try put(SecureItems.bytes(of: next))
    }
  }

  package func exclusively<Value>(
    _ body: () throws(SecureStoreFailure) -> Value
  ) throws(SecureStoreFailure) -> Value {
    threads.lock()
    defer { threads.unlock() }
    if depth == 0 { try lock.take() }
    depth += 1
    defer {
      depth -= 1
      if depth == 0 { lock.release() }
    }
    return try body()
  }

  package func wipe() throws(SecureStoreFailure) {
    let status = SecItemDelete(query as CFDictionary)
    guard status == errSecSuccess || status == errSecItemNotFound else {
      throw Self.failure(status)
    }
  }

  package func setAside() throws(SecureStoreFailure) {
    try exclusively { () throws(SecureStoreFailure) in
      do throws(SecureStoreFailure) { _ = try items() } catch .corrupt {
        // Only the latest damaged item is kept.
        let name = [kSecAttrAccount as String: "secure-aside"]
        SecItemDelete(query.merging(name) { $1 } as CFDictionary)
        let status = SecItemUpdate(query as CFDictionary, name as CFDictionary)
        guard status == errSecSuccess else { throw Self.failure(status) }
      }
    }
  }

  private var query: [String: Any] {
    [
      kSecClass as String: kSecClassGenericPassword, kSecAttrService as String: service,
      kSecAttrAccount as String: "secure", kSecUseDataProtectionKeychain as String: true,
    ]
  }

  private func items() throws(SecureStoreFailure) -> [String: [UInt8]] {
    var wanted = query
    wanted[kSecReturnData as String] = true
    wanted[kSecMatchLimit as String] = kSecMatchLimitOne
    var found: CFTypeRef?
    let status = SecItemCopyMatching(wanted as CFDictionary, &found)
    if status == errSecItemNotFound { return [:] }
    guard status == errSecSuccess, let data = found as? Data else { throw Self.failure(status) }
    guard let items = SecureItems.items(in: Array(data)) else { throw .corrupt }
    return items
  }

  private func put(_ bytes: [UInt8]) throws(SecureStoreFailure) {
    let value: [String: Any] = [
      kSecValueData as String: Data(bytes),
      kSecAttrAccessible as String: kSecAttrAccessibleAfterFirstUnlockThisDeviceOnly,
    ]
    var status = SecItemUpdate(query as CFDictionary, value as CFDictionary)
    if status == errSecItemNotFound {
      status = SecItemAdd(query.merging(value) { $1 } as CFDictionary, nil)
    }
    guard status == errSecSuccess else { throw Self.failure(status) }
  }

  private static func failure(_ status: OSStatus) -> SecureStoreFailure {
    switch status {
    // Before the first unlock after a restart.
    case errSecInteractionNotAllowed: .locked
    case errSecDiskFull: .full
    default: .broken("the Keychain answered \(status)")
    }
  }
}
#endif
