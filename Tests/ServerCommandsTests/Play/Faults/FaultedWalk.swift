import FlowMachine
import FlowRuntime
import FlowSimulation
import Foundation
import PorticoCommands
import ServerCommands
import Synchronization

/// One run of a walk: a simulated device with the client that apps have, on files; a server of its own;
/// and between them a socket on which one exchange may go wrong.
final class FaultedWalk {
  let walk: Walk
  let wire = FaultyWire()
  let walker: Walker
  private let plan: WirePlan?
  private let clock = PlayClock()
  private let server: PlayedServer<LocalServer>
  private let outside: WatchedOutside
  private let device: SimulatedDevice
  private let sessions: [SecretName]
  /// What was on the server before the person came.
  private var past = Census()
  private var openSessions: Set<Int> = []
  private(set) var losses: [String] = []

  init(_ walk: Walk, _ flow: WalkedFlow, _ plan: WirePlan?) throws {
    self.walk = walk
    self.plan = plan
    let app = MortalApp(wire, clock)
    var parts = PlayedParts { try app.begin() }
    parts.route = { [wire] in try wire.route($0) }
    parts.pushToken = "push-token-of-this-device"
    server = PlayedServer(server: nil, clock: clock, parts: parts)
    var settings = SimulatedDevice.Settings()
    settings.facts = try walk.facts.sorted { $0.key < $1.key }.compactMap { name, json in
      try flow.change(name, json)
    }
    let start = settings.start
    settings.start += walk.past?.rest ?? 0
    device = SimulatedDevice(flow.flow, settings)
    sessions = flow.sessions
    walker = Walker(walk, device)
    if let registrant = walk.past?.registrant {
      try server.visit(at: start) { [clock] in try await registrant.register(at: $0, clock) }
    }
    past = try server.visit(at: start) { try Census($0) }
    let hit = Hit()
    // The app has the wire: held by it, neither would ever go, nor the wire's thread.
    wire.arm(plan) { [weak app] in
      // Once: a repeat after the kill may fail as well, but kills nobody.
      guard !hit.hasStruck.exchange(true, ordering: .sequentiallyConsistent) else { return }
      hit.isPending.store(true, ordering: .sequentiallyConsistent)
      if plan?.kill == .during { app?.die() }
    }
    outside = WatchedOutside(server, hit: plan?.kill == WirePlan.Kill.none ? nil : hit)
    outside.equip(sheets: walk.sheets)
    device.attach(outside)
    outside.kill = { [unowned device, wire] in
      wire.repeatFault()
      device.killAtNextPoint()
    }
    device.look = { [unowned self] point in if point == .endOfStep { look() } }
  }

  /// What came of a chapter.
  struct End {
    var census: Census
    var told: [FaultyWire.Told]
    var calls: Int
    var losses: [String]
    /// The person signed out by themselves.
    var hasGivenUp: Bool
  }

  func live(_ chapter: Walk.Chapter) throws -> End {
    try walker.live(chapter)
    // A sign-out that was not told is told when they look in again; after a kill the fault came twice.
    for _ in 1...2 { server.wake(at: device.now) }
    let census = try server.visit(at: device.now) { try Census($0) }
    return End(
      census: census - past, told: wire.told, calls: wire.calls.count, losses: losses,
      hasGivenUp: walker.hasGivenUp)
  }

  /// A session is lost where it was there, and is not any more.
  private func look() {
    for (index, name) in sessions.enumerated() {
      if device.secrets.values[name] != nil {
        openSessions.insert(index)
      } else if openSessions.remove(index) != nil {
        losses.append(walker.chapter)
      }
    }
  }

  fileprivate final class Hit: Sendable {
    let hasStruck = Atomic(false)
    /// The player's thread has still to see it.
    let isPending = Atomic(false)
  }

  /// Kills the app on the player's own thread as soon as what was hit is answered.
  private final class WatchedOutside: SimulatedOutside {
    var kill: () -> Void = {}
    private let server: PlayedServer<LocalServer>
    private let hit: Hit?

    init(_ server: PlayedServer<LocalServer>, hit: Hit?) {
      self.server = server
      self.hit = hit
    }

    private func look() {
      if hit?.isPending.exchange(false, ordering: .sequentiallyConsistent) == true { kill() }
    }

    func equip(sheets: [String]) { server.equip(sheets: sheets) }

    func comeBack(_ trip: ProviderReturn, at now: Int64) -> ReturnOutcome {
      defer { look() }
      return server.comeBack(trip, at: now)
    }

    func launch(at now: Int64) {
      server.launch(at: now)
      look()
    }

    func answer(_ call: OutgoingCall, at now: Int64) -> (answer: Answer, delay: Int64)? {
      defer { look() }
      return server.answer(call, at: now)
    }

    func news(at now: Int64) -> [OutsideEvent] { server.news(at: now) }
    func code(in channel: Text, at now: Int64) -> Text? { server.code(in: channel, at: now) }
  }
}
