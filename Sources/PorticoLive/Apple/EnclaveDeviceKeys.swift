#if canImport(Security)
import CryptoKit
import Foundation
package import IdentityClient

/// The device key in the Secure Enclave: secure storage holds a handle that only this device's
/// enclave can use. If there is no enclave (in a simulator), the key is in the Keychain.
package struct EnclaveDeviceKeys: DeviceKeySource {
  private let storage: any SecureStore
  private let software: SoftwareDeviceKeys
  private static let item = "device-key-enclave"

  package init(_ storage: any SecureStore) {
    self.storage = storage
    software = SoftwareDeviceKeys(storage)
  }

  package func load() throws(SecureStoreFailure) -> (any DeviceKey)? {
    guard SecureEnclave.isAvailable else { return try software.load() }
    guard let handle = try storage.read(Self.item) else { return nil }
    guard
      let key = try? SecureEnclave.P256.Signing.PrivateKey(dataRepresentation: Data(handle))
    else { throw .locked }
    return EnclaveDeviceKey(key: key)
  }

  package func create() throws(SecureStoreFailure) -> any DeviceKey {
    guard SecureEnclave.isAvailable else { return try software.create() }
    return try storage.exclusively { () throws(SecureStoreFailure) -> any DeviceKey in
      if let key = try load() { return key }
      guard let key = try? SecureEnclave.P256.Signing.PrivateKey() else {
        throw .broken("the Secure Enclave made no key")
      }
      try storage.write([SecureChange(Self.item, Array(key.dataRepresentation))])
      return EnclaveDeviceKey(key: key)
    }
  }
}

private struct EnclaveDeviceKey: DeviceKey {
  let key: SecureEnclave.P256.Signing.PrivateKey

  var publicBytes: [UInt8] { Array(key.publicKey.rawRepresentation) }

  func signature(for bytes: [UInt8]) throws -> [UInt8] {
    Array(try key.signature(for: Data(bytes)).rawRepresentation)
  }
}
#endif
