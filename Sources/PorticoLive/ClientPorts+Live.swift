import FlowRuntime
package import IdentityClient

extension ClientPorts {
  /// The ports of the real device.
  ///
  /// - Parameters:
  ///   - folder: the app's folder, shared by its processes: secure storage if there is no keychain,
  ///     and the locks.
  ///   - installFolder: deleted with the app; if its mark is missing, secure storage is wiped first
  ///     (PHN-1). The same for all processes of the app; on Linux both folders may be one.
  package static func live(
    folder: String, installFolder: String
  ) throws(SecureStoreFailure) -> (ports: ClientPorts, isNewInstallation: Bool) {
    let lock = try FileRenewalLock(folder: folder)
    #if canImport(Security)
    let storage = try KeychainStore(service: "portico", folder: folder)
    let keys: any DeviceKeySource = EnclaveDeviceKeys(storage)
    #else
    let storage = try FileSecureStore(folder: folder)
    let keys: any DeviceKeySource = SoftwareDeviceKeys(storage)
    #endif
    let isNew = try InstallMark(folder: installFolder)
      .claim { () throws(SecureStoreFailure) in try storage.wipe() }
    let ports = ClientPorts(
      transport: LiveIdentityTransport(), storage: storage, keys: keys, lock: lock, clock: .live(),
      entropy: { LiveEntropy.next() })
    return (ports, isNew)
  }
}
