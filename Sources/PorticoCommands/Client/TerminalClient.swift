import FlowMachine
import FlowRuntime
import FlowSimulation
import IdentityClient
import Portico
import PorticoLive
import SessionMachine

/// The client behind `portico run --server`: what it keeps lies beside the flow's journal. Each life of the
/// app has a client of its own, as it has on a device.
actor TerminalClient: LiveOutside {
  nonisolated let preferences: any PreferenceStorage & Sendable
  private let server: String
  private let ports: ClientPorts
  private let folder: String
  private var client: IdentityClient?
  private var stream = AsyncStream<OutsideEvent> { $0.finish() }
  private var post: AsyncStream<OutsideEvent>.Continuation?

  init(server: String, folder: String) throws {
    self.server = server
    ports = try ClientPorts.live(folder: folder, installFolder: folder).ports
    preferences = try FilePreferences(folder: folder)
    self.folder = folder
  }

  func launch() async -> [OutsideEvent] {
    let (stream, post) = AsyncStream.makeStream(of: OutsideEvent.self)
    let client = IdentityClient(
      settings: .commandLine(server: server), ports: ports,
      tell: { event in for item in event.outsideNews { post.yield(item) } })
    (self.stream, self.post, self.client) = (stream, post, client)
    await client.wake()
    return await client.status?.news.map(\.outside) ?? []
  }

  func end() async {
    await client?.end()
    client = nil
    post?.finish()
    // A renewal that was cut off held it.
    ports.lock.release()
  }

  func perform(_ call: OutgoingCall) async -> Answer {
    await client?.perform(call) ?? .notSent
  }

  func news() -> AsyncStream<OutsideEvent> { stream }

  nonisolated var secrets: any SecretStorage & Sendable { FlowSecrets(ports.storage) }

  nonisolated func reinstall() throws {
    try ports.storage.empty()
    try FilePreferences(folder: folder).empty()
  }
}
