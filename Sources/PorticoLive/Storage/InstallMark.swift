package import IdentityClient

/// Recognizes a new installation by a mark that is deleted with the app (PHN-1).
///
/// Secure storage may survive an uninstall, as the Keychain does; the app's own folder does not. So
/// if the mark is missing, whatever is in secure storage was left by an earlier installation, and
/// is wiped, including the device key.
package struct InstallMark: Sendable {
  private let folder: PrivateFolder
  private static let name = "installed"

  /// - Parameter folder: the app's, deleted with it, and not backed up.
  package init(folder: String) throws(SecureStoreFailure) {
    self.folder = try PrivateFolder(folder)
  }

  /// Call this before anything else reads secure storage.
  ///
  /// - Parameter wipe: empties secure storage. The mark is set only when it has succeeded; after a
  ///   kill in between, it is wiped again.
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
