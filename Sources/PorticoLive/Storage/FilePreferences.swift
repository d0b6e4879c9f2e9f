package import FlowMachine
package import FlowRuntime
import Foundation
package import IdentityClient
import WireText

/// The app's preferences in a file of its folder: one JSON object, replaced as a whole.
///
/// On Apple's platforms an app's preferences are `UserDefaults`; a flow's facts are kept
/// separately, so that resetting one does not reset the other.
package final class FilePreferences: PreferenceStorage, @unchecked Sendable {
  // Unchecked: the file and `last` are read and written only under `lock`.
  private let lock = NSLock()
  /// The last bytes read, and their values: a launch asks for each fact, and the file rarely
  /// changes.
  private var last: (bytes: [UInt8], values: [String: String])?
  private let folder: PrivateFolder
  private static let name = "preferences.json"
  private static let most = 4 << 20

  /// - Parameter folder: created if it does not exist.
  /// - Throws: `SecureStoreFailure` if it cannot be used.
  package init(folder: String) throws(SecureStoreFailure) {
    self.folder = try PrivateFolder(folder)
  }

  package func read(_ name: Text) throws(StorageFailure) -> Text? {
    let values = try locked { () throws(SecureStoreFailure) in try load() }
    return values[String(decoding: name, as: UTF8.self)].map { Text($0.utf8) }
  }

  package func write(_ name: Text, _ value: Text?) throws(StorageFailure) {
    try locked { () throws(SecureStoreFailure) in
      var values = try load()
      let (key, text) = (
        String(decoding: name, as: UTF8.self), value.map { String(decoding: $0, as: UTF8.self) }
      )
      // A relaunch writes every fact again; forcing each to disk would delay the first screen.
      guard values[key] != text else { return }
      values[key] = text
      guard let bytes = try? JSONEncoder().encode(values) else { throw .corrupt }
      try folder.replace(Self.name, by: [UInt8](bytes))
    }
  }

  /// As uninstalling the app does.
  package func empty() throws(StorageFailure) {
    try locked { () throws(SecureStoreFailure) in try folder.remove(Self.name) }
  }

  /// Names to JSON texts.
  private func load() throws(SecureStoreFailure) -> [String: String] {
    guard let bytes = try folder.read(Self.name, most: Self.most) else { return [:] }
    if let last, bytes == last.bytes { return last.values }
    // Not JSONDecoder: its first use costs a launch as much as everything else here.
    guard let json = JSON(bytes, most: Self.most), json.root.kind == .object else { throw .corrupt }
    var values: [String: String] = [:]
    for member in json.root.members {
      guard let text = member.value.text else { throw .corrupt }
      values[String(decoding: member.name, as: UTF8.self)] = String(decoding: text, as: UTF8.self)
    }
    last = (bytes, values)
    return values
  }

  private func locked<Value>(
    _ body: () throws(SecureStoreFailure) -> Value
  ) throws(StorageFailure) -> Value {
    lock.lock()
    defer { lock.unlock() }
    do throws(SecureStoreFailure) { return try body() } catch { throw StorageFailure(error) }
  }
}
