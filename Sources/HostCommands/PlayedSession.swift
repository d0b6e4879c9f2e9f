import FlowMachine
import FlowRuntime
import FlowSimulation
import Foundation
import IdentityClient
import Portico
import PorticoLive
import ServerCommands
import SessionMachine
import Synchronization

/// The client of a simulated device, and the server of its play if that has one of its own.
actor PlayedSession {
  nonisolated let news = NewsList()
  private let url: String?
  private let clock: PlayClock
  private let storage = PlayStorage()
  private var server: LocalServer?
  private var client: IdentityClient?

  init(url: String?, clock: PlayClock) {
    self.url = url
    self.clock = clock
  }

  func perform(_ call: OutgoingCall) async -> Answer {
    if client == nil { await connect() }
    guard let client else { return .notSent }
    let answer = await client.perform(call)
    await server?.settle()
    return answer
  }

  /// What the last process held in memory is gone; what it stored is not.
  func relaunch() async {
    guard let old = client else { return }
    await old.close()
    await connect()
  }

  func code(in channel: String) async -> String? {
    await server?.settle()
    return server?.newestCode(in: channel)
  }

  func end() async {
    await client?.close()
    await server?.stop()
  }

  private func connect() async {
    if url == nil, server == nil {
      do {
        server = try await LocalServer(clock: clock)
      } catch {
        let words = "portico play: no server could be started: \(error)\n"
        return FileHandle.standardError.write(Data(words.utf8))
      }
    }
    guard let address = url ?? server?.address else { return }
    let ports = ClientPorts(
      transport: LiveIdentityTransport(), storage: storage, keys: SoftwareDeviceKeys(storage),
      lock: OneProcess(), clock: clock.client, entropy: { LiveEntropy.next() })
    let new = IdentityClient(
      settings: .commandLine(server: address), ports: ports,
      tell: { [news] in news.add($0.outsideNews) })
    client = new
    await new.wake()
  }
}

/// What a flow is to be told, until it is asked for.
final class NewsList: Sendable {
  private let items = Mutex<[OutsideNews]>([])

  func add(_ more: [OutsideNews]) { items.withLock { $0 += more } }

  func take() -> [OutsideNews] {
    items.withLock { items in
      defer { items = [] }
      return items
    }
  }
}
