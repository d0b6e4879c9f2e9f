import FlowMachine
import FlowRuntime
import IdentityClient
import Portico

/// What one flow of an app keeps on the device, beside what all flows share.
struct AppHome: Sendable {
  private let storage: any SecureStore
  private let folder: String
  private let flow: String
  private let preferences: FilePreferences

  init(_ opened: ClientHost.Opened, _ flow: AppFlow) throws(StorageFailure) {
    storage = opened.ports.storage
    folder = opened.folders(flow.name).flow
    self.flow = flow.name
    do throws(SecureStoreFailure) {
      preferences = try FilePreferences(folder: folder)
    } catch {
      throw StorageFailure(error)
    }
    // PHN-1: what was not there is the flow, not the app. The flow would wipe what other flows have stored.
    let installed = Text("installed".utf8)
    if !opened.isNewInstallation, flow.flow.fact(named: installed) != nil,
      try preferences.read(installed) == nil
    {
      try preferences.write(installed, Text("true".utf8))
    }
  }

  func parts(
    _ handlers: RequestHandlers, _ app: AppHooks, _ language: String, _ clock: RuntimeClock
  ) -> EntryParts {
    let http = LiveHTTP()
    let (folder, flow) = (folder, flow)
    var app = app
    app.open = app.open ?? SystemLinks.open
    var parts = EntryParts(
      journal: { () throws(StorageFailure) in try LiveFileJournal(folder: folder, name: flow) },
      secrets: FlowSecrets(storage), preferences: preferences, handlers: handlers,
      http: { await http.perform($0) }, app: app, clock: clock, entropy: { LiveEntropy.next() })
    parts.language = language
    parts.moments = .live()
    return parts
  }

  /// The capabilities of a device without an identity client.
  func capabilities(of device: Device) -> [String: RequestHandlers.Handler] {
    let storage = storage
    return device.handlers(
      wipe: { (try? storage.empty()) != nil }, keepPushToken: { _ in })
  }
}
