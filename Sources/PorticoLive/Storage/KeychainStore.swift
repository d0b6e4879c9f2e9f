import Foundation
package import IdentityClient

/// Secure storage in the Keychain: one generic password item that holds all values, readable after
/// the first unlock, on this device only, and never backed up.
///
/// One item, so that several values change together: the Keychain has no transactions.
package final class KeychainStore: SecureStore {
  private let lock: SharedLock
  private let keychain: any KeychainItems

  private static let item = "secure"
  /// Only the latest damaged item is kept.
  private static let aside = "secure-aside"

  /// - Parameters:
  ///   - keychain: the app's items.
  ///   - folder: for the lock between the app's processes.
  package init(_ keychain: any KeychainItems, folder: String) throws(SecureStoreFailure) {
    self.keychain = keychain
    lock = try SharedLock(try PrivateFolder(folder).path("secure.lock"))
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
    try lock.exclusively(body)
  }

  package func wipe() throws(SecureStoreFailure) {
    try exclusively { () throws(SecureStoreFailure) in
      try delete(Self.item)
      try delete(Self.aside)
    }
  }

  package func setAside() throws(SecureStoreFailure) {
    try exclusively { () throws(SecureStoreFailure) in
      do throws(SecureStoreFailure) { _ = try items() } catch .corrupt {
        try delete(Self.aside)
        try KeychainStatus.check(keychain.rename(Self.item, to: Self.aside))
      }
    }
  }

  package func removeAsides() throws(SecureStoreFailure) { try delete(Self.aside) }

  private func delete(_ name: String) throws(SecureStoreFailure) {
    let status = keychain.delete(name)
    if status != KeychainStatus.notFound { try KeychainStatus.check(status) }
  }

  private func items() throws(SecureStoreFailure) -> [String: [UInt8]] {
    let (status, bytes) = keychain.copy(Self.item)
    if status == KeychainStatus.notFound { return [:] }
    try KeychainStatus.check(status)
    guard let bytes, let items = SecureItems.items(in: bytes) else { throw .corrupt }
    return items
  }

  private func put(_ bytes: [UInt8]) throws(SecureStoreFailure) {
    var status = keychain.update(Self.item, bytes)
    if status == KeychainStatus.notFound { status = keychain.add(Self.item, bytes) }
    // Made meanwhile, as by a version of the app that has its lock in another folder.
    if status == KeychainStatus.duplicate { status = keychain.update(Self.item, bytes) }
    try KeychainStatus.check(status)
  }
}
