import FlowMachine
import FlowRuntime
import FlowSimulation
import Foundation
import IdentityClient
import Portico
import PorticoLive
import SessionMachine
import Synchronization

/// The client of a simulated device, and the server of its play if that has one of its own.
actor PlayedSession<Own: OwnServer> {
  nonisolated let news = NewsList()
  private let url: String?
  private let clock: PlayClock
  private let parts: PlayedParts
  private var server: Own?
  private var client: IdentityClient?
  /// Where the server is, once the client was made.
  private var address: String?
  /// Of the provider that the app has opened last.
  private var page: String?
  private var sheets: [String] = []

  init(url: String?, clock: PlayClock, parts: PlayedParts) {
    self.url = url
    self.clock = clock
    self.parts = parts
  }

  func equip(sheets: [String]) { self.sheets = sheets }

  func perform(_ call: OutgoingCall) async -> Answer {
    if client == nil { await connect() }
    guard let client else { return .notSent }
    let answer = await client.perform(call)
    // Sign-outs are told beside the calls; a play goes on when everything rests.
    await client.settled()
    await server?.settle()
    return answer
  }

  /// What the last process held in memory is gone; what it stored is not.
  func relaunch() async {
    guard let old = client else { return }
    await old.close()
    _ = news.take()
    await connect()
  }

  /// Nothing where no client was needed yet.
  func wake() async {
    await client?.wake()
    await client?.settled()
  }

  func code(in channel: String) async -> String? {
    await server?.settle()
    return server?.newestCode(in: channel)
  }

  func givePushToken() async {
    guard let token = parts.pushToken else { return }
    if client == nil { await connect() }
    guard (try? await client?.keepPushToken(token, platform: "ios")) != nil else { return }
    news.add([.signal(name: Array("pushToken".utf8))])
  }

  /// What an earlier installation left: the device is one that no account knows (PHN-1).
  func wipe() async {
    guard let client else { return }
    try? await client.wipe()
  }

  /// The app shows the page of a provider.
  func open(_ page: String?) { self.page = page }

  /// The person acts on the page or sheet that was opened last, and comes back; the client keeps what that
  /// brought, and tells the flow.
  func comeBack(_ trip: ProviderReturn) async -> ReturnOutcome {
    guard let page, let address else { return .simulated }
    let data: String?
    do {
      if let asked = AskedSheet(page) {
        data = try await ProviderPage(trip).data(of: asked, at: address)
      } else if page.hasPrefix(address) {
        data = try await query(from: page, trip)
      } else {
        return .simulated
      }
      if trip.isLost {
        return data == nil ? .done : .failed("the provider's page led back to the app")
      }
      guard let data else {
        return .failed(
          "the provider's page did not lead back to the app; expect that with `lost: true`")
      }
      if client == nil { await connect() }
      for _ in 0..<(trip.isDoubled ? 2 : 1) { await client?.returned(data) }
      await client?.settled()
      await server?.settle()
      return .done
    } catch {
      return .failed("\(error)")
    }
  }

  private func query(from page: String, _ trip: ProviderReturn) async throws -> String? {
    var query = try await ProviderPage(trip).query(from: page)
    if let error = trip.error?.string {
      query = query.map { "\(Self.state(in: $0))&error=\(error)" }
    }
    if trip.isForeign {
      query = query?.replacingOccurrences(of: "state=", with: "state=of-another-")
    }
    return query
  }

  /// The member by which the client knows the sign-in.
  private static func state(in query: String) -> Substring {
    query.split(separator: "&").first { $0.hasPrefix("state=") } ?? ""
  }

  func ownServer() async throws -> Own {
    if let server { return server }
    let new = try await Own.start(clock: clock)
    server = new
    return new
  }

  func end() async {
    await client?.close()
    await server?.stop()
  }

  private func connect() async {
    do {
      let address: String
      if let url { address = url } else { address = try await ownServer().address }
      self.address = address
      let process = try parts.process()
      let ports = ClientPorts(
        transport: process.transport, storage: process.storage,
        keys: SoftwareDeviceKeys(process.storage), lock: process.lock, clock: clock.client,
        entropy: { LiveEntropy.next() })
      let new = IdentityClient(
        settings: .commandLine(server: try parts.route(address), sheets: sheets), ports: ports,
        tell: { [news] in news.add($0.outsideNews) })
      client = new
      await wake()
    } catch {
      let words = "portico play: cannot start a server: \(error)\n"
      FileHandle.standardError.write(Data(words.utf8))
    }
  }
}

/// What a flow is to be told, until it is asked for.
final class NewsList: Sendable {
  private let items = Mutex<[OutsideEvent]>([])

  func add(_ more: [OutsideEvent]) { items.withLock { $0 += more } }

  func take() -> [OutsideEvent] {
    items.withLock { items in
      defer { items = [] }
      return items
    }
  }
}
