import ClientMachine
import IdentityClient
import Portico
import SessionMachine

/// The identity client of a running app, and what it reports to the flow.
struct LiveClient: Sendable {
  let told = EventFeed()
  let client: IdentityClient
  private let platform: String

  /// - Parameter changed: receives each status of the session, in order.
  init(
    _ settings: ClientSettings, _ ports: ClientPorts,
    changed: @escaping @Sendable (SessionStatus) -> Void
  ) {
    platform = settings.platform
    client = IdentityClient(
      settings: settings, ports: ports,
      tell: { [told] event in
        told.add(event.news)
        guard case .session(let status) = event else { return }
        if status == .valid || status == .stale { told.sessionBegan() }
        changed(status)
      })
  }

  /// Performs the operations of a flow.
  ///
  /// - Parameter flow: its number in `told`.
  func operation(of flow: Int) -> RequestHandlers.Handler {
    { [told, client] call in
      let reply = await client.operation(call)
      // The client tells nobody of an end that a flow has asked for.
      if Self.endings.contains(call.name), await client.status?.isOver == true {
        told.sessionEnded(by: flow)
      }
      return reply
    }
  }

  private static let endings: Set = ["signOut", "deleteUser"]

  /// Reads what is stored.
  ///
  /// - Returns: the resulting facts (`session`, `signOutCause`). They are also reported as news,
  ///   which has no effect in a flow that already has them.
  func wake() async -> [String: Portico.JSONValue] {
    await client.wake()
    var facts: [String: Portico.JSONValue] = [:]
    for case .fact(let name, let value) in await client.status?.news ?? [] { facts[name] = value }
    return facts
  }

  /// A provider's page led back to the app with this URL: its query is stored before the flow is
  /// told (CMP-7).
  func returned(to address: String) async {
    let query = address.split(separator: "?", maxSplits: 1).dropFirst().first ?? ""
    await client.returned(String(query.prefix { $0 != "#" }))
  }

  /// The same if the platform reports the outcome of the page.
  func ended(_ ending: ProviderPages.Ending) async {
    switch ending {
    case .returned(let address): await returned(to: address)
    case .closed: told.add([.signal("federationReturned", .text("federation_cancelled"))])
    }
  }

  /// The same of a provider's native sheet.
  func sheetEnded(_ data: String) async { await client.returned(data) }

  /// - Returns: false if secure storage could not be emptied.
  func wipe() async -> Bool { (try? await client.wipe()) != nil }

  /// The client sends it; the flow never sees it.
  func keepPushToken(_ token: String) async {
    guard (try? await client.keepPushToken(token, platform: platform)) != nil else { return }
    told.add([.signal("pushToken")])
  }

  /// Keeps each token that the platform supplies unasked. Nobody waits for it: the flows that run hear of it from the client.
  func pushTokens(_ tokens: AsyncStream<String>) -> AsyncStream<DeviceEvent> {
    let (news, continuation) = AsyncStream.makeStream(of: DeviceEvent.self)
    let task = Task {
      for await token in tokens {
        let isNew = try? await client.keepNewPushToken(token, platform: platform)
        if isNew == true { told.add([.signal("pushToken")]) }
      }
      continuation.finish()
    }
    continuation.onTermination = { _ in task.cancel() }
    return news
  }
}
