import FlowRuntime
package import IdentityClient

extension ClientPorts {
  /// The ports of the real device, with everything in one folder, which is deleted with the app.
  package static func live(
    folder: String, installFolder: String
  ) throws(SecureStoreFailure) -> (ports: ClientPorts, isNewInstallation: Bool) {
    var folders = AppFolders(given: folder)
    folders.marks = [installFolder]
    return try live(folders)
  }

  /// The ports of the real device. If its mark is missing, secure storage is wiped first (PHN-1).
  package static func live(
    _ folders: AppFolders
  ) throws(SecureStoreFailure) -> (ports: ClientPorts, isNewInstallation: Bool) {
    let mark = try InstallMark(folders)
    let lock = try FileRenewalLock(folder: folders.shared)
    #if canImport(Security)
    let storage = try KeychainStore(SystemKeychain(service: "portico"), folder: folders.shared)
    let keys: any DeviceKeySource = EnclaveDeviceKeys(storage)
    #else
    let storage = try FileSecureStore(folder: folders.shared)
    let keys: any DeviceKeySource = SoftwareDeviceKeys(storage)
    #endif
    // Another process of a new installation must not wipe what this one has written meanwhile.
    let isNew = try storage.exclusively { () throws(SecureStoreFailure) in
      #if !canImport(Security)
      try storage.adopt(from: folders.older)
      #endif
      return try mark.claim { () throws(SecureStoreFailure) in try storage.wipe() }
    }
    let ports = ClientPorts(
      transport: LiveIdentityTransport(), storage: storage, keys: keys, lock: lock, clock: .live(),
      entropy: { LiveEntropy.next() })
    return (ports, isNew)
  }
}
