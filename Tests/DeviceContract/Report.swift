import Crypto
import Foundation
import IdentityClient
import Portico
import PorticoLive

extension DeviceContract {
  /// Whether a signature is one of ES256.
  package static func isSignature(_ signature: [UInt8], _ bytes: [UInt8], _ key: [UInt8]) -> Bool {
    guard let key = try? P256.Signing.PublicKey(rawRepresentation: key),
      let signature = try? P256.Signing.ECDSASignature(rawRepresentation: signature)
    else { return false }
    return key.isValidSignature(signature, for: Data(bytes))
  }
}

/// Checks the parts of the device that this runs on: the Keychain and the Secure Enclave on Apple's systems, files elsewhere; and
/// location and notifications as far as nobody has to be asked.
///
/// - Parameter folder: an existing folder for what storage needs.
/// - Returns: a line for each problem, and at the end `device contract: N problems`.
@MainActor public func deviceContractReport(folder: String) async -> String {
  var problems: [String] = []
  #if canImport(Security)
  let open: () throws -> any SecureStore = {
    try KeychainStore(SystemKeychain(service: "portico-contract"), folder: folder)
  }
  problems += DeviceContract.deviceKeys(
    open, { EnclaveDeviceKeys($0) }, verify: DeviceContract.isSignature)
  #else
  let open: () throws -> any SecureStore = { try FileSecureStore(folder: folder) }
  #endif
  problems += DeviceContract.secureStore(open)
  problems += DeviceContract.deviceKeys(
    open, { SoftwareDeviceKeys($0) }, verify: DeviceContract.isSignature)
  #if canImport(CoreLocation)
  let location = SystemLocation()
  problems += await DeviceContract.location(location.capability, asks: false)
  #endif
  return (problems + ["device contract: \(problems.count) problems"]).joined(separator: "\n")
}
