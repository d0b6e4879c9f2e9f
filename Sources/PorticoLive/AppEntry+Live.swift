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
  ///   - language: a BCP 47 tag; nil for the one that the user chose in the account centre, or the device's.
  ///   - device: what the flow may ask of the device.
  ///   - app: what the app does on behalf of the flow.
  ///   - operations: operations that the app defines, by name.
  public static func live(
    _ flow: AppFlow, server: String, configuration: [String: Portico.JSONValue] = [:],
    folder: String? = nil, language: String? = nil, device: Device = .system,
    app: AppHooks = AppHooks(), operations: [String: RequestHandlers.Handler] = [:]
  ) -> AppEntry {
    let session = PorticoSession(
      server: server, appName: flow.name, folder: folder, language: language, device: device)
    return live(
      flow, session: session, configuration: configuration, device: device, app: app,
      operations: operations)
  }

  /// The same with a session that the app keeps, for its own calls.
  ///
  /// - Parameters:
  ///   - flow: the flow that it runs. All flows of an app are given the same session.
  ///   - session: who is signed in. It says which server, folder and language there are.
  ///   - configuration: the flow's own, by name.
  ///   - language: a BCP 47 tag; nil for the one that the user chose in the account centre, or the session's.
  ///   - device: what the flow may ask of the device; nil: the session's, which tells the server of its native sheets.
  ///   - app: what the app does on behalf of the flow.
  ///   - operations: operations that the app defines, by name.
  public static func live(
    _ flow: AppFlow, session: PorticoSession, configuration: [String: Portico.JSONValue] = [:],
    language: String? = nil, device: Device? = nil, app: AppHooks = AppHooks(),
    operations: [String: RequestHandlers.Handler] = [:]
  ) -> AppEntry {
    let device = device ?? session.device
    let language = language ?? KeptLanguage.read() ?? session.language
    let clock = session.host.clock
    let entry = make(flow, configuration, session.host) { opened, home in
      let client = opened.client
      let number = client.told.newFlow()
      let operation = client.operation(of: number)
      var handlers = RequestHandlers(
        operation: operation,
        capabilities: device.handlers(
          wipe: client.wipe, keepPushToken: client.keepPushToken, ended: client.ended,
          sheetEnded: client.sheetEnded, operation: operation,
          pause: { await clock.sleep(clock.now() + $0) }, tell: { client.told.add([$0]) }),
        app: operations)
      if let open = handlers.capabilities["openProvider"] {
        handlers.capabilities["openProvider"] = { call in
          client.told.sentAway(by: number)
          return await open(call)
        }
      }
      var parts = home.parts(handlers, app, language, clock)
      parts.deviceFacts = {
        // The first screen may depend on the session, so the session is read before it is chosen.
        await device.facts().merging(await client.wake()) { _, told in told }
      }
      parts.utcOffset = device.utcOffset
      parts.news = {
        let tokens = client.pushTokens(device.push.changes())
        return client.told.stream(for: number, beside: Device.merged([device.news(), tokens]))
      }
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
    var opener = FlowOpener(
      make: {
        live($0, session: session, language: nil, device: device, app: $1, operations: operations)
      }, app: app,
      changeLanguage: { [weak entry] language in
        KeptLanguage.keep(language)
        entry?.show(in: language)
      })
    opener.opensAccount = true
    entry.opener = opener
    entry.join(session.links)
    return entry
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
  ///   - language: a BCP 47 tag; nil for the device's.
  ///   - device: what the flow may ask of the device.
  ///   - app: what the app does on behalf of the flow.
  public static func live(
    _ flow: AppFlow, handlers: RequestHandlers, configuration: [String: Portico.JSONValue] = [:],
    folder: String? = nil, language: String? = nil, device: Device = .system,
    app: AppHooks = AppHooks()
  ) -> AppEntry {
    let language = language ?? device.language() ?? "en"
    let host = ClientHost(
      ClientSettings(
        server: "", appName: flow.name, appVersion: device.appVersion,
        platform: PorticoSession.platform),
      folder: folder)
    return make(flow, configuration, host) { _, home in
      var all = handlers
      all.capabilities = home.capabilities(of: device)
        .merging(handlers.capabilities) { _, own in own }
      var parts = home.parts(all, app, language, host.clock)
      parts.deviceFacts = { await device.facts() }
      parts.utcOffset = device.utcOffset
      parts.news = device.news
      return parts
    }
  }

  private static func make(
    _ flow: AppFlow, _ configuration: [String: Portico.JSONValue], _ host: ClientHost,
    _ parts:
      @escaping @Sendable (ClientHost.Opened, AppHome) throws(StorageFailure) -> EntryParts
  ) -> AppEntry {
    AppEntry(flow, configuration: configuration, clock: host.clock) {
      () throws(StorageFailure) -> EntryParts in
      let opened = try host.opened(flow.name)
      return try parts(opened, try AppHome(opened, flow))
    }
  }

  /// Whether a URL is the app's own with a query.
  nonisolated private static func isReturn(_ address: String, to own: String) -> Bool {
    address.hasPrefix(own) && ["?", "&"].contains(address.dropFirst(own.count).first)
  }
}
