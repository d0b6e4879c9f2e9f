#if canImport(Security)
import Foundation
import Security

/// The app's own items in the data protection keychain, readable after the first unlock, on this device only.
package struct SystemKeychain: KeychainItems {
  private let service: String

  /// - Parameter service: identifies the items among the app's.
  package init(service: String) { self.service = service }

  package func copy(_ account: String) -> (status: Int32, value: [UInt8]?) {
    var wanted = query(account)
    wanted[kSecReturnData as String] = true
    wanted[kSecMatchLimit as String] = kSecMatchLimitOne
    var found: CFTypeRef?
    let status = SecItemCopyMatching(wanted as CFDictionary, &found)
    return (status, (found as? Data).map { Array($0) })
  }

  package func add(_ account: String, _ value: [UInt8]) -> Int32 {
    SecItemAdd(query(account).merging(Self.attributes(value)) { $1 } as CFDictionary, nil)
  }

  package func update(_ account: String, _ value: [UInt8]) -> Int32 {
    SecItemUpdate(query(account) as CFDictionary, Self.attributes(value) as CFDictionary)
  }

  package func rename(_ account: String, to other: String) -> Int32 {
    let name: [String: Any] = [kSecAttrAccount as String: other]
    return SecItemUpdate(query(account) as CFDictionary, name as CFDictionary)
  }

  package func delete(_ account: String) -> Int32 { SecItemDelete(query(account) as CFDictionary) }

  private func query(_ account: String) -> [String: Any] {
    [
      kSecClass as String: kSecClassGenericPassword, kSecAttrService as String: service,
      kSecAttrAccount as String: account, kSecUseDataProtectionKeychain as String: true,
    ]
  }

  private static func attributes(_ value: [UInt8]) -> [String: Any] {
    [
      kSecValueData as String: Data(value),
      kSecAttrAccessible as String: kSecAttrAccessibleAfterFirstUnlockThisDeviceOnly,
    ]
  }
}
#endif
