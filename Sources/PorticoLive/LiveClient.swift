import IdentityClient
import Portico

/// The identity client of a running app, and what it tells the flow.
struct LiveClient: Sendable {
  let told = NewsFeed()
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
  /// - Returns: the facts of it (`session`, `signOutCause`). They are told as news, too: the flow
  ///   that has them already makes nothing of that.
  func wake() async -> [String: Portico.JSONValue] {
    await client.wake()
    var facts: [String: Portico.JSONValue] = [:]
    for case .fact(let name, let value) in await client.status?.news ?? [] { facts[name] = value }
    return facts
  }

  /// - Returns: false where secure storage could not be emptied.
  func wipe() async -> Bool { (try? await client.wipe()) != nil }

  /// The flow never sees it: the client sends it.
  func keepPushToken(_ token: String) async {
    guard (try? await client.keepPushToken(token, platform: platform)) != nil else { return }
    told.add([.signal("pushToken")])
  }
}
