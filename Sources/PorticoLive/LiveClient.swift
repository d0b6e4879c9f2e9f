import IdentityClient
import Portico

/// The identity client of a running app, and what it reports to the flow.
struct LiveClient: Sendable {
  let told = EventFeed()
  private let client: IdentityClient
  private let platform: String

  init(_ settings: ClientSettings, _ ports: ClientPorts) {
    platform = settings.platform
    client = IdentityClient(
      settings: settings, ports: ports, tell: { [told] in told.add($0.news) })
  }

  var operation: RequestHandlers.Handler { client.operation }

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

  /// - Returns: false if secure storage could not be emptied.
  func wipe() async -> Bool { (try? await client.wipe()) != nil }

  /// The client sends it; the flow never sees it.
  func keepPushToken(_ token: String) async {
    guard (try? await client.keepPushToken(token, platform: platform)) != nil else { return }
    told.add([.signal("pushToken")])
  }
}
