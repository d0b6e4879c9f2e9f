import Crypto
import Foundation

/// The key that never leaves the device (PHN-5). Its signature proves that a call comes from here.
package protocol DeviceKey: Sendable {
  /// The 64 bytes of the public key on P-256: x and y.
  var publicBytes: [UInt8] { get }
  /// ECDSA over SHA-256 (ES256, RFC 7518 section 3.4): 64 bytes, r and s.
  func signature(for bytes: [UInt8]) throws -> [UInt8]
}

/// The source of the device key.
package protocol DeviceKeySource: Sendable {
  /// - Returns: nil if there is none. Throws if it cannot be read: unreadable is not absent.
  func load() throws(SecureStoreFailure) -> (any DeviceKey)?
  /// Creates and stores a key. If another process has created one meanwhile, returns that.
  func create() throws(SecureStoreFailure) -> any DeviceKey
}

/// A key of swift-crypto, in secure storage, if the platform has no hardware for it.
package struct SoftwareDeviceKeys: DeviceKeySource {
  private let storage: any SecureStore

  package init(_ storage: any SecureStore) { self.storage = storage }

  package func load() throws(SecureStoreFailure) -> (any DeviceKey)? {
    guard let bytes = try storage.read(SecureItem.deviceKey) else { return nil }
    guard let key = try? P256.Signing.PrivateKey(rawRepresentation: bytes) else { throw .corrupt }
    return SoftwareDeviceKey(key: key)
  }

  package func create() throws(SecureStoreFailure) -> any DeviceKey {
    try storage.exclusively { () throws(SecureStoreFailure) -> any DeviceKey in
      if let key = try load() { return key }
      let key = P256.Signing.PrivateKey()
      try storage.write([SecureChange(SecureItem.deviceKey, Array(key.rawRepresentation))])
      return SoftwareDeviceKey(key: key)
    }
  }
}

private struct SoftwareDeviceKey: DeviceKey {
  let key: P256.Signing.PrivateKey

  var publicBytes: [UInt8] { Array(key.publicKey.rawRepresentation) }

  func signature(for bytes: [UInt8]) throws -> [UInt8] {
    Array(try key.signature(for: Data(bytes)).rawRepresentation)
  }
}
