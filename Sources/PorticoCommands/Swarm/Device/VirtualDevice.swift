package import FlowMachine
import FlowRuntime
import FlowSimulation
import IdentityClient
import Portico
import PorticoLive
import Statechart

/// One device of a swarm with one app on it, which runs the flow with the engine and the client of real apps. What
/// the app has stored outlives every kill.
package actor VirtualDevice {
  /// What is outside the device.
  package struct Outside: Sendable {
    package var server: String
    package var wire: SwarmTransport.Wire
    /// The code of the newest message to one of these addresses; nil where the server shows nobody its messages.
    package var inbox: (@Sendable ([String]) async -> Text?)?
    package var clock: SwarmClock
    package var tally: SwarmTally

    package init(
      server: String, wire: SwarmTransport.Wire,
      inbox: (@Sendable ([String]) async -> Text?)?, clock: SwarmClock, tally: SwarmTally
    ) {
      self.server = server
      self.wire = wire
      self.inbox = inbox
      self.clock = clock
      self.tally = tally
    }
  }

  let number: Int
  let flow: SwarmFlow
  let plan: SwarmPlan
  let outside: Outside
  let transport: SwarmTransport
  private let memory = DeviceMemory()
  var kills: DeviceRandom
  /// The app that runs, if one does.
  var app: App?
  private var launchCount = 0
  /// What is awaited: an event, or a time.
  private var waiter: CheckedContinuation<Void, Never>?
  private var pauseCount = 0
  private var wasPoked = false
  /// The sessions that the app has, once it has arrived with them.
  var keptSessions: Set<FactID>?
  /// Why a session is gone that nobody has ended.
  private(set) var loss: String?
  /// What the person did last, for a report.
  private(set) var trace: [String] = []

  /// One process of the app.
  struct App {
    let number: Int
    let process: DeviceMemory.Process
    let driver: FlowDriver
    let client: IdentityClient
    let actions: ActionQueue
    let news: NewsList
    let simulated: SimulatedAnswers
    var sends: [SendID: Task<Void, Never>] = [:]
  }

  package init(_ number: Int, _ flow: SwarmFlow, _ plan: SwarmPlan, _ outside: Outside) {
    self.number = number
    self.flow = flow
    self.plan = plan
    self.outside = outside
    transport = SwarmTransport(
      outside.wire, plan, device: number, clock: outside.clock, tally: outside.tally)
    kills = DeviceRandom(seed: plan.seed, device: number, .kills)
  }

  // MARK: Processes

  /// Starts the app, if it does not run.
  func launch() async throws(LaunchFailed) {
    guard app == nil else { return }
    launchCount += 1
    outside.tally.addLaunch()
    let (process, news, life) = (memory.begin(), NewsList(), launchCount)
    let client = IdentityClient(
      settings: .commandLine(server: outside.server),
      ports: ClientPorts(
        transport: transport, storage: process.secure, keys: SoftwareDeviceKeys(process.secure),
        lock: OneProcess(), clock: .live(), entropy: { LiveEntropy.next() }),
      tell: { [weak self] event in
        news.add(event.outsideNews)
        Task { await self?.poke() }
      })
    await client.wake()
    let found = await client.status?.news.map(\.outside) ?? []
    let told = (Self.deviceFacts + found).compactMap { item -> FactChange? in
      guard case .told(let fact, let value) = flow.flow.input(item) else { return nil }
      return FactChange(fact, value)
    }
    let actions = ActionQueue()
    do throws(LaunchFailure) {
      let driver = try FlowDriver(
        flow.flow,
        host: FlowHost(
          journal: process, secrets: FlowSecrets(process.secure), preferences: process,
          outlet: actions),
        facts: LaunchFacts(facts: plan.facts + told), clock: outside.clock.runtime.now,
        entropy: LiveEntropy.next)
      app = App(
        number: life, process: process, driver: driver, client: client, actions: actions,
        news: news, simulated: SimulatedAnswers(flow.flow, outside.clock.runtime))
    } catch {
      await client.close()
      throw LaunchFailed(failure: error)
    }
    settle()
  }

  /// What every device tells where a flow asks for it (docs/capabilities.md).
  private static let deviceFacts: [OutsideEvent] = [
    .fact(name: Array("network".utf8), value: Array("true".utf8)),
    .fact(name: Array("location".utf8), value: Array("\"highest\"".utf8)),
    .fact(name: Array("region".utf8), value: Array("\"DE\"".utf8)),
    .fact(name: Array("utcOffset".utf8), value: Array("0".utf8)),
  ]

  /// Ends the app without a word to it.
  func kill() async {
    guard let app else { return }
    self.app = nil
    memory.kill()
    for task in app.sends.values { task.cancel() }
    outside.tally.addKill()
    await app.client.close()
    poke()
  }

  /// The run is over.
  func end() async {
    guard let app else { return }
    self.app = nil
    memory.kill()
    for task in app.sends.values { task.cancel() }
    await app.client.end()
  }

  func kill(process: Int) async {
    guard app?.number == process else { return }
    note("killed")
    await kill()
  }

  // MARK: Events

  /// Passes the app what has happened meanwhile: news of the client, and time.
  func catchUp() {
    guard let app else { return }
    for item in app.news.take() {
      if let input = flow.flow.input(item) { give { _ = try? $0.send(input) } }
    }
    if let due = app.driver.process.nextDeadline, due <= outside.clock.now {
      give { _ = try? $0.passTime() }
    }
  }

  /// An event for the flow. Only a simulation kills a driver.
  func give(_ body: (FlowDriver) -> Void) {
    guard let app else { return }
    body(app.driver)
    settle()
  }

  /// Performs what the last step wants of the outside, and looks whether a session is gone.
  private func settle() {
    guard let app else { return }
    for action in app.actions.take() {
      switch action {
      case .perform(let call): send(call)
      case .cancel(let send): self.app?.sends.removeValue(forKey: send)?.cancel()
      case .startService, .stopService, .toast, .open, .tell: break
      }
    }
    guard let kept = keptSessions, loss == nil else { return }
    let machine = app.driver.machine
    if !kept.isSubset(of: flow.openSessions(machine)) {
      loss = "was signed out" + (flow.signOutCause(machine).map { " (\($0))" } ?? "")
    }
  }

  // MARK: Waiting

  /// Something happened that whoever pauses should look at.
  func poke() {
    guard let waiter else { return wasPoked = true }
    self.waiter = nil
    waiter.resume()
  }

  /// Returns at a time, when something has happened, or when the task is cancelled.
  func pause(until time: Int64) async {
    if wasPoked { return wasPoked = false }
    pauseCount += 1
    let pause = pauseCount
    let timer = Task { [clock = outside.clock.runtime] in
      await clock.sleep(time)
      self.timeCame(for: pause)
    }
    await withTaskCancellationHandler {
      await withCheckedContinuation { waiter = $0 }
    } onCancel: {
      Task { await self.poke() }
    }
    timer.cancel()
  }

  private func timeCame(for pause: Int) {
    guard pause == pauseCount, let waiter else { return }
    self.waiter = nil
    waiter.resume()
  }

  // MARK: Reporting

  /// The last few only: there are many devices.
  func note(_ action: String) { trace = (trace + [action]).suffix(8) }
}
