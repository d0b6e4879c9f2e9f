import Foundation
import IdentityDomain
import IdentitySQLite

/// A folder for the files of one test, taken away at the end.
final class TemporaryFolder: Sendable {
  let url: URL

  init() throws {
    url = FileManager.default.temporaryDirectory.appendingPathComponent(
      "identity-sqlite-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: url) }

  var path: String { url.appendingPathComponent("identity.sqlite").path }

  func store(_ change: (inout SQLiteStoreSettings) -> Void = { _ in }) throws -> SQLiteStore {
    var settings = SQLiteStoreSettings(path: path)
    // A loaded machine may keep another connection waiting long; no test waits for this to pass.
    settings.busyTimeout = .seconds(60)
    change(&settings)
    return try SQLiteStore(settings)
  }

  /// The store's file and the two beside it, as far as they are there.
  func bytes() throws -> [String: Data] {
    var found: [String: Data] = [:]
    for name in try FileManager.default.contentsOfDirectory(atPath: url.path) {
      found[name] = try Data(contentsOf: url.appendingPathComponent(name))
    }
    return found
  }
}
