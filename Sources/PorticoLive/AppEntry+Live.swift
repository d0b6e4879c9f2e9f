import FlowMachine
import FlowRuntime
import Foundation
import IdentityClient
public import Portico

extension AppEntry {
  /// The entry of an app on the real device, with a Portico server behind it.
  ///
  /// Nothing is read or written before `run`; a read failure appears as the entry's `phase`.
  ///
  /// - Parameters:
  ///   - flow: the flow that it runs.
  ///   - server: the base address of the identity server, such as `https://id.example.com`.
  ///   - configuration: the flow's own, by name.
  ///   - folder: where the app keeps its own data; created if it does not exist, inside an existing
  ///     folder. Nil: one named after the flow, in the platform's folder for app data.
  ///   - language: a BCP 47 tag.
  ///   - device: what the flow may ask of the device.
  ///   - app: what the app does on behalf of the flow.
  ///   - operations: operations that the app defines, by name.
  public static func live(
    _ flow: AppFlow, server: String, configuration: [String: Portico.JSONValue] = [:],
    folder: String? = nil, language: String = "en", device: Device = Device(),
    app: AppHooks = AppHooks(), operations: [String: RequestHandlers.Handler] = [:]
  ) -> AppEntry {
    make(flow, configuration, folder) { home in
      let client = LiveClient(
        ClientSettings(
          server: server, appName: flow.name, appVersion: device.appVersion, platform: platform,
          language: language),
        home.ports)
      let handlers = RequestHandlers(
        operation: client.operation,
        capabilities: device.handlers(
          wipe: client.wipe, keepPushToken: client.keepPushToken, ended: client.ended),
        app: operations)
      var parts = home.parts(handlers, app, language)
      parts.deviceFacts = {
        // The first screen may depend on the session, so the session is read before it is chosen.
        await device.facts().merging(await client.wake()) { _, told in told }
      }
      parts.news = { client.told.stream(beside: device.news()) }
      parts.cameBack = { _ = await client.wake() }
      parts.returned = { address in
        guard let own = await device.providers.returnAddress(), isReturn(address, to: own) else {
          return false
        }
        await client.returned(to: address)
        return true
      }
      return parts
    }
  }

  /// The entry of an app with a back end of its own, on the real device: requests of kind `http`
  /// are sent as the flow says, and the app handles the rest.
  ///
  /// - Parameters:
  ///   - flow: the flow that it runs.
  ///   - handlers: the handlers for the flow's requests, by name. Capabilities that it does not
  ///     name are those of `device`.
  ///   - configuration: the flow's own, by name.
  ///   - folder: as with a Portico server.
  ///   - language: a BCP 47 tag.
  ///   - device: what the flow may ask of the device.
  ///   - app: what the app does on behalf of the flow.
  public static func live(
    _ flow: AppFlow, handlers: RequestHandlers, configuration: [String: Portico.JSONValue] = [:],
    folder: String? = nil, language: String = "en", device: Device = Device(),
    app: AppHooks = AppHooks()
  ) -> AppEntry {
    make(flow, configuration, folder) { home in
      var all = handlers
      all.capabilities = home.capabilities(of: device)
        .merging(handlers.capabilities) { _, own in own }
      var parts = home.parts(all, app, language)
      parts.deviceFacts = { await device.facts() }
      parts.news = device.news
      return parts
    }
  }

  private static func make(
    _ flow: AppFlow, _ configuration: [String: Portico.JSONValue], _ folder: String?,
    _ parts: @escaping @Sendable (AppHome) throws(StorageFailure) -> EntryParts
  ) -> AppEntry {
    AppEntry(flow, configuration: configuration, clock: .live()) {
      () throws(StorageFailure) -> EntryParts in
      try parts(try AppHome(folder: folder, flow: flow.name))
    }
  }

  /// Whether a URL is the app's own with a query.
  nonisolated private static func isReturn(_ address: String, to own: String) -> Bool {
    address.hasPrefix(own) && ["?", "&"].contains(address.dropFirst(own.count).first)
  }

  /// As the server names it.
  nonisolated private static var platform: String {
    #if os(iOS)
    "ios"
    #elseif os(macOS)
    "macos"
    #else
    "linux"
    #endif
  }
}
