import FlowMachine
import FlowRuntime
import FlowSimulation
import IdentityClient
import Portico
import PorticoCommands
import PorticoLive
import SessionMachine

/// The client behind `portico run --server`: what it keeps lies beside the flow's journal.
struct TerminalClient: LiveOutside {
  private let client: IdentityClient
  let preferences: any PreferenceStorage & Sendable
  private let storage: any SecureStore
  private let folder: String
  private let stream: AsyncStream<OutsideNews>

  init(server: String, folder: String) throws {
    let ports = try ClientPorts.live(folder: folder, installFolder: folder).ports
    storage = ports.storage
    preferences = try FilePreferences(folder: folder)
    self.folder = folder
    let (stream, post) = AsyncStream.makeStream(of: OutsideNews.self)
    self.stream = stream
    client = IdentityClient(
      settings: .commandLine(server: server), ports: ports,
      tell: { event in for item in event.outsideNews { post.yield(item) } })
  }

  func launch() async -> [OutsideNews] {
    await client.wake()
    return await client.status?.news.map(\.outside) ?? []
  }

  func perform(_ call: OutgoingCall) async -> Answer { await client.perform(call) }
  func news() -> AsyncStream<OutsideNews> { stream }

  var secrets: any SecretStorage & Sendable { FlowSecrets(storage) }

  func reinstall() throws {
    try storage.empty()
    try FilePreferences(folder: folder).empty()
  }
}
