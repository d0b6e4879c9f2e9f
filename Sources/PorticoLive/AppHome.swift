import FlowMachine
import FlowRuntime
import Foundation
import IdentityClient
import Portico

/// The folder of an app, and what an entry keeps in it.
struct AppHome: Sendable {
  let ports: ClientPorts
  private let folder: String
  private let flow: String
  private let preferences: FilePreferences

  /// - Parameter given: nil for the platform's own location.
  init(folder given: String?, flow: String) throws(StorageFailure) {
    do throws(SecureStoreFailure) {
      if let given { folder = given } else { folder = try Self.usual(flow) }
      ports = try ClientPorts.live(folder: folder, installFolder: folder).ports
      preferences = try FilePreferences(folder: folder)
    } catch {
      throw StorageFailure(error)
    }
    self.flow = flow
  }

  /// The platform's folder for data that is deleted with the app.
  private static func usual(_ flow: String) throws(SecureStoreFailure) -> String {
    let files = FileManager.default
    guard let around = files.urls(for: .applicationSupportDirectory, in: .userDomainMask).first
    else { throw .broken("the platform names no folder for the app; give one") }
    do {
      // On a phone it does not exist until it is created.
      try files.createDirectory(at: around, withIntermediateDirectories: true)
    } catch {
      throw .broken("\(around.path) cannot be made: \(error.localizedDescription)")
    }
    return around.appendingPathComponent("portico-\(flow)").path
  }

  func parts(_ handlers: RequestHandlers, _ app: AppHooks, _ language: String) -> EntryParts {
    let http = LiveHTTP()
    let (folder, flow) = (folder, flow)
    var parts = EntryParts(
      journal: { () throws(StorageFailure) in try LiveFileJournal(folder: folder, name: flow) },
      secrets: FlowSecrets(ports.storage), preferences: preferences, handlers: handlers,
      http: { await http.perform($0) }, app: app, clock: .live(), entropy: { LiveEntropy.next() })
    parts.language = language
    return parts
  }

  /// The capabilities of a device without an identity client.
  func capabilities(of device: Device) -> [String: RequestHandlers.Handler] {
    let storage = ports.storage
    return device.handlers(
      wipe: { (try? storage.empty()) != nil }, keepPushToken: { _ in })
  }
}
