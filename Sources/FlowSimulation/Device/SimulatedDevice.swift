// FlowSimulation: a device on which nothing happens by itself.
//
// Owns: a simulated clock, network, server, storage and life of an app that runs a flow; scripts
// that play a person on it, their expectations and verdicts; and the check that a kill at any point
// changes nothing in the end.
// Must not: read a clock, draw randomness, open a socket or a file, read YAML. Time moves only when
// it is told to.

package import FlowMachine
package import FlowRuntime

/// A device with one app on it, whose entry is one flow.
///
/// Single-threaded and deterministic: the same calls give the same trace. Nothing throws when the
/// app is killed: it is just not running any more.
package final class SimulatedDevice {
  package struct Settings: Sendable {
    package var seed: UInt64 = 1
    /// Milliseconds since 1970 at the beginning.
    package var start: Int64 = 1_700_000_000_000
    package var language: Text = []
    /// Configuration, and facts of place `device` as they are at the first launch.
    package var facts: [FactChange] = []
    /// What an earlier installation left in secure storage.
    package var secrets: [PlayScript.Secret] = []
    /// What the app's preferences hold already.
    package var preferences: [PlayScript.Preference] = []

    package init() {}
  }

  package let flow: Flow
  package let clock: VirtualClock
  package let journal = SimulatedJournal()
  package let secrets = SimulatedSecrets()
  package let preferences = SimulatedPreferences()
  package let network: SimulatedNetwork
  package let world: SimulatedWorld
  package let language: Text
  /// The running app, or nil.
  package private(set) var driver: FlowDriver?
  /// Why the last launch came to nothing.
  package private(set) var launchFailure: LaunchFailure?
  /// How often the app was killed.
  package private(set) var killCount = 0
  /// Where the flow was when the app last died, as its memory had it.
  private(set) var lastMachine: FlowMachine?
  /// Secrets that were typed and not sent when the app was last killed.
  package private(set) var lostSecrets: [FactID] = []
  /// The flow ran in a circle and was stopped.
  package private(set) var isEndless = false
  var outside: (any SimulatedOutside)?
  /// Fails writes, counted over all parts of storage.
  var writeFault: WriteFault?
  private let watch: DeviceWatch
  private var facts: [FactID: FactValue] = [:]
  private var isUpdated = false

  package init(_ flow: Flow, _ settings: Settings = Settings()) {
    self.flow = flow
    clock = VirtualClock(settings.start)
    watch = DeviceWatch(flow, journal, seed: settings.seed)
    network = SimulatedNetwork(flow, clock)
    world = SimulatedWorld(network)
    language = settings.language
    for change in settings.facts { facts[change.fact] = change.value }
    for secret in settings.secrets {
      let name = SecretName(fact: flow.blob(flow.tables.facts[Int(secret.fact)].name))
      secrets.values[name] = secret.value
    }
    for preference in settings.preferences {
      preferences.values[flow.blob(flow.tables.facts[Int(preference.fact)].name)] = preference.json
    }
  }

  package var isRunning: Bool { driver != nil }
  package var now: Int64 { clock.now }

  // MARK: Looking on

  /// The machine's trace; to be set before the app is launched, as `record` is.
  package var trace: ((Text) -> Void)? {
    get { watch.trace }
    set { watch.trace = newValue }
  }

  package var record: ((Text) -> Void)? {
    get { watch.record }
    set { watch.record = newValue }
  }

  /// Called at each point, before it is decided whether the app dies there.
  package var look: ((HostPoint) -> Void)? {
    get { watch.look }
    set { watch.look = newValue }
  }

  package var notices: [Notice] { watch.notices }

  /// What the app was about to do when it was last killed at a point.
  package var lastPoint: HostPoint? { watch.lastPoint }

  /// What the host is given and does; to be set before the app is launched.
  var log: HostLog? {
    get { watch.log }
    set { watch.log = newValue }
  }

  var killer: Killer {
    get { watch.killer }
    set { watch.killer = newValue }
  }

  // MARK: Life

  /// Starts the app, which goes on where its journal left it.
  package func launch() {
    guard driver == nil else { return }
    launchFailure = nil
    outside?.launch(at: now)
    _ = hear()
    let launchFacts = LaunchFacts(
      facts: facts.sorted { $0.key < $1.key }.map { FactChange($0.key, $0.value) },
      isUpdated: isUpdated)
    var host = FlowHost(
      journal: journal, secrets: secrets, preferences: preferences, outlet: world)
    writeFault?.stand(before: &host)
    do throws(LaunchFailure) {
      driver = try FlowDriver(
        flow, host: host, facts: launchFacts, language: language,
        clock: { [clock] in clock.now }, entropy: { [watch] in watch.draw() },
        inspection: watch.inspection)
      isUpdated = false
      takeDeliveries()
    } catch {
      launchFailure = error
      if error == .killed { die() }
    }
  }

  /// The process ends without a word, as when the system needs memory.
  package func kill() {
    if driver != nil { die() }
  }

  /// The device loses power: what was not forced to disk is gone too.
  package func losePower() {
    kill()
    journal.loseUnforced()
  }

  /// Kills the app at the next point of a kind, whenever that comes.
  package func kill(at moment: KillMoment) { killer.arm(moment) }

  /// Kills the app at whatever it does next.
  package func killAtNextPoint() { killer.fatalPoint = killer.pointCount + 1 }

  /// Takes back a kill that has not struck yet.
  package func spare() {
    killer.disarm()
    journal.endTearing()
  }

  /// Deletes the app and installs it again: secure storage stays, as a keychain does.
  package func reinstall() {
    kill()
    log?.reinstalled()
    journal.wipe()
    preferences.values = [:]
    isUpdated = false
  }

  /// Installs a newer version of the app that has the same version of the flow.
  package func update() {
    kill()
    isUpdated = true
  }

  private func die() {
    log?.killed()
    lostSecrets = driver?.process.heldSecrets ?? []
    lastMachine = driver?.machine
    driver = nil
    killCount += 1
    journal.endTearing()
    world.forgetProcess()
  }

  // MARK: Inputs and time

  /// Gives the running app something to do; answers that are due at once arrive after it.
  ///
  /// - Returns: what came of the step, or nil when the app was not running or died in it.
  @discardableResult
  package func run(_ body: (FlowDriver) throws(Killed) -> StepReport) -> StepReport? {
    guard let report = step(body) else { return nil }
    takeDeliveries()
    return report
  }

  @discardableResult
  package func send(_ input: Input) -> StepReport? {
    run { driver throws(Killed) in try driver.send(input) }
  }

  /// Tells the app a fact of place `device`, or what it finds at its next launch.
  package func tell(_ fact: FactID, _ value: FactValue) {
    note(fact, value)
    send(.told(fact, value))
  }

  /// What the next launch finds.
  func note(_ fact: FactID, _ value: FactValue) { facts[fact] = value }

  /// An input without what is due after it.
  func inform(_ input: Input) {
    _ = step { driver throws(Killed) in try driver.send(input) }
  }

  private func step(_ body: (FlowDriver) throws(Killed) -> StepReport) -> StepReport? {
    guard let driver else { return nil }
    do throws(Killed) {
      let report = try body(driver)
      if report.isEndless { isEndless = true }
      return report
    } catch {
      die()
      return nil
    }
  }

  /// When something happens next by itself, or nil.
  package var nextEvent: Int64? {
    guard let driver else { return nil }
    return [driver.process.nextDeadline, network.nextDelivery].compactMap { $0 }.min()
  }

  /// Lets time pass; deadlines and answers come at their times.
  package func advance(by milliseconds: Int64) {
    let end = clock.now + milliseconds
    var events = 0
    while let next = nextEvent, next <= end, events < Self.mostEvents {
      events += 1
      happen(at: next)
    }
    clock.move(to: end)
  }

  /// A flow that polls every second does so for a day; one that runs in a circle is let go.
  private static let mostEvents = 100_000

  /// Lets the next thing happen, however long that takes.
  ///
  /// - Parameter limit: no later than this.
  /// - Returns: false when nothing happens any more until then.
  @discardableResult
  package func advanceToNextEvent(until limit: Int64 = .max) -> Bool {
    guard let next = nextEvent, next <= limit else { return false }
    happen(at: next)
    return true
  }

  private func happen(at time: Int64) {
    clock.move(to: time)
    if let deadline = driver?.process.nextDeadline, deadline <= clock.now {
      _ = step { driver throws(Killed) in try driver.passTime() }
    }
    takeDeliveries()
  }

  private func takeDeliveries() {
    repeat { takeAnswers() } while driver != nil && hear()
  }

  private func takeAnswers() {
    while let delivery = driver == nil ? nil : network.takeDelivery() {
      let written = journal.recordCount
      let request = network.close(delivery.send)
      let report = step { driver throws(Killed) in
        try driver.answer(delivery.answer, to: delivery.send)
      }
      // Killed before it was written down: the send that repeats this one gets the same answer.
      if report != nil || journal.recordCount > written, let request {
        network.countTurn(of: request)
      }
    }
  }
}
