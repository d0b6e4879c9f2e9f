import Foundation
import IdentityClient

/// Where an app keeps its data: what belongs to one flow, and what all its flows share. The session and the device key
/// belong to the app, so no flow may have them, or the mark of the installation, to itself.
package struct AppFolders: Sendable {
  /// Journal and preferences of the flow.
  package var flow: String
  /// Secure storage or its lock, and the renewal lock.
  package var shared: String
  /// Where the mark of this installation lies; one of them is enough.
  package var marks: [String]
  /// Where earlier versions put mark and secure storage: one folder for each flow, this flow's first.
  package var older: [String] = []

  /// A folder of the app's choice, for all of it.
  package init(given: String) {
    (flow, shared, marks) = (given, given, [given])
    #if canImport(Security)
    // The Keychain item is the same for each folder that an app gives, so its mark lies in one place.
    if let around = try? Self.around() { marks.append("\(around)/portico") }
    #endif
  }

  /// - Parameter around: the platform's folder for data that is deleted with the app.
  package init(around: String, flow name: String) {
    flow = "\(around)/portico-\(name)"
    shared = "\(around)/portico"
    marks = [shared]
    let found = (try? FileManager.default.contentsOfDirectory(atPath: around)) ?? []
    older = found.filter { $0.hasPrefix("portico-") }.sorted().map { "\(around)/\($0)" }
    if let own = older.firstIndex(of: flow) { older.swapAt(0, own) }
  }

  /// The app and its extensions share the session in another folder, such as that of an app group. Each keeps the folder of
  /// its flow, whose journal stays locked while the flow runs: the system ends a process that is suspended while it holds a
  /// lock in a shared folder.
  ///
  /// What this process has kept by itself is taken over.
  package mutating func share(in folder: String) {
    guard folder != shared else { return }
    older.insert(shared, at: 0)
    marks.insert(folder, at: 0)
    shared = folder
  }

  static func around() throws(SecureStoreFailure) -> String {
    let files = FileManager.default
    guard let around = files.urls(for: .applicationSupportDirectory, in: .userDomainMask).first
    else { throw .broken("the platform names no folder for the app; give one") }
    do {
      // On a phone it does not exist until it is created.
      try files.createDirectory(at: around, withIntermediateDirectories: true)
    } catch {
      throw .broken("\(around.path) cannot be made: \(error.localizedDescription)")
    }
    return around.path
  }
}
