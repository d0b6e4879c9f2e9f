package import IdentityClient

/// Recognizes a new installation by a mark that is deleted with the app (PHN-1).
///
/// Secure storage may survive an uninstall, as the Keychain does; the app's own folder does not. So
/// if the mark is missing, whatever is in secure storage was left by an earlier installation, and
/// is wiped, including the device key.
package struct InstallMark: Sendable {
  private let places: [PrivateFolder]
  private let older: [String]
  private static let name = "installed"

  /// - Parameter folder: the app's, deleted with it, and not backed up.
  package init(folder: String) throws(SecureStoreFailure) {
    places = [try PrivateFolder(folder)]
    older = []
  }

  package init(_ folders: AppFolders) throws(SecureStoreFailure) {
    var places: [PrivateFolder] = []
    for folder in folders.marks { places.append(try PrivateFolder(folder)) }
    self.places = places
    older = folders.older
  }

  /// Call this before anything else reads secure storage, and while no other process does the same.
  ///
  /// - Parameter wipe: empties secure storage. The mark is set only when it has succeeded; after a
  ///   kill in between, it is wiped again.
  /// - Returns: whether this is the first launch of this installation: there is no mark in any place, nor where an
  ///   earlier version of the app left one for one of its flows.
  package func claim(
    wiping wipe: () throws(SecureStoreFailure) -> Void
  ) throws(SecureStoreFailure) -> Bool {
    var unmarked: [PrivateFolder] = []
    for place in places where try place.read(Self.name, most: 64) == nil { unmarked.append(place) }
    guard !unmarked.isEmpty else { return false }
    var isNew = unmarked.count == places.count
    for folder in older where isNew { isNew = try !PrivateFolder.has(Self.name, in: folder) }
    if isNew { try wipe() }
    for place in unmarked { try place.replace(Self.name, by: [1]) }
    return isNew
  }
}
