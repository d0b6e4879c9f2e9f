package import IdentityClient

/// Knows a new installation by a mark that goes with the app (PHN-1).
///
/// Secure storage may outlive an uninstall, as the Keychain does; the app's own folder does not. So
/// where the mark is missing, what lies in secure storage was left by an earlier installation, and is
/// wiped, the device key included.
package struct InstallMark: Sendable {
  private let folder: PrivateFolder
  private static let name = "installed"

  /// - Parameter folder: of the app, gone with it, and not part of a backup.
  package init(folder: String) throws(SecureStoreFailure) {
    self.folder = try PrivateFolder(folder)
  }

  /// To be called before anything else reads secure storage.
  ///
  /// - Parameter wipe: empties secure storage. Only when it has done so the mark is set: a kill in
  ///   between wipes again.
  /// - Returns: whether this is the first launch of this installation.
  package func claim(
    wiping wipe: () throws(SecureStoreFailure) -> Void
  ) throws(SecureStoreFailure) -> Bool {
    guard try folder.read(Self.name, most: 64) == nil else { return false }
    try wipe()
    try folder.replace(Self.name, by: [1])
    return true
  }
}
